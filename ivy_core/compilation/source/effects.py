"""Effects of code: the rule for what may be run once more, and so compiled unasked.

A program that :func:`.automatic.compile_automatically` makes is compared with the function by
calling both on the same values. So while such a function is traced, every call in it has to be one
that is known to do nothing but compute (or to write to what is compared and put back: arrays,
lists, dictionaries, sets, attributes, globals, the state of NumPy's generators of random numbers).
Whatever else it calls, a file's ``write``, ``print``, a library's function, ends the trace: it runs
as it is.
"""

from __future__ import annotations

import builtins
import contextlib
import contextvars
import dataclasses
import dis
import functools
import inspect
import os
import sysconfig
import threading
import time
import types
from collections.abc import Iterator, Mapping
from pathlib import Path

from ivy_core.backends.holder import Holder

from ..call import containers
from ..trace.host_calls import in_program
from ..trace.trace import Unsupported
from . import callers
from .source_map import is_converted, is_of_known_library, is_users

_ROOT = Path(__file__).resolve().parents[3]
_OURS = f"{_ROOT / 'ivy_core'}/", f"{_ROOT / 'frontends'}/"
_STDLIB = sysconfig.get_paths()["stdlib"]
_PURE_MODULES = "copy", "functools", "operator", "collections", "itertools", "numbers"
_PURE_FILES = tuple([f"{_STDLIB}/{name}{end}" for name in _PURE_MODULES for end in (".py", "/")])
_PURE_PACKAGES = frozenset({"math", "cmath", "operator", "_operator", "_functools", "numpy"})
_IMPURE = frozenset(
    "open input print next iter id hash vars globals locals setattr delattr exec eval compile "
    "breakpoint exit quit help memoryview".split()
)
# functions and methods of arrays' namespaces that reach files, settings or sequences of numbers
_IMPURE_STARTS = (
    "save", "load", "set_", "unset_", "seterr", "setbufsize", "tofile", "fromfile", "genfromtxt",
    "memmap", "dump", "manual_seed", "seed", "print", "info", "show_", "fromregex", "put_state",
    "frombuffer", "register_", "with_backend", "previous_backend", "backward", "empty_cache",
)  # fmt: skip
_IMPURE_PACKAGES = ".random", ".distributed"
_BUILTIN_CLASSES = (
    list, dict, set, frozenset, tuple, str, bytes, int, float, complex, bool, range, slice,
    types.MappingProxyType,
)  # fmt: skip
_LIMITS = frozenset({"finfo", "iinfo"})  # classes that go by their framework's module
_OWN_SPECIAL = frozenset(
    "__init__ __new__ __repr__ __str__ __call__ __post_init__ __init_subclass__ __class_getitem__ "
    "__doc__".split()
)


TOO_LONG = "to trace it takes longer than is worth it"


class _Rule(threading.local):
    def __init__(self):
        self.until = None  # the time at which a trace has to be done
        self.impure_starts, self.impure_packages = _IMPURE_STARTS, _IMPURE_PACKAGES
        self.is_library = False


_rule = _Rule()


@contextlib.contextmanager
def without_effects(
    seconds: float, records_gradients: bool = False, function=None
) -> Iterator[None]:
    """Hold all that is traced in this thread to the rule, and end what takes longer.

    Parameters
    ----------
    seconds : float
        How long a trace may take, of this thread's own time.
    records_gradients : bool
        Whether what is traced may be a step of training, which is never called twice:
        ``backward`` writes gradients, and ranks exchange them.
    function : function, optional
        What is traced; one of a library that is known may read the environment.
    """
    _rule.until = time.thread_time() + seconds
    _rule.is_library = function is not None and is_of_known_library(function)
    if records_gradients:
        _rule.impure_starts = tuple([each for each in _IMPURE_STARTS if each != "backward"])
        _rule.impure_packages = tuple([each for each in _IMPURE_PACKAGES if each != ".distributed"])
    try:
        with contextlib.ExitStack() as stack:
            for make in callers.contexts:
                stack.enter_context(make())
            yield
    finally:
        _rule.until, _rule.is_library = None, False
        _rule.impure_starts, _rule.impure_packages = _IMPURE_STARTS, _IMPURE_PACKAGES


def is_checked() -> bool:
    """Return whether what is being traced has to keep to the rule."""
    return _rule.until is not None


