"""Modules and their containers against PyTorch's: names, hooks, state, errors, texts."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections import OrderedDict

import pytest
import torch as real

import frontends.torch as torch
from tests.frontends.torch.layers import close, ours, random

MODULES = (real, torch)


def net(t):
    """Return a model with a shared layer, buffers of both kinds and a parameter of its own."""

    class Net(t.nn.Module):
        def __init__(self):
            super().__init__()
            self.first = t.nn.Linear(2, 3)
            self.again = self.first
            self.more = t.nn.Sequential(t.nn.BatchNorm1d(3), t.nn.ReLU())
            self.scale = t.nn.Parameter(t.ones(1))
            self.nothing = None
            self.register_buffer("kept", t.zeros(2))
            self.register_buffer("left", t.zeros(2), persistent=False)
            self.register_parameter("absent", None)

        def forward(self, x):
            return self.more(self.again(x)) * self.scale

        def extra_repr(self):
            return "two\nlines"

    return Net()


def both(expression):
    """Compare what an expression gives with PyTorch's modules and with ours."""
    expected, found = (expression(t) for t in MODULES)
    assert found == expected
    return found


QUESTIONS = {
    "repr": lambda m, t: repr(m),
    "named_parameters": lambda m, t: [n for n, _ in m.named_parameters()],
    "prefix": lambda m, t: [n for n, _ in m.named_parameters("a", remove_duplicate=False)],
    "own": lambda m, t: [n for n, _ in m.named_parameters(recurse=False)],
    "named_buffers": lambda m, t: [n for n, _ in m.named_buffers()],
    "named_modules": lambda m, t: [(n, type(x).__name__) for n, x in m.named_modules()],
    "all modules": lambda m, t: [n for n, _ in m.named_modules(remove_duplicate=False)],
    "children": lambda m, t: [n for n, _ in m.named_children()],
    "counts": lambda m, t: (len(list(m.parameters())), len(list(m.modules()))),
    "state_dict": lambda m, t: list(m.state_dict()),
    "with prefix": lambda m, t: list(m.state_dict(prefix="x.")),
    "metadata": lambda m, t: dict(m.state_dict()._metadata),
    "dir": lambda m, t: [n for n in ("scale", "first", "kept", "absent") if n in dir(m)],
    "submodule": lambda m, t: repr(m.get_submodule("more.0")),
    "parameter": lambda m, t: tuple(m.get_parameter("first.weight").shape),
    "buffer": lambda m, t: tuple(m.get_buffer("more.0.running_mean").shape),
    "training": lambda m, t: [x.training for x in m.eval().modules()],
    "train": lambda m, t: [x.training for x in m.eval().train().modules()],
    "requires_grad": lambda m, t: [p.requires_grad for p in m.requires_grad_(False).parameters()],
    "double": lambda m, t: [str(v.dtype) for v in m.double().state_dict().values()],
    "to": lambda m, t: [str(v.dtype) for v in m.to(t.float16).state_dict().values()],
    "to a tensor": lambda m, t: str(m.to(t.ones(1, dtype=t.float64)).scale.dtype),
    "to a device": lambda m, t: str(m.to("cpu", t.float64).scale.device),
    "apply": lambda m, t: apply_order(m),
    "delete": lambda m, t: [delattr(m, n) for n in ("scale", "kept", "more")] and list(m._modules),
    "reassign": lambda m, t: [setattr(m, "scale", None), m.scale, list(m._parameters)],
    "another kind": lambda m, t: [setattr(m, "first", t.nn.Parameter(t.ones(1))), list(m._modules)],
    "buffer again": lambda m, t: [setattr(m, "left", t.ones(3)), "left" in m.state_dict()],
    "set_submodule": lambda m, t: [m.set_submodule("more.1", t.nn.Tanh()), repr(m.more)],
    "plain": lambda m, t: [setattr(m, "tag", 1), m.tag, delattr(m, "tag"), hasattr(m, "tag")],
}


def apply_order(module) -> list:
    names = []
    module.apply(lambda m: names.append(type(m).__name__))
    return names


