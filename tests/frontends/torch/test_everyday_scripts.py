"""What scripts rely on and layers over other frameworks get wrong, against real PyTorch."""

from __future__ import annotations

import numpy as np
import pytest

import frontends.torch as ours

from .test_autograd import grads, same, same_error  # noqa: F401

GRADIENTS, FORWARD, MISTAKES = {}, {}, {}


def gradient(function):
    GRADIENTS[function.__name__] = function
    return function


def forward(function):
    FORWARD[function.__name__] = function
    return function


def mistake(function):
    MISTAKES[function.__name__] = function
    return function


def values(torch, *shape):
    """Return numbers that no two operations meet with a tie, the same in both."""
    count = int(np.prod(shape))
    return (torch.arange(count, dtype=torch.float64).reshape(shape) ** 2 * 0.7 + 0.3).sin()


def weighted(torch, x):
    return (x * (torch.arange(x.numel(), dtype=x.dtype).reshape(x.shape) * 0.3 + 1)).sum()


# Of a function of a matrix of 4 x 4, or of an image made of it


@gradient
def linear(torch, x):
    return torch.nn.functional.linear(x, values(torch, 3, 4), values(torch, 3))


@gradient
def einsum(torch, x):
    return torch.einsum("ij,kj,ik->k", x, x + 1, x * 2)


@gradient
def items(torch, x):
    rows, mask = x[[0, 2]], x[x > 0]
    return [x[1], x[:, 1:3], x[..., None, -1], rows, mask, x[torch.tensor([0, 0, 3]), 1:]]


@gradient
def padded(torch, x):
    pad = torch.nn.functional.pad
    kinds = [
        pad(x[None, None], (1, 2, 0, 1), mode) for mode in ("reflect", "replicate", "circular")
    ]
    return [pad(x, (1, 1, 2, 0), value=3.0), *kinds]


@gradient
def decomposed(torch, x):
    u, s, vh = torch.linalg.svd(x)
    return [s, u.abs(), (u[:, :2] * s[:2]) @ vh[:2]]


@gradient
def factored(torch, x):
    q, r = torch.linalg.qr(x)
    return [q, r]


@gradient
def solved(torch, x):
    return torch.linalg.solve(x + 4 * torch.eye(4, dtype=x.dtype), values(torch, 4, 2))


@gradient
def determinants(torch, x):
    return [torch.det(x + torch.eye(4, dtype=x.dtype)), torch.linalg.slogdet(x)[1]]


@gradient
def convolutions(torch, x):
    F, image = torch.nn.functional, x.reshape(1, 1, 4, 4)
    kernel = values(torch, 2, 1, 3, 3)
    return [
        F.conv1d(x[None], values(torch, 2, 4, 3), padding=1),
        F.conv2d(image, kernel, stride=2, padding=1),
        F.conv_transpose2d(image, values(torch, 1, 2, 3, 3), stride=2),
    ]


@gradient
def weights_of_convolutions(torch, x):
    image = values(torch, 1, 1, 7, 7)
    return torch.nn.functional.conv2d(image, x.reshape(1, 1, 4, 4), dilation=2)


@gradient
def pooled(torch, x):
    F, image = torch.nn.functional, x.reshape(1, 1, 4, 4)
    return [F.max_pool2d(image, 2), F.avg_pool2d(image, 3, 1), F.adaptive_avg_pool2d(image, 3)]


@gradient
def interpolated(torch, x):
    resized, image = torch.nn.functional.interpolate, x.reshape(1, 1, 4, 4)
    return [
        resized(image, size=7),
        *(resized(image, scale_factor=2.0, mode=mode) for mode in MODES),
    ]


MODES = ("bilinear", "bicubic")


@gradient
def sampled(torch, x):
    F = torch.nn.functional
    grid = F.affine_grid(values(torch, 1, 2, 3), [1, 1, 3, 3], align_corners=False)
    return F.grid_sample(x.reshape(1, 1, 4, 4), grid, align_corners=False)


@gradient
def sampled_at(torch, x):
    image = values(torch, 1, 1, 5, 5)
    grid = x.reshape(1, 2, 4, 2) * 0.8
    return torch.nn.functional.grid_sample(image, grid, align_corners=True)


@gradient
def transformed(torch, x):
    return [
        torch.fft.rfft(x).abs(),
        torch.fft.fft2(x).imag,
        torch.fft.ifft(x.to(torch.cdouble)).real,
    ]


@gradient
def strided(torch, x):
    return [x.as_strided((3, 2), (1, 5), 1), x.as_strided((2, 3, 2), (4, 1, 1))]


@gradient
def written(torch, x):
    y = x * 2
    y[1] = 0
    z = x * 3
    z.view(-1)[::3] = x[0, 0]
    return [y, z]


@pytest.mark.parametrize("name", GRADIENTS)
def test_gradients(grads, name):  # noqa: F811
    def program(torch):
        x = values(torch, 4, 4).requires_grad_()
        results = GRADIENTS[name](torch, x)
        results = results if isinstance(results, list) else [results]
        sum(weighted(torch, each) for each in results).backward()
        return [*results, x.grad]

    same(program, 1e-6, 1e-8)


@pytest.mark.parametrize("name", GRADIENTS)
def test_values(backend, name):
    def program(torch):
        with torch.no_grad():
            results = GRADIENTS[name](torch, values(torch, 4, 4))
        return results if isinstance(results, list) else [results]

    same(program, 1e-6, 1e-8)


# Training


