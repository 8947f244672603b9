"""Steps of training on batches in parts: which sums their programs exchange.

``on_eight_devices.py`` runs these checks.
"""

from __future__ import annotations

import copy

import ivy_core as ivy
from benchmarks.collectives import collectives
from tests.core.sharded_arrays import check


@check
def a_step_sums_its_gradients_once():
    """The loss is one all-reduce, all gradients are another or the same one."""
    import frontends.torch as torch

    nn = torch.nn
    rows = ivy.Placement(ivy.mesh((8,), ("rows",)), ("rows",))
    layer = nn.TransformerEncoderLayer(16, 4, 32, dropout=0.0, batch_first=True)
    models = {
        "perceptron": (nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 4)), (8, 16)),
        "batch in the middle": (nn.Sequential(nn.Linear(16, 4), nn.Tanh()), (8, 3, 16)),
        "attention": (nn.Sequential(layer, nn.Flatten(), nn.Linear(48, 4)), (8, 3, 16)),
    }
    for name, (model, shape) in models.items():
        whole = torch.randn(shape)
        inputs = whole.transpose(0, 1) if "middle" in name else whole
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

        def step(x, model=model, optimizer=optimizer):
            optimizer.zero_grad()
            loss = (model(x) ** 2).mean()
            loss.backward()
            optimizer.step()
            return loss.detach()

        state = {key: value.clone() for key, value in model.state_dict().items()}
        expected = [step(inputs).item(), step(inputs).item()]
        model.load_state_dict(state)
        cut = whole.to(rows)
        cut = cut.transpose(0, 1) if "middle" in name else cut
        run = ivy.compile(step)
        found = [run(cut).item(), run(cut).item()]
        assert all(abs(x - y) < 1e-5 for x, y in zip(found, expected, strict=True)), (name, found)
        exchanged = collectives(run.lower(cut).compile().as_text())
        assert exchanged.keys() == {"all-reduce"}, (name, exchanged)
        assert exchanged["all-reduce"][0] <= 2, (name, exchanged)


@check
def gradients_of_weights_in_parts_are_summed_in_parts():
    """A reduce-scatter for each weight; what is summed whole is of biases and the loss."""
    import frontends.torch as torch

    rows = ivy.Placement(ivy.mesh((8,), ("rows",)), ("rows",))
    both = ivy.Placement(ivy.mesh((4, 2), ("data", "model")), ("data",))
    nn = torch.nn
    for placement, shape in ((rows, (16, 3, 16)), (both, (32, 16))):
        model = nn.Sequential(nn.Linear(16, 64), nn.Tanh(), nn.Linear(64, 128), nn.Linear(128, 8))
        whole = torch.randn(shape)

        def step(x, model=model):
            loss = (model(x) ** 2).mean()
            for parameter in model.parameters():
                parameter.grad = None
            loss.backward()
            with torch.no_grad():
                for parameter in model.parameters():
                    parameter -= 0.1 * parameter.grad
            return loss.detach()

        state = {key: value.clone() for key, value in model.state_dict().items()}
        expected = [step(whole).item() for _ in range(3)]
        model.load_state_dict(state)
        for parameter in model.parameters():
            parameter.data = parameter.data.to(placement)
        run, cut = ivy.compile(step, fallback="raise"), whole.to(placement)
        found = [run(cut).item() for _ in range(3)]
        assert all(abs(x - y) < 1e-5 for x, y in zip(found, expected, strict=True)), found
        text = run.lower(cut).compile().as_text()
        assert text.count(" reduce-scatter(") == 3, collectives(text)
        assert collectives(text)["all-reduce"][1] <= 128 + 64 + 8 + 1, collectives(text)


@check
def a_mesh_of_the_devices_of_one_process():
    """Modules are cut over it, and trained as whole ones are."""
    import frontends.torch as torch
    from frontends.torch.distributed import tensor
    from frontends.torch.distributed.tensor import parallel
    from ivy_core.backends.holder import sample_of

    def parts_of(x):
        return tuple(sample_of(x.to_local().detach()).sharding.spec)

    on = torch.distributed.init_device_mesh("cpu", (2, 4), mesh_dim_names=("dp", "tp"))
    assert str(on) == "DeviceMesh((dp=2, tp=4), 'cpu', stride=(4, 1))"
    assert on.get_coordinate() == (0, 0) and on["tp"].size() == 4
    whole = torch.arange(64.0).reshape(8, 8)
    cut = tensor.distribute_tensor(whole, on, [tensor.Shard(0), tensor.Shard(1)])
    assert parts_of(cut) == ("dp", "tp") and cut.full_tensor().equal(whole)
    both = cut.redistribute(placements=[tensor.Shard(1), tensor.Shard(1)])
    assert parts_of(both) == (None, ("dp", "tp"))
    assert (cut @ cut.T).full_tensor().equal(whole @ whole.T)
    torch.manual_seed(0)
    nn = torch.nn
    plain = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 8))
    plan = {"0": parallel.ColwiseParallel(), "2": parallel.RowwiseParallel()}
    model = parallel.parallelize_module(copy.deepcopy(plain), on["tp"], plan)
    steps = [torch.optim.AdamW(each.parameters(), 0.01) for each in (plain, model)]
    for _ in range(3):
        losses = []
        for each, optimizer in zip((plain, model), steps, strict=True):
            optimizer.zero_grad()
            loss = (each(whole / 64) - 1).square().mean()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        assert abs(losses[0] - losses[1]) < 1e-6, losses
    assert parts_of(model[0].weight) == ("tp",)
    torch.distributed.destroy_process_group()


@check
def a_fully_sharded_model_of_the_devices_of_one_process():
    """Devices have parts of parameters, gradients and moments; small uneven ones are whole."""
    import frontends.torch as torch
    from frontends.torch.distributed.fsdp import fully_shard
    from ivy_core.backends.holder import held

    def lies_in_parts(x):
        native = held(x.to_local().detach())
        if x.shape[0] % 8:
            return True
        return native.addressable_shards[0].data.size * 8 == native.size

    on = torch.distributed.init_device_mesh("cpu", (8,))
    torch.manual_seed(0)
    nn = torch.nn
    plain = nn.Sequential(nn.Linear(8, 33), nn.ReLU(), nn.Linear(33, 32), nn.Linear(32, 8))
    models = [plain, copy.deepcopy(plain), copy.deepcopy(plain)]
    for model in models[1:]:
        fully_shard(model[0], mesh=on)
        fully_shard(model, mesh=on, reshard_after_forward=False)
    optimizers = [torch.optim.AdamW(model.parameters(), 0.01) for model in models]

    def step(model, optimizer, x):
        optimizer.zero_grad()
        loss = (model(x) - x.sin()).square().mean()
        loss.backward()
        optimizer.step()
        return loss.detach()

    steps = [step, step, ivy.compile(step, fallback="raise")]
    for at in range(4):
        x = torch.randn(16, 8, generator=torch.Generator().manual_seed(at))
        found = [run(*each, x).item() for run, *each in zip(steps, models, optimizers, strict=True)]
        assert max(found) - min(found) < 1e-6, found
    for model, optimizer in zip(models[1:], optimizers[1:], strict=True):
        for parameter in model.parameters():
            moment = optimizer.state[parameter]["exp_avg"]
            assert all(map(lies_in_parts, (parameter, parameter.grad, moment)))
    torch.distributed.destroy_process_group()
