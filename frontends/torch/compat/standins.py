"""Stand-ins for names of PyTorch that nothing here implements: importable, but unusable.

Programs import far more than they use. A class can be derived from, compared with and named in
annotations, a decorator decorates, a question whether something is there is answered; whatever
would have to do something raises :class:`NotImplementedError`, and says what to use.
"""

from __future__ import annotations

import contextlib
import enum
import functools
import sys
from collections.abc import Callable

from frontends.common.sections import read_sections
from ivy_core.compilation.trace import trace as tracing
from ivy_core.utils.exceptions import IvyNotImplementedException

ISSUE_TRACKER = "the issue tracker of ivy-frontends"

# Paths of names; the file says what each of its sections means.
IDENTITIES, NOT_SO, SO, TRACING, NOTHING, TRUTH = [
    names.split() for names in read_sections(__file__, "standins.txt").values()
]

# Questions, and what they are answered: there are no such devices, and no state of theirs.
ANSWERS = {
    **dict.fromkeys(
        """
        torch.xpu.device_count torch.mps.device_count torch.mtia.device_count
        torch.xpu.memory_allocated torch.xpu.max_memory_allocated torch.xpu.memory_reserved
        torch.mps.current_allocated_memory torch.mps.driver_allocated_memory
        """.split(),
        0,
    ),
    "torch.cpu.device_count": 1,
    "torch.cpu.current_device": "cpu",
    "torch.optim.optimizer._default_to_fused_or_foreach": (False, False),
    "torch.utils.checkpoint.get_device_states": ((), ()),
    **dict.fromkeys("torch.cuda.get_rng_state_all torch.xpu.get_rng_state_all".split(), ()),
    # torch.compile takes any of these names, and runs eagerly.
    **dict.fromkeys(
        "torch._dynamo.list_backends torch.compiler.list_backends".split(),
        ("cudagraphs", "inductor", "openxla", "tvm"),
    ),
    **dict.fromkeys(
        """
        torch._C._get_accelerator torch.cuda.set_rng_state_all torch.xpu.set_rng_state_all
        torch.optim.optimizer._get_capturable_supported_devices
        """.split()
    ),
}

# What is not supported, why, and what to use: of the longest path that a name begins with.
REASONS = {
    path: tuple(lines.strip().replace("{issues}", ISSUE_TRACKER).split("\n"))
    for path, lines in read_sections(__file__, "reasons.txt").items()
}
_OURS = tuple(f"{name}." for name in ("frontends", "ivy_core"))


def reason_of(path: str) -> tuple[str, str]:
    """Return why a name is not supported, and what to use.

    Examples
    --------
    >>> reason_of("torch.export.export")[0]
    "programs are not exported in PyTorch's form"
    """
    path = path.partition(":")[0]
    while path not in REASONS:
        path = path.rpartition(".")[0]
    return REASONS[path]


def refuse(path: str, args: tuple = ()) -> IvyNotImplementedException:
    """Return the error of a use of what is not supported: what, of what, where, and what to use.

    Parameters
    ----------
    path : str
        Such as ``torch.export.export``.
    args : tuple
        What it was called with; the class of the first is named.
    """
    of = f" of a {type(args[0]).__name__}" if args else ""
    why, instead = reason_of(path)
    return IvyNotImplementedException(
        f"not supported: {path}{of}{program_location()}: {why}; use {instead}"
    )


def program_location() -> str:
    """Find the innermost frame outside of this project: the line of the calling program."""
    frame = sys._getframe(1)
    while frame is not None and str(frame.f_globals.get("__name__", "")).startswith(_OURS):
        frame = frame.f_back
    return "" if frame is None else f", at {frame.f_code.co_filename}:{frame.f_lineno}"


# Private names by which Python's library asks what a class is.
_PROTOCOLS = frozenset(
    "_fields _field_defaults _is_protocol _is_runtime_protocol _repr_mimebundle_".split()
)


class _StandInType(type):
    """The class of stand-ins for classes: their attributes are stand-ins, their calls errors."""

    def __call__(cls, *args, **kwargs):
        raise refuse(cls._stands_for, args)

    def __getattr__(cls, name: str):
        if name.startswith("__") or name in _PROTOCOLS:
            raise AttributeError(f"type object {cls.__name__!r} has no attribute {name!r}")
        return value(f"{cls._stands_for}.{name}")

    def __class_getitem__(cls, item):
        return cls

    def __repr__(cls) -> str:
        return f"<class {cls._stands_for!r}: not supported>"


def class_(path: str) -> type:
    """Return a class that can be named and derived from, and makes no objects.

    Examples
    --------
    >>> PH = class_("torch.fx.PH")
    >>> isinstance(1, PH), issubclass(type("Mine", (PH,), {}), PH)
    (False, True)
    """
    module, _, name = path.rpartition(".")
    names = {
        "__module__": module, "_stands_for": path, "is_unsupported": True,
        "use_instead": reason_of(path)[1],
        "__doc__": f"``{path}``, which is not supported: {'; use '.join(reason_of(path))}.",
        "__class_getitem__": classmethod(lambda cls, item: cls),
    }  # fmt: skip
    return _StandInType(name, (), names)