def may_read_environment(f) -> bool:
    """Return whether a call is ``os.environ.get`` of a library that is known, in its trace."""
    return (
        _rule.is_library
        and getattr(f, "__self__", None) is os.environ
        and (f.__func__ is Mapping.get)
    )


def check_call(f) -> None:
    """Raise for a call that may do more than to compute.

    Raises
    ------
    Unsupported
        If the rule holds and ``f`` is not known to keep to it, or time is over.
    """
    if _rule.until is None:
        return
    if time.thread_time() > _rule.until:
        raise Unsupported(TOO_LONG)
    if not _may_be_called_twice(f):
        name = getattr(f, "__qualname__", None) or getattr(f, "__name__", None) or repr(f)
        raise Unsupported(f"{name}() may do more than to compute: it must not be called twice")


def check_function(function: types.FunctionType) -> None:
    """Raise for a function whose code does what no call shows, such as to set a class's attribute.

    Raises
    ------
    Unsupported
        If so.
    """
    if inspect.isgeneratorfunction(function) or inspect.iscoroutinefunction(function):
        raise Unsupported(f"{function.__name__} is a generator, or asynchronous")
    for value in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
        if containers.contents(value) is not None or isinstance(value, Holder):
            raise Unsupported(f"a default of {function.__name__} can be changed")
    names, attributes, sets, imports = _names_used_by_code(function.__code__)
    if imports and not is_of_known_library(function):
        raise Unsupported(f"{function.__name__} imports")
    for name in names | attributes:
        found = function.__globals__.get(name)
        if isinstance(found, types.ModuleType) and name not in names:
            continue  # `self.time` is not the module
        if isinstance(found, type | types.FunctionType | types.ModuleType):
            held = getattr(found, "__dict__", {})
            if any(attribute in held for attribute in sets):
                raise Unsupported(f"{function.__name__} sets an attribute of {name}")
    if sets and (names | attributes) & {"__class__", "type"}:
        raise Unsupported(f"{function.__name__} sets attributes of a class")


def takes_part_in_autograd(given) -> bool:
    """Return whether a call is given tensors of a graph of gradients, which cannot be put back."""
    return any(getattr(leaf, "_autograd", None) is not None for leaf in given.leaves)


def check_inputs(given, captured) -> None:
    """Raise for what could not be put back as it was: iterators, classes' own arrays and lists.

    What takes part in autograd is not put back, nor are the objects about it.

    Raises
    ------
    Unsupported
        If there is such a thing among a call's inputs.
    """
    for value in (*given.key, *captured):
        if hasattr(type(value), "__next__"):
            raise Unsupported(f"it is given a {type(value).__name__}, which is used up")
    if takes_part_in_autograd(given):
        return
    for value in given.containers:
        if containers.is_plain_object(value):
            _check_users_class(type(value))


@functools.lru_cache(1024)
def _check_users_class(cls: type) -> None:
    """Raise Unsupported for a class with a property, mutable attribute or special method."""
    for base in cls.__mro__:
        if not _is_users_class(base):
            continue
        for name, value in vars(base).items():
            if isinstance(value, property):
                value = value.fget
                if value is not None and _is_users_function(value):
                    raise Unsupported(f"{cls.__name__} has a property, {name}")
            elif isinstance(value, list | dict | set | Holder):
                if not name.startswith("__"):
                    raise Unsupported(f"{cls.__name__}.{name} belongs to the class")
            elif name.startswith("__") and name not in _OWN_SPECIAL and _is_users_function(value):
                raise Unsupported(f"{cls.__name__} has a {name} of its own")


@functools.lru_cache(4096)
def _names_used_by_code(code: types.CodeType) -> tuple[frozenset, frozenset, frozenset, bool]:
    """Return a code's global names, attributes read, attributes set, and whether it imports."""
    names, attributes, sets, imports = set(), set(), set(), False
    for instruction in dis.get_instructions(code):
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            names.add(instruction.argval)
        elif instruction.opname == "LOAD_ATTR":
            attributes.add(instruction.argval)
        elif instruction.opname in ("STORE_ATTR", "DELETE_ATTR"):
            sets.add(instruction.argval)
        elif instruction.opname == "IMPORT_NAME":
            imports = True
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            found = _names_used_by_code(constant)
            names, attributes, sets = names | found[0], attributes | found[1], sets | found[2]
            imports = imports or found[3]
    return frozenset(names), frozenset(attributes), frozenset(sets), imports


