"""In which order results lie: what functions do of operands that do not lie in C order.

On JAX and TensorFlow arrays have no strides. A tensor that lies in another order is a view of a
hidden one, which has the elements as they are shown: the first lens says the strides, the second
that it is no view in autograd's eyes. Whoever asks for strides, views and draws follow them.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from frontends.torch.dispatch.docstrings import citing
from ivy_core.arrays.lenses import Everything, Laid, Permute
from ivy_core.arrays.views import View, ViewRefs, functional_view, new_array
from ivy_core.arrays.write import set_unaliased
from ivy_core.backends.common.shapes import blank
from ivy_core.backends.holder import held, ties

from ..autograd.meta import StorageAlias
from ..dispatch import native
from . import memory_order
from .layouts import contiguous_format, memory_format
from .memory_order import Layout, steps_in_order
from .tensor import Tensor, strides_of

_in_order = functools.lru_cache(maxsize=1024)(steps_in_order)


def lies_in_order(x: Tensor) -> bool:
    """Return whether what is computed of a tensor alone lies in C order."""
    view = getattr(x, "_view", None)
    if view is not None:
        return view.in_order()
    data = x._data
    return type(data) is not np.ndarray or data.flags.c_contiguous


def layout_of(x: Tensor) -> Layout:
    """Return shape and strides of a tensor."""
    view = getattr(x, "_view", None)
    if view is None and type(x._data) is not np.ndarray:
        shape = tuple(x._data.shape)
        return shape, _in_order(shape)
    shape = tuple(x.shape) if view is None else view.shape
    if view is None or 0 in shape or 1 in shape:
        return shape, strides_of(x)
    return shape, view.shadow().strides


@functools.lru_cache(maxsize=1024)
def _lens_of_steps(steps: tuple[int, ...], shape: tuple[int, ...]) -> tuple[Laid, np.ndarray]:
    """Return (the lens ``Laid`` of these strides, an unread NumPy array with the strides)."""
    lens = Laid(steps, shape)
    return lens, lens.view(blank(shape))


def laid(x: Tensor, steps: Sequence[int]) -> Tensor:
    """Let a tensor that has just been computed lie with other strides than C order's.

    Parameters
    ----------
    x : Tensor
        Nobody else has it, or its memory.
    steps : sequence of int
        Of a dense layout, in elements.
    """
    data, steps = held(x), tuple(steps)
    shape = tuple(data.shape)
    if isinstance(data, native.tensor_class) or 0 in shape:
        return x
    if hasattr(x, "_view"):
        set_unaliased(x, data)
    if isinstance(data, np.ndarray):
        if steps == strides_of(x):
            return x
        memory = np.ndarray(shape, data.dtype, strides=[step * data.itemsize for step in steps])
        memory[...] = data
        x._data = memory
        return x
    if steps == _in_order(shape):
        return x
    lens, shadow = _lens_of_steps(steps, shape)
    turned = StorageAlias(shape)
    turned.of(x)
    base = new_array(Tensor, data)
    base._views = refs = ViewRefs()
    view = View(base, (lens, turned), shape, (), False)
    view._shadow = shadow
    x._view = view
    refs.add(x)
    del x._data
    ties.count += 1
    return x


def owning(result, operands: Iterable[Tensor]) -> None:
    """Let results that a body shows of an array of its own have memory of their own.

    Nobody else has that array: to a user they are no views.
    """
    for x in (result,) if isinstance(result, Tensor) else result:
        view = getattr(x, "_view", None)
        if view is None or type(view.stack[-1]) is StorageAlias:
            continue
        given = [y._view.base if hasattr(y, "_view") else y for y in operands]
        if not any(view.base is base for base in given):
            set_unaliased(x, held(x))


def apart(view: Tensor) -> Tensor:
    """Return a tensor on the memory of a functional view that is no view in autograd's eyes."""
    lens = StorageAlias(tuple(view.shape))
    found = functional_view(view, lens, Tensor)
    lens.of(found)
    return found


def is_laid(view: View) -> bool:
    """Return whether a functional view shows memory that lies in another order than C's."""
    return type(view.stack[0]) is Laid


def in_memory_order(view: View) -> Tensor:
    """Return a tensor of all the memory that a functional view shows, as that lies."""
    lens, base = view.stack[0], view.base
    if type(lens) is not Laid:
        if isinstance(base, Tensor):
            return base
        return functional_view(base, Everything(tuple(base._data.shape)), Tensor)
    axes = memory_order.from_outermost(lens.shape, [lens.steps])
    turned = Permute(tuple(axes), tuple([lens.shape[axis] for axis in axes]))
    return functional_view(base, (*view.stack[:2], turned), Tensor)


