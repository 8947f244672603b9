"""Functions of DTensors that lie in drawn ways, against the same call with plain tensors.

Two ranks run it with a seed and a folder: functions and samples are those of PyTorch's OpInfo.
"""

from __future__ import annotations

import json
import random
import sys
import warnings

import torch as real
from torch.testing._internal.common_methods_invocations import op_db

import frontends.torch as torch
import ivy_core as ivy
from frontends.torch import distributed as dist
from frontends.torch.distributed.tensor import DTensor, Replicate, Shard, distribute_tensor
from tests.frontends.torch.opinfo import UNINITIALISED
from tests.frontends.torch.translation import Translation, attribute

SAMPLES = 4  # of an operator
# Each rank draws for its own part, as PyTorch's ranks do on CPUs.
DRAWING = {
    "bernoulli", "multinomial", "normal", "rand_like", "randint_like", "randn_like",
    "nn.functional.alpha_dropout", "nn.functional.dropout", "nn.functional.dropout2d",
    "nn.functional.dropout3d", "nn.functional.feature_alpha_dropout", "nn.functional.rrelu",
    "nn.functional.multi_head_attention_forward",
}  # fmt: skip


class Drawn:
    """Hands tensors out as DTensors with drawn placements; one that comes twice lies once."""

    def __init__(self, mesh, draw: random.Random) -> None:
        self.mesh, self.draw, self.known = mesh, draw, {}

    def __call__(self, value):
        if isinstance(value, torch.Tensor):
            return self.known.setdefault(id(value), None) or self._lay(value)
        if type(value) in (list, tuple):
            return type(value)(map(self, value))
        return value

    def _lay(self, value):
        is_cut = value.ndim and self.draw.random() < 0.75
        placement = Shard(self.draw.randrange(value.ndim)) if is_cut else Replicate()
        self.known[id(value)] = distribute_tensor(value, self.mesh, [placement])
        return self.known[id(value)]


def function_of(op):
    """Return the frontend's function of an operator, or None."""
    try:
        return attribute(torch, op.name)
    except AttributeError:
        return getattr(torch.Tensor, op.name, None)


def tensors_of(value) -> list:
    """List the tensors of a result, whole."""
    if isinstance(value, (list, tuple)):
        return [x for each in value for x in tensors_of(each)]
    if isinstance(value, DTensor):
        value = value.full_tensor()
    return [value.detach()] if isinstance(value, torch.Tensor) else []


def are_same(found, expected) -> bool:
    if tuple(found.shape) != tuple(expected.shape) or found.dtype is not expected.dtype:
        return False
    pair = [x.to(torch.complex128) for x in (found, expected)]
    return bool(torch.allclose(*pair, rtol=1e-7, atol=1e-9, equal_nan=True))


def differences(seed: int, share: float) -> tuple[int, list[str]]:
    """Return how many samples ran, and those whose results are not those of plain tensors."""
    draw, translated = random.Random(seed), Translation(torch)
    mesh = dist.init_device_mesh("cpu", (dist.get_world_size(),))
    count, wrong = 0, []
    for op in op_db:
        is_drawn = draw.random() < share
        function = function_of(op)
        if not is_drawn or function is None or real.float64 not in op.dtypes:
            continue
        if op.name in UNINITIALISED | DRAWING:
            continue
        samples = list(op.sample_inputs("cpu", real.float64, requires_grad=False))
        for sample in draw.sample(samples, min(SAMPLES, len(samples))):
            if sample.kwargs.get("dropout_p"):
                continue
            lay = Drawn(mesh, draw)
            try:
                args = [translated(sample.input), *translated(list(sample.args))]
                options = translated(sample.kwargs)
                expected = tensors_of(function(*args, **options))
            except (AssertionError, TypeError, ValueError, IndexError, RuntimeError):
                continue  # it is sparse, or OpInfo calls the operator another way
            try:
                given = lay(args), {name: lay(value) for name, value in options.items()}
                found = tensors_of(function(*given[0], **given[1]))
            except (NotImplementedError, RuntimeError):  # said, not wrong
                continue
            count += 1
            pairs = zip(found, expected, strict=True)
            if not all(are_same(*pair) for pair in pairs):
                shown = [(x.placements, tuple(x.shape)) for x in lay.known.values()]
                wrong.append(f"{op.name} {shown} {sample.kwargs}")
    return count, wrong


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    ivy.set_backend("jax")
    dist.init_process_group("gloo")
    found = differences(int(sys.argv[1]), float(sys.argv[2]))
    with open(f"{sys.argv[3]}/{dist.get_rank()}.json", "w") as file:
        json.dump(found, file)
    dist.destroy_process_group()
