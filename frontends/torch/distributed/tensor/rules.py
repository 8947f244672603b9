"""Rules of how operands and results of functions may lie along one dimension of a mesh.

A rule lists the ways in which a function can be computed by each rank with what it has: elementwise
functions of parts that are cut alike, sums of parts as numbers to be added up, products of matrices
cut along one index. Computing with whole tensors is always a way, and is not listed.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterator, Sequence

import frontends.torch as torch

from ..collectives import is_traced
from .placement_types import (
    AVG,
    REPLICATE,
    SUM,
    NormPartial,
    Partial,
    Placement,
    Replicate,
    Shard,
)
from .redistribution import local_shape, moved, offsets_of, redistributed

IN_PLACE_AT = 0  # the operand that a function in place writes is its first
_ADDED = ("sum", "avg")  # what linear functions may be called before


@dataclasses.dataclass
class Way:
    """One way to lie along a dimension of the mesh.

    Parameters
    ----------
    inputs : tuple of Placement
        Of the operands.
    outputs : Placement, or tuple of them
        Of all results, or of each.
    length : int, optional
        Of the whole result along the dimension that is cut; by default as the operands have it.
    """

    inputs: tuple[Placement, ...]
    outputs: Placement | tuple[Placement, ...]
    length: int | None = None

    @property
    def is_whole(self) -> bool:
        return all(isinstance(each, Replicate) for each in self.inputs)

    def output(self, index: int) -> Placement:
        """Return the placement of a result."""
        return self.outputs[index] if isinstance(self.outputs, tuple) else self.outputs

    first = property(lambda self: self.output(0))


class Call:
    """One call of a function.

    Parameters
    ----------
    name : str
    function : Function or None
        Its declaration.
    args, kwargs
        As they were given.
    operands : list of DTensor
        The tensors among them, in their order.
    mesh : DeviceMesh
    """

    def __init__(self, name: str, function, args: tuple, kwargs: dict, operands, mesh) -> None:
        self.name, self.args, self.kwargs = name, args, kwargs
        self.operands, self.mesh = operands, mesh
        self._parameters = () if function is None else function.parameters
        self._variadic = None if function is None else function.variadic

    def given(self, name: str, default=None):
        """Return an argument by its name."""
        for key in (name, *_OTHER_NAMES.get(name, ())):
            if key in self.kwargs:
                return self.kwargs[key]
        known = [key for key in (name, *_OTHER_NAMES.get(name, ())) if key in self._parameters]
        if not known:
            return default
        at = self._parameters.index(known[0])
        if at >= len(self.args):
            return default
        if at == self._variadic and not isinstance(self.args[at], (list, tuple)):
            return tuple(self.args[at:])
        return self.args[at]

    def dims(self, name: str = "dim", ndim: int | None = None, default=None) -> tuple[int, ...]:
        """Return dimensions that an argument names, counted from the front; None: all."""
        ndim = self.operands[0].ndim if ndim is None else ndim
        given = self.given(name, default)
        # variances may have their correction, True or False, in this place
        if given is None or given == () or given == [] or isinstance(given, bool):
            return tuple(range(ndim))
        given = given if isinstance(given, (list, tuple)) else (given,)
        return tuple([each + ndim if each < 0 else each for each in given])

    def parts(self, at: int) -> int:
        """Count the ranks along a dimension of the mesh."""
        return self.mesh.ranks_along(at)

    def divides(self, at: int, length: int) -> bool:
        """Return whether all ranks along a dimension of the mesh have parts of equal length."""
        # several dimensions of the mesh may cut one of a tensor
        cuts = math.prod([self.parts(each) for each in range(self.mesh.ndim)])
        return length > 0 and length % cuts == 0

    def length_along(self, way: Way) -> int:
        """Return the whole length of the dimension that an operand is cut along."""
        for x, placement in zip(self.operands, way.inputs, strict=True):
            if isinstance(placement, Shard):
                return x.shape[placement.dim]
        raise AssertionError(f"{self.name}: a result is cut, and no operand")

    def records(self) -> bool:
        """Return whether a gradient may be wanted."""
        return torch.is_grad_enabled() and any(x.requires_grad for x in self.operands)


_OTHER_NAMES = {"dim": ("axis", "dims"), "input": ("self",), "keepdim": ("keepdims",)}


@dataclasses.dataclass
class Rule:
    """Rule of how a function may be computed in parts.

    Parameters
    ----------
    ways : callable
        ``ways(call, at)`` yields the ways along dimension ``at`` of the mesh.
    compute : callable, optional
        ``compute(call, func, parts, ways)`` gives what a rank has of the result, where ``func`` of
        what it has of the operands does not.
    """

    ways: Callable[[Call, int], Iterator[Way]]
    compute: Callable | None = None


class Settings:
    """State of ``with`` blocks.

    Attributes
    ----------
    takes_plain : bool
        Whether plain tensors beside DTensors count as whole ones.
    losses_in_parts : bool
        Whether cross-entropies are computed of classes that are cut.
    """

    takes_plain = losses_in_parts = False


RULES: dict[str, Rule] = {}


def enter(names: str, ways, **options) -> None:
    """Enter a rule under each of some names."""
    RULES.update(dict.fromkeys(names.split(), Rule(ways, **options)))


def _partials(call: Call, at: int, kinds=_ADDED) -> list[Partial]:
    """List how operands are still to be reduced."""
    found = [x.placements[at] for x in call.operands]
    return list(dict.fromkeys(
        [each for each in found if type(each) is Partial and each.reduce_op in kinds]
    ))  # fmt: skip


# elementwise


def _cut_alike(call: Call, kept_last: int = 0) -> Iterator[tuple[int, tuple[Placement, ...]]]:
    """Yield dimensions of the broadcast shape, and how operands are cut along them."""
    ndim = max(x.ndim for x in call.operands)
    for dim in range(ndim - kept_last):
        # those of length 1 are broadcast, but where all are
        length = max(x.shape[dim - ndim] for x in call.operands if x.ndim >= ndim - dim)
        found: list[Placement] = []
        for x in call.operands:
            own = dim - (ndim - x.ndim)
            is_cut = own >= 0 and x.shape[own] == length
            found.append(Shard(own) if is_cut else REPLICATE)
        if any(isinstance(each, Shard) for each in found):
            yield dim, tuple(found)


def elementwise(call: Call, at: int) -> Iterator[Way]:
    """Cut all operands alike."""
    if call.name == "where" and len(call.args) + len(call.kwargs) == 1:
        return  # which gives indices
    for dim, inputs in _cut_alike(call):
        yield Way(inputs, Shard(dim))


def _linear(call: Call, at: int) -> Iterator[Way]:
    """Cut alike; or add up later, all operands."""
    yield from elementwise(call, at)
    if call.name.rstrip("_") in _OF_TENSORS_ALONE and len(call.operands) < 2:
        return  # a number would be added by each rank
    for kind in _partials(call, at):
        yield Way((kind,) * len(call.operands), kind)


def _bilinear(call: Call, at: int) -> Iterator[Way]:
    """Cut alike; or add up later, one operand; the divisor is whole."""
    yield from elementwise(call, at)
    is_quotient = call.name.rstrip("_") in ("div", "divide", "true_divide", "__truediv__")
    if call.given("rounding_mode") is not None:
        return
    for kind in _partials(call, at):
        for i in range(1 if is_quotient else len(call.operands)):
            if is_quotient and not hasattr(call.args[0], "placements"):
                return  # a number divided by a tensor
            yield _one_of(len(call.operands), i, kind)


def _one_of(count: int, at: int, kind: Placement) -> Way:
    return Way(tuple([kind if i == at else REPLICATE for i in range(count)]), kind)


_OF_TENSORS_ALONE = ("add", "sub", "subtract", "rsub", "__add__", "__radd__", "__sub__")


def _moved_alone(call: Call, at: int) -> Iterator[Way]:
    """Cut alike; or add up later, where an operand is copied into another."""
    yield from elementwise(call, at)
    for kind in _partials(call, at):
        yield Way((kind,) * len(call.operands), kind)


def _made_new(call: Call, at: int) -> Iterator[Way]:
    """Cut as the model is, if the shape is the same."""
    if list(_new_shape(call)) == list(call.operands[0].shape):
        yield from elementwise(call, at)


def _new_shape(call: Call) -> Sequence[int]:
    """Return the shape that ``x.new_zeros(shape)`` and its kin are given."""
    given = call.kwargs.get("size", call.args[1] if len(call.args) > 1 else ())
    return given if isinstance(given, (list, tuple)) else call.args[1:]


def _make_new(call: Call, func, parts: list, ways: list[Way]):
    options = {key: value for key, value in call.kwargs.items() if key != "size"}
    values = call.args[2:] if call.name == "new_full" else ()
    shape = local_shape(_new_shape(call), call.mesh, tuple([way.first for way in ways]))
    return getattr(parts[0], call.name)(shape, *values, **options)


# reductions


def _after(dim: int, gone: Sequence[int], keeps: bool) -> int:
    """Return the index of a dimension in the result of a reduction."""
    return dim if keeps else dim - sum(each < dim for each in gone)


def _reducing(later: Callable[[Call, int, int], Placement | None]) -> Callable:
    """Return the ways of a reduction; ``later`` says what is done between the ranks, if it can."""

    def ways(call: Call, at: int) -> Iterator[Way]:
        x = call.operands[0]
        if len(call.operands) > 1:
            if call.name in ("max", "min"):  # of two tensors
                yield from elementwise(call, at)
            return
        gone, keeps = call.dims(), bool(call.given("keepdim", False))
        for dim in range(x.ndim):
            if dim not in gone:
                yield Way((Shard(dim),), Shard(_after(dim, gone, keeps)))
            elif (kind := later(call, at, dim)) is not None:
                yield Way((Shard(dim),), kind)
        if call.name == "sum":
            for kind in _partials(call, at, ("sum",)):
                yield Way((kind,), kind)

    return ways


def _averaged(call: Call, at: int, dim: int) -> Placement | None:
    return AVG if call.divides(at, call.operands[0].shape[dim]) else None


def _with(kind: str) -> Callable:
    """Return the choice to reduce values between ranks, where no gradient is wanted."""

    def later(call: Call, at: int, dim: int) -> Placement | None:
        has_indices = call.name in ("max", "min") and call.given("dim") is not None
        fits = call.divides(at, call.operands[0].shape[dim])
        return Partial(kind) if fits and not has_indices and not call.records() else None

    return later


def _normed(call: Call, at: int, dim: int) -> Placement | None:
    order = call.given("ord", call.given("p", 2))
    order = 2 if order in ("fro", None) else order
    if call.records() or not isinstance(order, (int, float)):
        return None
    return NormPartial(order) if call.divides(at, call.operands[0].shape[dim]) else None


def _never(call: Call, at: int, dim: int) -> None:
    return None


# functions along dimensions


def _along(default=None, name: str = "dim", keeps: bool = True, count: int = 1) -> Callable:
    """Return the ways of a function along one dimension: operands are cut along others."""

    def ways(call: Call, at: int) -> Iterator[Way]:
        x = call.operands[0]
        gone = call.dims(name, default=default)
        stays = keeps or bool(call.given("keepdim", False))
        for dim in range(x.ndim):
            if dim not in gone and all(y.shape == x.shape for y in call.operands[1:]):
                inputs = (Shard(dim),) * len(call.operands)
                yield Way(inputs, Shard(_after(dim, () if stays else gone, False)))

    return ways


def _gathering(call: Call, at: int) -> Iterator[Way]:
    """Cut along another dimension, where the indices are as long."""
    x, index = call.operands
    gone = call.dims()
    for dim in range(x.ndim if x.ndim == index.ndim else 0):
        if dim not in gone and x.shape[dim] == index.shape[dim]:
            yield Way((Shard(dim), Shard(dim)), Shard(dim))


def _last(count: int) -> Callable:
    """Return the ways of a function of the last dimensions."""

    def ways(call: Call, at: int) -> Iterator[Way]:
        for dim in range(call.operands[0].ndim - count):
            yield Way((Shard(dim),) + (REPLICATE,) * (len(call.operands) - 1), Shard(dim))

    return ways


def _normalizing(call: Call, at: int) -> Iterator[Way]:
    """Cut what is not normalized along; weights are whole."""
    shape = call.given("normalized_shape")
    count = 1 if isinstance(shape, int) else len(shape)
    yield from _last(count)(call, at)


def _first_alone(call: Call, at: int) -> Iterator[Way]:
    """Cut the first dimension of the first operand: a batch, with whole weights."""
    if call.operands[0].ndim > _BATCHED.get(call.name, 1):
        yield Way((Shard(0),) + (REPLICATE,) * (len(call.operands) - 1), Shard(0))


_BATCHED = {"conv1d": 2, "conv2d": 3, "conv3d": 4, "group_norm": 1, "max_pool2d": 3,
            "avg_pool2d": 3, "interpolate": 1}  # fmt: skip


def _attending(call: Call, at: int) -> Iterator[Way]:
    """Cut the batch or the heads."""
    query, key = call.operands[:2]
    if call.given("enable_gqa", False) or query.shape[:-2] != key.shape[:-2]:
        return
    for dim in range(query.ndim - 2):
        inputs = [Shard(dim)] * 3
        for mask in call.operands[3:]:
            own = dim - (query.ndim - mask.ndim)
            inputs.append(Shard(own) if own >= 0 and mask.shape[own] != 1 else REPLICATE)
        yield Way(tuple(inputs), Shard(dim))


# products


def _products(factors: Sequence[str], added: Sequence[str], out: str, kinds) -> Iterator[Way]:
    """Yield the ways of a product of tensors whose dimensions are named by letters.

    Parameters
    ----------
    factors, added : sequence of str
        The dimensions of the operands, those that are added to the product last.
    """

    def cut(letters: str, letter: str) -> Placement:
        return Shard(letters.index(letter)) if letter in letters else REPLICATE

    for letter in dict.fromkeys("".join(factors)):
        if not letter.isalpha():
            continue
        inputs = [cut(letters, letter) for letters in factors]
        if letter in out:
            inputs += [cut(letters, letter) for letters in added]
            yield Way(tuple(inputs), Shard(out.index(letter)))
        else:
            yield Way((*inputs, *[SUM] * len(added)), SUM)
    for kind in kinds:
        for i in range(len(factors)):
            inputs = [kind if i == k else REPLICATE for k in range(len(factors))]
            yield Way((*inputs, *[kind] * len(added)), kind)


_BATCH = "abcdefgh"


def _matmul_letters(first, second) -> tuple[str, str, str]:
    """Name the dimensions of the operands and of the result of a product of matrices."""
    batch = max(first.ndim, second.ndim) - 2

    def letters(x, own: str) -> str:
        if x.ndim == 1:
            return own.strip("mn")
        count = x.ndim - 2
        names = list(_BATCH[max(batch, 0) - count : max(batch, 0)])
        return "".join(["." if n == 1 else c for c, n in zip(names, x.shape, strict=False)]) + own

    one, two = letters(first, "mk"), letters(second, "kn")
    out = _BATCH[: max(batch, 0)]
    return one, two, out + ("m" if first.ndim > 1 else "") + ("n" if second.ndim > 1 else "")


def _broadcast_letters(x, out: str) -> str:
    """Name the dimensions of an operand that is added to a product."""
    names = out[len(out) - x.ndim :]
    return "".join(["." if n == 1 else c for c, n in zip(names, x.shape, strict=True)])


def _matmul(call: Call, at: int) -> Iterator[Way]:
    one, two, out = _matmul_letters(*call.operands[:2])
    yield from _products((one, two), (), out, _partials(call, at))


def _added_matmul(call: Call, at: int) -> Iterator[Way]:
    """``addmm(input, first, second)`` and its kin."""
    one, two, out = _matmul_letters(*call.operands[1:3])
    last = _broadcast_letters(call.operands[0], out)
    for way in _products((one, two), (last,), out, _partials(call, at)):
        yield Way((way.inputs[2], *way.inputs[:2]), way.outputs)


def _linear_layer(call: Call, at: int) -> Iterator[Way]:
    x, weight, *bias = call.operands
    batch = _BATCH[: x.ndim - 1]
    outs = "o" if weight.ndim > 1 else ""
    yield from _products(
        (batch + "i", outs + "i"), ["o"] * len(bias), batch + outs, _partials(call, at)
    )


def _outer(call: Call, at: int) -> Iterator[Way]:
    yield from _products(("m", "n"), (), "mn", _partials(call, at))


def _einsum(call: Call, at: int) -> Iterator[Way]:
    text = call.args[0]
    if not isinstance(text, str) or "." in text:
        return
    given, arrow, out = text.replace(" ", "").partition("->")
    letters = given.split(",")
    if not arrow:
        counts = {c: given.count(c) for c in sorted(given) if c != ","}
        out = "".join([c for c, count in counts.items() if count == 1])
    if len(letters) == len(call.operands) and all(len(set(x)) == len(x) for x in letters):
        yield from _products(letters, (), out, _partials(call, at))


# shapes


def _permuting(order: Callable[[Call], Sequence[int]]) -> Callable:
    """Return the ways of a function that gives dimensions another order."""

    def ways(call: Call, at: int) -> Iterator[Way]:
        for new, old in enumerate(order(call)):
            yield Way((Shard(old),), Shard(new))
        for kind in _partials(call, at):
            yield Way((kind,), kind)

    return ways


def _swapped(call: Call, one: int, two: int) -> list[int]:
    order = list(range(call.operands[0].ndim))
    order[one], order[two] = order[two], order[one]
    return order


def _transposed(call: Call) -> list[int]:
    names = ("dim0", "dim1") if call.name.startswith("transpose") else ("axis0", "axis1")
    return _swapped(call, *[call.given(name, call.given(f"dim{name[-1]}")) for name in names])


def _moved_dims(call: Call) -> list[int]:
    ndim = call.operands[0].ndim
    source, target = call.dims("source", ndim), call.dims("destination", ndim)
    order = [dim for dim in range(ndim) if dim not in source]
    for new, old in sorted(zip(target, source, strict=True)):
        order.insert(new, old)
    return order


def _wanted_shape(call: Call) -> list[int]:
    """Return the whole shape that a function gives its operand."""
    x, name = call.operands[0], call.name
    shape, ndim = list(x.shape), x.ndim
    if name in ("view_as", "reshape_as"):
        return list(call.operands[1].shape)
    if name in ("view", "reshape"):
        given = call.given("size" if name == "view" else "shape")
        return _without_unknown(list(given), shape)
    if name == "flatten":
        first, last = (call.dims(key, ndim, default)[0] if ndim else 0
                       for key, default in (("start_dim", 0), ("end_dim", -1)))  # fmt: skip
        return [*shape[:first], math.prod(shape[first : last + 1]), *shape[last + 1 :]]
    if name == "ravel":
        return [math.prod(shape)]
    if name == "unflatten":
        (dim,) = call.dims()
        inner = _without_unknown(list(call.given("sizes")), [shape[dim]])
        return [*shape[:dim], *inner, *shape[dim + 1 :]]
    if name == "unsqueeze":
        (dim,) = call.dims("dim", ndim + 1)
        return [*shape[:dim], 1, *shape[dim:]]
    if call.given("dim") in ((), []):  # none, where reductions take all
        return shape
    gone = call.dims()  # squeeze
    return [n for dim, n in enumerate(shape) if n != 1 or dim not in gone]


def _without_unknown(given: list[int], shape: Sequence[int]) -> list[int]:
    if -1 in given:
        rest = math.prod([n for n in given if n != -1])
        given[given.index(-1)] = math.prod(shape) // rest if rest else 0
    return given


def _reshaping(call: Call, at: int) -> Iterator[Way]:
    """Keep what is cut where it is the first of dimensions that become others."""
    if call.name == "view" and isinstance(call.given("size"), torch.dtype):
        return
    old, new = list(call.operands[0].shape), _wanted_shape(call)
    rest = [REPLICATE] * (len(call.operands) - 1)
    for kind in _partials(call, at):
        yield Way((kind, *rest), kind)
    for i, k in _first_of_groups(old, new):
        equal = old[i] == new[k]
        if equal or call.divides(at, old[i]) and call.divides(at, new[k]):
            yield Way((Shard(i), *rest), Shard(k), new[k])


def _first_of_groups(old: Sequence[int], new: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first dimensions, of a length over 1, of those that have as many elements."""
    i = k = 0
    while i < len(old) and k < len(new):
        if old[i] == 1:
            i += 1
            continue
        if new[k] == 1:
            k += 1
            continue
        yield i, k
        left, right = old[i], new[k]
        i, k = i + 1, k + 1
        while left != right and (i < len(old) or k < len(new)):
            if left < right and i < len(old):
                left, i = left * old[i], i + 1
            elif k < len(new):
                right, k = right * new[k], k + 1
            else:
                return


