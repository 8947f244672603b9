"""Checks of ``fully_shard`` that two ranks run, of real PyTorch and of the frontend alike.

Each returns what a rank has in the end, as JSON can say it.
"""

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch import nn
from torch.distributed.checkpoint.state_dict import (
    StateDictOptions,
    get_model_state_dict,
    get_state_dict,
    set_model_state_dict,
    set_state_dict,
)
from torch.distributed.fsdp import (
    FSDPModule,
    MixedPrecisionPolicy,
    fully_shard,
    register_fsdp_forward_method,
)
from torch.distributed.tensor import DTensor, Shard
from torch.nn.parallel import DistributedDataParallel

from tests.frontends.torch.compiling import compiled, count_exchanges
from tests.frontends.torch.rank_results import write_results


def drawn(*shape, seed=0):
    """Return numbers that differ between ranks."""
    generator = torch.Generator().manual_seed(100 * seed + dist.get_rank())
    return torch.randn(*shape, generator=generator)


def facts_of(model):
    return [
        [name, str(p.placements), list(p.shape), list(p.to_local().shape), p.requires_grad]
        for name, p in model.named_parameters()
    ]


def sums_of(tensors):
    return [x.full_tensor().sum().item() for x in tensors]


def mlp(*lengths):
    torch.manual_seed(0)
    layers = []
    for before, after in zip(lengths, lengths[1:], strict=False):
        layers += [nn.Linear(before, after), nn.Tanh()]
    return nn.Sequential(*layers[:-1])


def sharded_mlp(*lengths, **options):
    model = mlp(*lengths)
    for layer in model:
        if isinstance(layer, nn.Linear):
            fully_shard(layer, **options)
    return fully_shard(model, **options)


def trained(model, optimizer, steps, shape=(6, 8), clip=0.5):
    found = []
    for step in range(steps):
        x = drawn(*shape, seed=step)
        optimizer.zero_grad()
        loss = (model(x) - x.sum(1, keepdim=True).sin()).square().mean()
        loss.backward()
        norm = nn.utils.clip_grad_norm_(model.parameters(), clip)
        optimizer.step()
        found.append([loss.item(), norm.full_tensor().item(), str(norm.placements)])
    return found


def training():
    """Twenty steps with three optimizers: losses, norms, and what a rank keeps between them."""
    found = []
    for make in (
        lambda p: torch.optim.SGD(p, 0.1, momentum=0.9),
        lambda p: torch.optim.Adam(p, 0.01, foreach=False),
        lambda p: torch.optim.AdamW(p, 0.01, foreach=True),
    ):
        model = sharded_mlp(8, 33, 32, 1)  # of 33 and 1 the ranks have parts of unequal length
        optimizer = make(model.parameters())
        found += [facts_of(model), trained(model, optimizer, 20), facts_of(model)]
        kept = [p.grad for p in model.parameters()]
        for state in optimizer.state.values():
            kept += [x for x in state.values() if isinstance(x, DTensor)]
        found.append([[list(x.to_local().shape), str(x.placements)] for x in kept])
        found.append(sums_of([*kept, *model.state_dict().values()]))
        total = nn.utils.get_total_norm([p.grad for p in model.parameters()], 1.0)
        found.append([str(total.placements), total.full_tensor().item()])
    return found


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm, self.attention = nn.LayerNorm(dim), nn.MultiheadAttention(dim, 2)
        self.up, self.down = nn.Linear(dim, 2 * dim), nn.Linear(2 * dim, dim)

    def forward(self, x):
        y = self.norm(x)
        x = x + self.attention(y, y, y, need_weights=False)[0]
        return x + self.down(F.gelu(self.up(x)))


class Transformer(nn.Module):
    """The embedding and the head are one parameter."""

    def __init__(self, words=13, dim=8, blocks=2):
        super().__init__()
        self.embed = nn.Embedding(words, dim)
        self.blocks = nn.ModuleList([Block(dim) for _ in range(blocks)])
        self.norm, self.head = nn.LayerNorm(dim), nn.Linear(dim, words, bias=False)
        self.head.weight = self.embed.weight
        self.register_buffer("places", torch.randn(6, 1, dim))

    def forward(self, words):
        x = self.embed(words) + self.places
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


