"""Tensors on the device ``"meta"``: what real PyTorch says of the same ones."""

from __future__ import annotations

import copy
import pickle
import warnings

import pytest
import torch as real

import frontends.torch as ours
from frontends.torch.dispatch import native


def described(value):
    """Return class and facts of tensors, also in sequences and of modules; else the value."""
    if isinstance(value, (real.Tensor, ours.Tensor)):
        facts = (str(value.dtype), str(value.device), tuple(value.stride()), value.requires_grad)
        parameter = isinstance(value, (real.nn.Parameter, ours.nn.Parameter))
        return tuple(value.shape), *facts, value.is_leaf, parameter
    if isinstance(value, (real.nn.Module, ours.nn.Module)):
        return [(name, described(x)) for name, x in value.state_dict(keep_vars=True).items()]
    if isinstance(value, (list, tuple)):
        return [described(each) for each in value]
    return str(value) if isinstance(value, (real.dtype, real.device, ours.dtype)) else value


def found(expression, torch):
    """Return what an expression gives, described, or class and last words of its error."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return described(expression(torch, torch.nn))
        except (RuntimeError, TypeError, IndexError) as err:
            of_real = [cls for cls in type(err).__mro__ if cls.__module__ == "builtins"]
            return of_real[0].__name__, str(err).rpartition(": ")[2]


def meta(torch, *shape, **options):
    return torch.empty(shape, device="meta", **options)


MADE = [
    lambda torch, nn: torch.empty(2, 3, device="meta"),
    lambda torch, nn: torch.zeros((2, 3), device=torch.device("meta"), dtype=torch.float16),
    lambda torch, nn: torch.tensor([[1, 2]], device="meta"),
    lambda torch, nn: torch.arange(3, device="meta:0"),
    lambda torch, nn: torch.rand(2, device="meta", requires_grad=True),
    lambda torch, nn: torch.randn(10**7, 10**5, device="meta"),
    lambda torch, nn: torch.full((2,), 3, device="meta"),
    lambda torch, nn: torch.empty_strided((2, 3), (1, 2), device="meta"),
    lambda torch, nn: torch.empty_strided((2, 3), (1, 2)),
    lambda torch, nn: torch.empty_permuted((2, 3, 4), (2, 0, 1), device="meta"),
    lambda torch, nn: torch.empty_permuted((2, 3, 4), (2, 0, 1)),
    lambda torch, nn: torch.zeros(2, 3, 4, 4, device="meta").to(memory_format=torch.channels_last),
    lambda torch, nn: torch.empty(2, 3, 4, 4, memory_format=torch.channels_last, device="meta"),
    lambda torch, nn: torch.ones(2, 3).T.to("meta"),
    lambda torch, nn: torch.ones(2, requires_grad=True).to("meta", torch.float64),
    lambda torch, nn: torch.as_tensor(torch.ones(2), device="meta"),
    lambda torch, nn: torch.zeros_like(meta(torch, 2, 3), device="cpu"),
    lambda torch, nn: torch.empty_like(meta(torch, 2, 3), dtype=torch.int32),
    lambda torch, nn: meta(torch, 2).new_zeros(3),
    lambda torch, nn: meta(torch, 2).new_ones(3, device="cpu"),
    lambda torch, nn: nn.Parameter(meta(torch, 2, 3)),
    lambda torch, nn: nn.Parameter(meta(torch, 2, dtype=torch.bfloat16), requires_grad=False),
    lambda torch, nn: copy.deepcopy(nn.Parameter(meta(torch, 2, 3))),
    lambda torch, nn: pickle.loads(pickle.dumps(meta(torch, 2, 3))),
    lambda torch, nn: meta(torch, 2).detach(),
    lambda torch, nn: nn.Parameter(meta(torch, 2)).data,
]
COMPUTED = [
    lambda torch, nn: meta(torch, 2, 3) + 1,
    lambda torch, nn: 2.5 * meta(torch, 2, 3, dtype=torch.int32),
    lambda torch, nn: meta(torch, 2, 3) @ meta(torch, 3, 4),
    lambda torch, nn: meta(torch, 2, 3) + torch.tensor(1.0),
    lambda torch, nn: meta(torch, 2, 3).t(),
    lambda torch, nn: meta(torch, 2, 3).permute(1, 0) + 1,
    lambda torch, nn: meta(torch, 2, 3)[0, 1:],
    lambda torch, nn: meta(torch, 4, 3)[:, 1:].t(),
    lambda torch, nn: -meta(torch, 2, 5, 8)[..., 4:].transpose(0, 1),
    lambda torch, nn: meta(torch, 1, 3).expand(4, 3) * 2,
    lambda torch, nn: meta(torch, 3, 1).expand(3, 4)[:, 1:],
    lambda torch, nn: meta(torch, 4, 3)[torch.tensor([0, 1])],
    lambda torch, nn: meta(torch, 4, 3).index_select(0, torch.tensor([0, 1])),
    lambda torch, nn: nn.functional.embedding(torch.tensor([0, 1]), meta(torch, 4, 3)),
    lambda torch, nn: meta(torch, 2, 3).max(1),
    lambda torch, nn: meta(torch, 4, 3).split(2),
    lambda torch, nn: list(meta(torch, 2, 3)),
    lambda torch, nn: torch.cat([meta(torch, 2, 3), meta(torch, 4, 3)]),
    lambda torch, nn: torch.einsum("ij,kj->ik", meta(torch, 2, 3), meta(torch, 4, 3)),
    lambda torch, nn: [tuple(x.shape) for x in torch.linalg.svd(meta(torch, 2, 3))],
    lambda torch, nn: nn.functional.dropout(meta(torch, 2, 3)),
    lambda torch, nn: torch.isnan(meta(torch, 2)).any(),
    lambda torch, nn: meta(torch, 2, 3).to(torch.float16),
    lambda torch, nn: meta(torch, 2, 3).half().float(),
    lambda torch, nn: meta(torch, 2, 3).to("meta"),
    lambda torch, nn: nn.Parameter(meta(torch, 2, 3)) * 2,
    lambda torch, nn: meta(torch, 2, 3).normal_(0, 1),
    lambda torch, nn: meta(torch, 2, 3).add_(torch.ones(3)),
    lambda torch, nn: meta(torch, 2, 3).copy_(torch.ones(2, 3)),
    lambda torch, nn: meta(torch, 2, 3).unsqueeze_(0),
    lambda torch, nn: torch.add(meta(torch, 2), 1, out=meta(torch, 0)),
    lambda torch, nn: nn.init.xavier_uniform_(meta(torch, 2, 3)),
    lambda torch, nn: nn.init.trunc_normal_(meta(torch, 2, 3)),
    lambda torch, nn: nn.init.orthogonal_(meta(torch, 2, 3)),
    lambda torch, nn: nn.functional.conv2d(meta(torch, 1, 3, 8, 8), meta(torch, 4, 3, 3, 3)),
    lambda torch, nn: (meta(torch, 2).is_meta, torch.ones(2).is_meta, meta(torch, 2).is_cpu),
    lambda torch, nn: (meta(torch, 2).type(), meta(torch, 2).data_ptr(), meta(torch, 2).numel()),
    lambda torch, nn: meta(torch, 2, 3).untyped_storage().nbytes(),
    lambda torch, nn: repr(meta(torch, 2, 3, dtype=torch.int64)),
    lambda torch, nn: repr(nn.Parameter(meta(torch, 2, 3))),
    lambda torch, nn: f"{meta(torch)}",
    lambda torch, nn: meta(torch, 2).device == torch.device("meta"),
]
REFUSED = [
    lambda torch, nn: meta(torch, 2, 3) + torch.ones(2, 3),
    lambda torch, nn: torch.ones(2, 3) + meta(torch, 2, 3),
    lambda torch, nn: torch.cat([meta(torch, 2), torch.ones(2)]),
    lambda torch, nn: meta(torch, 2, 3).item(),
    lambda torch, nn: meta(torch).item(),
    lambda torch, nn: bool(meta(torch)),
    lambda torch, nn: float(meta(torch)),
    lambda torch, nn: int(meta(torch)),
    lambda torch, nn: meta(torch, 2).tolist(),
    lambda torch, nn: meta(torch, 2).numpy(),
    lambda torch, nn: meta(torch, 2).cpu(),
    lambda torch, nn: meta(torch, 2).to("cpu"),
    lambda torch, nn: torch.ones(2).copy_(meta(torch, 2)),
    lambda torch, nn: meta(torch, 2)[5],
    lambda torch, nn: nn.Parameter(meta(torch, 2)).add_(1),
    lambda torch, nn: setattr(nn.Parameter(torch.ones(2)), "data", meta(torch, 2)),
    lambda torch, nn: setattr(nn.Parameter(meta(torch, 2)), "data", torch.ones(2)),
    lambda torch, nn: nn.Linear(2, 3, device="meta").to("cpu"),
]


def _cases(expressions):
    return [pytest.param(each, id=str(at)) for at, each in enumerate(expressions)]


@pytest.mark.parametrize("expression", _cases(MADE + COMPUTED))
def test_meta_tensors_have_the_facts_of_pytorch(backend, expression):
    assert found(expression, ours) == found(expression, real)


@pytest.mark.parametrize("expression", _cases(REFUSED))
def test_what_needs_data_raises_as_in_pytorch(backend, expression):
    wanted = found(expression, real)
    assert isinstance(wanted[0], str) and wanted[0].endswith("Error")
    assert found(expression, ours) == wanted


BY_VALUES = [
    lambda torch, nn: meta(torch, 2).nonzero(),
    lambda torch, nn: meta(torch, 2)[meta(torch, 2) > 0],
    lambda torch, nn: torch.equal(meta(torch, 2), meta(torch, 2)),
    lambda torch, nn: torch.where(meta(torch, 2) > 0),
    lambda torch, nn: torch.unique(meta(torch, 2)),
]


@pytest.mark.parametrize("expression", _cases(BY_VALUES))
def test_results_that_depend_on_values_raise(backend, expression):
    for torch in (real, ours):
        with pytest.raises(NotImplementedError):
            expression(torch, torch.nn)


def _in_context(torch, nn):
    with torch.device("meta"):
        layer = nn.Linear(2, 3)
        made = [torch.tensor(1.0), torch.zeros(2), torch.linspace(0, 1, 3), torch.as_tensor([1])]
        made += [torch.zeros_like(layer.weight), torch.ones(2, device="cpu"), torch.Tensor(3)]
        like = torch.zeros_like(torch.ones(2, device="cpu"))
    return [layer, *made, like, torch.ones(2)]


def _emptied(torch, nn):
    net = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3))
    moved = net.to("meta")
    before = described(moved)
    return before, net.to_empty(device="cpu"), net is moved


def _assigned(torch, nn):
    with torch.device("meta"):
        net = nn.Linear(2, 3)
    given = {"weight": torch.ones(3, 2), "bias": torch.zeros(3)}
    without = net.load_state_dict(given)
    still = described(net)
    net.load_state_dict(given, assign=True)
    return str(without), still, net, net(torch.ones(1, 2)).tolist()


def _of_file(torch, nn, file):
    torch.save({"w": torch.ones(2, 3).T}, file)
    return torch.load(file, map_location="meta")["w"]


@pytest.mark.parametrize("scenario", (_in_context, _emptied, _assigned))
def test_modules_without_data(backend, scenario):
    assert found(scenario, ours) == found(scenario, real)


def test_copying_into_a_meta_module_warns(backend):
    given = {"weight": ours.ones(3, 2), "bias": ours.zeros(3)}
    with pytest.warns(UserWarning, match="which is a no-op"):
        ours.nn.Linear(2, 3, device="meta").load_state_dict(given)


def test_a_file_is_loaded_without_its_data(backend, tmp_path):
    of_both = [
        found(lambda torch, nn: _of_file(torch, nn, tmp_path / "x.pt"), torch)
        for torch in (ours, real)
    ]
    assert of_both[0] == of_both[1]


def test_files_hold_meta_tensors_as_pytorch_writes_them(backend, tmp_path):
    for write, read in ((ours, real), (real, ours), (ours, ours)):
        x = {"w": meta(write, 2, 3).T, "p": write.nn.Parameter(meta(write, 2))}
        write.save(x, tmp_path / "x.pt")
        back = read.load(tmp_path / "x.pt")
        for name, value in x.items():
            assert described(back[name]) == described(value)


def test_meta_tensors_draw_no_numbers(backend):
    ours.manual_seed(0)
    wanted = ours.rand(2).tolist()
    ours.manual_seed(0)
    ours.nn.functional.dropout(meta(ours, 20))
    ours.bernoulli(meta(ours, 20))
    assert ours.rand(2).tolist() == wanted


def test_a_parameter_without_data_is_of_its_class(backend):
    class Weight(ours.nn.Parameter):
        pass

    x = Weight(meta(ours, 2, 3))
    assert isinstance(x, Weight)
    assert x.is_meta
    y = x.__class__(ours.ones(2), x.requires_grad)
    if native.backend is None or backend != "torch":
        assert type(y) is Weight
    assert not y.is_meta
    assert y.tolist() == [1.0, 1.0]
