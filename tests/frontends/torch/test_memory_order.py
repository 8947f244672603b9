"""In which order results lie in memory, and draws that follow it: against real PyTorch.

On JAX and TensorFlow strides are virtual; on NumPy those of arrays are NumPy's own, which differ
here and there: it is left out.
"""

from __future__ import annotations

import copy
import io
import random

import numpy as np
import pytest
import torch as real

import frontends.torch as ours
import ivy_core as ivy

from .test_autograd import grads  # noqa: F401


@pytest.fixture
def virtual(backend):
    """Run on the backends whose strides are those of real PyTorch."""
    if backend == "numpy":
        pytest.skip("NumPy's arrays have strides of NumPy's own")
    return backend


def shown(value):
    """Return what a tensor is: values, strides, whether it is a view and lies in order."""
    if isinstance(value, (list, tuple)):
        return [shown(each) for each in value]
    if isinstance(value, (real.Tensor, ours.Tensor)):
        host = value.detach().numpy()
        order = tuple(value.stride()), value.is_contiguous(), value._is_view()
        return [np.asarray(host), tuple(value.shape), *order]
    return value


def same(program) -> None:
    """Hold what a program gives against real PyTorch's."""
    found = []
    for torch in (real, ours):
        torch.manual_seed(3)
        found.append(shown(program(torch)))
    assert_alike(*found)


def assert_alike(wanted, found) -> None:
    if isinstance(wanted, list):
        assert len(wanted) == len(found)
        for one, other in zip(wanted, found, strict=True):
            assert_alike(one, other)
    elif isinstance(wanted, np.ndarray):
        np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-5)
    else:
        assert found == wanted


LAYOUTS = {
    "in order": lambda x: x,
    "reversed": lambda x: x.transpose(0, 2),
    "turned": lambda x: x.permute(1, 2, 0),
    "with gaps": lambda x: x.transpose(0, 2)[::2],
    "expanded": lambda x: x[:1].expand(3, 3, 4).transpose(0, 1),
    "computed": lambda x: x.permute(2, 0, 1) + 1,
}

DRAWS = {
    "dropout": lambda t, x: t.nn.functional.dropout(x, 0.5),
    "dropout, tracked": lambda t, x: t.dropout(x.clone().requires_grad_(), 0.5, True),
    "dropout1d": lambda t, x: t.nn.functional.dropout1d(x, 0.5),
    "alpha_dropout": lambda t, x: t.nn.functional.alpha_dropout(x, 0.5, True),
    "rrelu": lambda t, x: t.nn.functional.rrelu(x, training=True),
    "gumbel_softmax": lambda t, x: t.nn.functional.gumbel_softmax(x),
    "rand_like": lambda t, x: t.rand_like(x),
    "randn_like": lambda t, x: t.randn_like(x),
    "randint_like": lambda t, x: t.randint_like(x, 10),
    "bernoulli": lambda t, x: t.bernoulli(x.sigmoid()),
    "normal": lambda t, x: t.normal(x, 1.0),
    "multinomial": lambda t, x: t.multinomial(x[0].abs() + 0.1, 2),
    "normal_": lambda t, x: t.empty_like(x).normal_(),
    "uniform_": lambda t, x: t.empty_like(x).uniform_(),
    "exponential_": lambda t, x: t.empty_like(x).exponential_(),
    "bernoulli_": lambda t, x: t.empty_like(x).bernoulli_(0.3),
    "bernoulli_ by a tensor": lambda t, x: t.empty_like(x).bernoulli_(x.sigmoid()),
    "random_": lambda t, x: t.empty_like(x).random_(0, 100),
    "geometric_": lambda t, x: t.empty_like(x).geometric_(0.3),
    "cauchy_": lambda t, x: t.empty_like(x).cauchy_(),
    "log_normal_": lambda t, x: t.empty_like(x).log_normal_(),
    "init": lambda t, x: t.nn.init.kaiming_uniform_(t.empty_like(x)),
}


@pytest.mark.parametrize("draw", DRAWS.values(), ids=DRAWS)
def test_draws_follow_the_order_of_memory(virtual, draw):
    for layout in LAYOUTS.values():
        same(lambda t, layout=layout: draw(t, layout(t.arange(24.0).reshape(2, 3, 4) - 7.5)))