def loss_of_words(model, seed):
    generator = torch.Generator().manual_seed(7 * seed + dist.get_rank())
    words = torch.randint(13, (7, 3), generator=generator)
    return F.cross_entropy(model(words[:-1]).flatten(0, 1), words[1:].flatten())


def transformer():
    """Tied weights and a buffer, with and without giving up whole parameters after a forward."""
    found = []
    for reshards in (None, True, False):
        torch.manual_seed(0)
        model = Transformer()
        for block in model.blocks:
            fully_shard(block, reshard_after_forward=reshards)
        fully_shard(model, reshard_after_forward=reshards)
        optimizer = torch.optim.AdamW(model.parameters(), 0.01)
        found.append(facts_of(model))
        for step in range(20):
            optimizer.zero_grad()
            loss = loss_of_words(model, step)
            kinds = [isinstance(p, DTensor) for p in model.parameters()]
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            found.append([loss.item(), kinds])
        # the gradient of a key's bias is nothing but rounding, of which Adam makes whole steps
        others = [p for name, p in model.named_parameters() if "in_proj_bias" not in name]
        found += [model.head.weight is model.embed.weight, sums_of(others)]
        found.append(sorted(model.state_dict()))
    return found


def accumulation():
    """Gradients that are added up in each rank, and exchanged in the last step."""
    found = []
    for policy in (MixedPrecisionPolicy(), MixedPrecisionPolicy(reduce_dtype=torch.float64)):
        for reshards in (True, False):
            model = sharded_mlp(8, 6, 1, mp_policy=policy)
            model.set_reshard_after_backward(reshards)
            optimizer = torch.optim.SGD(model.parameters(), 0.1)
            for step in range(6):
                is_last = step % 3 == 2
                model.set_requires_gradient_sync(is_last)
                model.set_is_last_backward(is_last)
                loss = model(drawn(4, 8, seed=step)).square().mean() / 3
                loss.backward()
                found.append(loss.item())
                if reshards:
                    found.append([p.grad is None for p in model.parameters()])
                if is_last:
                    for layer in model.modules():
                        if isinstance(layer, FSDPModule):
                            layer.reshard()
                    found.append(sums_of([p.grad for p in model.parameters()]))
                    optimizer.step()
                    optimizer.zero_grad()
        found.append(sums_of(model.parameters()))
    model.set_reshard_after_backward(True)
    for step in range(2):  # added up in parts
        model(drawn(4, 8, seed=step)).sum().backward()
    found.append(sums_of([p.grad for p in model.parameters()]))
    model.zero_grad()
    (model(drawn(4, 8)).sum() + model(drawn(4, 8, seed=1)).sum()).backward()
    return [*found, sums_of([p.grad for p in model.parameters()])]


def dtypes():
    found, seen = [], []
    policy = MixedPrecisionPolicy(
        param_dtype=torch.bfloat16, reduce_dtype=torch.float32, output_dtype=torch.float64
    )
    model = sharded_mlp(8, 6, 1, mp_policy=policy)
    model[0].register_forward_hook(
        lambda module, given, y: seen.append([str(module.weight.dtype), str(given[0].dtype)])
    )
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for step in range(3):
        y = model(drawn(4, 8, seed=step))
        loss = y.square().mean()
        loss.backward()
        found.append([round(loss.item(), 2), str(y.dtype), str(model[0].weight.grad.dtype)])
        optimizer.step()
        optimizer.zero_grad()
    double = sharded_mlp(8, 6, 1).double()
    double(drawn(4, 8).double()).sum().backward()
    return [found, seen, str(double[0].weight.grad.dtype), sums_of(double.parameters())]