@citing(None)
def in_format(x: Tensor, wanted: memory_format) -> Tensor:
    """Let a tensor that has just been computed lie in a memory format.

    Raises: RuntimeError if tensors of that many dimensions have no such format.
    """
    return laid(x, memory_order.steps_of_format(tuple(x.shape), wanted))


def operands_out_of_order(args: Iterable, kwargs: dict) -> list[Tensor] | None:
    """Return the tensors among arguments where one of them lies out of order, else None."""
    found, out = [], False
    for value in (*args, *kwargs.values()) if kwargs else args:
        if isinstance(value, Tensor):
            found.append(value)
            if hasattr(value, "_view") or type(value._data) is np.ndarray:
                out = out or not lies_in_order(value)
        elif type(value) is list or type(value) is tuple:
            for each in value:
                if isinstance(each, Tensor):
                    found.append(each)
                    out = out or not lies_in_order(each)
    return found if out else None


def in_order(args: Iterable, kwargs: dict) -> tuple[list, dict, dict]:
    """Return arguments with tensors in C order for plain ones that lie in another.

    The core's functions take these the quick way. The third value says which tensor each stands
    for, by ``id``.
    """
    originals = {}

    def one(value):
        if type(value) is Tensor and not lies_in_order(value):
            plain = new_array(Tensor, held(value))
            originals[id(plain)] = value
            return plain
        if type(value) is list or type(value) is tuple:
            return type(value)([one(each) for each in value])
        return value

    found = [one(value) for value in args]
    return found, {name: one(value) for name, value in kwargs.items()}, originals


# rules of functions: by layouts of the tensors that are given, and the shape of a result


class Rule:
    """Rule for the strides of a function's results.

    Parameters
    ----------
    steps : callable
        ``steps(layouts, shape)`` gives the strides of a result, by the layouts of the tensors that
        are given, and its shape.
    always : bool, optional
        Whether results may lie out of order though all that is given lies in order.
    results : tuple of int, optional
        Which of several results it is said of; all by default.
    """

    __slots__ = ("always", "results", "steps")

    def __init__(self, steps: Callable, always: bool = False, results: tuple | None = None):
        self.steps, self.always, self.results = steps, always, results


def computed_quickly(rule: Rule | None, compute: Callable, args: tuple):
    """Compute a function of the core of views not read yet, and lay the result.

    Returns
    -------
    Tensor or NotImplemented
        The latter where an argument is neither a plain tensor nor a number.
    """
    plain, layouts = [], []
    for value in args:
        kind = type(value)
        if kind is Tensor:
            data = held(value)
            if isinstance(data, native.tensor_class):
                return NotImplemented
            plain.append(new_array(Tensor, data))
            layouts.append(layout_of(value))
        elif kind in _NUMBERS:
            plain.append(value)
        else:
            return NotImplemented
    result = compute(*plain)
    if rule is None or type(result) is not Tensor:
        return result
    return laid(result, _steps_by_rule(rule, tuple(layouts), tuple(result.shape)))


_NUMBERS = frozenset({int, float, bool, complex})


@functools.lru_cache(maxsize=4096)
def _steps_by_rule(
    rule: Rule, layouts: tuple[Layout, ...], shape: tuple[int, ...]
) -> tuple[int, ...]:
    return rule.steps(layouts, shape)


def lay_results(result, rule: Rule, operands: list[Tensor]):
    """Let the results of a function lie as its rule says of the tensors that it was given."""
    layouts = tuple([layout_of(x) for x in operands])
    single = isinstance(result, Tensor)
    for at, each in enumerate((result,) if single else result):
        if isinstance(each, Tensor) and (rule.results is None or at in rule.results):
            if not any(each is x for x in operands):
                laid(each, _steps_by_rule(rule, layouts, tuple(each.shape)))


def _like_first(layouts: list[Layout], shape: tuple) -> tuple[int, ...]:
    """Return steps in the axis order of the first tensor; of another rank, contiguous ones."""
    given, steps = layouts[0]
    if given == shape:
        return memory_order.preserved(given, steps)
    return (
        memory_order.of_elements([(shape, steps)], shape)
        if len(given) == len(shape)
        else (steps_in_order(shape))
    )


def _like_image(layouts: list[Layout], shape: tuple) -> tuple[int, ...]:
    """Return channels-last steps if the first tensor has them, else contiguous ones."""
    return _steps_of_first_suggested_format(layouts[:1], shape)


