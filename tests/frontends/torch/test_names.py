"""Every path of PyTorch's that a program can import from: who answers, and how."""

from __future__ import annotations

import importlib
import importlib.util
import subprocess
import sys
import textwrap

import numpy as np
import pytest
import torch as real

import frontends.torch as torch
from frontends.torch.compat import name_table, standins
from tools.torch_names import paths

MODULES = name_table.modules()


def ours(path: str):
    return importlib.import_module(f"frontends.{path}")


def test_the_table_is_of_the_pytorch_that_is_installed():
    assert name_table.version() == torch.__version__ == real.__version__.partition("+")[0]


@pytest.mark.parametrize("compare", ["__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"])
def test_the_version_compares_as_pytorch_s(compare):
    others = ("2.4", "2.13", "2.13.0+cpu", "2.14.0a0", "2.13.0.dev1", "parrot", (2, 4), [2, 13], 3)
    version = real.torch_version.TorchVersion("2.13.0")
    assert [getattr(torch.torch_version.TorchVersion("2.13.0"), compare)(o) for o in others] == [
        getattr(version, compare)(o) for o in others
    ]
    assert torch.__version__ >= "2.4" and torch.__version__ >= (2, 4)
    assert {torch.__version__: 1} == {torch.version.__version__: 1}


def test_the_table_has_every_module_but_internal_ones():
    walked = set(paths("torch", list(real.__path__)))
    assert walked - set(MODULES) == set()


def test_every_module_and_every_name_can_be_imported():
    """And the same object is found on all paths that lead to it in PyTorch."""
    missing, copies = [], []
    for path in MODULES:
        module = ours(path)
        for name, entry in name_table.names(path).items():
            try:
                value = getattr(module, name)
            except AttributeError:
                missing.append(f"{path}.{name}")
                continue
            home, _, other = entry.detail.rpartition(".")
            if entry.kind == "from" and home.startswith("torch"):
                if getattr(ours(home), other) is not value:
                    copies.append(f"{path}.{name} is not {entry.detail}")
    assert missing == []
    assert copies == []


def test_looking_at_names_does_not_load_pytorch():
    program = """
        import sys
        import frontends.torch as torch
        from frontends.torch.compat import name_table
        loaded = "frontends.torch.compat.name_table" in sys.modules
        from frontends.torch.distributed.fsdp import FullyShardedDataParallel
        from frontends.torch import lobpcg
        torch.fx.Graph, torch._dynamo.config, torch.ops.aten.add.default, torch.classes.mine.Thing
        print("torch" in sys.modules, name_table.names.cache_info().currsize > 0)
    """
    found = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, check=True
    )
    assert found.stdout.split() == ["False", "True"]


def test_importing_the_frontend_does_not_read_the_table():
    program = (
        "import frontends.torch as torch; from frontends.torch.compat import name_table\n"
        "torch.nn.Linear, torch.optim.Adam, torch.linalg.norm\n"
        "print(name_table.names.cache_info().currsize)"
    )
    found = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert found.stdout.split() == ["0"]


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("torch.nn.modules.batchnorm", "_BatchNorm"),
        ("torch.nn.modules.instancenorm", "_InstanceNorm"),
        ("torch.nn.modules.conv", "_ConvNd"),
        ("torch.nn.modules.upsampling", "Upsample"),
        ("torch.nn.modules.module", "_IncompatibleKeys"),
        ("torch.nn.modules.loss", "_Loss"),
        ("torch.nn.modules.utils", "_pair"),
        ("torch.optim.adamw", "AdamW"),
        ("torch.optim.lr_scheduler", "_LRScheduler"),
        ("torch.utils.data.dataloader", "DataLoader"),
        ("torch.utils.data.dataloader", "default_collate"),
        ("torch.distributions.categorical", "Categorical"),
        ("torch._tensor", "Tensor"),
        ("torch.autograd.gradcheck", "gradcheck"),
    ],
)
def test_what_is_here_under_another_path_is_ours(path, name):
    found = getattr(ours(path), name)
    assert found.__module__.startswith("frontends.") or getattr(torch, name, None) is found
    assert not getattr(found, "is_unsupported", False)


def test_classes_are_told_by_the_paths_of_pytorch():
    layer = torch.nn.BatchNorm2d(3)
    assert isinstance(layer, torch.nn.modules.batchnorm._BatchNorm)
    assert not isinstance(layer, torch.nn.modules.instancenorm._InstanceNorm)
    assert torch.nn.modules.batchnorm.BatchNorm2d is torch.nn.BatchNorm2d
    assert isinstance(torch.ones(2), torch._tensor.Tensor)
    assert isinstance(torch.ones(2), torch._C.TensorBase)


