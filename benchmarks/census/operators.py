"""Operators of OpInfo, PyTorch's table of operators with samples, as calls of both sides."""

from __future__ import annotations

import importlib
import pkgutil
import warnings
from collections.abc import Callable, Iterator

import torch
from torch.testing._internal import opinfo as packages
from torch.testing._internal.common_methods_invocations import op_db

from tests.frontends.torch.opinfo import operators, seed, summary, tensors_in
from tests.frontends.torch.translation import Translation

# whose in-place forms change shapes: called again, they are other calls
OF_SHAPES = frozenset({
    "as_strided", "as_strided.partial_views", "resize_", "resize_as_", "squeeze",
    "squeeze.multiple", "swapaxes", "swapdims", "t", "transpose", "unsqueeze",
})  # fmt: skip
VARIANTS = ("function", "inplace", "tracked", "backward")
DTYPES = {"float32": torch.float32, "int64": torch.int64, "bool": torch.bool}


def resize(edge: int) -> None:
    """Have samples drawn with axes of about ``edge`` elements: OpInfo's own are 5, 10 and 20."""
    names = ["torch.testing._internal.common_methods_invocations"]
    names += [
        each.name for each in pkgutil.walk_packages(packages.__path__, f"{packages.__name__}.")
    ]
    for name in names:
        module = importlib.import_module(name)
        for constant, value in (("XS", edge // 2), ("S", edge), ("M", edge * 2), ("L", edge * 2)):
            if hasattr(module, constant):
                setattr(module, constant, value)


def drawn(frontend, dtype: str, only: str, most: int) -> Iterator[tuple[str, str, Callable]]:
    """Yield a name, a variant, and what makes the two calls, an operator after the other.

    Parameters
    ----------
    frontend : module
    dtype : str
        One of ``DTYPES``.
    only : str
        Operators whose name has this.
    most : int
        Samples of an operator; the largest of the first twelve come first.
    """
    assert op_db
    translate = Translation(frontend)
    for name, op in operators().items():
        if only not in name or DTYPES[dtype] not in op.supported_dtypes("cpu"):
            continue
        for sample in _samples(op, DTYPES[dtype], most):
            for variant in VARIANTS:
                real = op.inplace_variant if variant == "inplace" else op.op
                if variant == "inplace" and name in OF_SHAPES:
                    continue
                is_tracked = variant in VARIANTS[2:]
                if (
                    real is None
                    or is_tracked
                    and not (
                        op.supports_autograd
                        and DTYPES[dtype] in op.supported_backward_dtypes("cpu")
                    )
                ):
                    continue
                shown = f"{name}{summary(sample)}"
                yield (
                    shown,
                    variant,
                    (lambda r=real, s=sample, v=variant: _pair(translate, r, s, v)),
                )


def _samples(op, dtype, most: int) -> list:
    seed(0)
    try:
        samples = list(zip(op.sample_inputs("cpu", dtype), range(12), strict=False))
    except Exception:  # of a size that the sample does not go with
        return []
    found = [s for s, _ in samples if all(t.layout is torch.strided for t in _tensors(s))]
    return sorted(found, key=lambda s: -max([t.numel() for t in _tensors(s)], default=0))[:most]


def _tensors(sample) -> list:
    return tensors_in((sample.input, sample.args, sample.kwargs))


def _pair(translate: Translation, real: Callable, sample, variant: str) -> tuple:
    """Return the call of PyTorch's and ours; their results are made once, and compared by shape."""
    reference = Translation(torch)
    calls = []
    for module, given in ((torch, reference), (translate.frontend, translate)):
        args, kwargs = given(((sample.input, *sample.args), sample.kwargs))
        call = given.function(real)
        calls.append(_call(module, call, args, kwargs, variant))
    return tuple(calls)


def _call(module, function: Callable, args, kwargs: dict, variant: str) -> Callable:
    if variant in ("function", "inplace"):
        return lambda: function(*args, **kwargs)
    leaves = [
        x.requires_grad_()
        for x in tensors_in((args, kwargs), module.Tensor)
        if x.is_floating_point()
    ]
    if variant == "tracked":
        return lambda: function(*args, **kwargs)

    def forward_and_backward():
        result = function(*args, **kwargs)
        roots = [
            each
            for each in tensors_in(result, module.Tensor)
            if each.requires_grad and each.is_floating_point()
        ]
        weights = [module.ones_like(each) for each in roots]
        return [
            each
            for each in module.autograd.grad(roots, leaves, weights, allow_unused=True)
            if each is not None
        ]

    return forward_and_backward


def quiet() -> None:
    """Have no warning shown, which would be timed."""
    warnings.simplefilter("ignore")