def trained(torch, model, loss, steps=4):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        value = loss(model)
        value.backward()
        optimizer.step()
        losses.append(value.detach())
    return [*losses, *model.parameters()]


def filled(torch, model):
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.copy_(values(torch, *parameter.shape) * 0.5)
    return model


def test_training_of_layers_slices_and_masks(grads):  # noqa: F811
    def program(torch):
        model = torch.nn.Sequential(torch.nn.Linear(4, 6), torch.nn.Tanh(), torch.nn.Linear(6, 4))
        x = values(torch, 5, 4).float()

        def loss(model):
            y = model(x)
            return (y[:, :2] ** 2).mean() + y[x > 0].abs().sum() * 0.1 + y[[0, 2]].sum() * 0.01

        return trained(torch, filled(torch, model), loss)

    same(program, 1e-4, 1e-5)


def test_training_of_tied_weights(grads):  # noqa: F811
    def program(torch):
        class Tied(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.embedding = torch.nn.Embedding(7, 4)
                self.head = torch.nn.Linear(4, 7, bias=False)
                self.head.weight = self.embedding.weight

            def forward(self, tokens):
                return self.head(self.embedding(tokens))

        model = filled(torch, Tied())
        assert len(list(model.parameters())) == 1
        tokens = torch.tensor([1, 5, 0, 5])
        criterion = torch.nn.CrossEntropyLoss()
        return trained(torch, model, lambda model: criterion(model(tokens), tokens.roll(1)))

    same(program, 1e-4, 1e-5)


# On all backends


@forward
def write_through_flattened(torch):
    x = torch.zeros(2, 3)
    x.view(-1)[4] = 5.0
    return x


@forward
def write_through_transposed(torch):
    x = torch.zeros(2, 3)
    x.t()[2] = torch.tensor([1.0, 2.0])
    return x


@forward
def write_through_diagonal(torch):
    x = torch.zeros(3, 3)
    x.diagonal().add_(1.0)
    x.diagonal(1)[0] = 7.0
    return x


@forward
def write_through_chunks(torch):
    x = torch.zeros(4, 2)
    for at, part in enumerate(x.chunk(2)):
        part += at + 1
    return x


@forward
def write_through_unbound(torch):
    x = torch.zeros(2, 3)
    first, second = x.unbind()
    first.fill_(3.0)
    second.copy_(first * 2)
    return x


@forward
def write_through_view_of_view(torch):
    x = torch.zeros(3, 4)
    x[1:].t()[::2][0].mul_(0).add_(4.0)
    x[0].view(2, 2).diagonal().fill_(9.0)
    return x


@forward
def seed_gives_the_same_numbers(torch):
    torch.manual_seed(7)
    first = torch.rand(5), torch.randperm(6), torch.randint(9, (4,))
    torch.manual_seed(7)
    again = torch.rand(5), torch.randperm(6), torch.randint(9, (4,))
    assert all(bool((one == other).all()) for one, other in zip(first, again, strict=True))
    return list(first)


@forward
def rows_of_a_list(torch):
    w = torch.arange(12.0).reshape(4, 3)
    return [w[[0, 2]], w[[True, False, True, False]], w[[0, 2], [1, 1]], w[:, [2, 0]]]


@forward
def booleans_add_to_a_boolean(torch):
    one, other = torch.tensor([True, False]), torch.tensor([True, True])
    return [one + other, one * other, (one + 1).dtype == torch.int64, one.sum()]


@forward
def places_are_of_64_bits(torch):
    x = torch.tensor([3.0, 1.0, 2.0])
    values, places = x.topk(2)
    ends = torch.searchsorted(torch.tensor([1.0, 2.0, 3.0]), x)
    buckets = torch.bucketize(x, torch.tensor([1.5]))
    return [values, places, ends, buckets, x.argmax(), x.sort().indices, (x > 1).nonzero()]


@forward
def made_without_a_device(torch):
    x = torch.arange(3)
    made = torch.ones(2), torch.full((2,), 3), torch.eye(2), torch.zeros_like(x), x.new_ones(2)
    assert all(each.device.type == "cpu" for each in made)
    return [torch.cat([x, torch.tensor([7])]), torch.where(x > 1, x, torch.zeros(3)), *made]


@forward
def mapped_function_that_writes(torch):
    def function(row):
        y = row.clone()
        y[0] = 0.0
        y += 1.0
        y[1:].mul_(row[0])
        return y

    return torch.func.vmap(function)(torch.arange(6.0).reshape(2, 3))


@pytest.mark.parametrize("name", FORWARD)
def test_forward(backend, name):
    if name == "mapped_function_that_writes" and backend == "numpy":
        pytest.skip("NumPy maps no functions")
    if name == "made_without_a_device" and ours.ones(1).device.type != "cpu":
        pytest.skip("the backend's device is not the host")
    same(FORWARD[name])


@mistake
def row_out_of_range(torch):
    return torch.ones(3)[3]


@mistake
def place_out_of_range(torch):
    return torch.ones(3, 2)[torch.tensor([0, 5])]


@mistake
def list_out_of_range(torch):
    return torch.ones(3, 2)[[0, -4]]


@mistake
def write_out_of_range(torch):
    torch.ones(3)[7] = 1.0


@mistake
def gathered_out_of_range(torch):
    return torch.ones(3, 2).index_select(0, torch.tensor([3]))


@mistake
def token_out_of_range(torch):
    return torch.nn.functional.embedding(torch.tensor([4]), torch.ones(3, 2))


@pytest.mark.parametrize("name", MISTAKES)
def test_what_is_out_of_range_raises(backend, name):
    same_error(MISTAKES[name])