def test_draws_into_views_of_parameters_follow_the_order_of_memory(grads):  # noqa: F811
    def program(torch):
        p = torch.nn.Parameter(torch.zeros(3, 4))
        with torch.no_grad():
            turned = p.t().normal_()
        return turned, p, torch.positive(p) is p

    same(program)


FUNCTIONS = {
    "number": lambda t, x: (x + 1, 2 * x, x > 3, x.pow(2), -x),
    "operands": lambda t, x: (x * x, x + t.ones(x.shape), t.ones(x.shape) + x, x + x[0], x[0] - x),
    "where": lambda t, x: (t.where(x > 0, x, 0.0), x.clamp(0, 3), x.lerp(x, 0.5)),
    "activations": lambda t, x: (t.relu(x), t.sigmoid(x), t.nn.functional.gelu(x), x.softmax(1)),
    "differences": lambda t, x: (x.diff(dim=0), (x > 0).diff(dim=1), t.special.expit(x)),
    "copies": lambda t, x: (x.clone(), x.contiguous(), x.double(), x.to(t.float64), x.int()),
    "like": lambda t, x: (t.ones_like(x), t.zeros_like(x), t.full_like(x, 2.0)),
    "reductions": lambda t, x: (x.sum(0), x.mean(-1, keepdim=True), x.amax((0, 1)), x.cumsum(1)),
    "sort": lambda t, x: (*x.sort(1), x.argsort(0), *x.topk(2, 1), x.flip(0)),
    "join": lambda t, x: (t.cat([x, x]), t.stack([x, x], 1), x.repeat(1, 2, 1)),
    "products": lambda t, x: (x @ x.transpose(1, 2), t.nn.functional.linear(x, x[0])),
    "norms": lambda t, x: (t.nn.functional.layer_norm(x, x.shape[-1:]), x.norm(dim=0)),
    "views": lambda t, x: (x.unsqueeze(1), (x + 1).transpose(0, 1), (x + 1)[:, 1:], (x + 1)[0].t()),
    "views of results": lambda t, x: ((x * 2).diagonal(0, 0, 1), (x * 2).unbind(1), (x * 2).mT),
    "index": lambda t, x: (x[[1, 0]].shape, x.gather(0, x.long() * 0), x.masked_fill(x > 0, 1.0)),
    "indices": lambda t, x: [i.tolist() for i in (*t.where(x > 0), *t.where(x[0] > 0))],
    "losses": lambda t, x: [
        getattr(t.nn.functional, name)(x.sigmoid(), t.ones_like(x), reduction=reduction)
        for name in ("mse_loss", "l1_loss", "huber_loss", "binary_cross_entropy")
        for reduction in ("mean", "none")
    ],
    "sequences": lambda t, x: (
        t.nn.functional.conv1d(x, t.ones(5, x.shape[1], 2), padding=1),
        t.nn.functional.conv_transpose1d(x, t.ones(x.shape[1], 5, 2)),
        t.nn.functional.conv1d(x, t.ones(5, 2, x.shape[1]).transpose(1, 2), padding=1),
    ),
    "a sequence": lambda t, x: t.nn.functional.conv1d(x[0], t.ones(5, x.shape[1], 1)),
}


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS)
def test_results_lie_as_pytorchs(virtual, function):
    for layout in LAYOUTS.values():
        same(lambda t, layout=layout: function(t, layout(t.arange(24.0).reshape(2, 3, 4) - 7.5)))


IMAGES = {
    "convolution": lambda t, x: t.nn.functional.conv2d(x, t.ones(5, 3, 2, 2), t.ones(5)),
    "transposed": lambda t, x: t.nn.functional.conv_transpose2d(x, t.ones(3, 2, 2, 2)),
    "filters": lambda t, x: t.nn.functional.conv2d(
        x.contiguous(), t.ones(5, 3, 2, 2).contiguous(memory_format=t.channels_last)
    ),
    "pooling": lambda t, x: (t.nn.functional.max_pool2d(x, 2), t.nn.functional.avg_pool2d(x, 2)),
    "batch_norm": lambda t, x: t.nn.BatchNorm2d(3).eval()(x),
    "dropout2d": lambda t, x: t.nn.functional.dropout2d(x, 0.5),
    "cat": lambda t, x: t.cat([x, x], 1),
    "interpolate": lambda t, x: t.nn.functional.interpolate(x, scale_factor=2),
    "elements": lambda t, x: (t.relu(x + t.ones(3, 1, 1)), x.half().float()),
    "clone": lambda t, x: (
        x.clone(memory_format=t.contiguous_format),
        x.contiguous(),
        x.flatten(2),
    ),
}


