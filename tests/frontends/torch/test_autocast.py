"""``torch.autocast`` on CPUs against real PyTorch: what it computes in which type, and when."""

from __future__ import annotations

import threading
import warnings

import numpy as np
import pytest
import torch as real

import frontends.torch as ours
import ivy_core as ivy
from ivy_core.backend_handler import active_backend

drawn = np.random.default_rng(0)
X = drawn.normal(size=(2, 3, 8)).astype(np.float32)

CALLS = {
    "matmul": lambda t, x, h: (x @ x.mT, x[0] @ x[0, 0], x[0, 0] @ x[0, 0], h @ h.mT),
    "of other names": lambda t, x, h: (
        t.bmm(x, x.mT),
        t.mm(x[0], x[1].T),
        t.addmm(t.zeros(3, 3), x[0], x[1].T),
        t.baddbmm(t.zeros(2, 3, 3), x, x.mT),
        t.linalg.multi_dot([x[0], x[1].T, x[0]]),
    ),
    "what is no product of matrices": lambda t, x, h: (
        t.mv(x[0], x[0, 0]),
        t.dot(x[0, 0], x[0, 0]),
        t.outer(x[0, 0], x[0, 0]),
        t.addmv(t.zeros(3), x[0], x[0, 0]),
    ),
    "einsum": lambda t, x, h: [
        t.einsum(equation, *operands)
        for equation, operands in [
            ("bij,bkj->bik", (x, x)),
            ("bij->b", (x,)),
            ("bij,bij->bij", (x, x)),
            ("i,j->ij", (x[0, 0], x[0, 0])),
            ("i,i", (x[0, 0], x[0, 0])),
        ]
    ],
    "tensordot": lambda t, x, h: (
        t.tensordot(x, x, dims=([1, 2], [1, 2])),
        t.tensordot(x[0, 0], x[0, 0], dims=1),
    ),
    "layers": lambda t, x, h: (
        t.nn.functional.linear(x, x[0]),
        t.nn.functional.conv1d(x, x[:, :, :2]),
        t.nn.functional.scaled_dot_product_attention(x, x, x),
        t.nn.functional.layer_norm(h, [8]),
        t.nn.functional.gelu(h),
    ),
    "losses": lambda t, x, h: (
        t.nn.functional.cross_entropy(h[0], t.tensor([1, 2, 3])),
        t.nn.functional.mse_loss(h, x),
        t.nn.functional.binary_cross_entropy_with_logits(h, x.sigmoid()),
        t.nn.functional.kl_div(h, h.softmax(-1), reduction="batchmean"),
        t.nn.functional.triplet_margin_loss(h, h * 2, h * 3),
    ),
    "in float32": lambda t, x, h: (
        h.prod(),
        t.cdist(h, h),
        t.linalg.inv(t.eye(3).bfloat16()),
        t.fft.fft(h).abs(),
        t.nn.functional.pad(h, (1, 1), mode="reflect"),
        t.nn.functional.pad(h, (1, 1)),
    ),
    "results in 16 bits": lambda t, x, h: (
        t.cov(x[0]),
        t.linalg.matrix_power(x[0, :, :3], 2),
        t.linalg.matrix_power(x[0, :, :3], 1),
    ),
    "mixed": lambda t, x, h: (t.cat([x, h]), t.stack([h, h]), x + h, t.softmax(h, 0)),
    "float64": lambda t, x, h: (x.double() @ x.double().mT, t.cat([x.double(), h])),
    "written to": lambda t, x, h: (
        t.zeros(2, 3, 3).baddbmm_(x, x.mT),
        t.bmm(x, x.mT, out=t.empty(2, 3, 3)),
    ),
    "recurrent layers": lambda t, x, h: [
        made
        for layer in (t.nn.LSTM(8, 4), t.nn.GRU(8, 4), t.nn.RNN(8, 4))
        for made in (layer(x)[0] * 0,)
    ],
    "attention": lambda t, x, h: (t.nn.MultiheadAttention(8, 2)(x, x, x)[0] * 0,),
    "switched off within": lambda t, x, h: _switched_off_within(t, x),
}


def _switched_off_within(t, x):
    before = x @ x.mT
    with t.autocast("cpu", enabled=False):
        within = x @ x.mT
        with t.autocast("cpu", dtype=t.float16):
            again = x @ x.mT
    return before, within, again, x @ x.mT