class Branches(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(4, 4), nn.Linear(4, 4)
        self.last, self.still = nn.Linear(4, 1), nn.Linear(4, 4)
        self.still.requires_grad_(False)

    def forward(self, x, both=True):
        x = self.first(x) + (self.second(x) if both else 0)
        return self.last(self.still(x).tanh())

    def generate(self, x):
        return self.first(x)


def parts_of_a_model():
    """Unused and untrained parameters, methods beside forward, whole parameters by hand."""
    torch.manual_seed(0)
    model = Branches()
    fully_shard([model.first, model.second])
    fully_shard(model)
    found = [type(model).__name__, isinstance(model.first, FSDPModule), facts_of(model)]
    model(drawn(3, 4)).sum().backward()
    found.append(sums_of([p.grad for p in model.parameters() if p.grad is not None]))
    model.zero_grad()
    model(drawn(3, 4), both=False).sum().backward()
    found.append([p.grad is None for p in model.parameters()])
    register_fsdp_forward_method(model, "generate")
    found.append(model.generate(drawn(1, 4)).tolist())
    model.unshard()
    found.append([type(p).__name__ for p in model.parameters()])
    model.reshard()
    found.append([type(p).__name__ for p in model.parameters()])
    with torch.no_grad():
        before = model(drawn(2, 4)).tolist()
        for parameter in model.parameters():
            parameter.mul_(0.5)
    model.reshard()
    found += [before, model(drawn(2, 4)).tolist()]
    part = fully_shard(nn.Sequential(nn.Linear(2, 2), nn.ReLU(), nn.Linear(2, 2)))
    return [*found, type(part[:2]).__name__, [type(p).__name__ for p in part[:2].parameters()]]


def other_dimensions():
    torch.manual_seed(0)
    model = mlp(8, 6, 2)
    fully_shard(model, shard_placement_fn=lambda p: Shard(1) if p.ndim > 1 else None)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for step in range(3):
        model(drawn(4, 8, seed=step)).square().mean().backward()
        optimizer.step()
    factor = sharded_mlp(8, 6, 2)
    for layer in factor:
        if isinstance(layer, FSDPModule):
            layer.set_gradient_divide_factor(3.0)
            layer.set_force_sum_reduction_for_comms(True)  # PyTorch's gloo has no other one
    factor(drawn(4, 8)).sum().backward()
    return [facts_of(model), sums_of(model.parameters()),
            sums_of([p.grad for p in factor.parameters()])]  # fmt: skip


def compiled_training():
    """Steps as programs: an exchange a layer each way, and one for the norm of all gradients."""
    torch.manual_seed(0)
    model, found = Transformer(blocks=1), []
    for block in model.blocks:
        fully_shard(block)
    fully_shard(model)
    optimizer = torch.optim.AdamW(model.parameters(), 0.01)

    @compiled
    def step(words):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(words[:-1]).flatten(0, 1), words[1:].flatten())
        loss.backward()
        norm = nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        return loss.detach(), norm

    for at in range(20):
        generator = torch.Generator().manual_seed(7 * at + dist.get_rank())
        words = torch.randint(13, (7, 3), generator=generator)
        loss, norm = step(words)
        found.append([loss.item(), norm.full_tensor().item(), str(norm.placements)])
        found.append([isinstance(p, DTensor) for p in model.parameters()])
    others = [p for name, p in model.named_parameters() if "in_proj_bias" not in name]
    moments = [optimizer.state[p]["exp_avg"] for p in others]
    found += [sums_of([*others, *moments]), [str(x.placements) for x in moments]]
    return [*found, count_exchanges(step, [2, 2, 1], words)]


def compiled_accumulation():
    """Of several micro-steps the last one's gradients are exchanged; and no gradients at all.

    One rank runs the steps as a program, the other one eagerly.
    """
    model = sharded_mlp(8, 33, 1)
    optimizer, found = torch.optim.SGD(model.parameters(), 0.1), []

    def step(first, second, scale):
        for last, x in enumerate((first, second)):
            model.set_requires_gradient_sync(last == 1)
            loss = model(x).square().mean() * scale
            loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        return loss.detach()

    step = compiled(step) if dist.get_rank() else step

    @compiled
    def evaluated(x):
        with torch.no_grad():
            return model(x)

    for at in range(4):
        loss = step(drawn(4, 8, seed=at), drawn(4, 8, seed=at + 9), 0.5)
        found += [loss.item(), evaluated(drawn(2, 8)).tolist()]
        found.append(sums_of(model.state_dict().values()))
    return found


