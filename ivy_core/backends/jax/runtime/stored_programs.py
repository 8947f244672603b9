"""Programs kept on disk under keys that need no tracing: a second process starts warm.

JAX's own cache on disk (``compilation_cache``) is asked for a program by its lowered text: to trace
and lower a small function takes 7 to 30 ms, to load what it was compiled to 1 to 3. A function that
:func:`jit` compiles is asked for by its name and code, the shapes and dtypes of its arguments, the
values of the static ones, JAX's configuration, and the state of this library's files. What cannot
be named so (a closure over an array, an argument of several devices, anything traced) is compiled
as JAX does.

A file holds a hash, a line of JSON and the compressed bytes of XLA's executable; nothing in it is
unpickled. The folder is the compilation cache's own, and JAX writes no program there that is kept
here.
"""

from __future__ import annotations

import base64
import contextlib
import dataclasses
import enum
import functools
import hashlib
import json
import os
import sys
import tempfile
import types
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path

import jax
import numpy as np
from jax.sharding import SingleDeviceSharding

from ..host.policy import HOST_CALLS_OF_PROGRAM
from .dispatch import ASKS, VERSIONS, ProgramImage, compilation_context, jit_with_programs
from .first_calls import FirstCalls
from .internals import EagerArray, device_of, is_committed

SUFFIX = "-program"
_folder: Path | None = None
_PACKAGES = ("ivy_core", "frontends")  # this library's
# packages whose functions' code the key of a process tells, or that of all files
_OURS = (*_PACKAGES, "jax")
_NUMBERS = (bool, int, float, complex)
_PLAIN = (*_NUMBERS, str, bytes, type(None), type(...))
# options of JAX that say where it writes, or how it shows errors, and not what is compiled
_UNRELATED_OPTIONS = ("_cache", "_log", "dump", "traceback", "explain")
# no kernel calls anything there
_UNREACHED_FOLDERS = {
    "numpy", "torch", "tensorflow", "functional", "container", "compilation", "binding",
}  # fmt: skip


class NotNamedError(Exception):
    """A value that no text names for another process."""


def jit(function, *, closure=None, first_on_host=False, write=None, **options):
    """Compile a function as ``jax.jit`` does; its programs are kept on disk.

    Parameters
    ----------
    function : callable
        A function of this package or of JAX: what it does depends on its arguments, its closure
        and its defaults alone.
    closure : hashable, optional
        What tells its closure and its defaults apart, where it is not all that they hold.
    first_on_host : bool, optional
        Whether NumPy computes its first calls (``first_calls.py``); their last digits may differ.
    write : callable, optional
        Gives what NumPy does for a call without a trace, a WrittenProgram; None where it cannot.
    **options
        ``static_argnums``, ``static_argnames``, ``donate_argnums``: as of ``jax.jit``.

    Returns
    -------
    callable
        It is called, traced and lowered as one of ``jax.jit``.

    Examples
    --------
    >>> import jax.numpy as jnp
    >>> float(jit(jnp.add)(1.0, 2.0))
    3.0
    """
    jitted = jax.jit(function, **options)
    if not ASKS:
        return jitted
    first_calls = None
    if first_on_host:
        find_path = functools.partial(_path_of_host, closure)
        first_calls = FirstCalls(HOST_CALLS_OF_PROGRAM, find_path, write)
    return jit_with_programs(jitted, functools.partial(find, closure), keep, first_calls)


def jit_of_layer(function, **options):
    """Compile a function of networks as :func:`jit` does; NumPy computes the first calls."""
    return jit(function, first_on_host=True, **options)


def jit_of_process(function, first_on_host=False, name=None, donated=()):
    """Compile a function whose programs are not kept; what the host does may be, by a name.

    Parameters
    ----------
    function : callable
    first_on_host : bool, optional
        Whether NumPy computes its first calls.
    name : hashable, optional
        What tells it apart from others of its code in any process: numbers, texts, dtypes,
        functions of this library.
    donated : tuple of int, optional
        Arguments whose memory the program may use for its results; XLA computes all calls then.

    Returns
    -------
    callable
    """
    if donated or not (ASKS and first_on_host):
        return jax.jit(function, donate_argnums=donated)
    find_path = _no_path if name is None else functools.partial(_path_of_process, name)
    first_calls = FirstCalls(HOST_CALLS_OF_PROGRAM, find_path)
    return jit_with_programs(jax.jit(function), _find_nothing, keep, first_calls)


def _no_path(function, info, args, kwargs) -> None:
    return None


def _path_of_process(name, function, info, args, kwargs) -> Path | None:
    """Return the path of what the host does for a call that the frontends trace."""
    return _path_of_host((name, _all_files_key()), function, info, args, kwargs)


def _path_of_host(closure, function, info, args, kwargs) -> Path | None:
    """Return the path of what the host does for a call, None if it is not kept."""
    if not _is_keeping():
        return None
    try:
        named = _name_of_call(closure, function, info, args, kwargs)
    except NotNamedError:
        return None
    key = hashlib.sha256(f"host {_process_key()}{named}".encode()).hexdigest()
    return _folder / f"{key}-host{SUFFIX}"


