"""Tensors and modules of the frontend among code that uses real PyTorch itself."""

from __future__ import annotations

import importlib
import types

import numpy as np
import pytest
import torch as real

import frontends.torch as torch
from ivy_core.backend_handler import active_backend
from ivy_core.backends.holder import read

X = [0.5, 1.5, 2.5]


def holds_real(x) -> bool:
    return isinstance(read(x), real.Tensor)


# real tensors enter

INTO = {
    "left": lambda a, x: a + x,
    "right": lambda a, x: x + a,
    "product": lambda a, x: x @ a,
    "comparison": lambda a, x: x < a,
    "function": lambda a, x: torch.maximum(a, x),
    "of real tensors alone": lambda a, x: torch.nn.functional.relu(x),
    "joined": lambda a, x: torch.cat([a, x]),
    "method": lambda a, x: a.dot(x),
    "in place": lambda a, x: a.clone().mul_(x),
    "copied": lambda a, x: torch.zeros(3).copy_(x),
    "tensor": lambda a, x: torch.as_tensor(x),
    "index": lambda a, x: a[real.tensor([0, 2])],
    "collated": lambda a, x: torch.utils.data.default_collate([(x, 1), (x, 2)])[0],
    "converted": lambda a, x: torch.utils.data.default_convert({"x": x})["x"],
    "module": lambda a, x: torch.nn.Identity()(x) + torch.nn.LayerNorm(3)(x).detach(),
}


@pytest.mark.parametrize("name", INTO)
def test_real_tensors_are_converted_where_they_enter(backend, name):
    made = INTO[name](torch.ones(3), real.tensor(X))
    own = INTO[name](torch.ones(3), torch.tensor(X))
    assert isinstance(made, torch.Tensor)
    np.testing.assert_array_equal(made.numpy(), own.numpy())


def test_written_into_a_part(backend):
    a = torch.zeros(3)
    a[:] = real.tensor(X)
    assert a.tolist() == X


def test_a_gradient_that_could_not_come_back_is_refused(backend):
    needs = real.ones(3, requires_grad=True)
    a = torch.ones(3)
    if holds_real(a):  # PyTorch's own graph has both
        (a * needs).sum().backward()
        assert needs.grad.tolist() == [1, 1, 1]
        return
    with pytest.raises(RuntimeError, match="gradient would be lost.*name it with"):
        a * needs
    with torch.no_grad():
        assert (a * needs).tolist() == [1, 1, 1]
    with pytest.raises(RuntimeError, match="gradient would be lost"):
        real.add(real.ones(3), a.requires_grad_())


# ours leave

OUT_OF = {
    "function": lambda a, x: real.add(x, a),
    "list": lambda a, x: real.stack([a, x]),
    "nn.functional": lambda a, x: real.nn.functional.relu(a),
    "module": lambda a, x: real.nn.Softmax(dim=0)(a),
    "no function": lambda a, x: real.nn.Identity()(a),
    "as_tensor": lambda a, x: real.as_tensor(np.asarray(a)),
    "dlpack": lambda a, x: real.from_dlpack(a),
    "method": lambda a, x: x.clone().add_(a),
}


@pytest.mark.parametrize("name", OUT_OF)
def test_functions_of_real_pytorch_get_real_tensors(backend, name):
    made = OUT_OF[name](torch.tensor(X), real.ones(3))
    own = OUT_OF[name](real.tensor(X), real.ones(3))
    assert isinstance(made, real.Tensor)
    np.testing.assert_allclose(made.numpy(), own.numpy(), rtol=1e-6)


def test_what_real_pytorch_writes_reaches_ours(backend):
    a = torch.zeros(3)
    assert real.nn.init.ones_(a) is a or holds_real(a)
    assert a.tolist() == [1, 1, 1]


def test_gradients_through_a_real_function_on_pytorch(backend):
    if not active_backend().CAPABILITIES.records:
        return
    a = torch.tensor(X, requires_grad=True)
    real.sin(a).sum().backward()
    np.testing.assert_allclose(a.grad.numpy(), np.cos(np.float32(X)), rtol=1e-6)


# modules do not mix


def test_modules_of_the_two_kinds_refuse_each_other(backend):
    ours, theirs = torch.nn.Sequential(torch.nn.Linear(2, 2)), real.nn.Linear(2, 2)
    for assign in (
        lambda: setattr(ours, "head", theirs),
        lambda: torch.nn.Sequential(theirs),
        lambda: torch.nn.ModuleList([theirs]),
        lambda: setattr(real.nn.Module(), "head", ours),
        lambda: real.nn.Sequential(theirs).__setitem__(0, ours),
    ):
        with pytest.raises(TypeError, match="not rewritten.*name it with"):
            assign()


