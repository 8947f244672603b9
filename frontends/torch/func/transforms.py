"""Derivatives of functions, and functions mapped over a dimension.

Gradients are those of what the function records (``recorded.py``). For the rest the backend
transforms the whole function: what it computes is traced, so that transforms may be put into one
another. On the torch backend they are PyTorch's own.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable

from frontends.torch.dispatch.docstrings import citing
from ivy_core.backend_handler import active_backend
from ivy_core.backends.holder import read
from ivy_core.backends.loading import backend_for
from ivy_core.utils.exceptions import IvyRecordedException
from ivy_core.utils.nests import leaves_of, map_leaves

from ..autograd import tape
from ..autograd.function import refusing_rules
from ..autograd.tape import Nest, OpDef
from ..autograd.through_real import asks_real, boxed, for_real
from ..dispatch import native
from ..operations.joining import stack
from ..random.generator import pass_on, watchers
from ..tensors.tensor import Tensor, ivy
from .recorded import (
    HistoryLost,
    HistoryOfOthers,
    RecordedCall,
    call_or_loop,
    depends_on_others,
    draw_again,
    refuse_history,
    refuse_history_of_others,
    refuse_rule,
    refuse_rule_forwards,
)


def _unwrap_nest(nest):
    """Return a nest of tensors as one of native arrays."""
    return map_leaves(lambda x: read(x) if isinstance(x, Tensor) else x, nest)


def _unwrap_results(nest):
    """Unwrap a function's results; raise HistoryLost if a recorded graph would end in them."""
    refuse_history(leaves_of(nest))
    return _unwrap_nest(nest)


def _box_nest(nest, ops):
    """Return a nest of native arrays as one of tensors."""
    return map_leaves(lambda x: tape.boxed(x) if ops.is_native(x) else x, nest)


def _backend_of(nest):
    """Return the backend of the first tensor in a nest; the active one if it has none."""
    for leaf in leaves_of(nest):
        if isinstance(leaf, Tensor):
            return backend_for(read(leaf))
    return active_backend()


def _record_if_tracked(compute: Callable, nest):
    """Compute a function of a nest of plain tensors, recorded if some of them are tracked."""
    taken = Nest(nest)
    if not tape.records((taken.tensors,), {}):
        return compute(nest)
    made = []

    def body(tensors):
        with refusing_rules(refuse_rule):
            result = Nest(compute(taken.filled(tensors)))
        made.append(result)
        return result.tensors

    found = tape.call(OpDef("transformed", body), (taken.tensors,), {})
    return made[0].filled(found)


def _call_real_transform(name: str, func: Callable, *options, **named):
    """Call real PyTorch's ``torch.func.{name}`` on ``func``, whose arguments are boxed for it."""
    return native.named(f"torch.func.{name}")(for_real(func), *options, **named)


def _declare_transform(name: str, *, keeps_graphs: bool = False, loops: bool = False):
    """Return a decorator: a transform is real PyTorch's where its function gets real tensors.

    With ``keeps_graphs`` the transform makes two functions: one that records what is computed, and
    one that has the backend transform it, where a graph cannot be recorded. With ``loops`` the
    backend's comes first, and the other one, which is slow, where the backend would lose a graph.
    """

    def decorate(make):
        @functools.wraps(make)
        def transform(func, *options, **named):
            ours = make(func, *options, **named)
            recorded, ours = ours if keeps_graphs or loops else (None, ours)

            @functools.wraps(func, updated=())
            def wrapper(*args, **kwargs):
                if asks_real((args, kwargs)):
                    real = _call_real_transform(name, func, *options, **named)
                    return boxed(real(*native.unwrap(args), **native.unwrap(kwargs)))
                if keeps_graphs:
                    with contextlib.suppress(HistoryLost):
                        return recorded(*args, **kwargs)

                def compute():
                    whole = args, kwargs
                    return _record_if_tracked(lambda nest: ours(*nest[0], **nest[1]), whole)

                if loops:
                    return call_or_loop(compute, lambda: recorded(*args, **kwargs))
                return compute()

            return wrapper

        return transform

    return decorate