def _reshape(call: Call, func, parts: list, ways: list[Way]):
    """Give a part the shape that its rank has of the result."""
    if all(way.is_whole for way in ways) and call.name == "view":
        return func(parts[0], call.given("size"))
    shape = local_shape(_wanted_shape(call), call.mesh, tuple([way.first for way in ways]))
    return parts[0].view(shape) if call.name.startswith("view") else parts[0].reshape(shape)


def _expanding(call: Call, at: int) -> Iterator[Way]:
    """Keep what is cut where it keeps its length."""
    x = call.operands[0]
    shape = _expanded_shape(call)
    rest = [REPLICATE] * (len(call.operands) - 1)
    for dim in range(x.ndim):
        new = dim + len(shape) - x.ndim
        if shape[new] == x.shape[dim]:
            yield Way((Shard(dim), *rest), Shard(new))
    for kind in _partials(call, at):
        yield Way((kind, *rest), kind)


def _expanded_shape(call: Call) -> list[int]:
    x = call.operands[0]
    if call.name == "expand_as":
        return list(call.operands[1].shape)
    shape = list(call.given("size"))
    first = len(shape) - x.ndim
    return [x.shape[i - first] if n == -1 else n for i, n in enumerate(shape)]


def _expand(call: Call, func, parts: list, ways: list[Way]):
    shape = local_shape(_expanded_shape(call), call.mesh, tuple([way.first for way in ways]))
    return parts[0].expand(shape)