@pytest.mark.parametrize("name", QUESTIONS)
def test_modules_answer_as_pytorchs(backend, name):
    both(lambda t: QUESTIONS[name](net(t), t))


def test_parameters_are_the_tensors_themselves(backend):
    model = net(torch)
    assert model.first is model.again and model._parameters["scale"] is model.scale
    assert isinstance(model.scale, torch.nn.Parameter) and isinstance(model.scale, torch.Tensor)
    assert model.scale.is_leaf and type(model.scale).__name__ == "Parameter"
    value = torch.ones(2)
    parameter = torch.nn.Parameter(value)
    value[0] = 5  # they share memory, both ways
    assert parameter.tolist() == [5.0, 1.0]
    with torch.no_grad():
        parameter[1] = 7
    assert value.tolist() == [5.0, 7.0]
    of_view = torch.nn.Parameter(torch.zeros(2, 2)[0])
    assert of_view.tolist() == [0.0, 0.0]


def test_parameters_are_made_of_tensors(backend):
    for framework in (real, torch):
        with pytest.raises(AttributeError, match="'list' object has no attribute 'detach'"):
            framework.nn.Parameter([1.0])


def test_parameters_need_gradients(backend):
    assert torch.nn.Parameter(torch.ones(2)).requires_grad
    assert not torch.nn.Parameter(torch.ones(2), requires_grad=False).requires_grad
    with torch.no_grad():
        assert torch.nn.Parameter(torch.ones(2)).requires_grad
    both(lambda t: repr(t.nn.Parameter(t.ones(2))))
    both(lambda t: repr(t.nn.Parameter(t.ones(2), requires_grad=False)))
    both(lambda t: tuple(t.nn.Parameter().shape))


def test_buffers_by_their_class(backend):
    def of(t):
        class M(t.nn.Module):
            def __init__(self):
                super().__init__()
                self.a = t.nn.Buffer(t.ones(2))
                self.b = t.nn.Buffer(t.ones(2), persistent=False)

        m = M()
        m.a = t.zeros(2)
        return list(m._buffers), list(m.state_dict()), m.a.tolist()

    both(of)


def test_conversion_keeps_the_parameters(backend):
    model = net(torch)
    weight = model.first.weight
    weight.grad = torch.ones(3, 2)
    assert model.double() is model
    assert model.first.weight is weight and str(weight.dtype) == "torch.float64"
    assert str(weight.grad.dtype) == "torch.float64" and weight.requires_grad
    assert str(model.more[0].num_batches_tracked.dtype) == "torch.int64"


def test_zero_grad(backend):
    model = net(torch)
    for p in model.parameters():
        p.grad = torch.ones_like(p)
    model.zero_grad(set_to_none=False)
    assert all(not p.grad.any() for p in model.parameters())
    model.zero_grad()
    assert all(p.grad is None for p in model.parameters())


def test_copies_and_pickles(backend):
    model = net_of_module_level()
    x = ours(random((2, 3)))
    model.eval()
    expected = model(x)
    for other in (copy.deepcopy(model), pickle.loads(pickle.dumps(model))):
        assert other is not model and other[0].weight is not model[0].weight
        assert other[0].weight is other[2].weight  # shared ones stay shared
        with torch.no_grad():
            close(other(x), real.tensor(expected.detach().numpy()))
            other[0].weight.fill_(0)
        assert model[0].weight.abs().sum() > 0


def net_of_module_level():
    layer = torch.nn.Linear(3, 3)
    return torch.nn.Sequential(layer, torch.nn.BatchNorm1d(3), layer)


# state_dict


def test_loading_what_does_not_fit(backend):
    def of(t):
        state = {k: v for k, v in net(t).state_dict().items() if k != "scale"}
        state["first.weight"] = t.ones(1, 1)
        state["other.weight"] = state["kept.x"] = t.ones(1)
        state["first.bias"] = 3
        with pytest.raises(RuntimeError) as told:
            net(t).load_state_dict(state)
        return str(told.value)

    both(of)