def _like_filter(layouts: list[Layout], shape: tuple) -> tuple[int, ...]:
    """Return channels-last steps if the first or second tensor has them, else contiguous ones."""
    first, *rest = layouts[:2]
    if len(first[0]) == len(shape) == 3 and rest and len(rest[0][0]) == 4:  # without a batch
        image = (1, *first[0]), (first[0][0] * first[1][0], *first[1])
        return _steps_of_first_suggested_format([image, *rest], (1, *shape))[1:]
    return _steps_of_first_suggested_format(layouts[:2], shape)


def _steps_of_first_suggested_format(layouts: list[Layout], shape: tuple) -> tuple[int, ...]:
    """Return steps of the first format suggested that is not contiguous; else contiguous ones."""
    for given, steps in layouts:
        if len(given) == len(shape):
            found = memory_order.suggested(given, steps)
            if found is not contiguous_format:
                return memory_order.steps_of_format(shape, found)
    return steps_in_order(shape)


def _common_steps(layouts: list[Layout], shape: tuple) -> tuple[int, ...]:
    """Return the steps of the memory format that all tensors share, else contiguous ones."""
    formats = {memory_order.suggested(*each) for each in layouts if each[0] != (0,)}
    if len(formats) != 1 or any(len(each[0]) != len(shape) for each in layouts):
        return steps_in_order(shape)
    return memory_order.steps_of_format(shape, formats.pop())


def _sequence_rule(image_rule: Callable) -> Callable:
    """Return the rule for (N, C, L) made of one for images (N, C, H, W), with a height of 1."""

    def rule(layouts, shape):
        if len(shape) != 3:
            return (
                steps_in_order(shape) if len(shape) != 2 else _unbatched_steps(rule, layouts, shape)
            )
        images = [_add_height_to_layout(*each) if len(each[0]) == 3 else each for each in layouts]
        found = image_rule(images, (*shape[:2], 1, shape[2]))
        return (*found[:2], found[3])

    return rule


def _unbatched_steps(rule: Callable, layouts: list[Layout], shape: tuple) -> tuple[int, ...]:
    """Return the steps of a result without batch axis, by a rule for those with one."""
    (given, steps), *rest = layouts
    if len(given) != 2:
        return steps_in_order(shape)
    return rule([((1, *given), (given[0] * steps[0], *steps)), *rest], (1, *shape))[1:]


def _add_height_to_layout(shape: tuple, steps: tuple) -> Layout:
    return (*shape[:2], 1, shape[2]), (*steps[:2], shape[2] * steps[2], steps[2])


def _column_steps(layouts: list[Layout], shape: tuple) -> tuple[int, ...]:
    """Return the steps of column-major matrices, one behind the other, as LAPACK gives them."""
    if len(shape) < 2:
        return steps_in_order(shape)
    *lead, _, _ = range(len(shape))
    return memory_order.steps_along(shape, (*lead, len(shape) - 1, len(shape) - 2))


def _chosen_steps(layouts: list[Layout], shape: tuple) -> tuple[int, ...]:
    """Return the steps of chosen elements; indices, of a condition alone, lie one by one."""
    is_index = len(layouts[0][0]) > len(shape)
    return steps_in_order(shape) if is_index else memory_order.of_elements(layouts, shape)


def _like_filter_alone(layouts: list[Layout], shape: tuple) -> tuple[int, ...]:
    """Return channels-last steps if the second tensor has them: PyTorch copies sequences first."""
    (given, _), *rest = layouts
    return _like_filter([(given, steps_in_order(given)), *rest], shape)


_ELEMENTS, _FIRST = Rule(memory_order.of_elements), Rule(_like_first)
_IMAGES, _FILTERS, _JOINED = Rule(_like_image), Rule(_like_filter), Rule(_common_steps)
_IMAGE_ROWS, _FILTER_ROWS = (
    Rule(_sequence_rule(_like_image)),
    Rule(_sequence_rule(_like_filter_alone)),
)
_COLUMNS = Rule(_column_steps, always=True)
RULES: dict[str, Rule] = {}  # by PyTorch's name of a function, the short one too


def _declare_rule(rule: Rule, names: str) -> None:
    """Set the rule of the functions in ``names``, which blanks separate."""
    for name in names.split():
        RULES[name] = rule


