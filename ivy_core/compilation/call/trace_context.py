"""Changes of a trace outside of the program: entered once, and restored when it is left."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Iterator

import numpy as np

from ivy_core.arrays import indices
from ivy_core.arrays.outside import OutsideMemory
from ivy_core.arrays.views import View
from ivy_core.arrays.write import observed_by, replace, swap_view
from ivy_core.binding import promotion

from ..trace import symbolic_numbers
from ..trace import trace as tracing
from ..trace.trace import Again, Trace, Unsupported
from ..trace.values import undefined
from .closure_state import ClosureState
from .containers import ClassAttributes, Watched, get_slot, set_slot
from .signature import CallSignature, moving_starts
from .slots import ABSENT, read_from, write_to
from .states import States
from .tracers import Tracers


def _set_current_trace(trace: Trace | None) -> None:
    """Set the trace that converted code, symbolic scalars and indices use; None for none."""
    tracing.current = symbolic_numbers.trace = trace
    promotion.number_class = None if trace is None else trace.programs.number_class
    indices.start_of = None if trace is None else trace.start_of


class TraceContext:
    """The arrays, containers and names of a call, which hold tracers while it is traced.

    Parameters
    ----------
    trace : Trace
    signature : CallSignature
    pinned : list of Array
        Arrays that are inputs though the caller did not pass them; those that are found are added.

    Attributes
    ----------
    bases : list of Array
        The arrays with data: those of the signature, then the pinned ones.
    closure : ClosureState
    states : States
    before : Watched
        What containers hold when the body begins: tracers among it.
    bound : list
        What the slots of the closure state hold then.
    """

    def __init__(self, trace: Trace, signature: CallSignature, pinned: list):
        self.trace, self.signature, self.pinned = trace, signature, pinned
        self.closure: ClosureState = signature.captured
        self.bases = [*signature.bases, *pinned]
        self.states = States([*signature.leaves, *self.bases])
        self._views = [(leaf, leaf._view) for leaf in signature.moved]
        self._containers = Watched(signature.containers)
        self._attributes = ClassAttributes(self.closure.classes())
        self._held = self.closure.values()

    @contextlib.contextmanager
    def entered(self) -> Iterator[None]:
        """Trace in a ``with`` block; afterwards all that was bound holds what it held before."""
        trace, closure = self.trace, self.closure
        trace.containers = self.signature.containers
        trace.slots, trace.classes = closure.slots, closure.classes()
        before = tracing.current
        _set_current_trace(trace)
        try:
            with observed_by(trace):
                yield
        finally:
            _set_current_trace(before)
            for leaf, view in self._views:
                swap_view(leaf, view)
            self.states.restore()
            self._containers.restore()
            self._attributes.restore()
            for (namespace, name), value in zip(closure.slots, self._held, strict=True):
                if read_from(namespace, name) is not value:
                    write_to(namespace, name, value)

    def bind_arrays(self, natives: list, scope) -> None:
        """Have arrays hold the tracers of their data, and views begin where tracers tell."""
        for base, native in zip(self.bases, natives, strict=False):
            if type(base) is OutsideMemory:
                scope.written[id(base)] = base, None
                base.enter_trace(native)
            else:
                scope.written[id(base)] = base, base._data
                replace(base, native)
        self._bind_view_starts(iter(natives[len(natives) - len(self.signature.starts) :]))

    def _bind_view_starts(self, starts: Iterator) -> None:
        """Have the views whose starts are inputs begin at these tracers."""
        for leaf in self.signature.moved:
            view, stack, shape = leaf._view, [], leaf._view.base._data.shape
            for lens in view.stack:
                lens = self._lens_at_tracers(lens, shape, starts)
                stack.append(lens)
                shape = lens.shape
            starts_of_all = tuple([start for lens in stack for start in lens.starts])
            moved = View(view.base, tuple(stack), view.shape, starts_of_all, view.read_only)
            swap_view(leaf, moved)

    def _lens_at_tracers(self, lens, shape: tuple, starts: Iterator):
        """Return a lens that begins at the next tracers of ``starts`` on the axes that may vary."""
        moving, begins = moving_starts(lens), list(lens.starts)
        for axis, reach in moving:
            start = next(starts)
            self.trace.limit(start, max(-reach, 0), shape[axis] - 1 - max(reach, 0))
            begins[axis] = self.trace.programs.strong(start, np.int64)
        if not moving:
            return lens
        return dataclasses.replace(lens, starts=tuple(begins), unknown=tuple(begins))

    def bind_slots(self, tracers: Tracers) -> None:
        """Have names that are bound anew, and numbers in containers, be those of the tracers."""
        for at, (namespace, name) in enumerate(self.closure.slots):
            if at not in self.closure.carried:
                continue
            if self._held[at] is ABSENT:  # the function may bind it in one block of several
                write_to(namespace, name, undefined(name))
            else:
                write_to(namespace, name, tracers.carried(self._held[at]))
        for container, name, which in self.signature.slots:
            set_slot(container, name, tracers.of_slot(get_slot(container, name), which))
        self.before = Watched(self.signature.containers)
        self._attributes_before = ClassAttributes(self.closure.classes())
        self.bound = self.closure.values()

    def pin_arrays(self, scope) -> None:
        """Take arrays that the body has written to, and that are no inputs, for inputs.

        Raises
        ------
        Again
            If there are any: the function is traced once more.
        """
        known = set(map(id, self.bases))
        more = [base for key, (base, _) in scope.written.items() if key not in known]
        if more:
            self.pinned += more
            raise Again

    def check_classes(self) -> None:
        """Raise Unsupported where the body has changed what an attribute of a class holds."""
        known = set(map(id, self.signature.containers))
        if (name := self._attributes_before.changed_inside(known)) is not None:
            raise Unsupported(f"it changes {name}, which belongs to a class")

    def changed_slots(self) -> list[tuple]:
        """List the names and attributes that the body has bound anew: (namespace, name) each."""
        pairs = zip(self.closure.slots, self.bound, strict=True)
        found = [slot for slot, value in pairs if read_from(*slot) is not value]
        return [*found, *self._attributes_before.changes()]
