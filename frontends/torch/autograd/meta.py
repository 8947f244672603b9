"""Autograd state of tensors on the backends whose tape is ours: JAX, TensorFlow, NumPy.

A tensor without gradients has an empty slot ``_autograd`` and costs nothing. The memory of
tensors that share it, views among them, has one counter of writes: that of the tensor that owns it.
"""

from __future__ import annotations

from dataclasses import dataclass
from weakref import ref

from ivy_core.arrays.lenses import Everything
from ivy_core.arrays.views import functional_view, whole_view
from ivy_core.backends.loading import backend_for

from ..tensors.tensor import GradTensor, Tensor


class VersionCounter:
    """Count of the writes to some memory."""

    __slots__ = ("count",)

    def __init__(self):
        self.count = 0


@dataclass(slots=True)
class ViewFacts:
    """A view's relation to its base, as far as gradients go.

    Attributes
    ----------
    base : Tensor
        Owner of the history: what writes through the view are recorded at.
    lenses : tuple of lenses
        From the base to the view.
    made : str
        ``""``, or under which circumstances the view may not be written to: ``"no_grad"``,
        ``"inference"``, ``"custom"`` (by a user's Function), ``"several"`` (by a function that
        returns several views).
    """

    base: Tensor
    lenses: tuple
    made: str = ""


# The version at which a tensor was made that stands for a view, or one with a history, while a
# module's program is called
STANDS_IN = -2


class AutogradMeta:
    """The state of one tensor.

    Attributes
    ----------
    requires_grad : bool
        The flag of a leaf; what has a ``grad_fn`` requires gradients anyway.
    grad : Tensor or None
    grad_fn : Node or None
        The function that computed it: None for a leaf. Of a view it may be outdated.
    output_nr : int
        Which result of ``grad_fn`` it is.
    accumulator : weak reference or None
        To the node that adds to ``grad``: one at a time.
    hooks : dict or None
        Hooks on the gradient of a leaf.
    post_hooks : dict or None
        Hooks that are called when ``grad`` has been added to.
    retains_grad : bool
    view : ViewFacts or None
    counter : VersionCounter or None
        That of the memory, once it was asked for.
    seen : int
        The version of the memory at which ``grad_fn`` of a view was made.
    shown_by : tuple or None
        Of a hidden tensor: the lens of the tensor whose data it holds, and the lenses from that
        tensor back to it.
    """

    __slots__ = (
        "accumulator", "counter", "grad", "grad_fn", "hooks", "output_nr", "post_hooks",
        "requires_grad", "retains_grad", "seen", "shown_by", "view",
    )  # fmt: skip

    nothing = None  # read where the gradient does not count

    def __init__(self, requires_grad=False, grad_fn=None, output_nr=0):
        self.requires_grad = requires_grad
        self.grad_fn = grad_fn
        self.output_nr = output_nr
        self.grad = self.accumulator = self.hooks = self.post_hooks = None
        self.view = self.counter = self.shown_by = None
        self.retains_grad = False
        self.seen = 0


class Detached(Everything):
    """A view that shares memory and no history: what ``detach()`` shows.

    Views of it stand to it as to a base, although another tensor owns the memory; it is found
    among their lenses. Of ``x.data``, ``counter`` counts the writes through it and its views.
    """

    __slots__ = ("counter", "tensor")

    def read(self, ops, x, starts):
        """Return the elements; where a transform of the backend's is under way, without slope."""
        backend = backend_for(x)  # not `ops`: a kernel's has the functions of its file alone
        return backend.implementations["stop_gradient"](x) if backend.is_recorded(x) else x


class HistoryLeftOut(Detached):
    """A detached view for the frontend's own use: a transform of the backend's sees through it."""

    __slots__ = ()

    def read(self, ops, x, starts):
        return x


class StorageAlias(Detached):
    """A tensor's part of its memory after ``t_`` and the like: it is no view for all that.

    Where it shows it in another way by now, ``back`` leads from that to what it showed then.
    """

    __slots__ = ("back", "earlier")

    def read(self, ops, x, starts):
        return x

    def of(self, x: Tensor, earlier: tuple = ()) -> None:
        """Say whose lens it is, and which lenses the tensor had before."""
        self.tensor, self.back, self.earlier = ref(x), (), earlier


def is_tracked(x) -> bool:
    """Return whether a tensor takes part in a graph: the tape has to know what is done to it."""
    return isinstance(x, GradTensor)


def meta_of(x: Tensor) -> AutogradMeta:
    """Return the state of a tensor, an empty one if it had none."""
    try:
        return x._autograd
    except AttributeError:
        meta = x._autograd = AutogradMeta()
        return meta


def _owner_of_counter(x: Tensor) -> Tensor:
    """Return the tensor whose counter counts the writes to a tensor."""
    if not hasattr(x, "_view"):
        return x
    for lens in reversed(x._view.stack):
        if type(lens) is StorageAlias:
            shown = lens.tensor()
            if shown is not None:
                return shown
    return x._view.base


def _counter_of_detached(x: Tensor) -> VersionCounter | None:
    """Return the counter of ``x.data`` for that and its views, None for other tensors."""
    view = getattr(x, "_view", None)
    if view is not None:
        for lens in reversed(view.stack):
            if isinstance(lens, Detached):
                found = getattr(lens, "counter", None)
                if found is not None or type(lens) is StorageAlias:
                    return found
    return None