def _select_arguments(args: tuple, argnums):
    """Return (arguments to differentiate by, function that replaces them, is argnums a tuple)."""
    many = isinstance(argnums, tuple)
    positions = argnums if many else (argnums,)
    for at in positions:
        if not -len(args) <= at < len(args):
            raise RuntimeError(
                f"Got argnum={at}, but only {len(args)} positional inputs. argnums should be in "
                f"range [{-len(args)}, {len(args)})."
            )
    found = tuple(args[at] for at in positions)

    def put(values):
        given = list(args)
        for at, value in zip(positions, values, strict=True):
            given[at] = value
        return given

    return found, put, many


def _wrap_for_natives(func, put, kwargs, ops, has_aux: bool, refuse: Callable = refuse_rule):
    """Return the function of native arguments that a backend differentiates."""

    def function(*values):
        with refusing_rules(refuse):
            result = func(*put(_box_nest(values, ops)), **kwargs)
        return _unwrap_results(_split_aux(result) if has_aux else result)

    return function


@_declare_transform("grad_and_value", keeps_graphs=True)
@citing("torch.func.{}")
def grad_and_value(func: Callable, argnums=0, has_aux: bool = False) -> Callable:
    """Return the function that computes a gradient, and the value beside it.

    Parameters
    ----------
    func : callable
        Gives a tensor of one element.
    argnums : int or tuple of int, optional
        Which arguments to differentiate by; each may be a nest of tensors.
    has_aux : bool, optional
        Whether it gives something else as well, which is handed on.
    """

    def recorded(*args, **kwargs):
        chosen, put, many = _select_arguments(args, argnums)
        call = RecordedCall(lambda *values: func(*put(values), **kwargs), chosen)
        output = _split_aux(call.result)[0] if has_aux else call.result
        _check_scalar_output(output)
        found = call.gradients([output])
        return (found if many else found[0]), call.outside(call.result)

    def computed(*args, **kwargs):
        chosen, put, many = _select_arguments(args, argnums)
        ops = _backend_of(chosen)
        function = _wrap_for_natives(func, put, kwargs, ops, has_aux)
        value, pull = ops.implementations["vjp"](function, *_unwrap_nest(chosen))
        output, aux = value if has_aux else (value, None)
        _check_scalar_output(tape.boxed(output) if ops.is_native(output) else output)
        one = read(ivy.ones_like(tape.boxed(output)))
        cotangents = (
            (one, map_leaves(lambda x: _zeros_like_if_native(x, ops), aux)) if has_aux else one
        )
        found = _box_nest(pull(cotangents), ops)
        found = found if many else found[0]
        output = tape.boxed(output)
        return found, ((output, _box_nest(aux, ops)) if has_aux else output)

    return recorded, computed


def _zeros_like_if_native(x, ops):
    """Return native zeros for a native array; anything else as it is."""
    return read(ivy.zeros_like(tape.boxed(x))) if ops.is_native(x) else x


def _split_aux(result) -> tuple:
    """Return the output of a function and what it gave beside it; raise if it is not both."""
    if not (isinstance(result, tuple) and len(result) == 2):
        raise RuntimeError(
            "Output of function f should be a tuple: (output, aux) if has_aux is True"
        )
    return result


def _check_scalar_output(output) -> None:
    if not isinstance(output, Tensor):
        raise RuntimeError(
            "grad_and_value(f)(*args): Expected f(*args) to return a tensor, got "
            f"{type(output).__name__}"
        )
    if output.ndim:
        raise RuntimeError(
            "grad_and_value(f)(*args): Expected f(*args) to return a scalar Tensor, got tensor "
            f"with {output.ndim} dims. Maybe you wanted to use the vjp or jacrev APIs instead?"
        )