def test_loading_without_strictness(backend):
    def of(t):
        state = net(t).state_dict()
        del state["scale"]
        state["more.5.weight"] = t.ones(1)
        found = net(t).load_state_dict(state, strict=False)
        return (
            found.missing_keys,
            found.unexpected_keys,
            repr(net(t).load_state_dict({**net(t).state_dict()})),
        )

    both(of)
    with pytest.raises(TypeError, match="Expected state_dict to be dict-like"):
        net(torch).load_state_dict([1])


def test_loading_copies_or_assigns(backend):
    model, state = net(torch), net(torch).double().state_dict()
    weight = model.first.weight
    model.load_state_dict(state)
    assert model.first.weight is weight and str(weight.dtype) == "torch.float32"
    model.load_state_dict(state, assign=True)
    assert str(model.first.weight.dtype) == "torch.float64"
    assert model.first.weight is not weight and model.first.weight.requires_grad
    assert model.kept is state["kept"]


def test_state_dict_shares_memory(backend):
    model = net(torch)
    state = model.state_dict()
    assert not state["scale"].requires_grad and state["kept"] is not model.kept
    with torch.no_grad():
        model.scale.fill_(3)
    assert state["scale"].item() == 3
    assert model.state_dict(keep_vars=True)["scale"] is model.scale


def test_hooks_of_state_dicts(backend):
    def of(t):
        model, told = net(t), []
        model.register_state_dict_pre_hook(lambda m, prefix, keep: told.append((prefix, keep)))
        model.register_state_dict_post_hook(
            lambda m, state, prefix, meta: state.pop("scale") and None
        )
        state = model.state_dict()
        told.append(list(state))
        model.register_load_state_dict_pre_hook(
            lambda m, state, prefix, *rest: state.update({"scale": t.ones(1)})
        )

        def forgive(module, incompatible):
            told.append(list(incompatible.missing_keys))
            incompatible.missing_keys.clear()

        model.register_load_state_dict_post_hook(forgive)
        del state["kept"]
        model.load_state_dict(state)
        return told

    both(of)


def test_extra_state(backend):
    def of(t):
        class M(t.nn.Linear):
            extra = 1

            def get_extra_state(self):
                return {"extra": self.extra}

            def set_extra_state(self, state):
                self.extra = state["extra"]

        first, second = M(1, 1), M(1, 1)
        first.extra = 5
        second.load_state_dict(first.state_dict())
        with pytest.raises(RuntimeError) as told:
            t.nn.Sequential(t.nn.Linear(1, 1)).load_state_dict(t.nn.Sequential(first).state_dict())
        return second.extra, list(first.state_dict()), str(told.value)

    both(of)


# hooks


def test_hooks_of_calls(backend):
    def of(t):
        model, told = t.nn.Linear(1, 1, bias=False), []
        x = t.ones(1, 1)
        model.register_forward_pre_hook(lambda m, args: told.append("pre") or (args[0] * 2,))
        model.register_forward_pre_hook(
            lambda m, args, kwargs: (args, {}) if told.append(sorted(kwargs)) is None else None,
            with_kwargs=True,
            prepend=True,
        )
        model.register_forward_hook(lambda m, args, out: told.append("post") or out + 1)
        handle = model.register_forward_hook(
            lambda m, args, kwargs, out: told.append((len(args), len(kwargs))), with_kwargs=True
        )
        with t.no_grad():
            model.weight.fill_(3)
        result = model(x, anything=1).item()
        handle.remove()
        told.append(model(x).item())
        return result, told

    both(of)


def test_hooks_that_are_always_called(backend):
    def of(t):
        class Failing(t.nn.Module):
            def forward(self, x):
                raise ValueError("no")

        model, told = Failing(), []
        model.register_forward_hook(lambda m, args, out: told.append("usual"))
        model.register_forward_hook(lambda m, args, out: told.append(out), always_call=True)
        with pytest.raises(ValueError, match="no"):
            model(1)
        return told

    both(of)


