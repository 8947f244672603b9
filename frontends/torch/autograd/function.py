"""``autograd.Function``: a function of the user's with gradients of her own."""

from __future__ import annotations

import contextlib
import functools
import threading
import warnings
from collections.abc import Callable
from weakref import WeakKeyDictionary

from frontends.torch.dispatch.docstrings import citing
from ivy_core.backends.holder import held
from ivy_core.backends.loading import backend_for

from ..dispatch import native
from ..tensors.tensor import GradTensor, Tensor
from .grad_mode import mode, no_grad
from .meta import AutogradMeta, is_tracked, requires_grad, track
from .nodes import Node, described, edge_of, node_class
from .saved import Saved, raise_released
from .tape import boxed, is_inexact, wrote, zeros
from .write_checks import check_writable


class _Rules(threading.local):
    """Of each thread: calls of users' functions so far, and what refuses one, if anything does."""

    count = 0
    refuse: Callable | None = None


_rules = _Rules()


def count_rules() -> int:
    """Return the number of calls of users' functions in this thread."""
    return _rules.count


@contextlib.contextmanager
def refusing_rules(refuse: Callable):
    """Have ``refuse(function)`` raise for users' functions of what a backend differentiates."""
    before, _rules.refuse = _rules.refuse, refuse
    try:
        yield
    finally:
        _rules.refuse = before


@citing("torch.autograd.function.{}")
class FunctionCtx:
    """Context object of a ``Function``: ``forward`` saves in it, ``backward`` reads from it."""

    __slots__ = ()

    def save_for_backward(self, *tensors) -> None:
        """Keep tensors, arguments and results among them; a write to them later is an error."""
        for x in tensors:
            if x is not None and not isinstance(x, Tensor):
                raise TypeError(
                    "save_for_backward can only save variables, but argument 0 is of type "
                    f"{type(x).__name__}"
                )
        self.call_.to_save = tensors

    def save_for_forward(self, *tensors) -> None:
        """Keep tensors for ``jvp``."""
        self.call_.for_forward = tensors

    def mark_dirty(self, *args) -> None:
        """Say which arguments ``forward`` has written to."""
        self.call_.dirty = args

    def mark_non_differentiable(self, *args) -> None:
        """Say which results have no gradient."""
        self.call_.without = args

    def set_materialize_grads(self, value: bool) -> None:
        """Say whether ``backward`` gets zeros for results without a gradient, or None."""
        self.call_.materializes = value


def _backward_or_vjp(function: type[Function]):
    """Return ``vjp`` if a subclass defines it, else ``backward``; RuntimeError if both."""
    if function.vjp is not Function.vjp:
        if function.backward is not Function.backward:
            raise RuntimeError(
                "Implementing both 'backward' and 'vjp' for a custom Function is not allowed. "
                "You should only implement one of them."
            )
        return function.vjp
    return function.backward


class _Call:
    """A call of a user's function: what the engine keeps of it, apart from attributes of ``ctx``.

    Attributes
    ----------
    function : type
        The class derived from `Function`.
    needs, at_tensor : tuple of bool
        Of each argument, whether its gradient is asked for, and whether it is a tensor.
    sparse : dict of int to Tensor
        The arguments that are sparse, by their places.
    like : native array or None
        What tells where zeros are made for results without a gradient.
    to_save, for_forward, dirty, without : tuple of Tensor
        What the methods of ``ctx`` were called with.
    saved : list of Saved or None
        What ``backward`` gets.
    """

    __slots__ = (
        "at_tensor", "dirty", "for_forward", "function", "is_released", "like", "materializes",
        "needs", "saved", "sparse", "to_save", "without",
    )  # fmt: skip

    def __init__(self, function: type, args: tuple, tensors: list, needs: tuple):
        self.function, self.needs = function, needs
        self.at_tensor = tuple(isinstance(x, Tensor) for x in args)
        self.sparse = {at: x.detach() for at, x in enumerate(args) if _is_sparse(x)}
        self.like = held(_values_of(tensors[0])) if tensors else None
        self.to_save = self.for_forward = self.dirty = self.without = ()
        self.saved = None
        self.is_released, self.materializes = False, True


