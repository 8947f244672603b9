"""Programs as graphs: the same nodes, code and errors as real PyTorch's, and what they compute."""

import copy
import importlib
import math
import operator
import pickle

import pytest
import torch as real

import frontends.torch as torch

MODULES = pytest.mark.parametrize("t", [torch, real], ids=["ours", "real"])


def branches(t):
    def program(x, y=2, *rest, z: int = 3, **options):
        first, second = x.chunk(2, dim=0)
        total = t.cos(first) + y * second.sum(-1, keepdim=True) - z
        total = -total @ x.transpose(0, 1)[:, :2]
        return {"a": total, "b": total.shape[0], "c": (t.cat([first, second]), [1, math.inf])}

    return program


def module(t):
    class Net(t.nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = t.nn.Linear(3, 4)
            self.several = t.nn.Sequential(t.nn.Linear(4, 4), t.nn.ReLU())
            self.weight = t.nn.Parameter(t.ones(4))
            self.register_buffer("shift", t.ones(4) * 2)

        def forward(self, x):
            y = self.several(self.linear(x)) * self.weight + self.shift
            return y.view(y.size(0), -1) + t.tensor([1.0, 2, 3, 4])

    return Net()


def written_by_hand(t):
    graph = t.fx.Graph()
    tracer = t.fx.proxy.GraphAppendingTracer(graph)
    x = t.fx.Proxy(graph.placeholder("x", t.Tensor), tracer)
    t._assert(x.shape[-1] == 3, "three columns")
    scale = t.fx.Proxy(graph.get_attr("scale"), tracer)
    y = (x.reshape(x.shape[0], -1) * scale) ** 2 % 3
    graph.output(y.node, t.Tensor)
    return t.fx.GraphModule({"scale": t.ones(1) * 2}, graph, "by_hand")


def changed(t):
    traced = t.fx.symbolic_trace(lambda x: t.sin(x) + x.abs())
    for node in traced.graph.nodes:
        if node.target is t.sin:
            with traced.graph.inserting_after(node):
                doubled = traced.graph.call_function(operator.mul, (node, 2))
            node.replace_all_uses_with(doubled)
            doubled.args = (node, 3.0)
        if node.target == "abs":
            node.replace_all_uses_with(node.args[0])
    assert traced.graph.eliminate_dead_code()
    traced.graph.lint()
    traced.recompile()
    return traced


TRACED = {
    "program": lambda t: t.fx.symbolic_trace(branches(t)),
    "values": lambda t: t.fx.symbolic_trace(branches(t), {"y": 5, "z": 1}),
    "module": lambda t: t.fx.symbolic_trace(module(t)),
    "by hand": written_by_hand,
    "changed": changed,
    "transformed": lambda t: t.fx.Transformer(t.fx.symbolic_trace(module(t))).transform(),
}


@pytest.mark.parametrize("name", TRACED)
def test_nodes_and_code_are_those_of_pytorch(backend, name):
    ours, theirs = (TRACED[name](t) for t in (torch, real))
    assert ours.code == theirs.code
    assert str(ours.graph) == str(theirs.graph)
    for names in ("named_parameters", "named_buffers", "named_modules"):
        found = [[key for key, _ in getattr(each, names)()] for each in (ours, theirs)]
        assert sorted(found[0]) == sorted(found[1])


def test_graphs_compute_what_was_traced(backend):
    x, net = torch.ones(2, 3), module(torch)
    traced = torch.fx.symbolic_trace(net)
    expected = net(x).tolist()
    for each in (
        traced,
        copy.deepcopy(traced),
        pickle.loads(pickle.dumps(traced)),
        torch.fx.Transformer(traced).transform(),
        torch.jit.script(traced),
    ):
        assert each(x).tolist() == expected and each.code == traced.code
    assert isinstance(traced, torch.jit.ScriptModule)
    fresh = torch.jit.trace_module(module(torch), {"forward": (x,)})
    assert isinstance(fresh, torch.jit.ScriptModule)
    assert not isinstance(net, torch.jit.ScriptModule)
    assert torch.fx.Interpreter(traced).run(x).tolist() == expected
    assert written_by_hand(torch)(x).tolist() == [[1.0] * 3] * 2
    shapes = importlib.import_module("frontends.torch.fx.passes.shape_prop")
    shapes.ShapeProp(traced).propagate(x)
    found = [node.meta["tensor_meta"].shape for node in traced.graph.nodes if node.name == "mul"]
    assert found == [(2, 4)]
    if backend != "numpy":
        traced(x).sum().backward()
        assert net.weight.grad is not None


def test_contractions_of_opt_einsum_compute_here(backend):
    contract = pytest.importorskip("opt_einsum").contract
    x = torch.arange(6.0).reshape(2, 3)
    for subscripts in ("ij,kj->ik", "ij,ij->ij"):  # tensordot, einsum
        found = contract(subscripts, x, x, backend="torch")
        assert torch.equal(found, torch.einsum(subscripts, x, x))
        chosen = contract(subscripts, x.requires_grad_(backend != "numpy"), x)
        assert torch.equal(chosen, found) and chosen.requires_grad == x.requires_grad


@MODULES
def test_what_cannot_be_traced_says_so(t):
    trace = t.fx.symbolic_trace
    with pytest.raises(ValueError, match="cannot be used as inputs to control flow"):
        trace(lambda x: x if x.sum() > 0 else -x)
    with pytest.raises(ValueError, match="Proxy object cannot be iterated"):
        trace(lambda x: max(x))
    with pytest.raises(RuntimeError, match="'len' is not supported"):
        trace(lambda x: len(x))
    graph = t.fx.Graph()
    x = graph.placeholder("x")
    graph.output(graph.call_function(t.sin, (x,)))
    with pytest.raises(RuntimeError, match="still had 1 users"):
        graph.erase_node(x)
    other = t.fx.Graph()
    other.call_function(t.sin, (x,))
    with pytest.raises(RuntimeError, match="does not belong to this Graph"):
        other.lint()


class OfTwoRows(torch.nn.Module):
    """Refuses what it is given by an assertion, or by an error."""

    def forward(self, x):
        assert x.shape[0] == 2, "two rows"
        if x.shape[1] == 5:
            raise ValueError("five columns")
        return x


def test_errors_of_compiled_modules_are_those_of_torchscript(backend):
    net = OfTwoRows()
    with pytest.raises(AssertionError, match="two rows"):
        net(torch.ones(3, 1))
    compiled = torch.jit.script(net)
    for x, text in ((torch.ones(3, 1), "two rows"), (torch.ones(2, 5), "five columns")):
        with pytest.raises(torch.jit.Error, match=text) as raised:
            torch.nn.Sequential(compiled)(x)
        assert not isinstance(raised.value, RuntimeError)  # as in PyTorch
    assert real.jit.Error.__mro__[1:] == torch.jit.Error.__mro__[1:]

    class Third(torch.nn.Module):
        def forward(self, x):
            return x[..., 2]

    with pytest.raises(IndexError):
        Third()(torch.ones(2, 2))
    with pytest.raises(RuntimeError, match="TorchScript interpreter"):
        torch.jit.script(Third())(torch.ones(2, 2))
    assert compiled(torch.ones(2, 1)).tolist() == [[1.0], [1.0]]


@MODULES
def test_a_tracer_with_a_trace_of_its_own_uses_the_parts_of_pytorchs(t):
    """As torch_geometric's does, whose layers are leaves."""
    parts = importlib.import_module(t.fx.Tracer.__module__)

    class Own(t.fx.Tracer):
        def trace(self, root, concrete_args=None):
            self.root, self.graph = root, t.fx.Graph(tracer_cls=type(self))
            self.submodule_paths = {module: name for name, module in root.named_modules()}
            self.tensor_attrs = {}
            function = type(root).forward
            assert isinstance(function, parts.FunctionType)
            names = function.__globals__
            function, args = self.create_args_for_root(function, True, concrete_args)

            def call(module, *args, **kwargs):
                def forward(*args, **kwargs):
                    return parts._orig_module_call(module, *args, **kwargs)

                return self.call_module(module, forward, args, kwargs)

            before = t.nn.Module.__call__
            with parts._Patcher() as patcher:
                patcher.patch_method(t.nn.Module, "__call__", call, deduplicate=False)
                parts._patch_wrapped_functions(patcher)
                parts._autowrap_check(patcher, names, self._autowrap_function_ids)
                self.create_node("output", "output", (self.create_arg(function(*args)),), {})
            assert t.nn.Module.__call__ is before
            return self.graph

    nodes = [(node.op, str(node.target)) for node in Own().trace(module(t)).nodes]
    assert nodes[:3] == [
        ("placeholder", "x"),
        ("call_module", "linear"),
        ("call_module", "several.0"),
    ]
    assert nodes[-1] == ("output", "output")