PACKAGE = """
import torch

class Head(torch.nn.Linear):
    pass

def parameter(): return torch.nn.Parameter(torch.ones(3))

def call(function): return function(parameter())
"""


def test_the_package_to_name_is_said(backend, tmp_path, monkeypatch):
    (tmp_path / "waders.py").write_text(PACKAGE)
    monkeypatch.syspath_prepend(str(tmp_path))
    waders = importlib.import_module("waders")
    module = torch.nn.Module()
    refused = {
        "child": lambda: setattr(module, "head", waders.Head(2, 2)),
        "optimizer": lambda: waders.call(lambda p: torch.optim.SGD([p], lr=0.1)),
        "parameter": lambda: waders.call(lambda p: module.register_parameter("p", p)),
        "attribute": lambda: setattr(module, "p", waders.parameter()),
        "list": lambda: torch.nn.ParameterList([waders.parameter()]),
        "parent": lambda: setattr(waders.Head(2, 2), "ours", module),
    }
    if not active_backend().CAPABILITIES.records:
        refused["gradient"] = lambda: waders.call(lambda p: torch.ones(3) * p)
    for call in refused.values():
        with pytest.raises((TypeError, RuntimeError), match="--packages waders`"):
            call()
    later = waders.parameter()  # no frame of the package is on the stack
    with pytest.raises(TypeError, match="--packages waders`"):
        torch.optim.SGD([later], lr=0.1)
    with pytest.raises(TypeError, match="one of the params is int"):
        torch.optim.SGD([3], lr=0.1)


# other libraries


def test_einops_takes_tensors_of_ours(backend):
    einops = pytest.importorskip("einops")
    x = torch.arange(6.0).reshape(2, 3)
    assert einops.rearrange(x, "a b -> b a").tolist() == [[0, 3], [1, 4], [2, 5]]
    assert einops.reduce(x, "a b -> a", "sum").tolist() == [3, 12]
    assert einops.einsum(x, x, "a b, a b -> a").tolist() == [5, 50]
    assert isinstance(einops.repeat(x, "a b -> a b c", c=2), torch.Tensor)


# classes derived from tensors