def computed(t, call):
    x = t.tensor(X)
    with warnings.catch_warnings(), t.autocast("cpu"):
        warnings.simplefilter("ignore")
        return call(t, x, x.bfloat16())


@pytest.mark.parametrize("name", CALLS)
def test_types_and_values(backend, name):
    made, expected = computed(ours, CALLS[name]), computed(real, CALLS[name])
    assert [str(y.dtype) for y in made] == [str(y.dtype) for y in expected]
    for y, z in zip(made, expected, strict=True):
        y, z = y.detach().double().numpy(), z.detach().double().numpy()
        assert np.allclose(y, z, rtol=4e-2, atol=4e-2)  # a few units of bfloat16's last place


def trained(t):
    """Return losses and types of a small network's training, gradients of a weight used twice."""
    t.manual_seed(0)
    model = t.nn.Sequential(t.nn.Linear(8, 8), t.nn.ReLU(), t.nn.Linear(8, 3))
    with t.no_grad():
        for p in model.parameters():
            p.copy_(t.linspace(-0.5, 0.5, p.numel()).reshape(p.shape))
    optimizer, x = t.optim.SGD(model.parameters(), 0.1), t.tensor(X[0])
    losses = []
    for step in range(14):
        with t.autocast("cpu", enabled=step != 3):
            y = model(x) + model[2](model[0](x))
            loss = t.nn.functional.cross_entropy(y, t.tensor([0, 1, 2]))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    kinds = [str(each.dtype) for each in (y, loss, model[0].weight.grad)]
    return losses, kinds, model[2].weight.grad.tolist()


def test_training(backend):
    if backend == "numpy":
        pytest.skip("NumPy has no gradients")
    (losses, kinds, grad), (expected, kinds_there, grad_there) = trained(ours), trained(real)
    assert kinds == kinds_there == ["torch.bfloat16", "torch.float32", "torch.float32"]
    assert np.allclose(losses, expected, atol=1e-2)
    assert np.allclose(grad, grad_there, atol=1e-2)


def test_it_belongs_to_a_thread(backend):
    x, found = ours.tensor(X), []
    with ours.autocast("cpu"):
        thread = threading.Thread(
            target=lambda: found.append(((x @ x.mT).dtype, ours.is_autocast_enabled("cpu")))
        )
        thread.start()
        thread.join()
        assert (x @ x.mT).dtype is ours.bfloat16
    assert found == [(ours.float32, False)]


def test_compiled_functions_look_at_it(backend):
    if active_backend().CAPABILITIES.records:
        pytest.skip("programs of PyTorch's are not kept for tensors without gradients")
    product = ivy.compile(lambda x: x @ x.mT)
    x = ours.tensor(X)
    for _ in range(3):
        assert product(x).dtype is ours.float32
        with ours.autocast("cpu"):
            assert product(x).dtype is ours.bfloat16
        with ours.autocast("cpu", dtype=ours.float16):
            assert product(x).dtype is ours.float16


@pytest.mark.parametrize("kind", [ours, real], ids=["ours", "real"])
def test_functions_of_ones_own(backend, kind):
    t, told = kind, []

    class Square(t.autograd.Function):
        @staticmethod
        @t.amp.custom_fwd(device_type="cpu", cast_inputs=t.float32)
        def forward(ctx, x):
            told.append((x.dtype, t.is_autocast_enabled("cpu")))
            return x * x

    with t.autocast("cpu"):
        assert Square.apply(t.tensor(X).bfloat16()).dtype is t.float32
    Square.apply(t.tensor(X).bfloat16())
    assert told == [(t.float32, False), (t.bfloat16, False)]


@pytest.mark.parametrize("kind", [ours, real], ids=["ours", "real"])
def test_types_and_devices_that_it_does_not_know(backend, kind):
    if not kind.cuda.is_available():
        with pytest.warns(UserWarning, match="CUDA is not available"), kind.autocast("cuda"):
            assert not kind.is_autocast_enabled("cuda")
    with pytest.warns(UserWarning, match="the target dtype is not supported"):
        with kind.autocast("cpu", dtype=kind.float32):
            assert not kind.is_autocast_enabled("cpu")
    with pytest.raises(RuntimeError, match="device"):
        kind.autocast("nowhere")