def _joining(call: Call, at: int) -> Iterator[Way]:
    """``cat`` and ``stack``: cut along another dimension."""
    stacks = call.name == "stack"
    ndim = max(x.ndim for x in call.operands)
    (dim,) = call.dims("dim", ndim + stacks, 0)
    if any(x.ndim != ndim for x in call.operands):
        return  # an empty one is left out
    for old in range(ndim):
        if stacks or old != dim:
            inputs = (Shard(old),) * len(call.operands)
            yield Way(inputs, Shard(old + (stacks and old >= dim)))
    for kind in _partials(call, at):
        yield Way((kind,) * len(call.operands), kind)


def _selecting(default=0, removes: bool = False) -> Callable:
    """Return the ways of a function that takes indices of one dimension."""

    def ways(call: Call, at: int) -> Iterator[Way]:
        x = call.operands[0]
        (gone,) = call.dims(default=default)
        rest = (REPLICATE,) * (len(call.operands) - 1)
        for dim in range(x.ndim):
            if dim != gone:
                yield Way((Shard(dim), *rest), Shard(dim - (removes and dim > gone)))
        for kind in _partials(call, at):
            yield Way((kind, *rest), kind)

    return ways


def _repeating(call: Call, at: int) -> Iterator[Way]:
    """Keep what is cut where it is not repeated."""
    x = call.operands[0]
    counts = call.given("repeats" if call.name == "repeat" else "dims")
    first = max(len(counts) - x.ndim, 0)
    counts = [1] * (x.ndim - len(counts)) + list(counts)
    for dim in range(x.ndim):
        if counts[dim + first] == 1:
            yield Way((Shard(dim),), Shard(dim + first))


