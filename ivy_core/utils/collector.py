"""Python's collector of cycles, while much is made that soon goes, or that stays."""

from __future__ import annotations
import __future__

import contextlib
import gc
import sys
import types
from collections.abc import Generator, Iterator

from .tracebacks import owner

_YOUNG_OBJECTS = 50_000  # made before they are looked through; Python's own is 700
_LONGER = 20, 1_000  # passes of the younger ones before the older are looked through
_PASSES_WHILE_HELD = 100  # of the younger objects before all are looked through; Python's own is 10
# The same behind that, in a loop that trains. A graph of 180 nodes is 20,000 objects, which outlive
# passes of the younger ones and go by themselves: by Python's own number every twentieth backward
# pass looked through all objects, 0.13 s, and found nothing.
_PASSES_IN_A_LOOP = 50
# Objects in `__main__` that imports and constants leave there. None has a finalizer to wait for.
_IMPORTED = (
    types.ModuleType, type, types.FunctionType, types.BuiltinFunctionType, __future__._Feature,
    bool, int, float, complex, str, bytes, type(None),
)  # fmt: skip
_RUNNER = "transpile."  # modules that run a program, beneath its own frames
_before: tuple | None = None  # the thresholds before, while full collections are held


@contextlib.contextmanager
def seldom():
    """Collect seldom in a ``with`` block, and look through old objects never.

    A pass over all objects takes 0.1 to 0.2 s once a framework is imported, as long as a trace of
    a compiled function, which makes enough objects for one.

    Examples
    --------
    >>> with seldom():
    ...     made = [[n] for n in range(10_000)]
    """
    before = gc.get_threshold()
    if before[0] in (0, _YOUNG_OBJECTS):  # it is off, or this within another such block
        yield
        return
    gc.set_threshold(_YOUNG_OBJECTS, *_LONGER)
    try:
        yield
    finally:
        if gc.get_threshold()[0] == _YOUNG_OBJECTS:  # else the block has set another
            gc.set_threshold(*before)


def hold() -> None:
    """Have Python look through all objects a tenth as often, until :func:`release`, then a fifth.

    What a program makes when it begins to train, plans of calls and kernels' descriptions, stays.
    With a large library imported a look at all objects takes 0.3 s, in which nothing is found.

    Examples
    --------
    >>> hold(), release()
    (None, None)
    """
    global _before
    young, middle, old = thresholds = gc.get_threshold()
    if _before is None and gc.isenabled() and 0 < old < _PASSES_WHILE_HELD:
        _before = thresholds
        gc.set_threshold(young, middle, _PASSES_WHILE_HELD)


def release() -> None:
    """End :func:`hold`; do nothing where there was none, or another has set thresholds since."""
    global _before
    if _before is not None:
        young, middle, old = _before
        if gc.get_threshold() == (young, middle, _PASSES_WHILE_HELD):
            gc.set_threshold(young, middle, max(old, _PASSES_IN_A_LOOP))
        _before = None


class _Frozen:
    # Python counts by going through all that is frozen: it is not asked again once there is some
    by_user = False
    by_us = False


def freeze() -> None:
    """Have Python never look again through what is alive: a program has just been loaded.

    Examples
    --------
    >>> freeze()  # doctest: +SKIP
    """
    gc.freeze()
    _Frozen.by_us = True


@contextlib.contextmanager
def loading(kept: type) -> Iterator[None]:
    """Put collections off: a framework, or a namespace, is a great many objects that stay.

    With JAX they take a sixth of the time until the first call. Where a script has but imported
    until now, what it has imported is never looked through again: at the end of a process Python
    goes through all objects several times, 0.2 s for ours, 0.5 s with JAX, 0.7 s with PyTorch.

    Parameters
    ----------
    kept : type
        Its instances are found among all objects alive: where there is one, nothing is frozen.

    Examples
    --------
    >>> with loading(bytearray):
    ...     gc.isenabled()
    False
    """
    enabled = gc.isenabled()
    gc.disable()
    only_imported = enabled and not _Frozen.by_user and _has_only_imported(kept)
    try:
        yield
    finally:
        if enabled:
            _collect_again(for_good=only_imported)


def importing() -> Generator[None]:
    """Put collections off from the first ``next`` until the generator is closed, or goes.

    A file that imports much holds it in a global name, and closes it in its last line. Where an
    import fails, the generator goes with the module.

    Examples
    --------
    >>> held = importing()
    >>> next(held), gc.isenabled()
    (None, False)
    >>> held.close()
    >>> gc.isenabled()
    True
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            _collect_again(for_good=False)


def _collect_again(*, for_good: bool) -> None:
    """End that collections are off; see :func:`_make_old`."""
    if not _Frozen.by_us:
        _Frozen.by_user = _Frozen.by_user or gc.get_freeze_count() > 0
    if not _Frozen.by_user:  # else a user has frozen what is not ours to thaw
        _make_old(for_good=for_good)
    gc.enable()


def _make_old(*, for_good: bool) -> None:
    """Make all objects old without a look at them, or have none looked at again."""
    if for_good:
        freeze()
    elif not _Frozen.by_us:
        gc.freeze()  # the two together make all that is new old
        gc.unfreeze()


def _has_only_imported(kept: type) -> bool:
    """Return whether nothing but imports has run: no function of others, no array made."""
    if len(sys._current_frames()) > 1:
        return False
    frame = sys._getframe(1)
    while frame is not None:
        code = frame.f_code
        if code.co_name != "<module>" and owner(code.co_filename) in ("user", "package"):
            if not frame.f_globals.get("__name__", "").startswith(_RUNNER):
                return False
        frame = frame.f_back
    held = vars(sys.modules["__main__"])
    if not all(isinstance(each, _IMPORTED) for name, each in held.items() if name[:2] != "__"):
        return False
    return not any(issubclass(each, kept) for each in set(map(type, gc.get_objects())))
