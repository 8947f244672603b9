"""Tables of rewritten modules and their frontends, of backends, and of our own modules."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import find_spec
from pathlib import Path

from transpile.errors import TranspileError

CORE = "ivy_core"
BACKENDS = ("numpy", "jax", "torch", "tensorflow")
SEVERAL_DEVICES = ("jax",)  # the backends whose arrays may lie in parts on several
FLOAT_DTYPES = ("float16", "bfloat16", "float32", "float64")
TRACE_MODES = ("full", "ivy", "frontend")
_DEVICE = re.compile(r"[A-Za-z]+(?::\d+)?")


@dataclass(frozen=True, slots=True)
class Framework:
    """A source framework: its module, and the package that replaces it.

    Attributes
    ----------
    module, frontend : str
        Their names.
    has_all_modules : bool
        Whether the frontend answers for every module of the framework, with a file or without: then
        no import of one stays the framework's.
    """

    module: str
    frontend: str
    has_all_modules: bool = False


FRAMEWORKS = (
    Framework("numpy", "frontends.numpy"),
    Framework("torch", "frontends.torch", has_all_modules=True),
)
_WHOLE = {row.frontend: row.module for row in FRAMEWORKS if row.has_all_modules}
PACKAGES = frozenset({CORE, *(row.frontend.partition(".")[0] for row in FRAMEWORKS)})
OWN_PACKAGES = frozenset({*PACKAGES, "transpile"})  # the project's own: never rewritten
OWN_FOLDER = Path(__file__).parent  # of this package; the others stand beside it


def source_frontends(sources: Collection[str] | None = None) -> Mapping[str, str]:
    """Return source module -> frontend package, of all frameworks or of those in `sources`.

    Raises
    ------
    TranspileError
        Where one of `sources` is no source framework.

    Examples
    --------
    >>> source_frontends(["torch"])
    {'torch': 'frontends.torch'}
    """
    known = {row.module: row.frontend for row in FRAMEWORKS}
    for name in known if sources is None else sources:
        if name not in known:
            raise TranspileError(f"unknown source {name!r}: choose from {', '.join(known)}")
    return {name: known[name] for name in known if sources is None or name in sources}


def enabled_frontends() -> Mapping[str, str]:
    """Return source module -> frontend package, for the frontends that can be imported now.

    Examples
    --------
    >>> enabled_frontends()["numpy"]
    'frontends.numpy'
    """
    return {row.module: row.frontend for row in FRAMEWORKS if can_import(row.frontend)}


def can_import(module: str) -> bool:
    """Return whether there is such a module; nothing is imported to find out.

    Examples
    --------
    >>> can_import("frontends.numpy.linalg"), can_import("frontends.numpy.no_such_module")
    (True, False)
    >>> can_import("frontends.torch.optim.adamw")  # no file, but PyTorch's name
    True
    """
    if _find_module_spec(module) is not None:
        return True
    for frontend, framework in _WHOLE.items():
        if module.startswith(f"{frontend}.") and _find_module_spec(frontend) is not None:
            own = framework + module[len(frontend) :]
            return _find_module_spec(framework) is None or _find_module_spec(own) is not None
    return False


def frontend_modules() -> Iterator[str]:
    """Yield the files of all frontends, below their own folders; nothing is imported to find out.

    Examples
    --------
    >>> "linalg/__init__.py" in set(frontend_modules())
    True
    """
    for frontend in enabled_frontends().values():
        for place in _find_module_spec(frontend).submodule_search_locations or ():
            for file in Path(place).rglob("*.py"):
                yield file.relative_to(place).as_posix()


def missing_module(name: str, frontends: Mapping[str, str]) -> str | None:
    """Return the part of a source module's name that its frontend has no module for, else None.

    An import of it stays as it is. A frontend that is not there at all lacks none of its modules.

    Examples
    --------
    >>> missing_module("numpy._core.umath", {"numpy": "frontends.numpy"})
    'numpy._core'
    >>> missing_module("numpy.linalg", {"numpy": "frontends.numpy"})
    """
    package, *parts = name.split(".")
    frontend = frontends[package]
    if not can_import(frontend) or frontend in _WHOLE:
        return None
    for part in parts:
        package, frontend = f"{package}.{part}", f"{frontend}.{part}"
        if not can_import(frontend):
            return package
    return None


def _find_module_spec(module: str) -> ModuleSpec | None:
    """Find a module's spec without importing the packages above it; None without one."""
    package, *parts = module.split(".")
    try:
        spec = find_spec(package)
    except ValueError:  # `__main__` and the like: loaded, but from no place
        return None
    for part in parts:
        places = None if spec is None else spec.submodule_search_locations
        if places is None:
            return None
        spec = PathFinder.find_spec(f"{spec.name}.{part}", places)
    return spec


def split_at_commas(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the names in texts that list some with commas, each once.

    Examples
    --------
    >>> split_at_commas(["kornia, einops", "kornia"])
    ('kornia', 'einops')
    """
    names = (name.strip() for text in texts for name in text.split(","))
    return tuple(dict.fromkeys(name for name in names if name))


def check_backend(name: str) -> None:
    """Raise a `TranspileError` unless `name` is a backend.

    Examples
    --------
    >>> check_backend("jax")
    >>> check_backend("theano")
    Traceback (most recent call last):
        ...
    transpile.errors.TranspileError: unknown backend 'theano': choose from numpy, jax, torch, tensorflow
    """  # noqa: E501  (a doctest compares the whole line)
    if name not in BACKENDS:
        raise TranspileError(f"unknown backend {name!r}: choose from {', '.join(BACKENDS)}")


def check_device(name: str | None) -> None:
    """Raise a `TranspileError` unless `name` can name a device, or is None.

    Which devices there are is known only where the code will run.

    Examples
    --------
    >>> check_device("gpu:0")
    >>> check_device("gpu 0")
    Traceback (most recent call last):
        ...
    transpile.errors.TranspileError: bad device 'gpu 0': write cpu, gpu:0 or the like
    """
    if name is not None and not _DEVICE.fullmatch(name):
        raise TranspileError(f"bad device {name!r}: write cpu, gpu:0 or the like")


def check_float_dtype(name: str | None) -> None:
    """Raise a `TranspileError` unless `name` is a floating data type, or is None.

    Examples
    --------
    >>> check_float_dtype("float32")
    >>> check_float_dtype("int32")
    Traceback (most recent call last):
        ...
    transpile.errors.TranspileError: bad default dtype 'int32': choose from float16, bfloat16, float32, float64
    """  # noqa: E501  (a doctest compares the whole line)
    if name is not None and name not in FLOAT_DTYPES:
        raise TranspileError(f"bad default dtype {name!r}: choose from {', '.join(FLOAT_DTYPES)}")


def check_trace_mode(name: str | None) -> None:
    """Raise a `TranspileError` unless `name` is one of the core's trace modes, or is None.

    Examples
    --------
    >>> check_trace_mode("frontend")
    >>> check_trace_mode("short")
    Traceback (most recent call last):
        ...
    transpile.errors.TranspileError: unknown trace mode 'short': choose from full, ivy, frontend
    """
    if name is not None and name not in TRACE_MODES:
        raise TranspileError(f"unknown trace mode {name!r}: choose from {', '.join(TRACE_MODES)}")


def check_installed(name: str) -> None:
    """Raise a `TranspileError` that names the extra to install unless `name` can be imported.

    Examples
    --------
    >>> check_installed("numpy")
    """
    check_backend(name)
    if find_spec(name) is None:  # finds it without importing it
        raise TranspileError(
            f"backend {name!r} is not installed: pip install ivy-frontends[{name}]"
        )
