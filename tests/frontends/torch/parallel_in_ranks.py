"""Checks of modules cut over two ranks, run by real PyTorch and by the frontend.

Each returns what a rank has in the end, as JSON can say it.
"""

import contextlib
import warnings

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor, Replicate, Shard, distribute_tensor
from torch.distributed.tensor.parallel import (
    ColwiseParallel,
    PrepareModuleInput,
    PrepareModuleInputOutput,
    PrepareModuleOutput,
    RowwiseParallel,
    SequenceParallel,
    loss_parallel,
    parallelize_module,
)

from tests.frontends.torch.compiling import compiled
from tests.frontends.torch.rank_results import write_results


def mesh():
    return init_device_mesh("cpu", (2,), mesh_dim_names=("tp",))


def drawn(*shape, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


def trained(model, optimizer, steps, loss_of):
    losses = []
    for step in range(steps):
        optimizer.zero_grad()
        loss = loss_of(model, step)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


class MLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.up, self.down = nn.Linear(8, 32), nn.Linear(32, 8)

    def forward(self, x):
        return self.down(F.gelu(self.up(x)))


def mlp():
    """The losses of 20 steps with three optimizers, and what is kept of the parameters."""
    found = []
    for make in (
        lambda p: torch.optim.SGD(p, 0.1, momentum=0.9),
        lambda p: torch.optim.AdamW(p, 0.01),
        lambda p: torch.optim.Adagrad(p, 0.05),
    ):
        torch.manual_seed(dist.get_rank())  # the first rank's parameters count
        model = MLP()
        plan = {"up": ColwiseParallel(), "down": RowwiseParallel()}
        model = parallelize_module(model, mesh(), plan)
        optimizer = make(model.parameters())
        found.append(trained(
            model, optimizer, 20, lambda m, step: (m(drawn(16, 8, seed=step)) - 1).square().mean()
        ))  # fmt: skip
        for name, parameter in model.named_parameters():
            found.append([name, str(parameter.placements), parameter.full_tensor().tolist()])
            found.append(parameter.to_local().tolist())
        state = optimizer.state_dict()["state"][0]
        kept = {k: v.full_tensor().sum().item() for k, v in state.items() if isinstance(v, DTensor)}
        found.append([list(each) for each in sorted(kept.items())])
    return found


class Attention(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.size = dim // heads
        self.query, self.key, self.value = (nn.Linear(dim, dim, bias=False) for _ in range(3))
        self.out = nn.Linear(dim, dim, bias=False)

    def forward(self, x):
        batch, length, _ = x.shape
        q, k, v = (
            layer(x).view(batch, length, -1, self.size).transpose(1, 2)
            for layer in (self.query, self.key, self.value)
        )
        found = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.out(found.transpose(1, 2).reshape(batch, length, -1))


class Block(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.first, self.second = nn.LayerNorm(dim), nn.LayerNorm(dim)
        self.attention, self.up, self.down = (
            Attention(dim, heads), nn.Linear(dim, 4 * dim), nn.Linear(4 * dim, dim)
        )  # fmt: skip

    def forward(self, x):
        x = x + self.attention(self.first(x))
        return x + self.down(F.silu(self.up(self.second(x))))


class Transformer(nn.Module):
    def __init__(self, words=12, dim=16, heads=4, blocks=2):
        super().__init__()
        self.embed, self.norm = nn.Embedding(words, dim), nn.LayerNorm(dim)
        self.blocks = nn.ModuleList([Block(dim, heads) for _ in range(blocks)])
        self.head = nn.Linear(dim, words, bias=False)

    def forward(self, x):
        x = self.embed(x)
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


PLAN_OF_BLOCK = {
    "first": SequenceParallel(),
    "attention": PrepareModuleInput(
        input_layouts=(Shard(1),), desired_input_layouts=(Replicate(),)
    ),
    "attention.query": ColwiseParallel(),
    "attention.key": ColwiseParallel(),
    "attention.value": ColwiseParallel(),
    "attention.out": RowwiseParallel(output_layouts=Shard(1)),
    "second": SequenceParallel(),
    "up": ColwiseParallel(input_layouts=Shard(1)),
    "down": RowwiseParallel(output_layouts=Shard(1)),
}


def parallel_transformer(in_parts: bool):
    torch.manual_seed(0)
    model, on = Transformer(), mesh()
    parallelize_module(model, on, {
        "embed": RowwiseParallel(input_layouts=Replicate(), output_layouts=Shard(1)),
        "norm": SequenceParallel(),
        "head": ColwiseParallel(
            input_layouts=Shard(1), output_layouts=Shard(-1) if in_parts else Replicate(),
            use_local_output=not in_parts,
        ),
    })  # fmt: skip
    for block in model.blocks:
        parallelize_module(block, on, PLAN_OF_BLOCK)
    return model


def words_of(step):
    return torch.randint(12, (3, 9), generator=torch.Generator().manual_seed(step))


def loss_of_words(model, words):
    return F.cross_entropy(model(words[:, :-1]).flatten(0, 1), words[:, 1:].flatten())


def transformer():
    """Attention heads cut, the sequence between them cut, the loss of classes cut."""
    found = []
    for in_parts in (False, True):
        model = parallel_transformer(in_parts)
        optimizer = torch.optim.AdamW(model.parameters(), 0.01)
        with loss_parallel() if in_parts else contextlib.nullcontext():
            found.append(trained(
                model, optimizer, 6, lambda model, step: loss_of_words(model, words_of(step))
            ))  # fmt: skip
        found += [p.full_tensor().sum().item() for p in model.parameters()]
    return found


def compiled_training():
    """The same steps as programs."""
    found = []
    for in_parts in (False, True):
        model = parallel_transformer(in_parts)
        optimizer = torch.optim.AdamW(model.parameters(), 0.01)

        @compiled
        def step(words, model=model, optimizer=optimizer):
            optimizer.zero_grad()
            loss = loss_of_words(model, words)
            loss.backward()
            optimizer.step()
            return loss.detach()

        with loss_parallel() if in_parts else contextlib.nullcontext():
            losses = [step(words_of(at)) for at in range(6)]
        found += [type(losses[-1]).__name__, [loss.item() for loss in losses]]
        found += [p.full_tensor().sum().item() for p in model.parameters()]
        found += [p.grad.full_tensor().sum().item() for p in model.parameters()]
    return found


def compiled_functions():
    """Of tensors in parts that are given and come out, lying one way and another."""

    @compiled
    def function(x, y):
        y += 1
        z = x @ y
        return x, z, [z, z.redistribute(placements=[Replicate()])], (x * 2).sum(), x.to_local()

    found, on = [], mesh()
    for cuts in ((Shard(0), Replicate()), (Shard(1), Shard(0)), (Shard(0), Replicate())):
        x, y = (distribute_tensor(drawn(4, 4, seed=at), on, [cut]) for at, cut in enumerate(cuts))
        same, z, inside, total, part = function(x, y)
        found += [same is x, inside[0] is z, part.tolist(), y.full_tensor().tolist()]
        tensors = [z, inside[1], total]
        found += [[str(t.placements), t.full_tensor().tolist()] for t in tensors]
    return found


def embeddings():
    """The rows or the features of an embedding are cut."""
    found = []
    for style in (ColwiseParallel(output_layouts=Replicate()), RowwiseParallel(
        input_layouts=Replicate()
    )):  # fmt: skip
        torch.manual_seed(0)
        layer = parallelize_module(nn.Embedding(11, 4), mesh(), style)
        words = torch.tensor([[0, 5, 10], [6, 6, 1]])
        y = layer(words)
        (y * drawn(2, 3, 4)).sum().backward()
        found += [y.tolist(), layer.weight.grad.full_tensor().tolist()]
        found.append([str(layer.weight.placements), list(layer.weight.to_local().shape)])
    return found


def losses_of_parts():
    """Cross-entropies of classes that are cut, in parts of unequal length as well."""
    found = []
    for classes in (6, 5):
        for reduction in ("mean", "sum", "none"):
            x = distribute_tensor(drawn(4, classes), mesh(), [Shard(1)]).requires_grad_()
            with loss_parallel():
                targets = torch.tensor([0, 4, -100, 2])
                loss = F.cross_entropy(x * 2, targets, reduction=reduction)
                (loss.sum() * 3).backward()
            found += [loss.full_tensor().tolist(), x.grad.full_tensor().tolist()]
            found.append([str(loss.placements), str(x.grad.placements)])
    return found


class Two(nn.Module):
    def forward(self, x, *, y):
        return x + y, x * 1


def prepared():
    """Inputs and results brought to lie otherwise."""
    found, on = [], mesh()
    x = drawn(4, 6)
    given = PrepareModuleInput(
        input_layouts=(Replicate(),), desired_input_layouts=(Shard(0),),
        input_kwarg_layouts={"y": Replicate()}, desired_input_kwarg_layouts={"y": Shard(0)},
    )  # fmt: skip
    module = parallelize_module(Two(), on, given)
    found += [[str(each.placements), each.to_local().tolist()] for each in module(x, y=x)]
    both = PrepareModuleInputOutput(
        input_layouts=Replicate(), desired_input_layouts=Shard(1), use_local_input=True,
        output_layouts=Shard(1), desired_output_layouts=Shard(0),
    )  # fmt: skip
    found.append(parallelize_module(nn.ReLU(), on, both)(x).tolist())
    out = PrepareModuleOutput(output_layouts=Shard(0), desired_output_layouts=Replicate())
    found.append(parallelize_module(nn.Tanh(), on, out)(x).tolist())
    styles = [given, both, out, ColwiseParallel(), RowwiseParallel(), SequenceParallel()]
    return [*found, *map(str, styles)]


def error_of(call):
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            call()
        except (AssertionError, NotImplementedError, RuntimeError, TypeError, ValueError) as error:
            kinds = (AssertionError, NotImplementedError, TypeError, ValueError, RuntimeError)
            kind = next(kind for kind in kinds if isinstance(error, kind))
            return [kind.__name__, str(error)[:60]]
    return [str(each.message)[:60] for each in warned]


def mistakes():
    on, model = mesh(), MLP()
    done = parallelize_module(MLP(), on, {"up": ColwiseParallel()})
    return [error_of(call) for call in (
        lambda: parallelize_module(model, on),
        lambda: parallelize_module(model, on, {"other": ColwiseParallel()}),
        lambda: parallelize_module(model, on, [ColwiseParallel()]),
        lambda: parallelize_module(nn.ReLU(), on, ColwiseParallel()),
        lambda: parallelize_module(nn.ReLU(), on, RowwiseParallel()),
        lambda: parallelize_module(done, on, {"up": ColwiseParallel()}),
        lambda: PrepareModuleInput(input_layouts=Shard(0)),
        lambda: PrepareModuleOutput(output_layouts=Shard(0), desired_output_layouts=()),
        lambda: parallelize_module(nn.LayerNorm(4), on, SequenceParallel())([1]),
    )]  # fmt: skip


CHECKS = [
    mlp, transformer, compiled_training, compiled_functions, embeddings, losses_of_parts, prepared,
    mistakes,
]  # fmt: skip

if __name__ == "__main__":
    write_results(CHECKS)
