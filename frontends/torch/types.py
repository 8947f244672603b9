"""``torch.types``: names of PyTorch's types, as annotations and in ``isinstance``.

References
----------
PyTorch, ``torch.types``.
"""

from __future__ import annotations

import builtins
import os
from collections.abc import Sequence
from typing import IO, Any, Union

from .tensors.devices import device as _device
from .tensors.dtypes import dtype as _dtype  # noqa: F401
from .tensors.layouts import layout as _layout  # noqa: F401
from .tensors.layouts import qscheme as _qscheme  # noqa: F401
from .tensors.size import Size
from .tensors.tensor import Tensor

_bool, _int, _float = builtins.bool, builtins.int, builtins.float
_complex, _str, _bytes = builtins.complex, builtins.str, builtins.bytes
Number = Union[int, float, bool]  # noqa: UP007  (programs take `__args__` of it, as of PyTorch's)
_Number = (bool, int, float)
_size = Union[Size, list[int], tuple[int, ...]]  # noqa: UP007
Device = Union[_device, str, int, None]  # noqa: UP007
FileLike = Union[str, os.PathLike, IO[bytes]]  # noqa: UP007
IntLikeType, FloatLikeType, BoolLikeType = int, float, bool  # no number is symbolic here
_TensorOrTensors = Union[Tensor, Sequence[Tensor]]  # noqa: UP007
_TensorOrOptionalTensors = Union[Tensor, Sequence[Tensor | None]]  # noqa: UP007
_dispatchkey = Any

__all__ = ["Device", "FileLike", "Number", "Storage"]
Storage = Any