def _counter_of_memory(memory) -> VersionCounter:
    """Return the counter that some tensor on memory of the host has; a new one if none has any."""
    counters = (_counter_of_detached(view) for view in memory._views.live())
    return next((found for found in counters if found is not None), None) or VersionCounter()


def counter_of(x: Tensor) -> VersionCounter:
    """Return the counter of the writes to the memory of a tensor."""
    meta = getattr(x, "_autograd", None)
    if meta is not None and meta.counter is not None:
        return meta.counter
    owner = x
    if hasattr(x, "_view"):
        apart = _counter_of_detached(x)
        if apart is not None:
            return apart
        owner = _owner_of_counter(x)
        if not isinstance(owner, Tensor):  # memory that NumPy shares, by a view that skips its lens
            return _counter_of_memory(owner)
    at = meta_of(owner)
    if at.counter is None:
        at.counter = VersionCounter()
    if meta is not None:
        meta.counter = at.counter
    return at.counter


def version(x: Tensor) -> int:
    """Count the writes to a tensor's memory: ``Tensor._version``."""
    meta = getattr(x, "_autograd", None)
    if meta is None or meta.counter is None:
        apart = _counter_of_detached(x)
        if apart is not None:
            return apart.count
        owner = _owner_of_counter(x)
        if not isinstance(owner, Tensor):
            return _counter_of_memory(owner).count
        meta = getattr(owner, "_autograd", None)
    return 0 if meta is None or meta.counter is None else meta.counter.count


def bump(x: Tensor) -> None:
    """Count a write to the memory of a tensor."""
    meta = getattr(x, "_autograd", None)
    if meta is None and not hasattr(x, "_view"):  # as below, without its frames
        meta = x._autograd = AutogradMeta()
        meta.counter = VersionCounter()
    known = None if meta is None else meta.counter
    (counter_of(x) if known is None else known).count += 1


def detached(x: Tensor, lens_class: type[Detached] = Detached) -> Tensor:
    """Return a plain tensor on the memory of ``x``, without its history."""
    lens = lens_class(tuple(x.shape))
    result = whole_view(x, lens, Tensor)
    lens.tensor = ref(result)
    return result


def facts_of(x: Tensor) -> ViewFacts | None:
    """Look up what a view, of a plain tensor too, is a view of; None for a tensor that is none."""
    meta = getattr(x, "_autograd", None)
    if meta is not None and meta.view is not None:
        return meta.view
    if not hasattr(x, "_view"):
        return None
    view = x._view
    stack = view.stack
    for at in range(len(stack) - 1, -1, -1):
        if isinstance(stack[at], Detached):
            break
    else:
        return _facts_for_users(view.base, stack)
    if at == len(stack) - 1:
        return None
    base = stack[at].tensor()
    if base is None:  # it was freed: a tensor of the same memory takes its place
        base = functional_view(view.base, stack[: at + 1], Tensor)
        stack[at].tensor = ref(base)
    back = stack[at].back if type(stack[at]) is StorageAlias else ()
    return ViewFacts(base, (*back, *stack[at + 1 :]))


def _facts_for_users(base: Tensor, stack: tuple) -> ViewFacts:
    """Return the facts of a view; a hidden base stands for the tensor that shows its data."""
    meta = getattr(base, "_autograd", None)
    if meta is not None and meta.shown_by is not None:
        lens, back = meta.shown_by
        shown = lens.tensor()
        if shown is not None:
            return ViewFacts(shown, (*back, *stack))
    return ViewFacts(base, stack)


def views_of(base: Tensor) -> list[Tensor]:
    """Return the live views whose history is that of ``base``."""
    owner = base._view.base if hasattr(base, "_view") else base
    if not hasattr(owner, "_views"):
        return []
    found = []
    for view in owner._views.live():
        if view is not base:
            facts = facts_of(view)
            if facts is not None and facts.base is base:
                found.append(view)
    return found


def track(x: Tensor, written: bool = False) -> AutogradMeta:
    """Make a tensor one that takes part in a graph, and its views with it.

    Parameters
    ----------
    x : Tensor
    written : bool, optional
        Whether it does because it has been written to: then its views have its history.
    """
    meta = meta_of(x)
    if not isinstance(x, GradTensor):
        x.__class__ = GradTensor
        if meta.view is None and hasattr(x, "_view"):
            meta.view = facts_of(x)
            meta.counter = counter_of(x)
            meta.seen = meta.counter.count
        for view in views_of(x):
            if not isinstance(view, GradTensor):
                facts = facts_of(view)
                at = meta_of(view)
                at.view, at.counter = facts, counter_of(view)
                at.seen = -1 if written else at.counter.count
                view.__class__ = GradTensor
    return meta


def requires_grad(x) -> bool:
    """Return whether gradients of a tensor are wanted: ``Tensor.requires_grad``."""
    if not isinstance(x, GradTensor):
        return False
    meta = x._autograd
    if meta.requires_grad or meta.grad_fn is not None:
        return True
    return meta.view is not None and requires_grad(meta.view.base)


__all__ = [
    "AutogradMeta", "Detached", "HistoryLeftOut", "StorageAlias", "VersionCounter", "ViewFacts",
    "bump", "counter_of", "detached", "facts_of", "is_tracked", "meta_of", "requires_grad", "track",
    "version", "views_of",
]  # fmt: skip