def test_hooks_of_all_modules(backend):
    def of(t):
        told = []
        module = t.nn.modules.module if t is real else t.nn.modules.hooks
        handles = [
            module.register_module_forward_pre_hook(lambda m, args: told.append("pre")),
            module.register_module_forward_hook(lambda m, args, out: told.append(type(m).__name__)),
            module.register_module_parameter_registration_hook(
                lambda m, name, p: told.append(name)
            ),
        ]
        model = t.nn.Sequential(t.nn.Linear(1, 1), t.nn.Tanh())
        model(t.ones(1, 1))
        for handle in handles:
            handle.remove()
        model(t.ones(1, 1))
        return told

    both(of)


def test_backward_hooks(backend):
    if backend == "numpy":
        pytest.skip("NumPy has no gradients")

    def of(t):
        model, told = t.nn.Linear(2, 1, bias=False), []
        with t.no_grad():
            model.weight.fill_(3)
        model.register_full_backward_pre_hook(lambda m, grad: (grad[0] * 2,))
        model.register_full_backward_hook(
            lambda m, into, out: told.append((into[0].tolist(), out[0].tolist()))
        )
        x = t.ones(1, 2, requires_grad=True)
        model(x).sum().backward()
        told.append((x.grad.tolist(), model.weight.grad.tolist()))
        model.register_full_backward_hook(lambda m, into, out: (into[0] * 10,))
        x.grad = None
        model(x).sum().backward()
        return told, x.grad.tolist()

    both(of)


@pytest.mark.parametrize("full", [True, False])
def test_backward_hooks_are_given_tensors(backend, full):
    if backend == "numpy":
        pytest.skip("NumPy has no gradients")

    def of(t):
        model, told = t.nn.Linear(2, 1), []

        def hook(module, into, out):
            told.append([isinstance(each, t.Tensor) for each in (*into[-1:], *out)])
            return tuple(each if each is None else t.add(each, each) for each in into)

        register = model.register_full_backward_hook if full else model.register_backward_hook
        register(hook)
        if full:
            model.register_full_backward_pre_hook(
                lambda module, out: told.append(isinstance(out[0], t.Tensor))
            )
        with t.no_grad():
            model.weight.fill_(3)
        x = t.ones(1, 2, requires_grad=True)
        model(x).sum().backward()
        return told, x.grad.tolist()

    both(of)


def test_a_backward_hook_without_inputs_that_need_gradients_warns_at_the_users_line(backend):
    if backend == "numpy":
        pytest.skip("NumPy has no gradients")

    def of(t):
        model = t.nn.Linear(2, 1)
        model.register_full_backward_hook(lambda *_: None)
        with pytest.warns(UserWarning) as noted:
            model(t.ones(1, 2)).sum().backward()
        return [(str(each.message), each.filename) for each in noted]

    wanted, found = map(of, MODULES)
    # PyTorch counts the frames from its `backward` to the user's, where our adapter is one more
    assert found == [(text, __file__) for text, _ in wanted]