@pytest.mark.parametrize("function", IMAGES.values(), ids=IMAGES)
def test_images_stay_channels_last(virtual, function):
    def program(torch):
        x = torch.arange(144.0).reshape(2, 3, 4, 6).to(memory_format=torch.channels_last)
        return x, x.is_contiguous(memory_format=torch.channels_last), function(torch, x)

    same(program)


def test_a_format_for_other_dimensions_is_refused(virtual):
    def words(torch):
        with pytest.raises(RuntimeError, match="required rank 4 tensor to use channels_last"):
            torch.ones(2, 3).contiguous(memory_format=torch.channels_last)

    words(ours)


def test_a_result_is_no_view_and_its_memory_is_written_as_it_lies(virtual):
    def program(torch):
        y = torch.arange(6.0).reshape(2, 3).t() + 1
        found = [y._base is None, y.is_leaf, y._version, type(y) is torch.Tensor]
        row, flat = y[1:], y.t().view(-1)
        y.mul_(2)
        row.add_(1)
        flat[0] = 50.0
        y[:, 1] = 7.0
        y[y > 30] = 0.0
        part = y.as_strided((2, 2), (3, 1), 1)
        part[0, 0] = -1.0
        found += [y._version, y.storage_offset(), row.storage_offset(), list(y.untyped_storage())]
        with pytest.raises(RuntimeError, match="view size is not compatible"):
            y.view(-1)
        return [*found, y, row, flat, part, y.t_(), y.reshape(-1), y.expand(2, 2, 3)]

    same(program)


def test_copies_and_files_keep_the_order(virtual):
    def program(torch):
        y = torch.arange(6.0).reshape(2, 3).t() + 1
        file = io.BytesIO()
        torch.save([y, y[1:]], file)
        file.seek(0)
        loaded, part = torch.load(file)
        loaded[1, 0] = 50.0
        return copy.deepcopy(y), loaded, part, part.storage_offset(), loaded.t().view(-1)

    same(program)


def test_out_takes_the_order_of_its_operands_where_it_is_empty(virtual):
    def program(torch):
        x, empty = torch.arange(6.0).reshape(2, 3).t(), torch.empty(0)
        return torch.add(x, 1, out=empty), torch.mul(x, 2, out=torch.empty(3, 2)), empty

    same(program)


def test_factors_of_matrices_lie_by_columns(virtual):
    def program(torch):
        a = torch.eye(3) * 2 + torch.ones(3, 3)
        for _ in range(12):  # a call that comes again goes another way
            inverse = torch.linalg.inv(a)
        steps = [x.stride() for x in (*torch.linalg.svd(a[:2]), *torch.svd(a[:2]))]
        return (
            steps,
            inverse,
            torch.linalg.cholesky(a),
            torch.linalg.solve(a, a),
            torch.nonzero(a),
        )

    same(program)


def test_gradients_and_optimizers_keep_the_order(grads):  # noqa: F811
    def program(torch):
        w = torch.nn.Parameter(torch.arange(12.0).reshape(3, 4).t() / 7)
        optimizer = torch.optim.Adam([w], 0.1)
        for _ in range(3):
            optimizer.zero_grad()
            (w * w.t().reshape(4, 3)).sum().backward()
            optimizer.step()
        x = torch.arange(6.0).reshape(2, 3).requires_grad_()
        y = x.t() * 2
        y[0] = 3.0
        flat = y.t().view(-1)
        flat.mul_(2)
        (flat**2).sum().backward()
        return w, w.grad, x.grad, y, y._version

    same(program)


