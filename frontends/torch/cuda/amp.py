"""``torch.cuda.amp``: :mod:`frontends.torch.amp` for ``"cuda"``, as scripts called it before.

References
----------
PyTorch documentation, ``torch.cuda.amp``.
"""

from __future__ import annotations

import functools

from .. import amp
from ..tensors.dtypes import dtype as _dtype


class autocast(amp.autocast):
    """:class:`torch.amp.autocast` of ``"cuda"``."""

    def __init__(self, enabled: bool = True, dtype: _dtype | None = None, cache_enabled=True):
        super().__init__("cuda", dtype, enabled, cache_enabled)


class GradScaler(amp.GradScaler):
    """:class:`torch.amp.GradScaler` of ``"cuda"``."""

    def __init__(
        self,
        init_scale: float = 65536.0,
        growth_factor: float = 2.0,
        backoff_factor: float = 0.5,
        growth_interval: int = 2000,
        enabled: bool = True,
    ):
        super().__init__(
            "cuda", init_scale, growth_factor, backoff_factor, growth_interval, enabled
        )


custom_fwd = functools.partial(amp.custom_fwd, device_type="cuda")
custom_bwd = functools.partial(amp.custom_bwd, device_type="cuda")
