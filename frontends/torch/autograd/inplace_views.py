"""Operations that change the memory a tensor shows: ``t_``, ``unsqueeze_``, ``x.data = y``.

After ``t_`` a tensor shows its memory in another way, and is no view in autograd's eyes: it stays
the base of its views. On backends whose arrays share no memory a hidden tensor holds the data then,
and a lens of the tensor says whose they are.
"""

from __future__ import annotations

from frontends.torch.dispatch.docstrings import citing
from ivy_core.arrays.lenses import Everything, Permute, Reshape, Strided
from ivy_core.arrays.views import functional_view
from ivy_core.arrays.write import detach_storage, rebind, set_unaliased
from ivy_core.backends.loading import backend_for

from ..tensors.tensor import GradTensor, Tensor, strides_of
from .grad_mode import mode
from .meta import (
    StorageAlias,
    ViewFacts,
    bump,
    counter_of,
    facts_of,
    meta_of,
    requires_grad,
    views_of,
)
from .tape import lenses_from, node_of_turned, retain, stop_retaining
from .write_checks import check_writable


@citing(None)
def turn(function, target: Tensor, args, kwargs) -> Tensor:
    """Make a tensor the view of itself that a function gives, as ``_`` methods do.

    Parameters
    ----------
    function : OpDef
        The view that the tensor becomes.
    target : Tensor
        The first of the arguments.
    args, kwargs
        As the body takes them.

    Raises: RuntimeError if it is a leaf that requires gradients, and they are recorded.
    """
    wanted = mode.enabled and requires_grad(target)
    if wanted:
        check_writable(target)
    before, mode.enabled = mode.enabled, False
    try:
        shown = function.body(*args, **kwargs)
    finally:
        mode.enabled = before
    node = node_of_turned(function, args, kwargs, shown) if wanted else None
    show_as(target, shown)
    if node is not None:
        meta = meta_of(target)
        retained = meta.retains_grad and meta.grad_fn is not None
        if retained:
            stop_retaining(target)
        meta.grad_fn, meta.output_nr = node, 0
        if retained:
            retain(target)
    return target


def show_as(target: Tensor, shown: Tensor) -> None:
    """Let a tensor show its memory as a view of that does; it is a write to all that share it."""
    facts, counter, views = facts_of(target), counter_of(target), views_of(target)
    if shown is not target:
        if facts is None and hasattr(shown, "_view"):
            _change_layout_of_base(target, shown, counter, views)
        else:
            rebind(target, shown)
            if facts is not None and isinstance(target, GradTensor) and hasattr(target, "_view"):
                lenses = lenses_from(facts.base, target)
                target._autograd.view = ViewFacts(facts.base, lenses, facts.made)
    bump(target)
    meta_of(target).seen = counter.count


def _change_layout_of_base(target: Tensor, shown: Tensor, counter, views: list) -> None:
    """Make a base show its memory as ``shown``, a view of it, does; its views stay its views."""
    shape, steps = tuple(target.shape), strides_of(target)
    last = target._view.stack[-1] if hasattr(target, "_view") else None
    earlier = (
        (*last.earlier, last) if type(last) is StorageAlias and last.tensor() is target else ()
    )
    lens = StorageAlias(tuple(shown.shape))
    lens.of(target, earlier)
    rebind(target, functional_view(shown, lens, Tensor))
    back, root, meta = (
        _lenses_to_earlier_layout(target, shape, steps),
        target._view.base,
        meta_of(target),
    )
    meta.counter = counter
    for each in earlier:
        each.back = (*back, *each.back)
    if last is None:  # a hidden tensor has the data from now on
        root.__class__ = Tensor
        root_meta = meta_of(root)
        root_meta.counter, root_meta.shown_by = counter, (lens, back)
    elif isinstance(root, Tensor):  # no memory of others, as that which an array of NumPy's shows
        root_meta = meta_of(root)
        if root_meta.shown_by is not None and root_meta.shown_by[0].tensor() is target:
            root_meta.shown_by = (lens, (*back, *root_meta.shown_by[1]))
    for view in views:
        if isinstance(view, GradTensor):
            at = view._autograd
            at.view = ViewFacts(target, (*back, *at.view.lenses), at.view.made)


def _lenses_to_earlier_layout(target: Tensor, shape: tuple, strides: tuple) -> tuple:
    """Return the lenses that lead from what a tensor shows now to what it showed before."""
    lens = target._view.stack[-2]
    if type(lens) is Permute:
        axes = sorted(range(len(lens.axes)), key=lens.axes.__getitem__)
        return (Permute(tuple(axes), shape),)
    if type(lens) is Strided:
        return (Strided((tuple(target.shape), strides_of(target)), strides, 0, shape),)
    return (Reshape(shape),)


def share_memory(x: Tensor, other: Tensor) -> None:
    """Let a tensor show the memory of another from now on, as ``x.data = other`` does.

    Its views keep the memory that it had. Each of the two counts the writes done to itself.
    """
    own_counter, others = counter_of(x), counter_of(other)
    if hasattr(other, "_view"):
        if other._view.base is x and all(
            isinstance(lens, Everything) for lens in other._view.stack
        ):
            return  # x.data = x.data
    elif backend_for(other._data).CAPABILITIES.native_views:
        set_unaliased(x, other._data)
        meta_of(x).counter = own_counter
        return
    root = detach_storage(x)
    if root is not None:
        root.__class__ = Tensor
        meta_of(root).counter = own_counter
    if hasattr(other, "_view") or type(other) is not Tensor or hasattr(other, "_views"):
        _make_view_of(x, other, own_counter)
        return
    # who owns the memory reads it quickly: what was computed for this is thrown away mostly
    set_unaliased(x, other._data)
    meta_of(x).counter = own_counter
    _make_view_of(other, x, others)


def _make_view_of(x: Tensor, other: Tensor, counter) -> None:
    """Make ``x`` a view of the memory of ``other``, with ``counter`` but no history."""
    lens = StorageAlias(tuple(Tensor.shape.fget(other)))  # that of a lazy parameter, too, raises
    lens.of(x)
    rebind(x, functional_view(other, lens, Tensor))
    meta_of(x).counter = counter


__all__ = ["share_memory", "show_as", "turn"]