class _CustomNode(Node, FunctionCtx):
    """The node of a user's function, which is the ``ctx`` of it."""

    __slots__ = ("call_",)
    shown_in_ = "torch.autograd.function"
    _hides_state = True  # from ivy.compile: what a call has saved is no attribute

    def name(self) -> str:
        return type(self).__name__

    @property
    def saved_tensors(self) -> tuple:
        call = self.call_
        if call.saved is None:
            if call.is_released:
                raise_released()
            return tuple(call.to_save)
        return tuple([None if each is None else each.as_given(self) for each in call.saved])

    @property
    def needs_input_grad(self) -> tuple:
        return self.call_.needs

    @needs_input_grad.setter
    def needs_input_grad(self, value: tuple) -> None:
        self.call_.needs = value

    def release_(self) -> None:
        if self.call_.saved:
            self.call_.saved = None
            self.call_.is_released = True

    def apply(self, grads, create_graph):
        kept = self.call_
        if kept.is_released:
            raise_released()
        if kept.materializes:
            grads = [
                zeros(kept.like, *known) if grad is None and known is not None else grad
                for grad, known in zip(grads, self.outputs_, strict=True)
            ]
        found = _backward_or_vjp(kept.function)(self, *grads)
        if not isinstance(found, tuple):
            found = tuple(found) if isinstance(found, list) else (found,)
        at_tensor = kept.at_tensor
        count = len(at_tensor)
        name = type(self).__name__
        if len(found) > count and all(each is None for each in found[count:]):
            found = found[:count]
        if len(found) != count:
            raise RuntimeError(
                f"function {name} returned an incorrect number of gradients (expected {count}, "
                f"got {len(found)})"
            )
        result = []
        for at, each in enumerate(found):
            if each is not None and not isinstance(each, Tensor):
                raise TypeError(f"expected Variable or None (got {type(each).__name__})")
            if at_tensor[at]:
                like = kept.sparse.get(at)
                if like is not None and each is not None:
                    each = each.to_dense().sparse_mask(like).elements
                result.append(each)
            elif each is not None:
                raise RuntimeError(
                    f"function {name} returned a gradient different than None at position "
                    f"{at + 1}, but the corresponding forward input was not a Variable"
                )
        return [
            each if node is not None else None
            for each, (node, _) in zip(result, self.edges_, strict=True)
        ]


@citing("torch.autograd.{}")
class Function:
    """A function with gradients of its own: ``forward`` and ``backward`` are static methods.

    ``forward(ctx, *args)`` computes, ``backward(ctx, *grads)`` returns one gradient an argument; or
    ``forward(*args)`` computes and ``setup_context(ctx, inputs, output)`` keeps what is needed. It
    is called by ``apply``.

    >>> from ivy_core import with_backend
    >>> class Square(torch.autograd.Function):
    ...     @staticmethod
    ...     def forward(ctx, x):
    ...         ctx.save_for_backward(x)
    ...         return x * x
    ...     @staticmethod
    ...     def backward(ctx, grad):
    ...         (x,) = ctx.saved_tensors
    ...         return 2 * x * grad
    >>> with with_backend("jax"):
    ...     x = torch.tensor(3.0, requires_grad=True)
    ...     Square.apply(x).backward()
    ...     x.grad
    tensor(6.)
    """

    generate_vmap_rule = False

    def __init__(self, *args, **kwargs):
        warnings.warn(
            f"{type(self)} should not be instantiated. Methods on autograd functions are all "
            "static, so you should invoke them on the class itself. Instantiating an autograd "
            "function will raise an error in a future version of PyTorch.",
            DeprecationWarning,
            stacklevel=2,
        )

    def __call__(self, *args, **kwargs):
        raise RuntimeError(
            "Legacy autograd function with non-static forward method is deprecated. Please use "
            "new-style autograd function with static forward method. (Example: "
            "https://pytorch.org/docs/stable/autograd.html#torch.autograd.Function)"
        )

    @staticmethod
    def forward(*args, **kwargs):
        """Compute the results."""
        raise NotImplementedError(
            "You must implement the forward function for custom autograd.Function."
        )

    @staticmethod
    def setup_context(ctx, inputs, output):
        """Keep what ``backward`` needs, where ``forward`` has no ``ctx``."""
        raise NotImplementedError("setup_context is not implemented.")

    @staticmethod
    def backward(ctx, *grad_outputs):
        """Return one gradient an argument of ``forward``."""
        raise NotImplementedError(
            "You must implement either the backward or vjp method for your custom "
            "autograd.Function to use it with backward mode AD."
        )

    vjp = backward

    @classmethod
    def apply(cls, *args, **kwargs):
        """Call the function, and record it."""
        if native.is_there() and _has_real_tensor(args):
            return native.called(_real_function_class(cls).apply, args, kwargs)
        return _apply_on_tape(cls, args, kwargs)