MISTAKES = {
    "no super": lambda t: no_super(t, lambda m: setattr(m, "a", t.nn.Linear(1, 1))),
    "no super, parameter": lambda t: no_super(t, lambda m: setattr(m, "a", parameter(t))),
    "no super, buffer": lambda t: no_super(t, lambda m: m.register_buffer("a", t.ones(1))),
    "parameter": lambda t: setattr(net(t), "scale", t.ones(1)),
    "module": lambda t: setattr(net(t), "first", 3),
    "buffer": lambda t: setattr(net(t), "kept", 3),
    "missing": lambda t: net(t).other,
    "delete": lambda t: delattr(net(t), "other"),
    "dot": lambda t: net(t).register_buffer("a.b", t.ones(1)),
    "empty name": lambda t: net(t).register_parameter("", parameter(t)),
    "taken": lambda t: net(t).register_parameter("forward", parameter(t)),
    "taken module": lambda t: net(t).add_module("scale", t.nn.Tanh()),
    "module dot": lambda t: net(t).add_module("a.b", t.nn.Tanh()),
    "no name": lambda t: net(t).register_buffer(1, t.ones(1)),
    "no module": lambda t: net(t).add_module("a", 3),
    "no tensor": lambda t: net(t).register_buffer("a", "text"),
    "no parameter": lambda t: net(t).register_parameter("a", "text"),
    "no forward": lambda t: t.nn.Module()(1),
    "arguments": lambda t: t.nn.Module(1),
    "keywords": lambda t: t.nn.Module(a=1),
    "mode": lambda t: net(t).train("yes"),
    "integers": lambda t: net(t).to(t.int64),
    "no submodule": lambda t: net(t).get_submodule("first.x"),
    "not one": lambda t: net(t).get_submodule("scale"),
    "no such parameter": lambda t: net(t).get_parameter("kept"),
    "no such buffer": lambda t: net(t).get_buffer("scale"),
    "set nothing": lambda t: net(t).set_submodule("", t.nn.Tanh()),
    "set strictly": lambda t: net(t).set_submodule("x", t.nn.Tanh(), strict=True),
    "extra state": lambda t: t.nn.Linear(1, 1).set_submodule("weight", t.nn.Tanh()),
    "both hooks": lambda t: [
        m.register_full_backward_hook(print) and m.register_backward_hook(print) for m in [net(t)]
    ],
    "sequential": lambda t: t.nn.Sequential(t.nn.Tanh())[2],
    "sequential +": lambda t: t.nn.Sequential() + [t.nn.Tanh()],
    "sequential *": lambda t: t.nn.Sequential(t.nn.Tanh()) * 0,
    "insert": lambda t: t.nn.Sequential().insert(2, t.nn.Tanh()),
    "insert before a name": lambda t: t.nn.Sequential(OrderedDict(a=t.nn.Tanh())).insert(
        0, t.nn.Tanh()
    ),
    "insert from the end": lambda t: t.nn.ModuleList([t.nn.Tanh()]).insert(-1, t.nn.Tanh()),
    "list": lambda t: t.nn.ModuleList([t.nn.Tanh()])[-3],
    "list of one": lambda t: t.nn.ModuleList(3),
    "list of text": lambda t: t.nn.ModuleList(["a"]),
    "dict": lambda t: t.nn.ModuleDict(3),
    "dict of threes": lambda t: t.nn.ModuleDict([(1, 2, 3)]),
    "call a list": lambda t: t.nn.ParameterList()(1),
    "call a module list": lambda t: t.nn.ModuleList()(1),
    "keys": lambda t: t.nn.ParameterDict()[1],
}


def parameter(t):
    return t.nn.Parameter(t.ones(1))


def no_super(t, do):
    class M(t.nn.Module):
        def __init__(self):
            do(self)

    return M()


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_have_pytorchs_class_and_words(backend, name):
    with pytest.raises(Exception) as expected:
        MISTAKES[name](real)
    with pytest.raises(type(expected.value)) as found:
        MISTAKES[name](torch)
    # where PyTorch names its module, the class is named from this package
    words = str(found.value).replace("frontends.torch.", "torch.")
    assert words == str(expected.value)


def test_a_device_that_is_not_there(backend):
    with pytest.raises((RuntimeError, AssertionError), match="(?i)cuda"):
        torch.nn.Linear(1, 1).cuda()


# containers