def function(path: str) -> Callable:
    """Return a function that raises.

    Examples
    --------
    >>> function("torch.export.export").__name__
    'export'
    """

    def call(*args, **kwargs):
        raise refuse(path, args)

    return _set_name_and_doc(call, path, f"Raise: {'; use '.join(reason_of(path))}.")


def error(path: str) -> type[Exception]:
    """Return a class of exceptions, which nothing here raises."""
    module, _, name = path.rpartition(".")
    return type(name, (RuntimeError,), {"__module__": module})


def enumeration(path: str, members: dict) -> type[enum.Enum]:
    """Return an enumeration with PyTorch's members."""
    module, _, name = path.rpartition(".")
    return enum.Enum(name, members, module=module)


class Annotation:
    """Any type, with parameters or without: what stands for types that annotations alone name."""

    def __class_getitem__(cls, item):
        return cls


class _Value:
    """Stand-in for an object: its attributes are stand-ins too, and using one raises."""

    is_unsupported = True
    use_instead = property(lambda self: reason_of(self._path)[1])

    def __init__(self, path: str):
        self._path = path

    def __getattr__(self, name: str):
        if name.startswith("__"):
            raise AttributeError(f"{self._path} has no attribute {name!r}")
        return _Value(f"{self._path}.{name}")

    def __call__(self, *args, **kwargs):
        raise refuse(self._path, args)

    def __repr__(self) -> str:
        return f"<{self._path}: not supported>"

    def _raise_refusal(self, *args):
        raise refuse(self._path)

    def __getitem__(self, item):
        return self  # BroadcastingList2[int], in annotations

    __iter__ = __len__ = __setitem__ = __enter__ = __exit__ = _raise_refusal


def value(path: str) -> object:
    """Make the stand-in for an object of PyTorch's.

    Examples
    --------
    >>> value("torch.ops.mine").add
    <torch.ops.mine.add: not supported>
    """
    return _Value(path)


# what does something


def identity(path: str) -> Callable:
    """Return a decorator that leaves a function as it is, with options or without.

    Examples
    --------
    >>> identity("torch.compiler.disable")(len) is len
    True
    >>> identity("torch.compiler.disable")(recursive=False)(len) is len
    True
    """

    def decorate(function=None, *args, **options):
        return function if callable(function) else lambda decorated: decorated

    return _set_name_and_doc(decorate, path, "Return what is decorated as it is.")


def answer(path: str, what) -> Callable:
    """Return a function that answers a question, whatever it is asked."""

    def ask(*args, **kwargs):
        return list(what) if type(what) is tuple else what

    return _set_name_and_doc(ask, path, f"Return {what}.")


def whether_tracing(path: str) -> Callable:
    """Return a function that tells whether the calling function is being traced.

    Libraries ask it before they look at values, which a trace cannot give.

    Examples
    --------
    >>> whether_tracing("torch.compiler.is_compiling")()
    False
    """
    return _set_name_and_doc(
        lambda: tracing.is_tracing(), path, "Return whether ``ivy.compile`` traces a function."
    )


class _Nothing(contextlib.ContextDecorator):
    def __enter__(self):
        return self

    def __exit__(self, *error):
        return None

    def __bool__(self) -> bool:
        return False

    def __or__(self, other):  # sets of keys of PyTorch's dispatch are joined
        return self


def nothing(path: str) -> Callable:
    """Return a function that does nothing, alone, in a ``with`` statement or as a decorator."""

    def call(*args, **kwargs):
        return _Nothing()

    return _set_name_and_doc(call, path, "Do nothing.")


def truth(path: str) -> Callable:
    """Return a function that gives the truth of its argument."""

    def call(expression) -> bool:
        return bool(expression)

    return _set_name_and_doc(call, path, "Return whether it is true.")


def _set_name_and_doc(function: Callable, path: str, doc: str) -> Callable:
    """Name and describe a function; one whose ``doc`` begins with Raise is ``is_unsupported``."""
    function.__module__, _, function.__name__ = path.rpartition(".")
    function.__qualname__, function.__doc__ = function.__name__, doc
    if doc.startswith("Raise"):
        function.is_unsupported, function.use_instead = True, reason_of(path)[1]
    return function


_ROWS: dict[str, Callable[[str], Callable]] = {
    **dict.fromkeys(IDENTITIES, identity),
    **dict.fromkeys(NOT_SO, functools.partial(answer, what=False)),
    **dict.fromkeys(SO, functools.partial(answer, what=True)),
    **{path: functools.partial(answer, what=what) for path, what in ANSWERS.items()},
    **dict.fromkeys(TRACING, whether_tracing),
    **dict.fromkeys(NOTHING, nothing),
    **dict.fromkeys(TRUTH, truth),
}


def row(path: str) -> Callable | None:
    """Find the row of the lists above for a name, None if there is none.

    Examples
    --------
    >>> row("torch.compiler.is_compiling")()
    False
    >>> row("torch.export.export")
    """
    make = _ROWS.get(path)
    return None if make is None else make(path)


__all__ = [
    "ISSUE_TRACKER", "Annotation", "answer", "class_", "enumeration", "error", "function",
    "identity", "nothing", "program_location", "reason_of", "refuse", "row", "truth", "value",
    "whether_tracing",
]  # fmt: skip
