# Written by tools/stubs.py: run `make stubs`.

import types
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar

import numpy as np

from .._classes import (
    Device,
    Dtype,
    EighResult,
    EigResult,
    Finfo,
    Iinfo,
    LstsqResult,
    QRResult,
    SlogdetResult,
    SVDResult,
    UniqueAll,
    UniqueCounts,
    UniqueInverse,
)
from .._typing import ArrayLike, DeviceLike, DtypeLike, Operand, ShapeLike

class Array:
    def __init__(self, data) -> None: ...
    @property
    def data(self) -> Any: ...
    @data.setter
    def data(self, native) -> None: ...
    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def ndim(self) -> int: ...
    @property
    def size(self) -> int: ...
    @property
    def dtype(self) -> Dtype: ...
    @property
    def itemsize(self) -> int: ...
    @property
    def nbytes(self) -> int: ...
    @property
    def device(self) -> Device: ...
    @property
    def strides(self) -> tuple[int, ...]: ...
    @property
    def T(self) -> Array: ...
    @property
    def mT(self) -> Array: ...
    @property
    def real(self) -> Array: ...
    @property
    def imag(self) -> Array: ...
    @property
    def _base(self) -> Array | None: ...
    @property
    def _manipulation_stack(self) -> tuple[Any, ...]: ...
    @property
    def _view_refs(self) -> list[Array]: ...
    def __repr__(self) -> str: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Array]: ...
    def __array__(self, dtype=None, copy=None) -> np.ndarray: ...
    def __array_namespace__(self, *, api_version=None) -> types.ModuleType: ...
    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None) -> Any: ...
    def __dlpack_device__(self) -> tuple[int, int]: ...
    def __jax_array__(self) -> Any: ...
    def __array_ufunc__(self, function, method, *inputs, **options) -> Any: ...
    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None) -> Any: ...
    def __copy__(self) -> Array: ...
    def __deepcopy__(self, memo) -> Array: ...
    def __getitem__(self, index) -> Array: ...
    def __setitem__(self, index, value) -> None: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __add__(self, other: Operand, /) -> Array: ...
    def __radd__(self, other: Operand, /) -> Array: ...
    def __iadd__(self, other: Operand, /) -> Array: ...
    def __sub__(self, other: Operand, /) -> Array: ...
    def __rsub__(self, other: Operand, /) -> Array: ...
    def __isub__(self, other: Operand, /) -> Array: ...
    def __mul__(self, other: Operand, /) -> Array: ...
    def __rmul__(self, other: Operand, /) -> Array: ...
    def __imul__(self, other: Operand, /) -> Array: ...
    def __truediv__(self, other: Operand, /) -> Array: ...
    def __rtruediv__(self, other: Operand, /) -> Array: ...
    def __itruediv__(self, other: Operand, /) -> Array: ...
    def __floordiv__(self, other: Operand, /) -> Array: ...
    def __rfloordiv__(self, other: Operand, /) -> Array: ...
    def __ifloordiv__(self, other: Operand, /) -> Array: ...
    def __mod__(self, other: Operand, /) -> Array: ...
    def __rmod__(self, other: Operand, /) -> Array: ...
    def __imod__(self, other: Operand, /) -> Array: ...
    def __pow__(self, other: Operand, /) -> Array: ...
    def __rpow__(self, other: Operand, /) -> Array: ...
    def __ipow__(self, other: Operand, /) -> Array: ...
    def __matmul__(self, other: Operand, /) -> Array: ...
    def __rmatmul__(self, other: Operand, /) -> Array: ...
    def __imatmul__(self, other: Operand, /) -> Array: ...
    def __and__(self, other: Operand, /) -> Array: ...
    def __rand__(self, other: Operand, /) -> Array: ...
    def __iand__(self, other: Operand, /) -> Array: ...
    def __or__(self, other: Operand, /) -> Array: ...
    def __ror__(self, other: Operand, /) -> Array: ...
    def __ior__(self, other: Operand, /) -> Array: ...
    def __xor__(self, other: Operand, /) -> Array: ...
    def __rxor__(self, other: Operand, /) -> Array: ...
    def __ixor__(self, other: Operand, /) -> Array: ...
    def __lshift__(self, other: Operand, /) -> Array: ...
    def __rlshift__(self, other: Operand, /) -> Array: ...
    def __ilshift__(self, other: Operand, /) -> Array: ...
    def __rshift__(self, other: Operand, /) -> Array: ...
    def __rrshift__(self, other: Operand, /) -> Array: ...
    def __irshift__(self, other: Operand, /) -> Array: ...
    def __divmod__(self, other: Operand, /) -> tuple[Array, Array]: ...
    def __rdivmod__(self, other: Operand, /) -> tuple[Array, Array]: ...
    def __eq__(self, other: Operand, /) -> Array: ...  # type: ignore[override]
    def __ne__(self, other: Operand, /) -> Array: ...  # type: ignore[override]
    def __lt__(self, other: Operand, /) -> Array: ...
    def __le__(self, other: Operand, /) -> Array: ...
    def __gt__(self, other: Operand, /) -> Array: ...
    def __ge__(self, other: Operand, /) -> Array: ...
    def __neg__(self) -> Array: ...
    def __pos__(self) -> Array: ...
    def __abs__(self) -> Array: ...
    def __invert__(self) -> Array: ...
    def __bool__(self) -> bool: ...
    def __int__(self) -> int: ...
    def __float__(self) -> float: ...
    def __complex__(self) -> complex: ...
    def __index__(self) -> int: ...
    def abs(self, *, out: Array | None = None) -> Array: ...
    def acos(self, *, out: Array | None = None) -> Array: ...
    def acosh(self, *, out: Array | None = None) -> Array: ...
    def adam_step(
        self,
        mw: ArrayLike,
        vw: ArrayLike,
        step: ArrayLike,
        /,
        *,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-07,
        out: Array | None = None,
    ) -> tuple[Array, Array, Array]: ...
    def adam_update(
        self,
        dcdw: ArrayLike,
        lr: ArrayLike,
        mw_tm1: ArrayLike,
        vw_tm1: ArrayLike,
        step: ArrayLike,
        /,
        *,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-07,
        stop_gradients: bool = True,
        out: Array | None = None,
    ) -> tuple[Array, Array, Array]: ...
    def add(
        self, x2: ArrayLike, /, *, alpha: complex | None = None, out: Array | None = None
    ) -> Array: ...
    def all(
        self,
        *,
        axis: int | tuple[int, ...] | None = None,
        keepdims: bool = False,
        out: Array | None = None,
    ) -> Array: ...
    def all_equal(self, *xs: Any, equality_matrix: bool = False) -> bool | Array: ...
    def angle(self, *, deg: bool = False, out: Array | None = None) -> Array: ...
    def any(
        self,
        *,
        axis: int | tuple[int, ...] | None = None,
        keepdims: bool = False,
        out: Array | None = None,
    ) -> Array: ...
    def argmax(
        self,
        *,
        axis: int | None = None,
        keepdims: bool = False,
        dtype: DtypeLike | None = None,
        select_last_index: bool = False,
        out: Array | None = None,
    ) -> Array: ...
    def argmin(
        self,
        *,
        axis: int | None = None,
        keepdims: bool = False,
        dtype: DtypeLike | None = None,
        select_last_index: bool = False,
        out: Array | None = None,
    ) -> Array: ...
    def argsort(
        self,
        *,
        axis: int | None = -1,
        descending: bool = False,
        stable: bool = True,
        out: Array | None = None,
    ) -> Array: ...
    def argwhere(self, *, out: Array | None = None) -> Array: ...
    def array_equal(self, x1: ArrayLike, /) -> bool: ...
    def array_split(
        self, indices_or_sections: int | Sequence[int], *, axis: int = 0, copy: bool | None = None
    ) -> list[Array]: ...
    def asarray(
        self,
        *,
        dtype: DtypeLike | None = None,
        device: DeviceLike | None = None,
        copy: bool | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def asin(self, *, out: Array | None = None) -> Array: ...
    def asinh(self, *, out: Array | None = None) -> Array: ...
    def assert_supports_inplace(self) -> bool: ...
    def astype(
        self,
        dtype: DtypeLike,
        /,
        *,
        copy: bool = True,
        device: DeviceLike | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def atan(self, *, out: Array | None = None) -> Array: ...
    def atan2(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def atanh(self, *, out: Array | None = None) -> Array: ...
    def atleast_1d(self, *arrays: ArrayLike, copy: bool | None = None) -> Array | list[Any]: ...
    def atleast_2d(self, *arrays: ArrayLike, copy: bool | None = None) -> Array | list[Any]: ...
    def atleast_3d(self, *arrays: ArrayLike, copy: bool | None = None) -> Array | list[Any]: ...
    def batch_norm(
        self,
        mean: ArrayLike | None,
        variance: ArrayLike | None,
        /,
        *,
        offset: ArrayLike | None = None,
        scale: ArrayLike | None = None,
        training: bool = False,
        eps: float = 1e-05,
        momentum: float = 0.1,
        data_format: str = "NSC",
        out: Array | None = None,
    ) -> tuple[Array, Array, Array]: ...
    def bernoulli(
        self,
        *,
        logits: ArrayLike | None = None,
        shape: ShapeLike | None = None,
        device: DeviceLike | None = None,
        dtype: DtypeLike | None = None,
        seed: ArrayLike | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def binary_cross_entropy(
        self,
        pred: ArrayLike,
        /,
        *,
        from_logits: bool = False,
        epsilon: float = 0.0,
        reduction: str = "mean",
        pos_weight: ArrayLike | None = None,
        axis: int | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def bincount(
        self, *, weights: ArrayLike | None = None, minlength: int = 0, out: Array | None = None
    ) -> Array: ...
    def bitwise_and(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def bitwise_count(self, *, out: Array | None = None) -> Array: ...
    def bitwise_invert(self, *, out: Array | None = None) -> Array: ...
    def bitwise_left_shift(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def bitwise_or(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def bitwise_right_shift(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def bitwise_xor(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def broadcast_arrays(self, *arrays: ArrayLike, copy: bool | None = None) -> list[Array]: ...
    def broadcast_to(
        self, shape: ShapeLike, *, copy: bool | None = None, out: Array | None = None
    ) -> Array: ...
    def can_cast(self, to: DtypeLike, /) -> bool: ...
    def cbrt(self, *, out: Array | None = None) -> Array: ...
    def ceil(self, *, out: Array | None = None) -> Array: ...
    def cholesky(self, *, upper: bool = False, out: Array | None = None) -> Array: ...
    def clip(
        self,
        min: ArrayLike | None = None,
        max: ArrayLike | None = None,
        *,
        out: Array | None = None,
    ) -> Array: ...
    def clip_matrix_norm(
        self, max_norm: float, /, *, p: float = 2.0, out: Array | None = None
    ) -> Array: ...
    def clip_vector_norm(
        self, max_norm: float, /, *, p: float = 2.0, out: Array | None = None
    ) -> Array: ...
    def column_stack(
        self, arrays: Sequence[ArrayLike] = (), /, *, out: Array | None = None
    ) -> Array: ...
    def concat(
        self, arrays: Sequence[ArrayLike] = (), /, *, axis: int | None = 0, out: Array | None = None
    ) -> Array: ...
    def concat_from_sequence(
        self,
        input_sequence: Sequence[ArrayLike] = (),
        /,
        *,
        new_axis: int = 0,
        axis: int = 0,
        out: Array | None = None,
    ) -> Array: ...
    def conj(self, *, out: Array | None = None) -> Array: ...
    def constant_pad(
        self, pad_width: Sequence[Any], *, value: complex = 0, out: Array | None = None
    ) -> Array: ...
    def contract(
        self, equation: str, operands: Sequence[ArrayLike] = (), /, *, out: Array | None = None
    ) -> Array: ...
    def copy_array(self, *, to_ivy_array: bool = True, out: Array | None = None) -> Array: ...
    def copysign(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def cos(self, *, out: Array | None = None) -> Array: ...
    def cosh(self, *, out: Array | None = None) -> Array: ...
    def count_nonzero(
        self,
        *,
        axis: int | tuple[int, ...] | None = None,
        keepdims: bool = False,
        dtype: DtypeLike | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def cross(self, x2: ArrayLike, /, *, axis: int = -1, out: Array | None = None) -> Array: ...
    def cross_entropy(
        self,
        pred: ArrayLike,
        /,
        *,
        axis: int | None = -1,
        epsilon: float = 1e-07,
        reduction: str = "mean",
        out: Array | None = None,
    ) -> Array: ...
    def cummax(
        self,
        *,
        axis: int = 0,
        reverse: bool = False,
        dtype: DtypeLike | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def cummin(
        self,
        *,
        axis: int = 0,
        reverse: bool = False,
        dtype: DtypeLike | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def cumprod(
        self,
        axis: int | None = 0,
        exclusive: bool = False,
        reverse: bool = False,
        *,
        dtype: DtypeLike | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def cumsum(
        self,
        axis: int | None = 0,
        exclusive: bool = False,
        reverse: bool = False,
        *,
        dtype: DtypeLike | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def cumulative_prod(
        self,
        *,
        axis: int | None = None,
        dtype: DtypeLike | None = None,
        include_initial: bool = False,
        out: Array | None = None,
    ) -> Array: ...
    def cumulative_sum(
        self,
        *,
        axis: int | None = None,
        dtype: DtypeLike | None = None,
        include_initial: bool = False,
        out: Array | None = None,
    ) -> Array: ...
    def default(
        self,
        default_val: Any,
        *,
        catch_exceptions: bool = False,
        rev: bool = False,
        with_callable: bool = False,
    ) -> Any: ...
    def deg2rad(self, *, out: Array | None = None) -> Array: ...
    def det(self, *, out: Array | None = None) -> Array: ...
    def dev(self, *, as_native: bool = False) -> Any: ...
    def diag(self, *, k: int = 0, out: Array | None = None) -> Array: ...
    def diagonal(
        self,
        *,
        offset: int = 0,
        axis1: int = -2,
        axis2: int = -1,
        copy: bool | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def diff(
        self,
        *,
        n: int = 1,
        axis: int = -1,
        prepend: ArrayLike | None = None,
        append: ArrayLike | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def divide(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def divmod(self, x2: ArrayLike, /) -> tuple[Array, Array]: ...
    def dot(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def dropout(
        self,
        prob: float,
        /,
        *,
        scale: bool = True,
        dtype: DtypeLike | None = None,
        training: bool = True,
        seed: int | None = None,
        noise_shape: Sequence[int | None] | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def dsplit(
        self, indices_or_sections: int | Sequence[int], /, *, copy: bool | None = None
    ) -> list[Array]: ...
    def dstack(self, arrays: Sequence[ArrayLike] = (), /, *, out: Array | None = None) -> Array: ...
    def eig(self) -> EigResult: ...
    def eigh(self, *, UPLO: str = "L") -> EighResult: ...
    def eigvals(self, *, out: Array | None = None) -> Array: ...
    def eigvalsh(self, *, UPLO: str = "L", out: Array | None = None) -> Array: ...
    def einops_rearrange(
        self, pattern: str, /, *, out: Array | None = None, **axes_lengths: int
    ) -> Array: ...
    def einops_reduce(
        self,
        pattern: str,
        reduction: str | Callable[..., Any],
        /,
        *,
        out: Array | None = None,
        **axes_lengths: int,
    ) -> Array: ...
    def einops_repeat(
        self, pattern: str, /, *, out: Array | None = None, **axes_lengths: int
    ) -> Array: ...
    def einsum(self, equation: str, *operands: ArrayLike, out: Array | None = None) -> Array: ...
    def empty_like(
        self,
        *,
        dtype: DtypeLike | None = None,
        device: DeviceLike | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def equal(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def exists(self) -> bool: ...
    def exp(self, *, out: Array | None = None) -> Array: ...
    def exp2(self, *, out: Array | None = None) -> Array: ...
    def expand(
        self, shape: tuple[int, ...], /, *, copy: bool | None = None, out: Array | None = None
    ) -> Array: ...
    def expand_dims(
        self, axis: int | Sequence[int] = 0, *, copy: bool | None = None, out: Array | None = None
    ) -> Array: ...
    def expm1(self, *, out: Array | None = None) -> Array: ...
    def fabs(self, *, out: Array | None = None) -> Array: ...
    def fft(
        self,
        *,
        n: int | None = None,
        axis: int = -1,
        norm: str = "backward",
        out: Array | None = None,
    ) -> Array: ...
    def fftn(
        self,
        *,
        s: Sequence[int] | None = None,
        axes: Sequence[int] | None = None,
        norm: str = "backward",
        out: Array | None = None,
    ) -> Array: ...
    def fftshift(
        self, *, axes: int | Sequence[int] | None = None, out: Array | None = None
    ) -> Array: ...
    def finfo(self) -> Finfo: ...
    def flatten(
        self,
        *,
        copy: bool | None = None,
        start_dim: int = 0,
        end_dim: int = -1,
        order: str = "C",
        out: Array | None = None,
    ) -> Array: ...
    def flip(
        self,
        *,
        axis: int | Sequence[int] | None = None,
        copy: bool | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def fliplr(self, *, copy: bool | None = None, out: Array | None = None) -> Array: ...
    def flipud(self, *, copy: bool | None = None, out: Array | None = None) -> Array: ...
    def float_power(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def floor(self, *, out: Array | None = None) -> Array: ...
    def floor_divide(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def fmax(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def fmin(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def fmod(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def fourier_encode(
        self,
        max_freq: ArrayLike,
        /,
        *,
        num_bands: int = 4,
        linear: bool = False,
        concat: bool = True,
        flatten: bool = False,
    ) -> Array | tuple[Array, Array]: ...
    def frexp(self) -> tuple[Array, Array]: ...
    def from_dlpack(
        self,
        *,
        device: DeviceLike | None = None,
        copy: bool | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def full_like(
        self,
        fill_value: complex,
        *,
        dtype: DtypeLike | None = None,
        device: DeviceLike | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def gather(
        self,
        indices: ArrayLike,
        /,
        *,
        axis: int = -1,
        batch_dims: int = 0,
        out: Array | None = None,
    ) -> Array: ...
    def gather_nd(
        self, indices: ArrayLike, /, *, batch_dims: int = 0, out: Array | None = None
    ) -> Array: ...
    def gcd(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def get_item(
        self, query: Any, /, *, copy: bool | None = None, out: Array | None = None
    ) -> Array: ...
    def get_num_dims(self, *, as_array: bool = False) -> int | Array: ...
    def gradient_descent_update(
        self,
        dcdw: ArrayLike,
        lr: ArrayLike,
        /,
        *,
        stop_gradients: bool = True,
        out: Array | None = None,
    ) -> Array: ...
    def greater(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def greater_equal(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def group_norm(
        self,
        num_groups: int = 1,
        /,
        *,
        offset: ArrayLike | None = None,
        scale: ArrayLike | None = None,
        eps: float = 1e-05,
        data_format: str = "NSC",
        out: Array | None = None,
    ) -> Array: ...
    def has_nans(self, *, include_infs: bool = True) -> bool: ...
    def heaviside(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def hfft(
        self,
        *,
        n: int | None = None,
        axis: int = -1,
        norm: str = "backward",
        out: Array | None = None,
    ) -> Array: ...
    def hinge_embedding_loss(
        self,
        target: ArrayLike,
        *,
        margin: float = 1.0,
        reduction: str = "mean",
        out: Array | None = None,
    ) -> Array: ...
    def hsplit(
        self, indices_or_sections: int | Sequence[int], /, *, copy: bool | None = None
    ) -> list[Array]: ...
    def hstack(self, arrays: Sequence[ArrayLike] = (), /, *, out: Array | None = None) -> Array: ...
    def huber_loss(
        self,
        pred: ArrayLike,
        /,
        *,
        delta: float = 1.0,
        reduction: str = "mean",
        out: Array | None = None,
    ) -> Array: ...
    def hypot(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def ifft(
        self,
        *,
        n: int | None = None,
        axis: int = -1,
        norm: str = "backward",
        out: Array | None = None,
    ) -> Array: ...
    def ifftn(
        self,
        *,
        s: Sequence[int] | None = None,
        axes: Sequence[int] | None = None,
        norm: str = "backward",
        out: Array | None = None,
    ) -> Array: ...
    def ifftshift(
        self, *, axes: int | Sequence[int] | None = None, out: Array | None = None
    ) -> Array: ...
    def ihfft(
        self,
        *,
        n: int | None = None,
        axis: int = -1,
        norm: str = "backward",
        out: Array | None = None,
    ) -> Array: ...
    def iinfo(self) -> Iinfo: ...
    def inner(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def inplace_decrement(self, val: ArrayLike) -> Array: ...
    def inplace_increment(self, val: ArrayLike) -> Array: ...
    def inplace_update(
        self, val: ArrayLike, /, *, ensure_in_backend: bool = False, keep_input_dtype: bool = False
    ) -> Array: ...
    def instance_norm(
        self,
        mean: ArrayLike | None,
        variance: ArrayLike | None,
        /,
        *,
        offset: ArrayLike | None = None,
        scale: ArrayLike | None = None,
        training: bool = False,
        eps: float = 0.0,
        momentum: float = 0.1,
        data_format: str = "NSC",
        out: Array | None = None,
    ) -> tuple[Array, Array, Array]: ...
    def interpolate(
        self,
        size: Sequence[int] | int | None,
        /,
        *,
        mode: str = "linear",
        scale_factor: Sequence[float] | float | None = None,
        recompute_scale_factor: bool | None = None,
        align_corners: bool = False,
        antialias: bool = False,
        out: Array | None = None,
    ) -> Array: ...
    def inv(self, *, out: Array | None = None) -> Array: ...
    def irfft(
        self,
        *,
        n: int | None = None,
        axis: int = -1,
        norm: str = "backward",
        out: Array | None = None,
    ) -> Array: ...
    def irfftn(
        self,
        *,
        s: Sequence[int] | None = None,
        axes: Sequence[int] | None = None,
        norm: str = "backward",
        out: Array | None = None,
    ) -> Array: ...
    def is_array(self, *, exclusive: bool = False) -> bool: ...
    def is_bool_dtype(self) -> bool: ...
    def is_complex_dtype(self) -> bool: ...
    def is_float_dtype(self) -> bool: ...
    def is_int_dtype(self) -> bool: ...
    def is_ivy_array(self, *, exclusive: bool = False) -> bool: ...
    def is_ivy_container(self) -> bool: ...
    def is_native_array(self, *, exclusive: bool = False) -> bool: ...
    def is_uint_dtype(self) -> bool: ...
    def is_variable(self, *, exclusive: bool = False) -> bool: ...
    def isfinite(self, *, out: Array | None = None) -> Array: ...
    def isin(
        self,
        test_elements: ArrayLike,
        /,
        *,
        assume_unique: bool = False,
        invert: bool = False,
        out: Array | None = None,
    ) -> Array: ...
    def isinf(
        self,
        *,
        detect_positive: bool = True,
        detect_negative: bool = True,
        out: Array | None = None,
    ) -> Array: ...
    def isnan(self, *, out: Array | None = None) -> Array: ...
    def isreal(self, *, out: Array | None = None) -> Array: ...
    def isscalar(self) -> bool: ...
    def kl_div(
        self,
        target: ArrayLike,
        /,
        *,
        reduction: str = "mean",
        log_target: bool = False,
        out: Array | None = None,
    ) -> Array: ...
    def kron(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def l1_loss(
        self, target: ArrayLike, /, *, reduction: str = "mean", out: Array | None = None
    ) -> Array: ...
    def l1_normalize(
        self, *, axis: int | tuple[int, ...] | None = None, out: Array | None = None
    ) -> Array: ...
    def l2_normalize(
        self, *, axis: int | tuple[int, ...] | None = None, out: Array | None = None
    ) -> Array: ...
    def lamb_update(
        self,
        dcdw: ArrayLike,
        lr: ArrayLike,
        mw_tm1: ArrayLike,
        vw_tm1: ArrayLike,
        step: ArrayLike,
        /,
        *,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-07,
        max_trust_ratio: int | float = 10,
        decay_lambda: float = 0,
        stop_gradients: bool = True,
        out: Array | None = None,
    ) -> tuple[Array, Array, Array]: ...
    def lars_update(
        self,
        dcdw: ArrayLike,
        lr: ArrayLike,
        /,
        *,
        decay_lambda: float = 0,
        stop_gradients: bool = True,
        out: Array | None = None,
    ) -> Array: ...
    def layer_norm(
        self,
        normalized_idxs: Sequence[int],
        /,
        *,
        scale: ArrayLike | None = None,
        offset: ArrayLike | None = None,
        eps: float = 1e-05,
        new_std: float = 1.0,
        out: Array | None = None,
    ) -> Array: ...
    def lcm(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def ldexp(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def less(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def less_equal(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def lexsort(
        self, keys: Sequence[ArrayLike] = (), /, *, axis: int = -1, out: Array | None = None
    ) -> Array: ...
    def linear(
        self, weight: ArrayLike, /, *, bias: ArrayLike | None = None, out: Array | None = None
    ) -> Array: ...
    def linspace(
        self,
        stop: ArrayLike,
        /,
        num: int = 50,
        *,
        axis: int | None = None,
        endpoint: bool = True,
        dtype: DtypeLike | None = None,
        device: DeviceLike | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def local_response_norm(
        self,
        size: int,
        /,
        *,
        bias: float = 1.0,
        alpha: float = 1.0,
        beta: float = 0.5,
        average: bool = False,
        data_format: str = "NHWC",
        out: Array | None = None,
    ) -> Array: ...
    def log(self, *, out: Array | None = None) -> Array: ...
    def log10(self, *, out: Array | None = None) -> Array: ...
    def log1p(self, *, out: Array | None = None) -> Array: ...
    def log2(self, *, out: Array | None = None) -> Array: ...
    def log_poisson_loss(
        self,
        pred: ArrayLike,
        /,
        *,
        compute_full_loss: bool = False,
        axis: int | None = -1,
        reduction: str = "none",
        out: Array | None = None,
    ) -> Array: ...
    def logaddexp(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def logaddexp2(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def logical_and(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def logical_not(self, *, out: Array | None = None) -> Array: ...
    def logical_or(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def logical_xor(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def logspace(
        self,
        stop: ArrayLike,
        /,
        num: int = 50,
        *,
        base: ArrayLike = 10.0,
        axis: int = 0,
        endpoint: bool = True,
        dtype: DtypeLike | None = None,
        device: DeviceLike | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def lp_normalize(
        self, *, p: float = 2, axis: int | tuple[int, ...] | None = None, out: Array | None = None
    ) -> Array: ...
    def lstsq(self, x2: ArrayLike, /, *, rcond: float | None = None) -> LstsqResult: ...
    def matmul(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def matrix_norm(
        self,
        *,
        ord: int | float | str = "fro",
        axis: tuple[int, int] = (-2, -1),
        keepdims: bool = False,
        dtype: DtypeLike | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def matrix_power(self, n: int, /, *, out: Array | None = None) -> Array: ...
    def matrix_rank(
        self,
        *,
        rtol: ArrayLike | None = None,
        atol: ArrayLike | None = None,
        hermitian: bool = False,
        out: Array | None = None,
    ) -> Array: ...
    def matrix_transpose(
        self, *, conjugate: bool = False, copy: bool | None = None, out: Array | None = None
    ) -> Array: ...
    def max(
        self,
        *,
        axis: int | tuple[int, ...] | None = None,
        keepdims: bool = False,
        out: Array | None = None,
    ) -> Array: ...
    def maximum(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def mean(
        self,
        *,
        axis: int | tuple[int, ...] | None = None,
        dtype: DtypeLike | None = None,
        keepdims: bool = False,
        out: Array | None = None,
    ) -> Array: ...
    def median(
        self,
        *,
        axis: int | tuple[int, ...] | None = None,
        keepdims: bool = False,
        out: Array | None = None,
    ) -> Array: ...
    def meshgrid(
        self, *arrays: ArrayLike, sparse: bool = False, indexing: str = "xy"
    ) -> list[Array]: ...
    def min(
        self,
        *,
        axis: int | tuple[int, ...] | None = None,
        keepdims: bool = False,
        out: Array | None = None,
    ) -> Array: ...
    def minimum(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def modf(self) -> tuple[Array, Array]: ...
    def moveaxis(
        self,
        source: int | Sequence[int],
        destination: int | Sequence[int],
        /,
        *,
        copy: bool | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def msort(self, *, out: Array | None = None) -> Array: ...
    def multi_dot(self, x: Sequence[ArrayLike] = (), /, *, out: Array | None = None) -> Array: ...
    def multi_head_attention(
        self,
        *,
        key: ArrayLike | None = None,
        value: ArrayLike | None = None,
        batch_first: bool = True,
        num_heads: int = 8,
        scale: float | None = None,
        attention_mask: ArrayLike | None = None,
        in_proj_weights: ArrayLike | None = None,
        q_proj_weights: ArrayLike | None = None,
        k_proj_weights: ArrayLike | None = None,
        v_proj_weights: ArrayLike | None = None,
        out_proj_weights: ArrayLike | None = None,
        in_proj_bias: ArrayLike | None = None,
        out_proj_bias: ArrayLike | None = None,
        is_causal: bool = False,
        key_padding_mask: ArrayLike | None = None,
        bias_k: ArrayLike | None = None,
        bias_v: ArrayLike | None = None,
        static_k: ArrayLike | None = None,
        static_v: ArrayLike | None = None,
        add_zero_attn: bool = False,
        return_attention_weights: bool = False,
        average_attention_weights: bool = True,
        dropout: float = 0.0,
        training: bool = False,
        to_out_fn: Callable[..., Any] | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def multinomial(
        self,
        population_size: int,
        num_samples: int,
        /,
        *,
        batch_size: int = 1,
        replace: bool = True,
        device: DeviceLike | None = None,
        seed: ArrayLike | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def multiply(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def nan_to_num(
        self,
        *,
        copy: bool = True,
        nan: float = 0.0,
        posinf: float | None = None,
        neginf: float | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def nanmax(
        self,
        *,
        axis: int | tuple[int, ...] | None = None,
        keepdims: bool = False,
        out: Array | None = None,
    ) -> Array: ...
    def nanmean(
        self,
        *,
        axis: int | tuple[int, ...] | None = None,
        dtype: DtypeLike | None = None,
        keepdims: bool = False,
        out: Array | None = None,
    ) -> Array: ...
    def nanmedian(
        self,
        *,
        axis: int | tuple[int, ...] | None = None,
        keepdims: bool = False,
        out: Array | None = None,
    ) -> Array: ...
    def nanmin(
        self,
        *,
        axis: int | tuple[int, ...] | None = None,
        keepdims: bool = False,
        out: Array | None = None,
    ) -> Array: ...
    def nanprod(
        self,
        *,
        axis: int | tuple[int, ...] | None = None,
        dtype: DtypeLike | None = None,
        keepdims: bool = False,
        out: Array | None = None,
    ) -> Array: ...
    def nansum(
        self,
        *,
        axis: int | tuple[int, ...] | None = None,
        dtype: DtypeLike | None = None,
        keepdims: bool = False,
        out: Array | None = None,
    ) -> Array: ...
    def native_array(
        self, *, dtype: DtypeLike | None = None, device: DeviceLike | None = None
    ) -> Any: ...
    def negative(self, *, out: Array | None = None) -> Array: ...
    def nextafter(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def nonzero(self, *, size: int | None = None, fill_value: int = 0) -> tuple[Array, ...]: ...
    def not_equal(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def one_hot(
        self,
        depth: int,
        /,
        *,
        on_value: complex | None = None,
        off_value: complex | None = None,
        axis: int | None = None,
        dtype: DtypeLike | None = None,
        device: DeviceLike | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def ones_like(
        self,
        *,
        dtype: DtypeLike | None = None,
        device: DeviceLike | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def optimizer_update(
        self,
        effective_grad: ArrayLike,
        lr: ArrayLike,
        /,
        *,
        stop_gradients: bool = True,
        out: Array | None = None,
    ) -> Array: ...
    def outer(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def pad(
        self,
        pad_width: int | Sequence[Any] | dict[Any, Any],
        /,
        *,
        mode: str | Callable[..., Any] = "constant",
        stat_length: int | Sequence[Any] | None = None,
        constant_values: complex | Sequence[Any] = 0,
        end_values: complex | Sequence[Any] = 0,
        reflect_type: str = "even",
        out: Array | None = None,
        **kwargs: object,
    ) -> Array: ...
    def permute_dims(
        self,
        axes: tuple[int, ...] | None = None,
        *,
        copy: bool | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def pinv(
        self, *, rtol: ArrayLike | None = None, hermitian: bool = False, out: Array | None = None
    ) -> Array: ...
    def poisson_nll_loss(
        self,
        target: ArrayLike,
        *,
        log_input: bool = True,
        full: bool = False,
        eps: float = 1e-08,
        reduction: str = "mean",
        out: Array | None = None,
    ) -> Array: ...
    def positive(self, *, out: Array | None = None) -> Array: ...
    def pow(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def prod(
        self,
        *,
        axis: int | tuple[int, ...] | None = None,
        dtype: DtypeLike | None = None,
        keepdims: bool = False,
        out: Array | None = None,
    ) -> Array: ...
    def promote_types_of_inputs(self, x2: ArrayLike, /) -> tuple[Array, ...]: ...
    def put_along_axis(
        self,
        indices: ArrayLike,
        values: ArrayLike,
        axis: int | None,
        /,
        *,
        mode: str = "replace",
        out: Array | None = None,
    ) -> Array: ...
    def qr(self, *, mode: str = "reduced") -> QRResult: ...
    def quantile(
        self,
        q: float,
        /,
        *,
        axis: int | tuple[int, ...] | None = None,
        keepdims: bool = False,
        interpolation: str = "linear",
        out: Array | None = None,
    ) -> Array: ...
    def rad2deg(self, *, out: Array | None = None) -> Array: ...
    def randint(
        self,
        high: ArrayLike,
        /,
        *,
        shape: ShapeLike | None = None,
        device: DeviceLike | None = None,
        dtype: DtypeLike | None = None,
        seed: ArrayLike | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def random_normal(
        self,
        *,
        std: ArrayLike = 1.0,
        shape: ShapeLike | None = None,
        dtype: DtypeLike | None = None,
        seed: ArrayLike | None = None,
        device: DeviceLike | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def random_uniform(
        self,
        *,
        high: ArrayLike = 1.0,
        shape: ShapeLike | None = None,
        device: DeviceLike | None = None,
        dtype: DtypeLike | None = None,
        seed: ArrayLike | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def ravel(
        self, *, order: str = "C", copy: bool | None = None, out: Array | None = None
    ) -> Array: ...
    def reciprocal(self, *, out: Array | None = None) -> Array: ...
    def remainder(
        self, x2: ArrayLike, /, *, modulus: bool = True, out: Array | None = None
    ) -> Array: ...
    def repeat(
        self, repeats: int | Sequence[int], /, *, axis: int | None = None, out: Array | None = None
    ) -> Array: ...
    def requires_gradient(self) -> bool: ...
    def reshape(
        self,
        shape: int | tuple[int, ...],
        *,
        copy: bool | None = None,
        order: str = "C",
        allowzero: bool = True,
        out: Array | None = None,
    ) -> Array: ...
    def result_type(self, *arrays_and_dtypes: ArrayLike | DtypeLike) -> Dtype: ...
    def rfft(
        self,
        *,
        n: int | None = None,
        axis: int = -1,
        norm: str = "backward",
        out: Array | None = None,
    ) -> Array: ...
    def rfftn(
        self,
        *,
        s: Sequence[int] | None = None,
        axes: Sequence[int] | None = None,
        norm: str = "backward",
        out: Array | None = None,
    ) -> Array: ...
    def rint(self, *, out: Array | None = None) -> Array: ...
    def roll(
        self,
        shift: int | Sequence[int],
        *,
        axis: int | Sequence[int] | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def rot90(
        self,
        *,
        k: int = 1,
        axes: tuple[int, int] = (0, 1),
        copy: bool | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def round(self, *, decimals: int = 0, out: Array | None = None) -> Array: ...
    def scaled_dot_product_attention(
        self,
        key: ArrayLike,
        value: ArrayLike,
        /,
        *,
        scale: float | None = None,
        mask: ArrayLike | None = None,
        dropout_p: float = 0.0,
        is_causal: bool = False,
        training: bool = False,
        out: Array | None = None,
    ) -> Array: ...
    def scatter_flat(
        self,
        updates: ArrayLike,
        /,
        *,
        size: int | None = None,
        reduction: str = "sum",
        out: Array | None = None,
    ) -> Array: ...
    def scatter_nd(
        self,
        updates: ArrayLike,
        /,
        shape: Sequence[int] | None = None,
        *,
        reduction: str = "sum",
        out: Array | None = None,
    ) -> Array: ...
    def searchsorted(
        self,
        v: ArrayLike,
        /,
        *,
        side: str = "left",
        sorter: ArrayLike | None = None,
        ret_dtype: DtypeLike | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def set_item(self, query: Any, val: ArrayLike, /, *, copy: bool | None = False) -> Array: ...
    def shuffle(
        self, axis: int = 0, /, *, seed: ArrayLike | None = None, out: Array | None = None
    ) -> Array: ...
    def sign(self, *, out: Array | None = None) -> Array: ...
    def signbit(self, *, out: Array | None = None) -> Array: ...
    def sin(self, *, out: Array | None = None) -> Array: ...
    def sinc(self, *, out: Array | None = None) -> Array: ...
    def sinh(self, *, out: Array | None = None) -> Array: ...
    def sliding_window_view(
        self,
        window_shape: int | tuple[int, ...],
        /,
        axis: int | tuple[int, ...] | None = None,
        *,
        copy: bool | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def slogdet(self) -> SlogdetResult: ...
    def smooth_l1_loss(
        self,
        target: ArrayLike,
        /,
        *,
        beta: float = 1.0,
        reduction: str = "mean",
        out: Array | None = None,
    ) -> Array: ...
    def soft_margin_loss(
        self, target: ArrayLike, /, *, reduction: str = "mean", out: Array | None = None
    ) -> Array: ...
    def solve(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def sort(
        self,
        *,
        axis: int | None = -1,
        descending: bool = False,
        stable: bool = True,
        out: Array | None = None,
    ) -> Array: ...
    def spacing(self, *, out: Array | None = None) -> Array: ...
    def sparse_cross_entropy(
        self,
        pred: ArrayLike,
        /,
        *,
        axis: int = -1,
        epsilon: float = 1e-07,
        reduction: str = "mean",
        out: Array | None = None,
    ) -> Array: ...
    def split(
        self,
        *,
        num_or_size_splits: int | Sequence[int] | None = None,
        axis: int = 0,
        with_remainder: bool = False,
        copy: bool | None = None,
    ) -> list[Array]: ...
    def split_func_call(
        self,
        func: Callable[..., Any],
        inputs: Sequence[ArrayLike],
        mode: str,
        /,
        *,
        max_chunk_size: int | None = None,
        chunk_size: int | None = None,
        input_axes: int | Iterable[int] = 0,
        output_axes: int | Iterable[int] | None = None,
        stop_gradients: bool = False,
        device: str | None = None,
    ) -> Array | tuple[Array, ...]: ...
    def sqrt(self, *, out: Array | None = None) -> Array: ...
    def square(self, *, out: Array | None = None) -> Array: ...
    def squeeze(
        self,
        axis: int | Sequence[int] | None = None,
        *,
        copy: bool | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def ssim_loss(self, pred: ArrayLike, *, out: Array | None = None) -> Array: ...
    def stable_divide(
        self, denominator: ArrayLike, /, *, min_denominator: ArrayLike | None = None
    ) -> Array | complex: ...
    def stable_pow(
        self, exponent: ArrayLike, /, *, min_base: ArrayLike | None = None, out: Array | None = None
    ) -> Array: ...
    def stack(
        self, arrays: Sequence[ArrayLike] = (), /, *, axis: int = 0, out: Array | None = None
    ) -> Array: ...
    def std(
        self,
        *,
        axis: int | tuple[int, ...] | None = None,
        correction: float = 0.0,
        keepdims: bool = False,
        out: Array | None = None,
    ) -> Array: ...
    def stop_gradient(self, *, preserve_type: bool = True, out: Array | None = None) -> Array: ...
    def subtract(
        self, x2: ArrayLike, /, *, alpha: complex | None = None, out: Array | None = None
    ) -> Array: ...
    def sum(
        self,
        *,
        axis: int | tuple[int, ...] | None = None,
        dtype: DtypeLike | None = None,
        keepdims: bool = False,
        out: Array | None = None,
    ) -> Array: ...
    def supports_inplace_updates(self) -> bool: ...
    def svd(self, *, full_matrices: bool = True, compute_uv: bool = True) -> SVDResult: ...
    def svdvals(self, *, out: Array | None = None) -> Array: ...
    def swapaxes(
        self, axis0: int, axis1: int, /, *, copy: bool | None = None, out: Array | None = None
    ) -> Array: ...
    def take(
        self,
        indices: ArrayLike,
        /,
        *,
        axis: int | None = None,
        mode: str = "raise",
        fill_value: complex | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def take_along_axis(
        self,
        indices: ArrayLike,
        /,
        axis: int | None = -1,
        *,
        mode: str = "raise",
        out: Array | None = None,
    ) -> Array: ...
    def tan(self, *, out: Array | None = None) -> Array: ...
    def tanh(self, *, out: Array | None = None) -> Array: ...
    def tensordot(
        self,
        x2: ArrayLike,
        /,
        *,
        axes: int | tuple[Sequence[int], Sequence[int]] = 2,
        out: Array | None = None,
    ) -> Array: ...
    def tile(self, repetitions: int | tuple[int, ...], /, *, out: Array | None = None) -> Array: ...
    def to_device(
        self, device: DeviceLike, /, *, stream: int | None = None, out: Array | None = None
    ) -> Array: ...
    def to_ivy(
        self, nested: bool = False, include_derived: bool | dict[str, bool] | None = None
    ) -> Any: ...
    def to_list(self) -> list[Any]: ...
    def to_native(
        self,
        nested: bool = False,
        include_derived: bool | dict[str, bool] | None = None,
        cont_inplace: bool = False,
        to_ignore: type[Any] | tuple[type[Any], ...] | None = None,
    ) -> Any: ...
    def to_new_backend(
        self,
        native: bool = True,
        nested: bool = False,
        include_derived: bool | dict[str, bool] | None = None,
        cont_inplace: bool = False,
        to_ignore: type[Any] | tuple[type[Any], ...] | None = None,
        shallow: bool = False,
    ) -> Any: ...
    def to_numpy(self, *, copy: bool = True) -> np.ndarray: ...
    def to_scalar(self) -> complex: ...
    def trace(
        self,
        *,
        offset: int = 0,
        axis1: int = 0,
        axis2: int = 1,
        dtype: DtypeLike | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def tril(self, *, k: int = 0, out: Array | None = None) -> Array: ...
    def triu(self, *, k: int = 0, out: Array | None = None) -> Array: ...
    def trunc(self, *, out: Array | None = None) -> Array: ...
    def trunc_divide(self, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def type_promote_arrays(self, x2: ArrayLike, /) -> tuple[Array, ...]: ...
    def unflatten(
        self,
        dim: int,
        shape: tuple[int, ...],
        *,
        copy: bool | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def unique_all(self) -> UniqueAll: ...
    def unique_counts(self) -> UniqueCounts: ...
    def unique_inverse(self) -> UniqueInverse: ...
    def unique_values(self, *, out: Array | None = None) -> Array: ...
    def unstack(
        self, *, axis: int = 0, keepdims: bool = False, copy: bool | None = None
    ) -> tuple[Array, ...]: ...
    def value_is_nan(self, *, include_infs: bool = True) -> bool: ...
    def var(
        self,
        *,
        axis: int | tuple[int, ...] | None = None,
        correction: float = 0.0,
        keepdims: bool = False,
        out: Array | None = None,
    ) -> Array: ...
    def vecdot(self, x2: ArrayLike, /, *, axis: int = -1, out: Array | None = None) -> Array: ...
    def vector_norm(
        self,
        *,
        axis: int | Sequence[int] | None = None,
        keepdims: bool = False,
        ord: int | float = 2,
        dtype: DtypeLike | None = None,
        out: Array | None = None,
    ) -> Array: ...
    def vsplit(
        self, indices_or_sections: int | Sequence[int], /, *, copy: bool | None = None
    ) -> list[Array]: ...
    def vstack(self, arrays: Sequence[ArrayLike] = (), /, *, out: Array | None = None) -> Array: ...
    def wasserstein_loss_discriminator(
        self, p_fake: ArrayLike, *, out: Array | None = None
    ) -> Array: ...
    def wasserstein_loss_generator(self, *, out: Array | None = None) -> Array: ...
    def where(self, x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...
    def zero_pad(self, pad_width: Sequence[Any], *, out: Array | None = None) -> Array: ...
    def zeros_like(
        self,
        *,
        dtype: DtypeLike | None = None,
        device: DeviceLike | None = None,
        out: Array | None = None,
    ) -> Array: ...