CONTAINERS = {
    "slice": lambda s, t: repr(s[:2]),
    "names": lambda s, t: repr(t.nn.Sequential(OrderedDict(a=t.nn.Tanh(), b=t.nn.ReLU()))),
    "delete": lambda s, t: [s.__delitem__(0), repr(s)],
    "delete some": lambda s, t: [s.__delitem__(slice(0, 2)), repr(s)],
    "set": lambda s, t: [s.__setitem__(-1, t.nn.Tanh()), repr(s)],
    "append": lambda s, t: repr(s.append(t.nn.Tanh())),
    "extend": lambda s, t: repr(s.extend([t.nn.Tanh()])),
    "insert": lambda s, t: repr(s.insert(1, t.nn.Sigmoid())),
    "insert from the end": lambda s, t: repr(s.insert(-1, t.nn.Sigmoid())),
    "pop": lambda s, t: [repr(s.pop(1)), repr(s)],
    "sum": lambda s, t: repr(s + s),
    "product": lambda s, t: [repr(2 * s), s.__imul__(2) is s and len(s)],
    "list": lambda s, t: repr(t.nn.ModuleList([t.nn.Tanh(), t.nn.Tanh(), t.nn.Linear(1, 2)])),
    "list sum": lambda s, t: repr(t.nn.ModuleList([t.nn.Tanh()]) + [t.nn.ReLU()]),
    "list insert": lambda s, t: listed(t).insert(0, t.nn.Tanh()),
    "list slice": lambda s, t: repr(listed(t)[1:]),
    "list pop": lambda s, t: repr(listed(t).pop(-1)),
    "dict": lambda s, t: repr(t.nn.ModuleDict({"b": t.nn.Tanh(), "a": t.nn.ReLU()})),
    "dict use": lambda s, t: dict_use(t),
    "parameters": lambda s, t: repr(
        t.nn.ParameterList([t.ones(2), t.nn.Parameter(t.ones(1, 2)), 3])
    ),
    "parameter list": lambda s, t: parameter_list(t),
    "parameter dict": lambda s, t: parameter_dict(t),
    "empty": lambda s, t: [
        repr(t.nn.ModuleList()),
        repr(t.nn.ModuleDict()),
        repr(t.nn.Sequential()),
    ],
}


def listed(t):
    return t.nn.ModuleList([t.nn.Tanh(), t.nn.Linear(2, 2)])


def dict_use(t):
    d = t.nn.ModuleDict([("x", t.nn.Tanh())])
    d["y"] = t.nn.ReLU()
    d.update({"z": t.nn.ReLU()})
    del d["x"]
    return (
        list(d),
        len(d),
        "y" in d,
        repr(d.pop("y")),
        list(d.keys()),
        [repr(v) for v in d.values()],
    )


def parameter_list(t):
    p = t.nn.ParameterList([t.ones(2)])
    p.append(t.zeros(1)).extend([t.ones(1)])
    p[0] = t.zeros(3)
    return len(p), [tuple(x.shape) for x in p[1:]], [n for n, _ in p.named_parameters()]


def parameter_dict(t):
    p = t.nn.ParameterDict({"b": t.ones(2), "a": t.ones(1)})
    p["c"] = 3
    q = p | t.nn.ParameterDict({"d": t.ones(1)})
    p.setdefault("e", t.ones(1))
    popped = p.popitem()[0]
    return (
        repr(p),
        list(q),
        popped,
        list(reversed(p)),
        p.get("x"),
        p.pop("c"),
        list(p.fromkeys("mn")),
    )


@pytest.mark.parametrize("name", CONTAINERS)
def test_containers_are_pytorchs(backend, name):
    both(
        lambda t: CONTAINERS[name](t.nn.Sequential(t.nn.Linear(1, 2), t.nn.Tanh(), t.nn.ReLU()), t)
    )


@pytest.mark.parametrize("name", ["tanh", "clamp", "stack", "zeros", "conv1d"])
def test_a_function_that_is_an_attribute_of_a_class_binds_no_instance(backend, name):
    given = {
        "tanh": lambda t: (t.tensor([0.5]),),
        "clamp": lambda t: (t.tensor([0.5, 2.0]), 0.0, 1.0),
        "stack": lambda t: ([t.tensor([0.5]), t.tensor([1.5])],),
        "zeros": lambda t: (2, 3),
        "conv1d": lambda t: (t.ones(1, 1, 4), t.ones(1, 1, 2)),
    }[name]

    def called(t):
        class Layer(t.nn.Module):
            function = getattr(t, name)
            own = lambda self: 3  # noqa: E731

            def forward(self):
                return self.function(*given(t)), Layer.function(*given(t))

        assert Layer().own() == 3
        return Layer()()

    for got, wanted in zip(called(torch), called(real), strict=True):
        close(got, wanted)


def test_old_positional_arguments_are_warned_of(backend):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        found = net(torch).state_dict({}, "p.")
    assert "Positional args are being deprecated" in str(told[0].message)
    assert all(key.startswith("p.") for key in found)