@citing("torch.func.{}")
def grad(func: Callable, argnums=0, has_aux: bool = False) -> Callable:
    """Return the function that computes the gradient of another one.

    Parameters
    ----------
    func : callable
        Gives a tensor of one element.
    argnums : int or tuple of int, optional
        Which arguments to differentiate by; each may be a nest of tensors.
    has_aux : bool, optional
        Whether it gives something else as well, which is handed on.

    >>> from ivy_core import with_backend
    >>> with with_backend("jax"):
    ...     torch.func.grad(torch.sin)(torch.tensor(0.0))
    tensor(1.)
    """
    both = grad_and_value(func, argnums, has_aux)

    @functools.wraps(func, updated=())
    def wrapper(*args, **kwargs):
        found, value = both(*args, **kwargs)
        return (found, value[1]) if has_aux else found

    return wrapper


@citing("torch.func.{}")
def vjp(func: Callable, *primals, has_aux: bool = False):
    """Compute a function, and return what pulls cotangents of its result back.

    Returns
    -------
    tuple
        The result, a function from cotangents to gradients by ``primals`` (a tuple if there are
        several), and what else the function gave, with ``has_aux``.

    >>> from ivy_core import with_backend
    >>> with with_backend("jax"):
    ...     y, pull = torch.func.vjp(torch.sin, torch.tensor([0.0]))
    ...     pull(torch.tensor([2.0]))
    (tensor([2.]),)
    """
    if asks_real(primals):
        return boxed(_call_real_transform("vjp", func, *native.unwrap(primals), has_aux=has_aux))
    try:
        call = RecordedCall(func, primals)
        value = call.outside(_split_aux(call.result) if has_aux else call.result)
    except HistoryLost:
        call, value = None, _vjp_by_backend(func, has_aux, primals)
    output = value[0] if has_aux else value

    def pulled(cotangents, **options):
        given = leaves_of(cotangents)
        if len(given) != len(leaves_of(output)):
            raise RuntimeError(
                "Expected pytree structure of cotangents to be the same as pytree structure of "
                "outputs to the function."
            )
        if call is None:
            return _vjp_by_backend(func, has_aux, primals, cotangents)
        outputs = leaves_of(call.result[0] if has_aux else call.result)
        return call.gradients(outputs, given, again=True)

    return (output, pulled, value[1]) if has_aux else (output, pulled)


def _vjp_by_backend(func: Callable, has_aux: bool, *nest):
    """Compute a function's value, or its gradients from cotangents, by the backend's vjp."""
    ops = _backend_of(nest[0])

    def compute(nest):
        function = _wrap_for_natives(func, lambda values: values, {}, ops, has_aux)
        value, pull = ops.implementations["vjp"](function, *_unwrap_nest(nest[0]))
        if len(nest) == 1:
            return _box_nest(value, ops)
        given = _unwrap_nest(nest[1])
        if has_aux:
            given = (given, map_leaves(lambda x: _zeros_like_if_native(x, ops), value[1]))
        return _box_nest(pull(given), ops)

    return _record_if_tracked(compute, nest)


@citing("torch.func.{}")
def jvp(func: Callable, primals, tangents, *, strict: bool = False, has_aux: bool = False):
    """Compute a function, and its derivative along tangents.

    Returns
    -------
    tuple
        The result, the derivative, and what else the function gave, with ``has_aux``.

    >>> from ivy_core import with_backend
    >>> with with_backend("jax"):
    ...     torch.func.jvp(torch.sin, (torch.tensor(0.0),), (torch.tensor(3.0),))
    (tensor(0.), tensor(3.))
    """
    if not isinstance(primals, tuple):
        raise RuntimeError(
            "jvp(f, primals, tangents): Expected primals to be a tuple. E.g. it should be valid "
            "to call f(*primals)."
        )
    if asks_real(primals):
        return boxed(
            _call_real_transform("jvp", func, *native.unwrap((primals, tangents)), strict=strict,
                          has_aux=has_aux)
        )  # fmt: skip
    _check_tangents(primals, tangents)
    ops = _backend_of(primals)

    def compute(nest):
        function = _wrap_for_natives(
            func, lambda values: values, {}, ops, has_aux, refuse_rule_forwards
        )
        found = ops.implementations["jvp"](function, _unwrap_nest(nest[0]), _unwrap_nest(nest[1]))
        return _box_nest(found, ops)

    value, moved = _record_if_tracked(compute, (primals, tuple(tangents)))
    return (value[0], moved[0], value[1]) if has_aux else (value, moved)


