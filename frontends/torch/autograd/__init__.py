"""Automatic differentiation: PyTorch's own engine on its backend, a tape of ours elsewhere."""

from __future__ import annotations

import importlib as _importlib

# Which file defines which names; a file is imported when one of them is first asked for.
_HOMES = {
    name: home
    for home, names in {
        "calls": "backward grad",
        "grad_mode": "enable_grad inference_mode no_grad set_grad_enabled",
        "anomaly_mode": "detect_anomaly set_detect_anomaly",
        "gradient_checks": "gradcheck gradgradcheck",
        "function": "Function",
        "variable": "Variable",
    }.items()
    for name in names.split()
}
_SUBMODULES = frozenset({
    "anomaly_mode", "forward_ad", "function", "functional", "grad_mode", "graph", "variable",
})  # fmt: skip


def __getattr__(name: str):
    if name in _HOMES:
        found = getattr(_importlib.import_module(f".{_HOMES[name]}", __name__), name)
    elif name in _SUBMODULES:
        found = _importlib.import_module(f".{name}", __name__)
    else:
        raise AttributeError(f"module 'torch.autograd' has no attribute {name!r}")
    globals()[name] = found  # over the module that has the name of what it defines
    return found


def __dir__():
    return sorted({*globals(), *_HOMES, *_SUBMODULES})