_declare_rule(
    _ELEMENTS,
    """
    abs absolute acos acosh add addcdiv addcmul addr angle arccos arccosh arcsin arcsinh arctan
    arctan2 arctanh asin asinh atan atan2 atanh bitwise_and bitwise_left_shift bitwise_not
    bitwise_or bitwise_right_shift bitwise_xor ceil clamp clamp_max clamp_min clip complex
    conj_physical copysign cos cosh deg2rad diff digamma div divide eq erf erfc erfinv exp exp2
    expit expm1
    fix float_power floor floor_divide fmax fmin fmod frac frexp gcd ge greater greater_equal gt
    heaviside hypot i0 igamma igammac isclose isfinite isinf isnan isneginf isposinf lcm ldexp le
    lerp less less_equal lgamma log log10 log1p log2 logaddexp logaddexp2 logical_and logical_not
    logical_or logical_xor logit lt maximum minimum mul multiply nan_to_num ne neg negative
    nextafter not_equal polar polygamma pow rad2deg reciprocal remainder round rsqrt rsub sgn
    sigmoid sign signbit sin sinc sinh sqrt square sub subtract tan tanh true_divide trunc xlogy
    __radd__ __rand__ __rfloordiv__ __rlshift__ __rmod__ __rmul__ __ror__ __rpow__ __rrshift__
    __rsub__ __rtruediv__ __rdiv__ __rxor__
    airy_ai bessel_j0 bessel_j1 bessel_y0 bessel_y1 chebyshev_polynomial_t chebyshev_polynomial_u
    chebyshev_polynomial_v chebyshev_polynomial_w entr erfcx hermite_polynomial_h
    hermite_polynomial_he i0e i1 i1e laguerre_polynomial_l legendre_polynomial_p log_ndtr
    modified_bessel_i0 modified_bessel_i1 modified_bessel_k0 modified_bessel_k1 ndtr ndtri
    scaled_modified_bessel_k0 scaled_modified_bessel_k1 shifted_chebyshev_polynomial_t
    shifted_chebyshev_polynomial_u shifted_chebyshev_polynomial_v shifted_chebyshev_polynomial_w
    spherical_bessel_j0 xlog1py zeta
    celu elu gelu hardshrink hardsigmoid hardswish hardtanh leaky_relu logsigmoid mish prelu relu
    relu6 selu silu softplus softshrink softsign tanhshrink threshold
    binary_cross_entropy binary_cross_entropy_with_logits hinge_embedding_loss huber_loss kl_div
    l1_loss mse_loss poisson_nll_loss smooth_l1_loss soft_margin_loss
    normalize local_response_norm
""",
)
_declare_rule(Rule(_chosen_steps), "where")
_declare_rule(
    _FIRST,
    """
    clone conj empty_like full_like ones_like zeros_like rand_like randn_like randint_like
    _to_torch_dtype argsort flip fliplr flipud glu index_fill index_put msort put sort
    diagonal_scatter select_scatter slice_scatter as_strided_scatter
""",
)
_declare_rule(
    _IMAGES,
    """
    adaptive_avg_pool2d adaptive_max_pool2d adaptive_max_pool2d_with_indices avg_pool2d batch_norm
    channel_shuffle native_channel_shuffle max_pool2d max_pool2d_with_indices max_pool3d
    max_pool3d_with_indices max_unpool2d pixel_shuffle upsample upsample_bilinear upsample_nearest
    interpolate
""",
)
_declare_rule(_FILTERS, "conv2d conv_transpose2d")
_declare_rule(
    _IMAGE_ROWS,
    """
    adaptive_avg_pool1d adaptive_max_pool1d adaptive_max_pool1d_with_indices avg_pool1d max_pool1d
    max_pool1d_with_indices
""",
)
_declare_rule(_FILTER_ROWS, "conv1d conv_transpose1d")
_declare_rule(_JOINED, "cat concat concatenate")
_declare_rule(
    _COLUMNS,
    """
    cholesky cholesky_inverse cholesky_solve geqrf householder_product inv inverse lu_factor
    lu_solve argwhere nonzero orgqr ormqr qr solve solve_triangular triangular_solve
""",
)
_declare_rule(
    Rule(_column_steps, always=True, results=(0,)),
    "cholesky_ex inv_ex lu_factor_ex solve_ex torch.lu lstsq",
)
_declare_rule(Rule(_column_steps, always=True, results=(1,)), "eig eigh")
_declare_rule(Rule(_column_steps, always=True, results=(0,)), "torch.svd")
_declare_rule(Rule(_column_steps, always=True, results=(0, 2)), "svd")


__all__ = [
    "RULES", "Rule", "apart", "computed_quickly", "in_format", "in_memory_order", "in_order",
    "is_laid", "laid", "lay_results", "layout_of", "lies_in_order", "operands_out_of_order",
    "owning",
]  # fmt: skip