def _check_tangents(primals: tuple, tangents) -> None:
    """Raise RuntimeError unless each primal of a ``jvp`` has a tangent of its size."""
    if len(primals) != len(tangents):
        raise RuntimeError(
            "jvp(f, primals, tangents): Expected primals and tangents to have the same python "
            "structure. For example, if primals is a tuple of 3 tensors, tangents also must be."
        )
    for x, along in zip(leaves_of(primals), leaves_of(tuple(tangents)), strict=False):
        if isinstance(x, Tensor) and isinstance(along, Tensor) and x.shape != along.shape:
            raise RuntimeError(
                "Trying to set a forward gradient that has a different size than that of the "
                f"original Tensor, this is not supported. Tensor is of size {list(x.shape)} while "
                f"the given forward gradient is of size {list(along.shape)}."
            )


@citing("torch.func.{}")
def linearize(func: Callable, *primals):
    """Compute a function, and return the function of tangents that its derivative is."""
    value = func(*primals)
    return value, lambda *tangents: jvp(func, primals, tangents)[1]


def _make_jacobian(func: Callable, argnums, has_aux: bool, refuses: bool = False) -> Callable:
    """Return a function that gives the Jacobian; (it, aux), by one more call, if ``has_aux``.

    With ``refuses`` it raises where the history of tensors that ``func`` captures would be lost.
    """

    def computed(*args, **kwargs):
        chosen, put, many = _select_arguments(args, argnums)
        ops = _backend_of(chosen)

        def function(values):
            boxes = _box_nest(values, ops)
            with refusing_rules(refuse_rule_forwards if refuses else refuse_rule):
                result = func(*put(boxes if many else (boxes,)), **kwargs)
            output = result[0] if has_aux else result
            if refuses:
                refuse_history_of_others(leaves_of(output))
            return _unwrap_results(output)

        at = _unwrap_nest(chosen if many else chosen[0])
        found = _box_nest(ops.implementations["jac"](function)(at), ops)
        return (found, func(*put(chosen), **kwargs)[1]) if has_aux else found

    return computed


@_declare_transform("jacrev", keeps_graphs=True)
@citing("torch.func.{}")
def jacrev(func: Callable, argnums=0, *, has_aux: bool = False, chunk_size=None, **options):
    """Return the function that computes the Jacobian, of shape ``(*output.shape, *input.shape)``.

    >>> from ivy_core import with_backend
    >>> with with_backend("jax"):
    ...     torch.func.jacrev(lambda x: x * x)(torch.tensor([1.0, 2.0]))
    tensor([[2., 0.],
            [0., 4.]])
    """

    def recorded(*args, **kwargs):
        chosen, put, many = _select_arguments(args, argnums)
        call = RecordedCall(lambda *values: func(*put(values), **kwargs), chosen)
        output, aux = _split_aux(call.result) if has_aux else (call.result, None)
        found = map_leaves(lambda x: _jacobian_of(call, x, many), output)
        return (found, call.outside(aux)) if has_aux else found

    return recorded, _make_jacobian(func, argnums, has_aux)


def _jacobian_of(call: RecordedCall, output, many: bool):
    """Return the derivatives of one output of a call, by all arguments or by the only one."""
    count = output.numel()
    directions = ivy.reshape(ivy.eye(count, dtype=output.dtype.name), (count, *output.shape))
    if call.leads_outside([output]):  # vmap would lose the history of the derivatives
        if not call.has_rules and not depends_on_others(
            [output]
        ):  # the backend's way is quicker, and loses nothing
            refuse_history([output])
        rows = [call.gradients([output], [by], again=True) for by in directions]
        columns = zip(*map(leaves_of, rows), strict=True)
        rows = map_leaves(lambda x: stack(next(columns)), rows[0])
    else:
        by_row = vmap(lambda by: call.gradients([output], [by], again=True), randomness="same")
        rows = by_row(directions)
    found = map_leaves(lambda x: x.reshape((*output.shape, *x.shape[1:])), rows)
    return found if many else found[0]