def _indexing(call: Call, at: int) -> Iterator[Way]:
    """``x[index]`` and ``x[index] = value``: keep what is cut where it is taken whole."""
    index = call.args[1]
    index = index if isinstance(index, tuple) else (index,)
    tensors = [each for each in index if hasattr(each, "ndim")]
    if any(isinstance(each, list) for each in index) or len(tensors) > 1:
        return
    if any(each.dtype is torch.bool for each in tensors):
        return
    rest = [REPLICATE] * len(tensors)
    pairs, ndim = _taken_whole(index, call.operands[0].shape)
    if call.name == "__getitem__":
        for dim, result in pairs:
            yield Way((Shard(dim), *rest), Shard(result))
        for kind in _partials(call, at):
            yield Way((kind, *rest), kind)
        return
    for dim, result in pairs:
        inputs = [Shard(dim), *rest]
        for value in call.operands[1 + len(tensors) :]:
            own = result - (ndim - value.ndim)
            is_cut = own >= 0 and value.shape[own] != 1
            inputs.append(Shard(own) if is_cut else REPLICATE)
        yield Way(tuple(inputs), Shard(dim))


def _taken_whole(index: tuple, shape: Sequence[int]) -> tuple[list[tuple[int, int]], int]:
    """Return the dimensions that an index takes whole, with theirs in the result; its ``ndim``."""
    used = sum(each is not None and each is not Ellipsis for each in index)
    if not any(each is Ellipsis for each in index):
        index = (*index, Ellipsis)
    old = new = 0
    found: list[tuple[int, int]] = []
    for each in index:
        taken, given = 1, 1
        if each is None:
            taken = 0
        elif each is Ellipsis:
            taken = given = len(shape) - used
            found += [(old + i, new + i) for i in range(taken)]
        elif isinstance(each, slice):
            if each.indices(shape[old]) == (0, shape[old], 1):
                found.append((old, new))
        else:
            given = getattr(each, "ndim", 0)
        old, new = old + taken, new + given
    return found, new