def _may_be_called_twice(f) -> bool:
    """Return whether a call only computes, or is a user's function, which is checked itself."""
    if isinstance(f, functools.partial):
        return _may_be_called_twice(f.func)
    kind = type(f)
    if in_program(f) is not None:  # the state of generators is put back
        return _has_pure_name(f.__name__, "")
    if isinstance(f, type):
        return _is_pure_constructor(f)
    if kind is types.FunctionType:
        path = f.__code__.co_filename
        if is_converted(path):  # one that a user's function has made: its calls are looked at
            check_function(f)
            return True
        if path.startswith(_OURS):
            return hasattr(f, "__ivy_compiled__") or _has_pure_name(f.__name__, f.__module__)
        return f is inspect.signature or path.startswith(_PURE_FILES) or _is_users_function(f)
    if kind is types.MethodType:
        owner = f.__self__
        if isinstance(owner, Holder):
            return _has_pure_name(f.__name__, "")
        if f.__func__ is Mapping.get:  # which calls the special methods of the owner
            return is_of_known_library(type(owner)) or may_read_environment(f)
        return _may_be_called_twice(f.__func__)
    if kind is types.BuiltinFunctionType or kind is types.BuiltinMethodType:
        return _is_pure_builtin(f)
    module = (kind.__module__ or "").partition(".")[0]
    if module in ("ivy_core", "frontends", "numpy", "operator"):
        return _has_pure_name(getattr(f, "__name__", ""), kind.__module__)
    if hasattr(f, "__ivy_compiled__"):
        return True
    if callers.function_called_by(f) is not None:
        return True
    return any(_is_users_function(vars(base).get("__call__")) for base in kind.__mro__)


def _is_pure_builtin(f) -> bool:
    """Return whether a function or method that is not written in Python only computes."""
    owner = f.__self__
    if owner is None or isinstance(owner, types.ModuleType):
        if f.__module__ == "builtins":
            return f.__name__ not in _IMPURE
        return (f.__module__ or "").partition(".")[0] in _PURE_PACKAGES
    if isinstance(owner, type):
        return owner in _BUILTIN_CLASSES
    kind = type(owner)
    if kind is contextvars.ContextVar:
        return _rule.is_library  # which sets one for the time of a forward
    return kind in _BUILTIN_CLASSES or (
        issubclass(kind, _BUILTIN_CLASSES) and is_of_known_library(kind)
    )


def _is_pure_constructor(cls: type) -> bool:
    """Return whether making an instance runs none of the user's code and has no effect."""
    if cls.__module__ == "builtins":
        return cls.__name__ not in _IMPURE and getattr(builtins, cls.__name__, None) is cls
    if cls.__module__.partition(".")[0] in ("ivy_core", "frontends", "numpy", "collections"):
        return _has_pure_name(cls.__name__, cls.__module__)
    if dataclasses.is_dataclass(cls) and is_of_known_library(cls):
        return True
    made_by = vars(cls).get("__init__")
    if cls.__name__ in _LIMITS and type(made_by) is types.FunctionType:
        return made_by.__code__.co_filename.startswith(_OURS)
    # a class of the user's is made by her own code, which is not converted
    made_by_user = any(
        _is_users_function(vars(base).get(name))
        for base in cls.__mro__
        for name in ("__init__", "__new__", "__post_init__")
    )
    return (dataclasses.is_dataclass(cls) or issubclass(cls, tuple)) and not made_by_user


def _has_pure_name(name: str, module: str | None) -> bool:
    """Return whether one of our functions has no effect, by its name and module."""
    module = module or ""
    pure = not name.startswith(_rule.impure_starts)
    return pure and not any(each in module for each in _rule.impure_packages)


def _is_users_class(cls: type) -> bool:
    """Return whether a class is neither ours nor of a few modules of Python's."""
    return cls.__module__ not in ("builtins", "abc", "typing", "dataclasses", "enum") and (
        cls.__module__.partition(".")[0] not in ("ivy_core", "frontends")
    )


def _is_users_function(value) -> bool:
    value = getattr(value, "__func__", value)
    return isinstance(value, types.FunctionType) and is_users(value)