class Named(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        made = super().__torch_function__(func, types, args, kwargs)
        if isinstance(made, cls):
            made.made_by = func.__name__
        return made


def test_a_class_derived_from_tensor_hands_calls_on(backend):
    x = torch.ones(3)
    named = x.as_subclass(Named)
    assert type(named) is Named
    total = torch.cat([named, named])
    assert type(total) is Named and total.made_by == "cat" and total.tolist() == [1] * 6
    named.add_(1)
    named[0] = 5
    assert x.tolist() == [5, 2, 2]
    with pytest.raises(TypeError, match="no class derived"):
        x.as_subclass(list)


def test_as_subclass_gives_plain_tensors_with_their_history(backend):
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    plain = (x * 2).as_subclass(Named).as_subclass(torch.Tensor)
    assert plain.requires_grad and not plain.is_leaf
    assert repr(plain) == "tensor([2., 4.], grad_fn=<AliasBackward0>)"
    if backend != "numpy":  # which computes no gradients
        (plain * plain).sum().backward()
        assert x.grad.tolist() == [8, 16]


class Labelled(torch.Tensor):
    def __new__(cls, data, *, label):
        made = torch.Tensor._make_subclass(cls, data)
        made.label = label
        return made


class LabelledParameter(Labelled, torch.nn.Parameter):
    pass


def test_results_are_of_the_class_that_is_derived_from_tensor(backend):
    x = Labelled(torch.ones(2), label="a")
    assert x.label == "a" and repr(x) == "Labelled([1., 1.])"
    assert [type(each) for each in (x + 1, torch.cat([x, x]), x.split(1)[0])] == [Labelled] * 3
    assert type(torch.ones(2) * x) is Labelled and type(x.add_(1)) is Labelled
    made = (x.detach(), x.data, x.new_zeros(2), x.max(0).values, x.requires_grad_())
    assert [type(each) for each in made] == [Labelled] * 5
    assert repr(x.sum()) == "Labelled(4., grad_fn=<AliasBackward0>)"
    assert torch.overrides.has_torch_function((x,))
    with pytest.raises(TypeError, match="no implementation found"):
        x + torch.ones(2).as_subclass(Named)  # neither class is derived from the other
    plain = LabelledParameter(torch.ones(2), label="b")
    assert type(plain + 1) is torch.Tensor and plain.label == "b"
    assert repr(plain) == "Parameter containing:\nParameter(LabelledParameter([1., 1.]))"


def test_a_parameter_class_is_made_of_a_tensor(backend):
    class Scaled(torch.nn.Parameter):
        def __new__(cls, data):
            return torch.Tensor._make_subclass(cls, data, True)

    layer = torch.nn.Module()
    layer.weight = Scaled(torch.ones(2))
    assert dict(layer.named_parameters()).keys() == {"weight"}
    assert type(layer.weight) is Scaled
    if backend != "numpy":  # which computes no gradients
        (layer.weight * 3).sum().backward()
        assert layer.weight.grad.tolist() == [3, 3]


# what is compiled, scripted, or of another layout


def test_a_compiled_module_has_its_state_under_another_name(backend, full):
    def facts(t):
        layer = t.nn.Sequential(t.nn.Linear(2, 3), t.nn.Dropout())
        made = t.compile(layer)
        made.eval()
        made.extra = 5
        return (
            list(made.state_dict()), [name for name, _ in made.named_modules()], layer.training,
            layer.extra, len(made), made._orig_mod is layer, isinstance(made, t.nn.Module),
            isinstance(made, t._dynamo.OptimizedModule),
        )  # fmt: skip

    assert facts(torch) == (
        ["_orig_mod.0.weight", "_orig_mod.0.bias"],
        ["", "_orig_mod", "_orig_mod.0", "_orig_mod.1"],
        *(False, 5, 2, True, True, True),
    )
    if full or backend == "torch":  # PyTorch imports for two seconds what compiles
        assert facts(torch) == facts(real)
    layer = torch.nn.Linear(2, 2)
    made = torch.compile(layer)
    x = torch.ones(1, 2)
    assert made(x).tolist() == layer(x).tolist()
    made.load_state_dict({f"_orig_mod.{k}": v * 0 for k, v in layer.state_dict().items()})
    assert layer(x).tolist() == [[0, 0]]
    assert torch.compile(len)("ab") == 2


def test_what_has_no_form_here_says_so(backend):
    layer = torch.nn.Linear(2, 2)
    with pytest.raises(AttributeError, match="not supported: .*torch.save\\(model.state_dict"):
        torch.jit.script(layer).save("model.pt")
    if not holds_real(torch.ones(1)):
        with pytest.raises(NotImplementedError, match="not supported: torch.Tensor.to_sparse_bsr"):
            torch.ones(2, 2).to_sparse_bsr((1, 1))
        with pytest.raises(NotImplementedError, match="torch.exp.*use x.to_dense()"):
            torch.sparse_coo_tensor([[0]], [1.0], (2,)).exp()


def test_overrides_get_the_very_method_that_the_class_shows(backend):
    method, seen = torch.Tensor.matmul, []

    class Operator:
        @classmethod
        def __torch_function__(cls, function, types, args=(), kwargs=None):
            seen.append(function)

    torch.ones(2).matmul(Operator())
    assert seen == [method] and method is torch.Tensor.matmul


def test_the_package_has_the_name_of_pytorch():
    assert torch.__name__ == torch.torch.__name__ == "torch"
    with pytest.raises(ImportError, match="cannot import name 'no_such_name'"):
        from frontends.torch import no_such_name  # noqa: F401


def test_files_of_safetensors_have_the_tensors_of_the_code_that_opens_them(backend, tmp_path):
    files = pytest.importorskip("safetensors.torch")
    plain = types.ModuleType("plain")
    plain.file = tmp_path / "file"
    code = """
import torch
from safetensors import safe_open
from safetensors.torch import load_file, save, save_file
save_file({"x": torch.ones(2)}, file)
loaded, saved = load_file(file), save({"x": torch.ones(2)})
with safe_open(file, "pt") as opened:
    loaded["opened"] = opened.get_tensor("x")
"""
    exec(code, vars(plain))
    assert all(type(x) is real.Tensor for x in plain.loaded.values())
    assert plain.saved == files.save({"x": torch.ones(2)})
    assert (
        type(files.load_file(plain.file)["x"]) is type(files.load(plain.saved)["x"]) is torch.Tensor
    )