# layers and losses


def _embedding(call: Call, at: int) -> Iterator[Way]:
    """Cut the indices, the features, or the rows: those are added up later."""
    index, weight = call.operands
    if call.given("max_norm") is not None or call.given("scale_grad_by_freq", False):
        return  # these ask for all indices
    for dim in range(index.ndim):
        yield Way((Shard(dim), REPLICATE), Shard(dim))
    yield Way((REPLICATE, Shard(1)), Shard(index.ndim))
    if call.given("padding_idx") is None:  # which counts the rows of all ranks
        yield Way((REPLICATE, Shard(0)), SUM)


def _embed(call: Call, func, parts: list, ways: list[Way]):
    """Look up rows; of rows that another rank has, take zeros."""
    index, weight = parts
    if any(way.inputs[1] == Shard(0) for way in ways):
        placements = tuple([way.inputs[1] for way in ways])
        begin = offsets_of(call.operands[1].shape, call.mesh, placements)[0]
        index = index - begin
        is_own = (index >= 0) & (index < weight.shape[0])
        index = torch.where(is_own, index, torch.zeros_like(index))
        if not weight.shape[0]:  # a rank without rows
            return weight.new_zeros((*index.shape, weight.shape[1]))
        found = func(index, weight, *call.args[2:], **call.kwargs)
        return found * is_own.unsqueeze(-1).to(found.dtype)
    return func(index, weight, *call.args[2:], **call.kwargs)