LAYERS = {
    "encoder": lambda t: t.nn.TransformerEncoderLayer(8, 2, 16, dropout=0.3, batch_first=True),
    "encoder, batch second": lambda t: t.nn.TransformerEncoderLayer(8, 2, 16, dropout=0.3),
    "network": lambda t: t.nn.Sequential(
        t.nn.Unflatten(2, (2, 4)),
        t.nn.Conv2d(3, 4, 3, padding=1),
        t.nn.BatchNorm2d(4),
        t.nn.Dropout(0.3),
    ).to(memory_format=t.channels_last),
}


@pytest.mark.parametrize("layer", LAYERS.values(), ids=LAYERS)
def test_layers_draw_in_pytorchs_order(grads, layer):  # noqa: F811
    def program(torch):
        model = layer(torch)
        y = model(torch.randn(2, 3, 8))
        return y, torch.dropout(y, 0.5, True)

    same(program)


def test_attention_lies_as_its_queries(grads):  # noqa: F811
    def program(torch):
        q = torch.randn(2, 6, 4, 8).transpose(1, 2)
        found = torch.nn.functional.scaled_dot_product_attention(q, q, q)
        attention = torch.nn.MultiheadAttention(8, 2, batch_first=True, dropout=0.2)
        return found, *attention(*[torch.randn(2, 3, 8)] * 3), torch.dropout(found, 0.5, True)

    same(program)


def test_a_compiled_function_keeps_the_order():
    def program(torch):
        def f(x):
            y = x.t() * 2
            z = torch.relu(y) + 1
            return y, z, z.t().reshape(-1), y.contiguous(), z.t()[0]

        f = ivy.compile(f) if torch is ours else f
        x = torch.arange(6.0).reshape(2, 3)
        found = [f(x) for _ in range(3)]
        found += [f(each) for each in (x.t() + 1, x.t(), torch.ones(3, 2), x.t() + 1)]
        found[0][0][0] = 50.0  # what was made of it shares its memory
        return found

    with ivy.with_backend("jax"):
        same(program)


# random programs


def _steps():
    """Return what a program does to a list of tensors of three dimensions, each by its name."""
    axes = [(0, 2, 1), (1, 0, 2), (2, 0, 1), (2, 1, 0)]
    return [
        lambda t, r: lambda x, y: x.permute(r.choice(axes)),
        lambda t, r: lambda x, y: x.transpose(r.randrange(3), r.randrange(3)),
        lambda t, r: lambda x, y: x[:, 1:],
        lambda t, r: lambda x, y: x[..., ::2],
        lambda t, r: lambda x, y: x[:1].expand(2, *x.shape[1:]),
        lambda t, r: lambda x, y: x + 1,
        lambda t, r: lambda x, y: t.sin(x),
        lambda t, r: lambda x, y: x * y if x.shape == y.shape else x * y.mean(),
        lambda t, r: lambda x, y: x + y.sum((0, 1), keepdim=True)[..., :1],
        lambda t, r: lambda x, y: t.where(x > 0.5, x, x.mean(0)),
        lambda t, r: lambda x, y: x.clone(),
        lambda t, r: lambda x, y: x.contiguous(),
        lambda t, r: lambda x, y: x.double().float(),
        lambda t, r: lambda x, y: t.cat([x, x], 1),
        lambda t, r: lambda x, y: t.nn.functional.dropout(x, 0.5),
        lambda t, r: lambda x, y: x + t.rand_like(x),
        lambda t, r: lambda x, y: t.empty_like(x).uniform_(),
        lambda t, r: lambda x, y: x.clone().mul_(2),
        lambda t, r: lambda x, y: x.softmax(r.randrange(3)),
        lambda t, r: lambda x, y: x.flip(1),
        lambda t, r: lambda x, y: x.sort(2)[0],
    ]


def _random_program(seed: int):
    def program(torch):
        chance, tensors = random.Random(seed), [torch.arange(24.0).reshape(2, 3, 4) / 10]
        for _ in range(7):
            step = chance.choice(_steps())(torch, chance)
            found = step(chance.choice(tensors), chance.choice(tensors))
            if found.numel() and found.numel() < 500:
                tensors.append(found)
        return tensors

    return program


@pytest.mark.parametrize("seeds", [range(20), range(20, 40)], ids=["first", "second"])
def test_random_programs_lie_and_draw_as_pytorchs(virtual, seeds):
    for seed in seeds:
        same(_random_program(seed))
