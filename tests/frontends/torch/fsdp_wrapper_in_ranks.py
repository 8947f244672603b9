"""Checks of ``FullyShardedDataParallel`` that two ranks run, of real PyTorch and of the frontend.

Each returns what a rank has in the end, as JSON can say it.
"""

import copy
import functools

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch import nn
from torch.distributed.fsdp import (
    BackwardPrefetch,
    CPUOffload,
    FullOptimStateDictConfig,
    FullStateDictConfig,
    MixedPrecision,
    OptimStateKeyType,
    ShardedStateDictConfig,
    ShardingStrategy,
    StateDictType,
)
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch.distributed.fsdp.wrap import (
    CustomPolicy,
    ModuleWrapPolicy,
    enable_wrap,
    lambda_auto_wrap_policy,
    size_based_auto_wrap_policy,
    transformer_auto_wrap_policy,
    wrap,
)
from torch.utils.checkpoint import checkpoint

from tests.frontends.torch.compiling import COMPILES, compiled
from tests.frontends.torch.rank_results import write_results

CPU = torch.device("cpu")  # PyTorch has to be told that no accelerator is meant
STRATEGIES = [
    ShardingStrategy.FULL_SHARD,
    ShardingStrategy.SHARD_GRAD_OP,
    ShardingStrategy.NO_SHARD,
]


def drawn(*shape, seed=0):
    """Return numbers that differ between ranks."""
    generator = torch.Generator().manual_seed(100 * seed + dist.get_rank())
    return torch.randn(*shape, generator=generator)


def mlp(*lengths):
    torch.manual_seed(0)
    layers = []
    for before, after in zip(lengths, lengths[1:], strict=False):
        layers += [nn.Linear(before, after), nn.Tanh()]
    return nn.Sequential(*layers[:-1])


def facts_of(model):
    return [
        [name, list(p.shape), p.requires_grad, None if p.grad is None else p.grad.sum().item()]
        for name, p in model.named_parameters()
    ]


def step_of(model, optimizer, seed, shape=(6, 8)):
    x = drawn(*shape, seed=seed)
    loss = (model(x) - x.sum(1, keepdim=True).sin()).square().mean()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    return loss.item()


def training():
    """Five steps of each strategy: losses, and what a rank keeps between them."""
    found = []
    for strategy in STRATEGIES:
        for keeps in (True, False):
            model = mlp(8, 33, 32, 1)
            options = {
                "sharding_strategy": strategy, "use_orig_params": keeps, "device_id": CPU,
                "backward_prefetch": BackwardPrefetch.BACKWARD_POST, "forward_prefetch": True,
                "cpu_offload": CPUOffload(False), "limit_all_gathers": False,
            }  # fmt: skip
            model[0] = FSDP(model[0], **options)
            model = FSDP(model, **options)
            optimizer = torch.optim.AdamW(model.parameters(), 0.01)
            found.append([model.check_is_root(), model[0].check_is_root(), facts_of(model)])
            for step in range(5):
                found.append(step_of(model, optimizer, step))
            model(drawn(2, 8)).sum().backward()
            found.append(facts_of(model))
            found.append([list(x["exp_avg"].shape) for x in optimizer.state.values()])
            found.append([len(FSDP.fsdp_modules(model)), len(FSDP.fsdp_modules(model, True))])
            found.append([type(model.module).__name__, model._fsdp_wrapped_module is model.module])
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


def words_of(seed):
    generator = torch.Generator().manual_seed(7 * seed + dist.get_rank())
    return torch.randint(13, (7, 3), generator=generator)


def loss_of_words(model, seed):
    words = words_of(seed)
    return F.cross_entropy(model(words[:-1]).flatten(0, 1), words[1:].flatten())


def made_transformer(policy, seed=0, **options):
    torch.manual_seed(seed)
    return FSDP(Transformer(), auto_wrap_policy=policy, device_id=CPU, **options)