def _losing(call: Call, at: int) -> Iterator[Way]:
    """A loss of equal shapes: cut alike, added up or averaged later."""
    reduction = call.given("reduction", "mean")
    if call.given("size_average") is not None or call.given("reduce") is not None:
        return
    if reduction == "mean" and len(call.operands) > 2 and "cross_entropy" not in call.name:
        return  # it divides by the sum of weights
    if reduction not in ("none", "sum", "mean"):
        return
    for dim, inputs in _cut_alike(call):
        if reduction == "none":
            yield Way(inputs, Shard(dim))
        elif reduction == "sum":
            yield Way(inputs, SUM)
        elif call.divides(at, max(x.shape[d.dim] for x, d in _cut(call, inputs))):
            yield Way(inputs, AVG)


def _cut(call: Call, inputs):
    pairs = zip(call.operands, inputs, strict=True)
    return [pair for pair in pairs if isinstance(pair[1], Shard)]


def _classifying(call: Call, at: int) -> Iterator[Way]:
    """A loss of classes: cut the batch."""
    x, target, *weights = call.operands
    reduction = call.given("reduction", "mean")
    if x.ndim < 2 or weights or call.given("reduce") is not None:
        return
    if call.given("size_average") is not None:
        return
    inputs = (Shard(0), Shard(0))
    if _may_cut_classes(call):
        yield Way((Shard(1), REPLICATE), REPLICATE)
    if reduction == "none":
        yield Way(inputs, Shard(0))
    elif reduction == "sum":
        yield Way(inputs, SUM)
    elif call.divides(at, x.shape[0]):
        yield Way(inputs, AVG)