def _apply_on_tape(cls, args: tuple, kwargs: dict):
    """Run ``forward``; return its results, tracked by a node if a tensor requires grad."""
    tensors = [x for x in args if isinstance(x, Tensor)]
    _rules.count += 1
    if _rules.refuse is not None and any(map(_is_recorded_by_backend, tensors)):
        _rules.refuse(cls)
    needs = tuple(map(_needs_grad, args))
    wanted = mode.enabled and True in needs
    ctx = _make_context_node(cls, args, tensors, needs)
    has_setup = cls.setup_context is not Function.setup_context
    with no_grad():
        if has_setup:
            result = cls.forward(*args, **kwargs)
            cls.setup_context(ctx, args, result)
        else:
            result = cls.forward(ctx, *args, **kwargs)
    single = not isinstance(result, (tuple, list))
    results = [result] if single else list(result)
    for x in results:
        if x is not None and not isinstance(x, Tensor) and single:
            raise TypeError(
                f"{cls.__name__}.forward: expected to return a Variable or a tuple of Variables, "
                f"but got {type(x).__name__}"
            )
    results = _attach_results_to_node(ctx, tensors, results, wanted)
    _save_for_backward(ctx, results, wanted)
    return results[0] if single else tuple(results)


def _is_recorded_by_backend(x: Tensor) -> bool:
    x = held(_values_of(x))
    return backend_for(x).is_recorded(x)


def _needs_grad(x) -> bool:
    if _is_sparse(x):
        return x.requires_grad
    return isinstance(x, Tensor) and is_tracked(x) and requires_grad(x)


def _is_sparse(x) -> bool:
    return isinstance(x, Tensor) and type(x)._facts is not None  # real ones hold their data


def _values_of(x: Tensor) -> Tensor:
    """Return the tensor that has the history of ``x``: of a sparse one its values."""
    return x.elements if _is_sparse(x) else x


def _make_context_node(cls, args: tuple, tensors: list, needs: tuple) -> _CustomNode:
    """Return the node that a call has as ``ctx``: an edge for each tensor, no outputs yet."""
    edges = [edge_of(_values_of(x)) if _needs_grad(x) else (None, 0) for x in tensors]
    ctx = node_class(f"{cls.__name__}Backward", _CustomNode)(edges, [])
    ctx.call_ = _Call(cls, args, tensors, needs)
    return ctx


def _save_for_backward(ctx: _CustomNode, results: list, wanted: bool) -> None:
    """Keep what the user saved for ``backward`` if ``wanted``; drop the marks of ``forward``."""
    call = ctx.call_
    if wanted and call.to_save:
        numbers = {id(x): nr for nr, x in enumerate(results) if _is_output_of(x, ctx)}
        call.saved = [
            None if x is None else Saved(x, _edge_of_saved(x, numbers), True, numbers.get(id(x)))
            for x in call.to_save
        ]
    call.dirty = call.without = call.to_save = ()


def _edge_of_saved(x: Tensor, numbers: dict):
    """Return a saved input's edge, (None, 0) if untracked; None for an output in ``numbers``."""
    if id(x) in numbers:
        return None
    return edge_of(x) if is_tracked(x) else (None, 0)


def _is_output_of(x, node: Node) -> bool:
    meta = getattr(x, "_autograd", None)
    return isinstance(meta, AutogradMeta) and meta.grad_fn is node


def _attach_results_to_node(ctx, tensors: list, results: list, wanted: bool) -> list:
    """Return a user's results as those of its node ``ctx``; tracked if ``wanted`` and floating."""
    call = ctx.call_
    dirty = {id(x) for x in call.dirty}
    without = {id(x) for x in call.without}
    given = {id(x) for x in tensors}
    for x in call.dirty:
        if id(x) not in given:
            raise RuntimeError(
                "mark_dirty: a tensor that is no argument of the function was marked as written to"
            )
        if wanted:
            check_writable(x)
    found = []
    for nr, x in enumerate(results):
        if not isinstance(x, Tensor):
            ctx.outputs_.append(None)
            found.append(x)
            continue
        ctx.outputs_.append(described(x))
        flows = wanted and id(x) not in without and is_inexact(held(x).dtype)
        if not flows:
            found.append(x.detach() if id(x) in given and id(x) in without else x)
            continue
        if id(x) in dirty:
            found.append(_record_written_argument(ctx, x, nr))
        elif id(x) in given or is_tracked(x):
            found.append(_alias_as_result(ctx, x, nr))
        else:
            meta = track(x)
            meta.grad_fn, meta.output_nr = ctx, nr
            found.append(x)
    return found


def _record_written_argument(ctx, x: Tensor, nr: int) -> Tensor:
    """Make ``x``, which ``forward`` wrote to, result ``nr`` of the node ``ctx``; return it."""
    stand_in = boxed(held(x))
    stand_in.__class__ = GradTensor
    stand_in._autograd = AutogradMeta(False, ctx, nr)
    wrote(x, stand_in)
    return x


