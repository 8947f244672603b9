"""Steps of training on batches in parts: which sums their programs exchange.

``on_eight_devices.py`` runs these checks.
"""

from __future__ import annotations

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