def _is_keeping() -> bool:
    """Return whether programs are kept on disk."""
    config = jax.config
    if _folder is None or not config.jax_enable_compilation_cache or _process_key() is None:
        return False
    return not (config.jax_debug_nans or config.jax_debug_infs)


def _find_nothing(function, info, args, kwargs) -> tuple[None, None]:
    return None, None


def keep_in(folder: Path | None) -> None:
    """Keep programs in a folder from now on, or none."""
    global _folder
    _folder = folder


def find(closure, function, info, args, kwargs) -> tuple[Path | None, ProgramImage | None]:
    """Return the path of a call's program, and the program if it is there."""
    if not _is_keeping():
        return None, None
    try:
        named = _name_of_call(closure, function, info, args, kwargs)
    except NotNamedError:
        return None, None
    return _at(named)


def find_text(text: Callable[[], str], kinds: Sequence) -> tuple[Path | None, ProgramImage | None]:
    """Return the path of a program that a text tells, and the program if it is there.

    Parameters
    ----------
    text : callable
        Gives the text, or raises NotNamedError.
    kinds : sequence
        The kinds of its arguments: tuples of numbers, texts and dtypes.
    """
    if not _is_keeping():
        return None, None
    try:
        named = str((text(), name_of_value(kinds), *_names_of_options()))
    except NotNamedError:
        return None, None
    return _at(f"program {named}")


def _at(named: str) -> tuple[Path | None, ProgramImage | None]:
    """Return the path of what a text names, None if it is not kept, and the program there."""
    key = hashlib.sha256(f"{_process_key()}{named}".encode()).hexdigest()
    path = _folder / f"{key}{SUFFIX}"
    try:
        content = path.read_bytes()
    except OSError:
        return path, None
    return (path, _read(content)) if content else (None, None)


def is_kept(jitted, *args) -> bool:
    """Return whether the program of such a call lies on disk.

    Parameters
    ----------
    jitted : callable
        A result of :func:`jit`, where it asks for programs.
    *args
        What it would be called with.
    """
    return find(None, jitted._fun, jitted._jit_info, args, {})[1] is not None


def keep(path: Path, image: ProgramImage | None) -> None:
    """Write a program to disk: whole, or not at all; an empty file for what has no image."""
    content = b"" if image is None else _written(image)
    with contextlib.suppress(OSError):  # a full disk: compiled anew next time
        with tempfile.NamedTemporaryFile(dir=path.parent, suffix=SUFFIX, delete=False) as file:
            file.write(content)
        os.replace(file.name, path)


def _written(image: ProgramImage) -> bytes:
    """Return a file's content: a hash, a line of JSON, the compressed executable."""
    told = {
        "tree": base64.b64encode(image.tree).decode(),
        "results": image.results,
        "used": image.used,
    }
    content = json.dumps(told).encode() + b"\n" + zlib.compress(image.executable, 1)
    return hashlib.sha256(content).digest() + content


def _read(file: bytes) -> ProgramImage | None:
    """Return the program of a file's content; None where it is not as it was written."""
    content = file[32:]
    if hashlib.sha256(content).digest() != file[:32]:
        return None
    head, _, packed = content.partition(b"\n")
    told = json.loads(head)
    tree = base64.b64decode(told["tree"])
    return ProgramImage(zlib.decompress(packed), tree, told["results"], told["used"])


@functools.cache
def _process_key() -> str | None:
    """Return the part of keys that is a process's: versions, files, flags.

    None off a single CPU, and where the library's files cannot be read (in an archive).
    """
    device, files = jax.devices()[0], _files_key()
    if device.platform != "cpu" or jax.process_count() > 1 or files is None:
        return None
    versions = (*VERSIONS, np.__version__, sys.version)
    flags = os.environ.get("XLA_FLAGS", "")
    return repr((versions, flags, device.device_kind, device.client.platform_version, files))


def _files_key() -> str | None:
    """Return a hash of the files of this library that a kernel can be traced through."""
    files = traced_files()
    hashed = hashlib.sha256()
    for path in files:
        hashed.update(path.read_bytes())
    return hashed.hexdigest() if files else None


@functools.cache
def _all_files_key() -> str:
    """Return a hash of sizes and times of the files that a trace may go through, frontends' too."""
    hashed = hashlib.sha256()
    root = Path(__file__).parents[4]
    for package in _PACKAGES:
        for folder, folders, names in os.walk(root / package):
            folders.sort()
            for name in sorted(names):
                if name.endswith(".py"):
                    state = os.stat(os.path.join(folder, name))
                    hashed.update(f"{folder}{name}{state.st_size}{state.st_mtime_ns}".encode())
    return hashed.hexdigest()


def traced_files() -> list[Path]:
    """Return the files of this library, without those that no kernel reaches."""
    root = Path(__file__).parents[3]
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(set(folders) - _UNREACHED_FOLDERS)
        found += [Path(folder, name) for name in sorted(names) if name.endswith(".py")]
    return found