def _may_cut_classes(call: Call) -> bool:
    """Return whether a loss is computed of classes that are cut, and is a plain cross-entropy."""
    is_plain = call.name == "cross_entropy" and not call.given("label_smoothing", 0)
    return Settings.losses_in_parts and is_plain and not call.operands[1].is_floating_point()


def _loss_of_parts(call: Call, x, target, ways: list[Way]):
    """Return the cross-entropy of logits of which a rank has some classes."""
    later = tuple([SUM if way.inputs[0] == Shard(1) else REPLICATE for way in ways])
    whole = (REPLICATE,) * len(ways)

    def summed(part):
        return redistributed(part, part.shape, call.mesh, later, whole)

    placements = tuple([way.inputs[0] for way in ways])
    begin = offsets_of(call.operands[0].shape, call.mesh, placements)[1]
    highest = tuple([Partial("max") if each == SUM else each for each in later])
    largest = x.detach().amax(1, keepdim=True)
    shifted = x - moved(largest, largest.shape, call.mesh, highest, whole)
    is_ignored = target == call.given("ignore_index", -100)
    index = target - begin
    is_own = (index >= 0) & (index < x.shape[1]) & ~is_ignored
    index = torch.where(is_own, index, torch.zeros_like(index)).unsqueeze(1)
    picked = shifted.gather(1, index).squeeze(1)
    picked = torch.where(is_own, picked, torch.zeros_like(picked))
    losses = summed(shifted.exp().sum(1)).log() - summed(picked)
    losses = torch.where(is_ignored, torch.zeros_like(losses), losses)
    reduction = call.given("reduction", "mean")
    if reduction == "none":
        return losses
    return losses.sum() if reduction == "sum" else losses.sum() / (~is_ignored).sum()


def _classify(call: Call, func, parts: list, ways: list[Way]):
    """Average over all targets that are not ignored, wherever they lie."""
    if any(way.inputs[0] == Shard(1) and way.output(0) == REPLICATE for way in ways):
        found = _loss_of_parts(call, *parts, ways)
    else:
        found = func(*parts, **_options_behind(call, 2))
    is_cut = any(way.inputs[1] != REPLICATE for way in ways)
    target = call.operands[1]
    if not is_cut or call.given("reduction", "mean") != "mean" or target.is_floating_point():
        return found
    ignored = call.given("ignore_index", -100)
    own = (parts[1] != ignored).sum()
    source = tuple([SUM if way.inputs[1] == Shard(0) else REPLICATE for way in ways])
    whole = moved(own, (), call.mesh, source, (REPLICATE,) * len(ways))
    if not is_traced(whole) and int(whole) == target.shape.numel():
        return found
    counts = math.prod([call.parts(at) for at, each in enumerate(source) if each == SUM])
    found = torch.where(own > 0, found, torch.zeros_like(found))  # no target: a nan
    return found * (own * counts / whole)


def _options_behind(call: Call, count: int) -> dict:
    """Return the arguments behind the tensors, by name."""
    names = call._parameters[count : len(call.args)]
    behind = dict(zip(names, call.args[count:], strict=False))
    return {**behind, **{k: v for k, v in call.kwargs.items() if k not in ("input", "target")}}


