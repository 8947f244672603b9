"""``torch.backends.cpu``: the instructions that PyTorch's kernels would use on this machine."""

from __future__ import annotations

import os

from numpy._core._multiarray_umath import __cpu_features__ as _features

_WANTED = {
    "AVX512": ("AVX512F", "AVX512BW", "AVX512DQ", "AVX512VL", "FMA3"),
    "AVX2": ("AVX2", "FMA3"),
}


def get_cpu_capability() -> str:
    """Return "AVX512", "AVX2" or "DEFAULT".

    References
    ----------
    PyTorch documentation, ``torch.backends.cpu.get_cpu_capability``.
    """
    wish = os.environ.get("ATEN_CPU_CAPABILITY", "").upper()
    if wish in (*_WANTED, "DEFAULT"):
        return wish
    for name, features in _WANTED.items():
        if all(_features.get(each) for each in features):
            return name
    return "DEFAULT"
