"""``torch.backends.cuda``: how products on accelerators are rounded."""

import types as _types

matmul = _types.SimpleNamespace(
    allow_tf32=False,
    allow_fp16_reduced_precision_reduction=True,
    allow_bf16_reduced_precision_reduction=True,
    fp32_precision="none",
)


def is_built() -> bool:
    """Return False: nothing here was built with CUDA."""
    return False