def test_a_name_that_pytorch_lacks_is_lacking_here():
    for path in ("torch._six", "torch.nn.modules.batchnorms", "torch.no_such_module"):
        with pytest.raises(ModuleNotFoundError, match=path):
            ours(path)
    with pytest.raises(AttributeError, match=r"module 'torch.nn.init' has no attribute 'xavier'"):
        ours("torch.nn.init").xavier  # noqa: B018
    with pytest.raises(ImportError, match="cannot import name 'xavier'"):
        from frontends.torch.nn.init import xavier  # noqa: F401


# what stands for the rest


def test_private_modules_that_are_not_known_say_so():
    with pytest.raises(ModuleNotFoundError, match="'torch._inductor.ir': it is private to PyTorch"):
        importlib.import_module("frontends.torch._inductor.ir")


def test_what_scripted_modules_lack_says_of_which_class_and_where():
    class Net(torch.nn.Module):
        pass

    with pytest.raises(AttributeError, match=r"Net\.save, at .*test_names\.py:\d+: nothing is"):
        torch.jit.script(Net()).save("net.pt")


def test_every_row_is_a_name_of_pytorch_at_its_first_place():
    rows = [*standins.IDENTITIES, *standins.NOT_SO, *standins.SO]
    rows += [*standins.NOTHING, *standins.TRUTH]
    assert len(rows) == len(set(rows))
    for path in rows:
        place, _, name = path.rpartition(".")
        assert name_table.names(place)[name].kind != "from", path


def test_decorators_leave_what_they_decorate():
    def function(x):
        return x

    assert torch.compiler.disable(function) is function
    assert torch._dynamo.disable(recursive=False)(function) is function
    assert torch.jit.unused(function) is function
    assert torch.compiler.allow_in_graph(function) is function


def test_questions_are_answered():
    assert "PyTorch" in torch.__config__.show() and "PyTorch" in real.__config__.show()
    for ask in ("compiler.is_compiling", "distributed.is_initialized",
                "xpu.is_available", "mtia.is_available", "backends.mps.is_available",
                "jit.is_scripting", "onnx.is_in_onnx_export"):  # fmt: skip
        found = torch
        for part in ask.split("."):
            found = getattr(found, part)
        assert found() is False, ask
    assert torch.distributed.is_available() is real.distributed.is_available() is True


def test_classes_that_are_not_supported_can_be_named_and_derived_from():
    class Mine(torch.onnx.ONNXProgram):
        default = torch.distributed.ReduceOp.SUM

    assert not isinstance(torch.nn.Linear(1, 1), (torch.fx.GraphModule, torch.jit.ScriptModule))
    assert torch.distributed.fsdp.ShardingStrategy["FULL_SHARD"].value == 1
    assert issubclass(torch.distributed.DistBackendError, RuntimeError)
    hint = torch.onnx.ONNXProgram | None
    assert hint
    with pytest.raises(NotImplementedError, match="torch.onnx.ONNXProgram of a Linear"):
        Mine(torch.nn.Linear(1, 1))


REFUSED = {
    "torch.fx.replace_pattern": "hooks",
    "torch.export.export": "ivy_core.compile",
    "torch.quantization.quantize_dynamic": "bfloat16",
    "torch.onnx.export": "state_dict",
    "torch.ops.mine.f": "C\\+\\+",
    "torch.classes.mine.Thing": "C\\+\\+",
}


@pytest.mark.parametrize("path", REFUSED)
def test_a_use_of_what_is_not_supported_says_what_where_and_what_to_use(path):
    found = torch
    for part in path.split(".")[1:]:
        found = getattr(found, part)
    with pytest.raises(NotImplementedError) as caught:
        found(torch.nn.Linear(2, 3))
    text = str(caught.value)
    assert text.startswith(f"not supported: {path} of a Linear, at {__file__}:")
    assert "; use " in text
    caught.match(REFUSED[path])


# types of numbers, layouts


@pytest.mark.parametrize("name", [n for n in dir(real) if isinstance(getattr(real, n), real.dtype)])
def test_every_dtype_has_its_name_size_and_limits(name):
    def facts(t):
        kind = getattr(t, name)
        return str(kind), kind.itemsize, kind.is_floating_point, kind.is_complex

    def limits(t, of):
        try:
            found = getattr(t, of)(getattr(t, name))
            return {k: getattr(found, k) for k in ("bits", "max", "min", "dtype")}
        except (TypeError, RuntimeError) as err:
            return issubclass(type(err), (TypeError, NotImplementedError))

    assert facts(torch) == facts(real)
    assert limits(torch, "finfo") == limits(real, "finfo")
    assert limits(torch, "iinfo") == limits(real, "iinfo")


def test_dtypes_that_no_backend_has_refuse_tensors():
    with pytest.raises(NotImplementedError, match="tensors of torch.float8_e4m3fn"):
        torch.zeros(2, dtype=torch.float8_e4m3fn)
    with pytest.raises(RuntimeError):
        torch.bits8.is_signed  # noqa: B018