def policies():
    """Units that each policy makes, and a transformer's training in them."""
    found = []
    for policy in (
        functools.partial(transformer_auto_wrap_policy, transformer_layer_cls={Block}),
        functools.partial(size_based_auto_wrap_policy, min_num_params=300),
        functools.partial(lambda_auto_wrap_policy, lambda_fn=lambda x: isinstance(x, nn.Linear)
                          and x.in_features == 16),
        ModuleWrapPolicy({Block}),
        CustomPolicy(lambda x: {"sharding_strategy": ShardingStrategy.SHARD_GRAD_OP}
                     if isinstance(x, Block) else False),
    ):  # fmt: skip
        model = made_transformer(policy, use_orig_params=True)
        found.append([name for name, x in model.named_modules() if isinstance(x, FSDP)])
        found.append([str(x.sharding_strategy) for x in FSDP.fsdp_modules(model)])
        optimizer = torch.optim.SGD(model.parameters(), 0.1)
        for step in range(3):
            loss = loss_of_words(model, step)
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
            found.append(loss.item())
    with enable_wrap(wrapper_cls=FSDP, device_id=CPU, use_orig_params=True):
        both = [wrap(nn.Linear(2, 2)), wrap(nn.Linear(2, 2), use_orig_params=False)]
    found.append([facts_of(x) for x in both] + [type(wrap(nn.ReLU())).__name__])
    return found


def clipping():
    found = []
    for strategy in STRATEGIES:
        for norm in (2.0, float("inf"), 1.0):
            model = made_transformer(ModuleWrapPolicy({Block}), sharding_strategy=strategy)
            optimizer = torch.optim.AdamW(model.parameters(), 0.01)
            for step in range(2):
                loss = loss_of_words(model, step)
                loss.backward()
                total = model.clip_grad_norm_(0.3, norm)
                found.append([loss.item(), total.item(), str(total.dtype)])
                found.append([p.grad.abs().sum().item() for p in model.parameters()])
                optimizer.step()
                optimizer.zero_grad()
    return found


def accumulation():
    found = []
    for strategy in STRATEGIES:
        model = FSDP(mlp(8, 6, 1), device_id=CPU, sharding_strategy=strategy, use_orig_params=True)
        optimizer = torch.optim.SGD(model.parameters(), 0.1)
        for step in range(2):
            with model.no_sync():
                for micro in range(2):
                    model(drawn(4, 8, seed=10 * step + micro)).square().mean().backward()
            loss = model(drawn(4, 8, seed=step)).square().mean()
            loss.backward()
            found.append([loss.item(), facts_of(model)])
            optimizer.step()
            optimizer.zero_grad()
        for micro in range(2):  # added up in parts
            model(drawn(4, 8, seed=micro)).sum().backward()
        found.append(facts_of(model))
    return found