def _alias_as_result(ctx, x: Tensor, nr: int) -> Tensor:
    """Return a new tensor in the memory of ``x`` as result ``nr`` of the node ``ctx``."""
    alias = x.detach()
    alias.__class__ = GradTensor
    alias._autograd = AutogradMeta(False, ctx, nr)
    return alias


@citing("torch.autograd.function.{}")
def once_differentiable(function):
    """Say that a ``backward`` computes gradients that cannot be differentiated again."""

    @functools.wraps(function)
    def decorated(ctx, *args):
        with no_grad():
            found = function(ctx, *args)
        if not mode.enabled or native.is_there() and _has_real_tensor(args):
            return found
        if not any(isinstance(x, Tensor) and x.requires_grad for x in args):
            return found
        single = not isinstance(found, tuple)
        results = []
        for x in (found,) if single else found:
            if x is not None:
                x = boxed(held(x))
                node = node_class("Error", _Refusal)([(None, 0)], [described(x)])
                node.edges_ = [edge_of(a) for a in args if isinstance(a, GradTensor)]
                x.__class__ = GradTensor
                x._autograd = AutogradMeta(False, node, 0)
            results.append(x)
        return results[0] if single else tuple(results)

    return decorated


def _has_real_tensor(args) -> bool:
    tensors = [_values_of(x) for x in args if isinstance(x, Tensor)]
    return any(isinstance(held(x), native.tensor_class) for x in tensors)


class _Refusal(Node):
    __slots__ = ()

    def apply(self, grads, create_graph):
        raise RuntimeError(
            "trying to differentiate twice a function that was marked with @once_differentiable"
        )


# on the torch backend

_real_functions: WeakKeyDictionary = WeakKeyDictionary()


class _RealCtx:
    """The ``ctx`` of real PyTorch as a script of ours sees it: with tensors of ours."""

    __slots__ = ("_ctx",)
    _hides_state = True

    def __init__(self, ctx):
        object.__setattr__(self, "_ctx", ctx)

    def __getattr__(self, name):
        value = getattr(self._ctx, name)
        if name in _TAKING_TENSORS:
            return lambda *tensors: value(*native.unwrap(tensors))
        return native.boxed(value) if name in ("saved_tensors", "saved_variables") else value

    def __setattr__(self, name, value):
        setattr(self._ctx, name, value)

    def __delattr__(self, name):
        delattr(self._ctx, name)


_TAKING_TENSORS = frozenset(
    {"save_for_backward", "save_for_forward", "mark_dirty", "mark_non_differentiable"}
)


def _real_function_class(cls):
    """Return the cached class of real PyTorch's ``Function`` that calls the methods of ours."""
    found = _real_functions.get(cls)
    if found is None:
        found = _real_functions[cls] = _make_real_function_class(cls)
    return found


def _make_real_function_class(cls) -> type:
    """Return a new subclass of real PyTorch's ``Function``: it boxes, calls ``cls`` and unwraps."""
    torch = native.real_module()
    members = {}
    if cls.setup_context is not Function.setup_context:
        members["forward"] = staticmethod(
            lambda *args, **kwargs: native.unwrap(cls.forward(*_box_real_arguments(args), **kwargs))
        )
        members["setup_context"] = staticmethod(
            lambda ctx, inputs, output: cls.setup_context(
                _RealCtx(ctx), _box_real_arguments(inputs), _box_real_arguments(output)
            )
        )
    else:
        members["forward"] = staticmethod(
            lambda ctx, *args, **kwargs: native.unwrap(
                cls.forward(_RealCtx(ctx), *_box_real_arguments(args), **kwargs)
            )
        )
    members["backward"] = staticmethod(
        lambda ctx, *grads: native.unwrap(
            _backward_or_vjp(cls)(_RealCtx(ctx), *_box_real_arguments(grads))
        )
    )
    if hasattr(cls, "jvp"):
        members["jvp"] = staticmethod(
            lambda ctx, *tangents: native.unwrap(
                cls.jvp(_RealCtx(ctx), *_box_real_arguments(tangents))
            )
        )
    if hasattr(cls, "vmap"):
        members["vmap"] = staticmethod(
            lambda info, in_dims, *args: native.unwrap(
                cls.vmap(info, in_dims, *_box_real_arguments(args))
            )
        )
    members["generate_vmap_rule"] = cls.generate_vmap_rule
    return type(cls.__name__, (torch.autograd.Function,), members)


def _box_real_arguments(value):
    """Return real PyTorch's tensors, in tuples and lists too, each boxed in a new Tensor."""
    return native.boxed(value)


__all__ = ["Function", "FunctionCtx", "count_rules", "once_differentiable", "refusing_rules"]
