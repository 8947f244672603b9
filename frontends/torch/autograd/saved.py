"""Arguments and results that a node keeps until it is run backwards."""

from __future__ import annotations

import contextlib
import threading
from weakref import ref

from frontends.torch.dispatch.docstrings import citing
from ivy_core.backends.holder import held

from ..dispatch import native
from ..tensors.dtypes import LEGACY_NAMES, of_native
from ..tensors.tensor import GradTensor, Tensor
from .meta import AutogradMeta, counter_of
from .nodes import grad_fn_of

_GONE = (
    "Trying to backward through the graph a second time (or directly access saved tensors after "
    "they have already been freed). Saved intermediate values of the graph are freed when you call "
    ".backward() or autograd.grad(). Specify retain_graph=True if you need to backward through the "
    "graph a second time or if you need to access saved tensors after calling backward."
)
_CHANGED = (
    "one of the variables needed for gradient computation has been modified by an inplace "
    "operation: [torch.{kind} {shape}]{made} is at version {now}; expected version {then} "
    "instead. Hint: {hint}"
)
_HINT = (
    "enable anomaly detection to find the operation that failed to compute its gradient, with "
    "torch.autograd.set_detect_anomaly(True, check_nan=False)."
)
_HINT_IN_ANOMALY = (
    "the backtrace further above shows the operation that failed to compute its gradient. The "
    "variable in question was changed in there or anywhere later. Good luck!"
)


class _Hooks(threading.local):
    def __init__(self):
        self.pairs = []
        self.disabled = None


hooks = _Hooks()


class Anomaly:
    """Whether anomaly mode is on, and whether it looks for nan."""

    enabled = False
    check_nan = True


def raise_released() -> None:
    raise RuntimeError(_GONE)


class Saved:
    """One tensor that a node keeps.

    Parameters
    ----------
    x : Tensor
    edge : tuple or None
        What computed it, for a graph of the backward pass itself; None for a plain tensor.
    result_nr : int, optional
        Which result of the node itself it is; then ``edge`` is None, and the node says who it is
        (a reference to it would be a circle, which keeps arrays alive).
    checked : bool
        Whether a later write to the tensor is an error when it is needed. What is kept is never
        changed by one: arrays are immutable.
    """

    __slots__ = ("counter", "edge", "native", "original", "packed", "result_nr", "version")

    def __init__(self, x: Tensor, edge: tuple | None, checked: bool, result_nr: int | None = None):
        self.edge = edge
        self.result_nr = result_nr
        self.original = None if result_nr is not None or not checked else ref(x)
        self.counter = counter_of(x) if checked else None
        self.version = self.counter.count if checked else 0
        if hooks.pairs:
            pack, unpack = hooks.pairs[-1]
            self.packed, self.native = (unpack, pack(self._box_with_edge(held(x), edge))), None
        else:
            self.native, self.packed = held(x), None

    def rebind(self, x: Tensor) -> None:
        """The result was written into ``x``: later writes to that one count."""
        self.counter = counter_of(x)
        self.version = self.counter.count

    def _box_with_edge(self, native, edge) -> Tensor:
        """Return a tensor that belongs to the graph at ``edge``; a plain one if that is None."""
        if edge is None or edge[0] is None:
            plain = object.__new__(Tensor)
            plain._data = native
            return plain
        box = object.__new__(GradTensor)
        box._data = native
        node, nr = edge
        if hasattr(node, "variable"):
            box._autograd = meta = AutogradMeta(True)
            meta.accumulator = node.variable._autograd.accumulator
        else:
            box._autograd = AutogradMeta(False, node, nr)
        return box

    def is_current(self) -> bool:
        """Return whether the tensor was not written to since."""
        return self.counter is None or self.counter.count == self.version

    def _modified_error_text(self, edge) -> str:
        """Return the error text: a saved tensor was written to since it was saved."""
        node, nr = edge if edge is not None else (None, 0)
        x = self.original() if self.original is not None else None
        if x is not None:  # what was written to it since is its history by now
            node, nr = grad_fn_of(x), x._autograd.output_nr
        made = ""
        if node is not None and not hasattr(node, "variable"):
            name = node.name().partition("Backward")[0]
            name = "torch::autograd::CopySlices" if name == "CopySlices" else name
            made = f", which is output {nr} of {name},"
        native = self.native if self.packed is None else held(self.packed[0](self.packed[1]))
        return _CHANGED.format(
            kind=LEGACY_NAMES[of_native(native.dtype).name],
            shape=list(native.shape),
            made=made,
            now=self.counter.count,
            then=self.version,
            hint=_HINT_IN_ANOMALY if Anomaly.enabled else _HINT,
        )

    def unpack(self, tracked: bool, node=None) -> Tensor:
        """Return the tensor, with its history if ``tracked``; or say that it was written to.

        ``node`` is the node that keeps it.
        """
        edge = self.edge if self.result_nr is None else (node, self.result_nr)
        counter = self.counter
        if counter is not None and counter.count != self.version:
            raise RuntimeError(self._modified_error_text(edge))
        if self.packed is not None:
            unpack, packed = self.packed
            x = unpack(packed)
            if not tracked:
                plain = object.__new__(Tensor)
                plain._data = held(x)
                return plain
            return self._box_with_edge(held(x), edge)
        if tracked:
            return self._box_with_edge(self.native, edge)
        plain = object.__new__(Tensor)
        plain._data = self.native
        return plain

    def as_given(self, node) -> Tensor:
        """Return the tensor with its history, itself where it is still referenced."""
        found = self.unpack(True, node)
        if self.packed is not None or self.original is None:
            return found
        original = self.original()
        return found if original is None else original


@citing("torch.autograd.graph.{}")
class saved_tensors_hooks:
    """Have what is saved for the backward pass packed and unpacked by two functions.

    Parameters
    ----------
    pack_hook : callable
        Of a tensor, when it is saved; what it returns is kept in its place.
    unpack_hook : callable
        Of what the other one returned; it gives the tensor back.
    """

    def __init__(self, pack_hook, unpack_hook):
        self.pack_hook, self.unpack_hook = pack_hook, unpack_hook

    def __enter__(self) -> None:
        if hooks.disabled is not None:
            raise RuntimeError(hooks.disabled)
        self._of_real = _real_saved_tensors_hooks(self.pack_hook, self.unpack_hook)
        self._of_real.__enter__()
        hooks.pairs.append((self.pack_hook, self.unpack_hook))

    def __exit__(self, *error) -> None:
        hooks.pairs.pop()
        self._of_real.__exit__(*error)


def _real_saved_tensors_hooks(pack_hook, unpack_hook):
    """Return real PyTorch's context manager of these hooks; one without effect if there is none."""
    if not native.is_there():
        return contextlib.nullcontext()
    return native.real_module().autograd.graph.saved_tensors_hooks(
        lambda x: pack_hook(native.boxed_tensor(x)),
        lambda packed: native.unwrap(unpack_hook(packed)),
    )


__all__ = ["Anomaly", "Saved", "hooks", "raise_released", "saved_tensors_hooks"]