class Normed(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.norm, self.last = nn.Linear(8, 6), nn.BatchNorm1d(6), nn.Linear(6, 1)
        self.register_buffer("scale", torch.ones(6))
        self.seen = []

    def forward(self, x):
        y = self.first(x)
        z = self.norm(y) * self.scale
        self.seen.append([str(each.dtype) for each in (x, y, z, self.scale)])
        return self.last(z)


def dtypes():
    found = []
    for reduce in (None, torch.float32):
        for policy in (None, ModuleWrapPolicy({nn.Linear})):
            torch.manual_seed(0)
            dtype = MixedPrecision(torch.bfloat16, reduce, buffer_dtype=torch.bfloat16)
            inner = Normed()
            if policy is None:
                inner.norm = nn.Identity()
            model = FSDP(inner, device_id=CPU, mixed_precision=dtype, auto_wrap_policy=policy)
            optimizer = torch.optim.SGD(model.parameters(), 0.1)
            for step in range(5):
                loss = model(drawn(4, 8, seed=step)).square().mean()
                loss.backward()
                found.append([round(loss.item(), 1), str(loss.dtype)])
                found.append([str(p.grad.dtype) for p in model.parameters()])
                optimizer.step()
                optimizer.zero_grad()
            found.append(inner.seen)
            found.append([[k, str(x.dtype)] for k, x in model.state_dict().items()])
    return found


def listed(state):
    return [[key, list(x.shape), x.sum().item()] for key, x in state.items()]


def states():
    """Whole states saved and loaded, by all ranks and by the first alone."""
    found = []
    for keeps in (True, False):
        for strategy in STRATEGIES:
            options = {"use_orig_params": keeps, "sharding_strategy": strategy}
            model = made_transformer(ModuleWrapPolicy({Block}), **options)
            state = model.state_dict()
            found.append(listed(state))
            other = made_transformer(ModuleWrapPolicy({Block}), seed=1, **options)
            found.append(loss_of_words(other, 0).item())
            found.append(str(other.load_state_dict(state)))
            found.append([loss_of_words(other, 0).item(), loss_of_words(model, 0).item()])
            plain = Transformer()
            plain.load_state_dict(state)
            found.append(loss_of_words(plain, 0).item())
            config = FullStateDictConfig(
                rank0_only=True
            )  # PyTorch 2.13 crashes offloading to itself
            with FSDP.state_dict_type(model, StateDictType.FULL_STATE_DICT, config):
                found.append(str(FSDP.get_state_dict_type(model).state_dict_type))
                found.append(sorted(model.state_dict()))
            found.append(FSDP.get_state_dict_type(model).state_dict_config.rank0_only)
            before = FSDP.set_state_dict_type(
                model, StateDictType.SHARDED_STATE_DICT, ShardedStateDictConfig()
            )
            found.append([str(before.state_dict_type), list(model.state_dict())])
            model.load_state_dict(model.state_dict())
            found.append(loss_of_words(model, 0).item())
    return found


def listed_state(state):
    return [
        [[name, sorted([key, list(x.shape), x.sum().item()] for key, x in each.items())]
         for name, each in sorted(state["state"].items())],
        [[each["params"], each["lr"]] for each in state["param_groups"]],
    ]  # fmt: skip


def step_of_words(model, optimizer, seed):
    loss = loss_of_words(model, seed)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    return loss.item()


def states_of(keeps, strategy):
    """Return the states of an optimizer, and losses of steps after they were loaded."""
    options = {"use_orig_params": keeps, "sharding_strategy": strategy}
    model = made_transformer(ModuleWrapPolicy({Block}), **options)
    optimizer = torch.optim.AdamW(model.parameters(), 0.01)
    losses = [step_of_words(model, optimizer, seed) for seed in range(2)]
    state, whole = model.state_dict(), FSDP.optim_state_dict(model, optimizer)
    # one by one: PyTorch's flat parameters have one count of steps for all of their members
    whole["state"] = {name: copy.deepcopy(each) for name, each in whole["state"].items()}
    # the gradient of a key's bias is nothing but rounding
    shown = {k: x for k, x in whole["state"].items() if "in_proj_bias" not in k}
    found = [listed_state({**whole, "state": shown})]
    first = copy.deepcopy(FSDP.full_optim_state_dict(model, optimizer))
    found.append(sorted(first))
    losses += [step_of_words(model, optimizer, seed) for seed in (3, 4)]
    other = made_transformer(ModuleWrapPolicy({Block}), **options)
    others = torch.optim.AdamW(other.parameters(), 0.1)
    for make in (
        lambda: FSDP.optim_state_dict_to_load(other, others, copy.deepcopy(whole)),
        lambda: FSDP.shard_full_optim_state_dict(copy.deepcopy(whole), other, optim=others),
        lambda: FSDP.scatter_full_optim_state_dict(first or None, other, optim=others),
    ):
        other.load_state_dict(state)
        ready = make()
        found.append([sorted(ready["state"]), [x["params"] for x in ready["param_groups"]]])
        others.load_state_dict(ready)
        losses += [step_of_words(other, others, seed) for seed in (3, 4)]
    FSDP.set_state_dict_type(
        model, StateDictType.FULL_STATE_DICT, FullStateDictConfig(rank0_only=True),
        FullOptimStateDictConfig(rank0_only=True),
    )  # fmt: skip
    found.append(sorted(FSDP.optim_state_dict(model, optimizer)))
    plain = Transformer()
    plain.load_state_dict(state)
    alone = torch.optim.AdamW(plain.parameters(), 0.01)
    alone.load_state_dict(FSDP.rekey_optim_state_dict(whole, OptimStateKeyType.PARAM_ID, plain))
    return found, [*losses, *[step_of_words(plain, alone, seed) for seed in (3, 4)]]


def optimizer_states():
    """States by names, of each strategy.

    Of kept parameters in parts PyTorch 2.13 gives each moment the values of the last one on CPUs,
    where its copies to the CPU are none: there losses are held against those of flat parameters.
    """
    found = []
    for strategy in STRATEGIES:
        flat = states_of(False, strategy)
        found += flat
        if strategy is ShardingStrategy.NO_SHARD:
            found += states_of(True, strategy)
        elif COMPILES:
            kept = states_of(True, strategy)
            assert torch.allclose(*map(torch.tensor, (kept[1], flat[1])), atol=1e-4), (
                kept[1],
                flat[1],
            )
    return found


def summoning():
    found = []
    for keeps in (True, False):
        model = mlp(8, 5, 1)
        model[2] = FSDP(model[2], device_id=CPU, use_orig_params=keeps)
        model = FSDP(model, device_id=CPU, use_orig_params=keeps)
        model(drawn(2, 8)).sum().backward()
        with FSDP.summon_full_params(model, with_grads=keeps):
            found.append([[n, list(p.shape), p.sum().item()] for n, p in model.named_parameters()])
            if keeps:
                found.append([p.grad.sum().item() for p in model.parameters()])
            with torch.no_grad():
                for p in model.parameters():
                    p.mul_(0.5)
        with FSDP.summon_full_params(model, writeback=False), torch.no_grad():
            for p in model.parameters():
                p.mul_(0.0)
        with FSDP.summon_full_params(model, rank0_only=True, writeback=False):
            found.append([[n, list(p.shape)] for n, p in model.named_parameters()])
        with FSDP.summon_full_params(model, recurse=False):
            found.append([[n, list(p.shape)] for n, p in model.named_parameters()])
        found += [facts_of(model), model(drawn(2, 8)).tolist()]

        def fill(module):
            if isinstance(module, nn.Linear):
                nn.init.constant_(module.weight, 0.1)

        model.apply(fill)
        found += [model(drawn(2, 8)).tolist(), listed(model.state_dict())]
    return found


class Branches(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(4, 4), nn.Linear(4, 4)
        self.last, self.still = nn.Linear(4, 1), nn.Linear(4, 4)
        self.still.requires_grad_(False)
        self.own = nn.Linear(4, 4)

    def forward(self, x, both=True):
        x = self.first(x) + (self.second(x) if both else 0)
        return self.last(self.own(self.still(x)).tanh())

    def describe(self):
        return "branches"


class Checkpointed(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(8, 6), nn.Linear(6, 1)

    def forward(self, x):
        return self.second(checkpoint(self.first, x, use_reentrant=False).tanh())


def checkpointing():
    found = []
    for keeps in (True, False):
        torch.manual_seed(0)
        model = FSDP(Checkpointed(), device_id=CPU, use_orig_params=keeps)
        optimizer = torch.optim.SGD(model.parameters(), 0.1)
        found += [step_of(model, optimizer, seed) for seed in range(3)]
        found.append(facts_of(model))
    return found


def parts_of_a_model():
    """Unused, untrained and ignored parameters, and parameters on the meta device."""
    found = []
    torch.manual_seed(0)
    inner = Branches()
    model = FSDP(inner, device_id=CPU, use_orig_params=True, ignored_modules=[inner.own])
    for both in (True, False):
        model(drawn(3, 4), both=both).sum().backward()
        found += [facts_of(model), model.clip_grad_norm_(1.0).item()]
        model.zero_grad()
    found += [model.describe(), listed(model.state_dict())]
    torch.manual_seed(0)
    inner = Branches()
    model = FSDP(
        inner, device_id=CPU, use_orig_params=True, ignored_states=[*inner.own.parameters()]
    )
    found.append(facts_of(model))
    try:
        FSDP(Branches(), device_id=CPU)
    except ValueError as error:
        found.append(str(error))

    def init(module):
        module.to_empty(device="cpu", recurse=False)
        if isinstance(module, nn.Linear):
            nn.init.constant_(module.weight, 0.25)
            nn.init.zeros_(module.bias)

    with torch.device("meta"):
        model = nn.Sequential(nn.Linear(8, 3), nn.Linear(3, 1))
    model = FSDP(model, device_id=CPU, param_init_fn=init)
    found += [model(drawn(2, 8)).tolist(), listed(model.state_dict())]
    model.eval()
    with torch.no_grad():
        found.append(model(drawn(2, 8)).tolist())
    return found


def compiled_training():
    """Steps as programs."""
    found = []
    for keeps in (False, True):
        model = made_transformer(ModuleWrapPolicy({Block}), use_orig_params=keeps)
        optimizer = torch.optim.SGD(model.parameters(), 0.1)

        def step(words, model=model, optimizer=optimizer):
            optimizer.zero_grad()
            loss = F.cross_entropy(model(words[:-1]).flatten(0, 1), words[1:].flatten())
            loss.backward()
            norm = model.clip_grad_norm_(1.0)
            optimizer.step()
            return loss.detach(), norm

        step = compiled(step)
        for at in range(8):
            found.append([x.item() for x in step(words_of(at))])
        found.append(facts_of(model))
        found.append(listed(model.state_dict()))
    return found


CHECKS = [
    training, policies, clipping, accumulation, dtypes, states, optimizer_states, summoning,
    checkpointing, parts_of_a_model, compiled_training,
]  # fmt: skip

if __name__ == "__main__":
    write_results(CHECKS)