@_declare_transform("jacfwd", loops=True)
@citing("torch.func.{}")
def jacfwd(func: Callable, argnums=0, has_aux: bool = False, *, randomness: str = "error"):
    """Return the function that computes the Jacobian; the same as :func:`jacrev`."""
    recorded = jacrev(func, argnums, has_aux=has_aux)
    return recorded, _make_jacobian(func, argnums, has_aux, refuses=True)


@_declare_transform("hessian", loops=True)
@citing("torch.func.{}")
def hessian(func: Callable, argnums=0):
    """Return the function that computes the Hessian.

    >>> from ivy_core import with_backend
    >>> with with_backend("jax"):
    ...     torch.func.hessian(lambda x: (x ** 3).sum())(torch.tensor([1.0, 2.0]))
    tensor([[ 6.,  0.],
            [ 0., 12.]])
    """
    inner = jacrev(func, argnums)  # forwards over backwards, as PyTorch: no_grad counts within
    return jacrev(inner, argnums), _make_jacobian(inner, argnums, False, refuses=True)


def _element(nest, dims, at: int):
    """Return a nest of tensors without the mapped dimensions: what stands there at an index."""
    if isinstance(dims, dict):
        return {name: _element(nest[name], dims[name], at) for name in nest}
    if isinstance(dims, tuple):
        return type(nest)([_element(x, dim, at) for x, dim in zip(nest, dims, strict=True)])
    if dims is None:
        return nest
    return map_leaves(lambda x: x.select(dims, at) if isinstance(x, Tensor) else x, nest)


def _length(nest, dims) -> int | None:
    """Return the length of the mapped dimensions, None if nothing is mapped."""
    if isinstance(dims, (dict, tuple)):
        names = dims if isinstance(dims, dict) else range(len(dims))
        found = [_length(nest[name], dims[name]) for name in names]
        return next((each for each in found if each is not None), None)
    if dims is None:
        return None
    return next((x.shape[dims] for x in leaves_of(nest) if isinstance(x, Tensor)), None)


def _stack_results(results: list, dims):
    """Return the results of all elements as one nest, stacked along the dimensions of results."""
    first = results[0]
    if isinstance(dims, (tuple, list)):
        columns = zip(*results, strict=True)
        return type(first)(
            [_stack_results(list(column), dim) for column, dim in zip(columns, dims, strict=True)]
        )
    if dims is None:
        return first
    leaves = zip(*map(leaves_of, results), strict=True)

    def stacked(x):
        each = next(leaves)
        return stack(each, dims) if isinstance(x, Tensor) else x

    return map_leaves(stacked, first)


def _check_mapped(nest, dims, name: str) -> None:
    """Raise ValueError for what cannot be mapped over its dimension: no tensor, or too short."""
    if isinstance(dims, (dict, tuple)):
        names = dims if isinstance(dims, dict) else range(len(dims))
        if isinstance(nest, (dict, list, tuple)) and len(nest) == len(dims):
            for each in names:
                _check_mapped(nest[each], dims[each], name)
        return
    if dims is None:
        return
    for x in leaves_of(nest):
        if not isinstance(x, Tensor):
            raise ValueError(
                f"vmap({name}, in_dims={dims}, ...)(<inputs>): Got in_dim={dims} for an input but "
                f"the input is of type {type(x)}. We cannot vmap over non-Tensor arguments, please "
                "use None as the respective in_dim"
            )
        if not -x.ndim <= dims < x.ndim:
            raise ValueError(
                f"vmap({name}, in_dims={dims}, ...)(<inputs>): Got in_dim={dims} for some input, "
                f"but that input is a Tensor of dimensionality {x.ndim} so expected in_dim to "
                f"satisfy -{x.ndim} <= in_dim < {x.ndim}."
            )


def _check_results_of_map(result, out_dims, name: str) -> None:
    """Raise ValueError for a result that is no tensor, where all are to be stacked."""
    for x in leaves_of(result) if isinstance(out_dims, int) else ():
        if not isinstance(x, Tensor):
            raise ValueError(
                f"vmap({name}, ...): `{name}` must only return Tensors, got type {type(x)}. Did "
                "you mean to set out_dims= to None for output?"
            )


