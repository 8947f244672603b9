"""Backend of a context: a thread, an asyncio task, a ``contextvars`` context.

The process has one stack of backends, :data:`PROCESS`. A context follows it until it sets a
backend of its own: in a ``with`` block anywhere, or with ``set_backend`` in another thread or in a
task. Its own stack then hides the process's, from it alone and from the contexts copied from it.

Nothing here binds: :mod:`ivy_core.backend_handler` does, and is told when something has changed.
"""

from __future__ import annotations

import contextvars
import sys
import threading
import types
from collections.abc import Callable

# Notebook servers run each cell inside a task of their own: to the user a cell is the top level.
_SERVERS = frozenset({"ipykernel", "tornado"})

Backends = tuple[types.ModuleType, ...]


class Selection:
    """A stack of backends, the last one in force; it may be empty.

    ``functions`` holds a dictionary of bound functions for each namespace that is published.
    """

    __slots__ = ("backend", "backends", "functions")

    def __init__(self, backends: Backends = (), functions: list[dict] | None = None):
        self.set(backends, functions or [])

    def set(self, backends: Backends, functions: list[dict]) -> None:
        self.functions = functions
        self.backend = backends[-1] if backends else None
        self.backends = backends


class _Own(Selection):
    """Settings of one context; they are kept as long as some context can still see them.

    A task that was started in a ``with`` block sees the block's backend after its end too.
    """

    __slots__ = ("block", "parent")

    def __init__(self, backends: Backends, functions: list[dict], parent, block):
        super().__init__(backends, functions)
        self.parent = parent  # what the context had before, an _Own or PROCESS
        self.block = block  # identifies the innermost `with` block around, if there is one
        _alive[id(self)] = self.backend
        notify()

    def __del__(self, is_finalizing=sys.is_finalizing):
        if not is_finalizing():
            _alive.pop(id(self), None)
            notify()


class Common:
    """Settings common to all live contexts, for hot paths that cannot read the context.

    ``on_host`` says that each of them has NumPy's backend in force, or none; ``watches_errors``
    that one of them asks for floating-point errors, which then no other framework reports.
    """

    __slots__ = ("on_host", "watches_errors")

    def __init__(self):
        self.on_host, self.watches_errors = True, False


PROCESS = Selection()
common = Common()
selected: contextvars.ContextVar[Selection] = contextvars.ContextVar("ivy_backend", default=PROCESS)
on_change: list[Callable[[], None]] = []
# The _Own that are alive, by id. Each change is one step: a garbage collection may come any time.
_alive: dict[int, types.ModuleType | None] = {}


def notify() -> None:
    for react in on_change:
        react()


def are_different() -> bool:
    """Return whether some context has another backend in force than the process."""
    backend = PROCESS.backend
    for other in list(_alive.values()):  # without a frame: each call of a frontend's body asks
        if other is not backend:
            return True
    return False


def is_top_level() -> bool:
    """Return whether what is set now is the process's: in the main thread, in no task or block."""
    if selected.get() is not PROCESS:
        return False
    return threading.get_ident() == threading.main_thread().ident and not _is_in_asyncio_task()


def _is_in_asyncio_task() -> bool:
    """Return whether an asyncio task runs this code; the task of a notebook's server is none."""
    asyncio = sys.modules.get("asyncio")
    if asyncio is None:
        return False
    try:
        task = asyncio.current_task()
    except RuntimeError:  # no event loop is running
        return False
    frame = task and getattr(task.get_coro(), "cr_frame", None)
    module = frame.f_globals.get("__name__", "") if frame else ""
    return module.partition(".")[0] not in _SERVERS


def push(backend: types.ModuleType, functions: list[dict]) -> None:
    """Put a backend into force in this context, over what it has."""
    before = selected.get()
    if is_top_level():
        PROCESS.set((*PROCESS.backends, backend), functions)
        notify()
    elif before is PROCESS:
        selected.set(_Own((*before.backends, backend), functions, before, None))
    else:
        backends = (*before.backends, backend)
        selected.set(_Own(backends, functions, before.parent, before.block))


def pop(functions_of: Callable[[types.ModuleType | None], list[dict]]) -> types.ModuleType | None:
    """Take back the last backend of this context; return it, None if there is none."""
    before = selected.get()
    if not before.backends:
        return None
    last, backends = before.backend, before.backends[:-1]
    functions = functions_of(backends[-1] if backends else None)
    if is_top_level():
        PROCESS.set(backends, functions)
        notify()
    elif before is PROCESS:
        selected.set(_Own(backends, functions, before, None))
    elif before.block is None and backends == PROCESS.backends:
        selected.set(PROCESS)  # nothing of its own is left: it follows the process again
    else:
        selected.set(_Own(backends, functions, before.parent, before.block))
    return last


def enter(backend: types.ModuleType, functions: list[dict]) -> object:
    """Begin a block that has a backend in force; return what :func:`leave` is to be given."""
    before, block = selected.get(), object()
    selected.set(_Own((*before.backends, backend), functions, before, block))
    return block


def leave(block: object) -> None:
    """End a block: what was in force before it is so again.

    Generators may end their blocks in another order than they began them, and in another context:
    a block that is not the innermost is taken out from under the others, one that this context
    never began changes nothing.
    """
    now = selected.get()
    after = _without_block(now, block)
    if after is not now:
        selected.set(after)


def _without_block(selection: Selection, block: object) -> Selection:
    """Return a selection without a block; the very same if it has no such block."""
    if selection is PROCESS:
        return selection
    if selection.block is block:
        return selection.parent
    parent = _without_block(selection.parent, block)
    if parent is selection.parent:
        return selection
    return _Own(selection.backends, selection.functions, parent, selection.block)