def _name_of_call(closure, function, info, args, kwargs) -> str:
    """Return a text that is equal in two processes exactly where the same program serves both."""
    static = set(info.static_argnums)
    names = set(info.static_argnames)
    given = [
        name_of_value(value) if index in static else _signature(value)
        for index, value in enumerate(args)
    ]
    given += [
        f"{name}={name_of_value(value) if name in names else _signature(value)}"
        for name, value in kwargs.items()
    ]
    rules = (info.static_argnums, info.static_argnames, info.donate_argnums)
    if closure is None:
        name = _name_of_function(function)
    else:
        code = _name_of_code(function.__code__)
        name = f"{function.__module__}.{function.__qualname__}{code}{name_of_value(closure)}"
    told = (
        name,
        rules,
        given,
        *_names_of_options(),
    )
    return str(told)


def _names_of_options() -> tuple[list, list]:
    """Return JAX's options that a program depends on, and those that contexts have set."""
    options = [
        item for item in jax.config.values.items()
        if not any(part in item[0] for part in _UNRELATED_OPTIONS)
    ]  # fmt: skip
    return sorted(options, key=str), list(map(name_of_value, compilation_context()))


def _signature(value) -> str:
    """Return a text for an argument that is not static: a program serves all that have it."""
    kind = type(value)
    if kind is EagerArray:
        place = value.sharding
        if type(place) is not SingleDeviceSharding or device_of(place) != jax.devices()[0]:
            raise NotNamedError
        return f"{value.dtype}{value.shape}{value.weak_type}{is_committed(value)}"
    if kind is np.ndarray or isinstance(value, np.generic):
        if value.dtype.kind == "V" and value.dtype.names is not None:
            raise NotNamedError
        return f"{value.dtype}{value.shape}FalseFalse"  # as of JAX's arrays: one program serves
    if kind in _NUMBERS:
        return kind.__name__
    if value is None:
        return "None"
    if kind in (tuple, list):
        return f"{kind.__name__}({','.join(map(_signature, value))})"
    if kind is dict:
        return str([(key, _signature(part)) for key, part in sorted(value.items())])
    raise NotNamedError


def name_of_value(value) -> str:
    """Return a text for a static value, or a part of a closure."""
    kind = type(value)
    if kind in _PLAIN:
        return repr(value) + kind.__name__
    if kind in (tuple, list):
        return f"{kind.__name__}({','.join(map(name_of_value, value))})"
    if kind is slice:
        return f"slice{name_of_value((value.start, value.stop, value.step))}"
    if kind in (frozenset, set):
        return f"{kind.__name__}{sorted(map(name_of_value, value))}"
    if kind is dict:
        return str([(name_of_value(k), name_of_value(part)) for k, part in value.items()])
    if isinstance(value, np.dtype) and value.names is None:
        return f"dtype {value.name}"
    if isinstance(value, np.generic):
        return f"{value.dtype}{value!r}"
    if dataclasses.is_dataclass(kind):
        fields = [getattr(value, field.name) for field in dataclasses.fields(kind)]
        return f"{_name_of_function(kind)}{name_of_value(fields)}"
    if isinstance(value, tuple) and hasattr(kind, "_fields"):
        return f"{_name_of_function(kind)}{name_of_value(tuple(value))}"
    if isinstance(value, enum.Enum):
        return f"{kind.__module__}.{kind.__qualname__}.{value.name}"
    return _name_of_function(value)


def _name_of_function(value) -> str:
    """Return a text for a function or class: its path where that leads to it, or its parts."""
    if isinstance(value, functools.partial):
        parts = (value.func, value.args, value.keywords)
        return f"partial{''.join(map(name_of_value, parts))}"
    module, path = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    path = path or getattr(value, "__name__", None)  # JAX's ufuncs have no other
    if not isinstance(module, str) or not isinstance(path, str):
        raise NotNamedError
    if isinstance(value, type) and module in ("numpy", "builtins"):
        return f"{module}.{path}"
    if module.partition(".")[0] not in _OURS:
        raise NotNamedError
    found = sys.modules.get(module)
    for part in path.split("."):
        found = getattr(found, part, None)
    if found is value:
        return f"{module}.{path}"
    value = getattr(value, "_fun", value)  # of a function that JAX compiles
    if type(value) is not types.FunctionType:
        raise NotNamedError
    code = value.__code__
    cells = [cell.cell_contents for cell in value.__closure__ or ()]
    parts = (cells, value.__defaults__, value.__kwdefaults__)
    return f"{module}.{path}{_name_of_code(code)}{''.join(map(name_of_value, parts))}"


def _name_of_code(code: types.CodeType) -> str:
    """Return a text for code: two functions of one line may have one name."""
    constants = [
        _name_of_code(value) if isinstance(value, types.CodeType) else name_of_value(value)
        for value in code.co_consts
    ]
    hashed = hashlib.sha256(code.co_code).hexdigest()
    return str((code.co_firstlineno, hashed, code.co_names, code.co_freevars, constants))