def test_layouts_have_their_names():
    for name in dir(real):
        if type(getattr(real, name)).__name__ in ("layout", "memory_format", "qscheme"):
            if name != "legacy_contiguous_format":
                assert str(getattr(torch, name)) == str(getattr(real, name))


# what is here so that programs can import it, and works


def test_trees_come_apart_and_together_as_pytorchs():
    import collections

    import torch.utils._pytree as theirs

    from frontends.torch.utils import _pytree as mine

    point = collections.namedtuple("point", "x y")
    tree = {
        "b": [1, (2, None)], "a": collections.OrderedDict(z=3, y=[]), "p": point(4, {"q": 5}),
        "d": collections.deque([6], 3),
    }  # fmt: skip
    found = []
    for module in (mine, theirs):
        leaves, spec = module.tree_flatten(tree)
        again = spec.unflatten([x and x * 10 for x in leaves])
        paths = [module.keystr(path) for path, _ in module.tree_flatten_with_path(tree)[0]]
        found.append((leaves, again, spec.num_leaves, spec.num_nodes, paths))
        assert module.tree_map_only(int, str, tree)["b"] == ["1", ("2", None)]
        with pytest.raises(ValueError, match="num_leaves|refers to a pytree"):
            module.tree_unflatten([1], spec)
    assert found[0] == found[1]


@pytest.mark.parametrize("drop_last", [True, False])
@pytest.mark.parametrize("shuffle", [True, False])
def test_parts_of_a_dataset_are_those_of_pytorch(shuffle, drop_last):
    from torch.utils.data.distributed import DistributedSampler

    for rank in range(3):
        orders = []
        for cls in (torch.utils.data.distributed.DistributedSampler, DistributedSampler):
            sampler = cls(range(11), 3, rank, shuffle, seed=5, drop_last=drop_last)
            sampler.set_epoch(2)
            orders.append((list(sampler), len(sampler)))
        assert orders[0] == orders[1]


def of_lists(t):
    t.manual_seed(0)
    a = [t.rand(3), t.rand(2, 2)]
    b = [t.rand(3), t.rand(2, 2)]
    found = [
        *t._foreach_add(a, b), *t._foreach_add(a, 2.0), *t._foreach_mul(a, [2.0, 3.0]),
        *t._foreach_addcdiv(a, a, b, value=0.5), *t._foreach_addcmul(a, a, b, [0.5, 2.0]),
        *t._foreach_lerp(a, b, 0.25), *t._foreach_sqrt(a), *t._foreach_norm(a),
        *t._foreach_maximum(a, b), *t._foreach_pow(a, 2),
    ]  # fmt: skip
    given = t._foreach_add(a, b), t._foreach_norm(a), t._foreach_max(a)
    assert set(map(type, given)) == {tuple}
    t._foreach_sub_(a, b, alpha=2)
    t._foreach_zero_(b)
    return [x.numpy() for x in [*found, *a, *b]]


def test_functions_of_lists(backend):
    for ours_, theirs in zip(of_lists(torch), of_lists(real), strict=True):
        np.testing.assert_allclose(ours_, theirs, rtol=1e-6)


def test_checks_raise_as_pytorchs():
    for t in (torch, real):
        with pytest.raises(RuntimeError, match="too long"):
            t._check(False, lambda: "too long")
        with pytest.raises(IndexError):
            t._check_index(False)
        with pytest.raises(AssertionError, match="no"):
            t._assert(False, "no")
        t._check(True)


def test_operators_of_programs(backend):
    @torch.library.custom_op("test_names::cube", mutates_args=())
    def cube(x: torch.Tensor) -> torch.Tensor:
        return x * x * x

    @cube.register_fake
    def _(x):
        return torch.empty_like(x)

    def keep(ctx, inputs, output):
        ctx.save_for_backward(*inputs)

    torch.library.register_autograd(
        "test_names::cube", lambda ctx, g: g * 3 * ctx.saved_tensors[0] ** 2, setup_context=keep
    )
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    if backend != "numpy":  # which computes no gradients
        torch.ops.test_names.cube(x).sum().backward()
        assert x.grad.tolist() == [3.0, 12.0]
    assert torch.ops.test_names.cube.default(torch.tensor(2.0)).item() == 8
    assert torch.ops.aten.add.Tensor(torch.ones(2), 1).tolist() == [2, 2]


@pytest.mark.parametrize("backend", ["jax", "torch", "tensorflow"], indirect=True)
def test_saved_tensors_on_the_cpu(backend):
    x = torch.tensor([2.0], requires_grad=True)
    with torch.autograd.graph.save_on_cpu(pin_memory=True):
        y = (x * x).exp()
    y.backward()
    assert x.grad.item() == pytest.approx(4 * np.exp(4.0))