@_declare_transform("vmap", loops=True)
@citing("torch.func.{}")
def vmap(func: Callable, in_dims=0, out_dims=0, randomness: str = "error", *, chunk_size=None):
    """Return the function that maps another one over a dimension of its arguments.

    Parameters
    ----------
    func : callable
        Of tensors without that dimension; it may write in place into what it has made.
    in_dims : int, None, or nest of them, optional
        The dimension of each argument; None for what is not mapped.
    out_dims : int or tuple of int, optional
        Where it is in the results.
    randomness : {'error', 'different', 'same'}, optional
        What becomes of random numbers that it draws: an error, or whether elements have their own.

    Raises: RuntimeError for draws where ``randomness`` is 'error', and for another ``randomness``.

    >>> from ivy_core import with_backend
    >>> with with_backend("jax"):
    ...     torch.func.vmap(torch.sum)(torch.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([3., 7.])
    """
    if randomness not in ("error", "different", "same"):
        raise RuntimeError(
            "Only allowed values for randomness are 'error', 'different', or 'same'. Got "
            f"{randomness}"
        )
    name = getattr(func, "__name__", repr(func))

    def computed(*args, **kwargs):
        if isinstance(in_dims, int) and not args:
            raise ValueError(
                "vmap: got no inputs. Maybe you forgot to add inputs, or you are trying to vmap "
                "over a function with no inputs. The latter is unsupported."
            )
        dims = in_dims if isinstance(in_dims, int) else _axes_as_tuples(in_dims)
        _check_mapped(args, dims, name)
        ops, before = _backend_of(args), []

        def function(*values):
            if randomness == "same":  # NumPy calls it for each element
                draw_again(before)
            with _watch_draws(randomness) as drawn:
                try:
                    result = func(*_box_nest(values, ops), **kwargs)
                except IvyRecordedException as err:
                    raise _ValuesAskedInMap(f"vmap: {name} has no single values: {err}") from err
            _check_results_of_map(result, out_dims, name)
            before[:] = drawn
            if drawn and randomness == "different":  # one trace would give each element the same
                raise HistoryOfOthers
            refuse_history_of_others(leaves_of(result))
            return _unwrap_results(result)

        mapped = ops.implementations["vmap"](function, dims, out_dims)
        return _box_nest(mapped(*_unwrap_nest(args)), ops)

    def looped(*args, **kwargs):
        dims = in_dims if isinstance(in_dims, int) else _axes_as_tuples(in_dims)
        results = []
        with _watch_draws(randomness) as drawn:
            for at in range(_length(args, dims) or 0):
                if randomness == "same":
                    draw_again(drawn)
                    drawn.clear()
                results.append(func(*_element(args, dims, at), **kwargs))
        return _stack_results(results, out_dims)

    return looped, computed


class _ValuesAskedInMap(IvyRecordedException, RuntimeError):
    """A mapped function asks for values, as `.item()` and `if` do: PyTorch's RuntimeError."""


@contextlib.contextmanager
def _watch_draws(randomness: str):
    """Give the list of draws made within; raise RuntimeError for any where that mode says so."""
    drawn: list = []
    watchers.append(drawn)
    try:
        yield drawn
    finally:
        watchers.pop()
        pass_on(drawn)
    if drawn and randomness == "error":
        draw_again(drawn)  # PyTorch raises before it draws
        raise RuntimeError(
            "vmap: called random operation while in randomness error mode. Please either use the "
            "'same' or 'different' randomness flags on vmap or perform the randomness operation "
            "out of vmap"
        )


def _axes_as_tuples(in_dims):
    """Return ``in_dims`` with lists, nested ones too, as tuples; ints and None as they are."""
    if isinstance(in_dims, (tuple, list)):
        return tuple(_axes_as_tuples(each) for each in in_dims)
    return in_dims


__all__ = [
    "grad", "grad_and_value", "hessian", "jacfwd", "jacrev", "jvp", "linearize",
    "vjp", "vmap",
]  # fmt: skip