def states():
    """State dictionaries of parts, and a model whose parameters have no memory first."""
    model = sharded_mlp(8, 6, 1)
    optimizer = torch.optim.Adam(model.parameters(), 0.01)
    trained(model, optimizer, 2)
    model(drawn(1, 8))  # the root's parameters are whole now
    kept = model.state_dict()
    found = [[k, str(v.placements), v.full_tensor().tolist()] for k, v in kept.items()]
    with torch.device("meta"):
        other = mlp(8, 6, 1)
    fully_shard(other)
    other.to_empty(device="cpu")
    other.load_state_dict(kept)
    again = torch.optim.Adam(other.parameters(), 0.01)
    again.load_state_dict(optimizer.state_dict())
    return [found, trained(other, again, 3), trained(model, optimizer, 3)]


def shown(state):
    if isinstance(state, dict):
        return [[key, shown(value)] for key, value in state.items()]
    if isinstance(state, (list, tuple)):
        return [shown(each) for each in state]
    if isinstance(state, DTensor):
        return [str(state.placements), state.full_tensor().tolist()]
    return state.tolist() if isinstance(state, torch.Tensor) else str(state)


def states_by_name():
    """States of a model and its optimizer, in parts, whole, from the first rank, and of DDP's."""
    model = sharded_mlp(8, 5, 1)
    optimizer = torch.optim.AdamW(model.parameters(), 0.01)
    trained(model, optimizer, 2)
    optimizer.param_groups[0]["lr"] = 0.02
    found = []
    for options in (
        StateDictOptions(),
        StateDictOptions(full_state_dict=True),
        StateDictOptions(flatten_optimizer_state_dict=True),
    ):
        states = get_state_dict(model, optimizer, options=options)
        found += [len(states[0]), shown(states[0])]
        if not options.flatten_optimizer_state_dict:
            found.append(shown(states[1].get("state", {})))
        other = sharded_mlp(8, 5, 1)
        again = torch.optim.AdamW(other.parameters(), 0.01)
        keys = set_state_dict(
            other, again, model_state_dict=states[0], optim_state_dict=states[1], options=options
        )
        found += [str(keys), again.param_groups[0]["lr"], shown(get_model_state_dict(other))]
        found.append(shown(get_state_dict(other, again)[1]["state"]))
    found += [trained(other, again, 2), trained(model, optimizer, 2)]
    options = StateDictOptions(full_state_dict=True, cpu_offload=True)
    model_state, _ = get_state_dict(model, optimizer, options=options)  # the first rank's alone
    found.append(len(model_state))
    options = StateDictOptions(full_state_dict=True, broadcast_from_rank0=True)
    set_model_state_dict(other, model_state, options=options)
    found.append(shown(get_model_state_dict(other)))
    plain = DistributedDataParallel(mlp(8, 5, 1))
    state = get_model_state_dict(plain)
    whole = get_model_state_dict(model, options=StateDictOptions(full_state_dict=True))
    set_model_state_dict(plain, whole)
    return [*found, list(state), shown(plain.state_dict()), len(get_state_dict(plain, [])[1])]


def errors():
    found = []
    shared = Branches()
    shared.last.weight = shared.second.weight = nn.Parameter(torch.ones(4, 4))
    fully_shard(shared.second)
    fully_shard(shared)
    for call in (
        lambda: fully_shard(nn.ModuleList([nn.Linear(2, 2)])),
        lambda: fully_shard(nn.Linear(2, 2), reshard_after_forward="no"),
        lambda: fully_shard(nn.Linear(2, 2), reshard_after_forward=3),
        lambda: fully_shard(shared),
        lambda: shared(drawn(1, 4)),
        lambda: shared.set_modules_to_forward_prefetch([nn.ReLU()]),
        lambda: register_fsdp_forward_method(shared, "missing"),
        lambda: fully_shard(nn.BatchNorm1d(2).register_parameter("x", nn.Parameter(torch.ones(())))
                            or shared),
    ):  # fmt: skip
        try:
            call()
            found.append(None)
        except (AssertionError, ValueError, RuntimeError) as error:
            found.append([type(error).__name__.removeprefix("Ivy"), str(error)[:26]])
    return found


CHECKS = [
    training, transformer, compiled_training, compiled_accumulation, accumulation, dtypes,
    states_by_name, errors,
]  # fmt: skip

if __name__ == "__main__":
    write_results(CHECKS)