ELEMENTWISE = """
abs absolute acos acosh angle asin asinh atan atan2 arctan2 atanh bitwise_and bitwise_not
bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift ceil celu clamp clamp_max clamp_min
clip copysign cos cosh deg2rad digamma elu eq erf erfc erfinv exp exp2 expit expm1 floor
floor_divide fmax fmin fmod frac ge gelu greater greater_equal gt hardshrink hardsigmoid hardswish
hardtanh heaviside hypot isclose isfinite isinf isnan isneginf isposinf ldexp le leaky_relu less
less_equal lgamma log log10 log1p log2 logaddexp logaddexp2 logical_and logical_not logical_or
logical_xor logit logsigmoid lt masked_fill maximum minimum mish nan_to_num ne not_equal nextafter
pow float_power rad2deg reciprocal relu relu6 remainder round rsqrt selu sgn sigmoid sign signbit
silu sin sinc sinh softplus softshrink softsign sqrt square tan tanh tanhshrink threshold trunc
fix where xlogy addcmul addcdiv dropout alpha_dropout feature_dropout bernoulli rrelu lerp
polygamma i0 __and__ __or__ __xor__ __lshift__ __rshift__ __invert__ erfcx ndtri special_erf
__rpow__ __rtruediv__ __rdiv__ __rfloordiv__ __rmod__
"""
enter(ELEMENTWISE, elementwise)
enter(
    "add sub subtract rsub __add__ __radd__ __sub__ neg negative positive clone real imag conj "
    "contiguous",
    _linear,
)
enter("mul multiply div divide true_divide __mul__ __rmul__ __truediv__", _bilinear)
enter("copy_", _moved_alone)
enter("alias view_as_real detach", _linear)
enter("new_zeros new_ones new_full new_empty", _made_new, compute=_make_new)
enter("zeros_like ones_like full_like empty_like rand_like randn_like randint_like zero fill "
      "normal uniform log_normal exponential cauchy geometric random", elementwise)  # fmt: skip
enter("sum nansum", _reducing(lambda call, at, dim: SUM))
enter("mean", _reducing(_averaged))
enter("max amax", _reducing(_with("max")))
enter("min amin", _reducing(_with("min")))
enter("prod all", _reducing(_with("product")))
enter("any", _reducing(_with("sum")))
enter("norm vector_norm", _reducing(_normed))
enter("var std var_mean std_mean argmax argmin logsumexp median nanmedian quantile nanquantile "
      "nanmean count_nonzero aminmax mode", _reducing(_never))  # fmt: skip
enter("softmax log_softmax softmin cumsum cumprod cummax cummin logcumsumexp flip roll", _along())
enter("sort argsort topk", _along(-1))
enter("gather take_along_dim", _gathering)
enter("glu", _along(-1))
enter("normalize", _along(1))
enter("tril triu", _last(2))
enter("view_as_complex", _last(1))
enter("layer_norm rms_norm", _normalizing)
enter(" ".join(_BATCHED), _first_alone)
enter("scaled_dot_product_attention", _attending)
enter("mm bmm matmul mv dot vdot __matmul__", _matmul)
enter("addmm addmv baddbmm", _added_matmul)
enter("linear", _linear_layer)
enter("outer ger", _outer)
enter("einsum", _einsum)
enter("permute", _permuting(lambda call: call.dims("dims")))
enter("transpose swapaxes swapdims", _permuting(_transposed))
enter("t numpy_T T", _permuting(lambda call: range(call.operands[0].ndim)[::-1]))
enter("mT mH adjoint", _permuting(lambda call: _swapped(call, -2, -1)))
enter("movedim moveaxis", _permuting(_moved_dims))
enter("view reshape view_as reshape_as flatten ravel unflatten squeeze unsqueeze", _reshaping,
      compute=_reshape)  # fmt: skip
enter("expand expand_as", _expanding, compute=_expand)
enter("cat concat concatenate stack", _joining)
enter("split chunk tensor_split narrow index_select", _selecting())
enter("select unbind", _selecting(removes=True))
enter("repeat tile", _repeating)
enter("__getitem__", _indexing)
enter("embedding", _embedding, compute=_embed)
enter("mse_loss l1_loss smooth_l1_loss huber_loss binary_cross_entropy kl_div "
      "binary_cross_entropy_with_logits", _losing)  # fmt: skip
enter("cross_entropy nll_loss", _classifying, compute=_classify)

__all__ = ["IN_PLACE_AT", "RULES", "Call", "Rule", "Settings", "Way", "enter"]
