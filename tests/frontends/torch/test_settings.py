"""What scripts ask and set before they begin, against real PyTorch on a machine without a GPU."""

from __future__ import annotations

import importlib

import pytest
import torch as real

import frontends.torch as torch
import ivy_core as ivy
from tests.frontends.torch.comparing import assert_same

pytestmark = pytest.mark.filterwarnings("error::frontends.common.host.FallbackWarning")

ANSWERS = {
    "cuda.is_available": lambda t: t.cuda.is_available(),
    "cuda.device_count": lambda t: t.cuda.device_count(),
    "cuda.manual_seed_all": lambda t: t.cuda.manual_seed_all(3),
    "cuda.empty_cache": lambda t: t.cuda.empty_cache(),
    "cuda.memory_allocated": lambda t: t.cuda.memory_allocated(),
    "the device that scripts choose": lambda t: str(
        t.device("cuda" if t.cuda.is_available() else "cpu")
    ),
    "backends.mps.is_available": lambda t: t.backends.mps.is_available(),
    "backends.cpu.get_cpu_capability": lambda t: t.backends.cpu.get_cpu_capability(),
    "accelerator.is_available": lambda t: t.accelerator.is_available(),
    "accelerator.current_accelerator": lambda t: t.accelerator.current_accelerator(),
    "version.cuda": lambda t: t.version.cuda,
    "what optimizes": lambda t: (t._dynamo.list_backends(), t.compiler.list_backends()),
    "a command": lambda t: t.utils.collect_env.run("echo said; echo wrong >&2; exit 3"),
    "processor": lambda t: t.utils.collect_env.get_cpu_info(lambda command: (0, command, "no")),
    "no processor": lambda t: t.utils.collect_env.get_cpu_info(lambda command: (1, "no", command)),
    "devices": lambda t: t.utils.collect_env.get_gpu_info(
        lambda command: (0, f"{command}: H100 (UUID: GPU-12)", "")
    ),
    "no devices": lambda t: t.utils.collect_env.get_gpu_info(lambda command: (1, "", "none")),
    "driver": lambda t: t.utils.collect_env.get_nvidia_driver_version(
        lambda command: (0, f"{command} | Driver Version: 5.6 |", "")
    ),
    "gcc": lambda t: t.utils.collect_env.get_gcc_version(
        lambda command: (0, f"{command}\ngcc (here) 12.2", "")
    ),
    "no gcc": lambda t: t.utils.collect_env.get_gcc_version(lambda _: (0, "clang", "")),
    "a compiled function": lambda t: t.compile(lambda x: x + 1)(2),
    "a decorator that compiles": lambda t: t.compile(dynamic=True)(lambda x: x + 1)(2),
    "precision of products": lambda t: (
        t.set_float32_matmul_precision("high"),
        t.get_float32_matmul_precision(),
        t.set_float32_matmul_precision("highest"),
    ),
    "determinism": lambda t: (
        t.use_deterministic_algorithms(True),
        t.are_deterministic_algorithms_enabled(),
        t.use_deterministic_algorithms(False),
        t.are_deterministic_algorithms_enabled(),
    ),
}


@pytest.mark.parametrize("name", [n for n in ANSWERS if "compile" not in n])
def test_answers_without_a_gpu(backend, name):
    assert ANSWERS[name](torch) == ANSWERS[name](real)


@pytest.mark.parametrize("name", [n for n in ANSWERS if "compile" in n])
def test_what_is_compiled_gives_the_same(backend, name):
    assert ANSWERS[name](torch) == 3


@pytest.mark.parametrize("name", ["synchronize", "current_device", "get_device_name"])
def test_what_needs_a_gpu_says_that_there_is_none(backend, name):
    for module in (real, torch):
        with pytest.raises(AssertionError, match="Torch not compiled with CUDA enabled"):
            getattr(module.cuda, name)()


def test_threads(backend):
    before = real.get_num_threads()
    try:
        for module in (real, torch):
            module.set_num_threads(1)
            assert module.get_num_threads() == 1
            with pytest.raises(RuntimeError, match="set_num_threads expects a positive integer"):
                module.set_num_threads(0)
    finally:
        real.set_num_threads(before)


@pytest.mark.parametrize("path", ["cuda.amp", "backends.cudnn", "amp", "jit", "version"])
def test_modules_can_be_imported_by_their_names(path):
    assert importlib.import_module(f"frontends.torch.{path}")


def test_switches_of_libraries_are_kept(backend):
    torch.backends.cudnn.benchmark = True
    with torch.backends.cudnn.flags(enabled=False):
        assert not torch.backends.cudnn.enabled
        assert not torch.backends.cudnn.benchmark
    assert torch.backends.cudnn.enabled
    assert torch.backends.cudnn.benchmark
    torch.backends.cudnn.benchmark = False


def test_scripted_and_traced_functions_run_as_they_are(backend):
    @torch.jit.script
    def double(x):
        return x * 2

    assert double(torch.tensor(2.0)).item() == 4.0
    assert callable(torch.jit.isinstance)  # the module's own from here on, in front of the builtin
    assert torch.jit.trace(double, torch.tensor(1.0))(torch.tensor(3.0)).item() == 6.0
    assert not torch.jit.is_scripting()


LEGACY = {
    "of values": lambda t, _: t.LongTensor([1, 2]),
    "of floats, cut off": lambda t, _: t.LongTensor([1.7, -1.7]),
    "of sizes": lambda t, _: t.FloatTensor(2, 3).zero_(),
    "of nothing": lambda t, _: t.FloatTensor(),
    "of flags": lambda t, _: t.BoolTensor([1, 0, 2]),
    "of a number's type": lambda t, _: t.ByteTensor([[1], [2]]),
    "brought to a class": lambda t, _: t.tensor([1.7, 2.2]).type(t.LongTensor),
    "brought to a name": lambda t, _: t.tensor([1.7, 2.2]).type("torch.DoubleTensor"),
    "instances": lambda t, _: [
        isinstance(t.ones(2, dtype=kind), cls)
        for kind in (t.float32, t.int64, t.bool)
        for cls in (t.FloatTensor, t.LongTensor, t.BoolTensor, t.Tensor)
    ],
    "names": lambda t, _: (repr(t.LongTensor), t.ones(1).type(), t.LongTensor.dtype == t.int64),
    "a variable": lambda t, _: t.autograd.Variable(t.ones(2)) * 2,
    "of a variable's class": lambda t, _: isinstance(t.ones(1), t.autograd.Variable),
}


@pytest.mark.parametrize("name", LEGACY)
def test_classes_of_tensors_by_type(backend, name):
    assert_same(LEGACY[name])


def test_the_default_type_by_a_class(backend):
    for module in (real, torch):
        module.set_default_tensor_type(module.DoubleTensor)
        try:
            assert module.ones(1).dtype == module.float64
        finally:
            module.set_default_tensor_type("torch.FloatTensor")
        with pytest.raises(TypeError):
            module.set_default_tensor_type(module.LongTensor)


def test_a_variable_shares_memory_and_is_a_leaf(backend):
    for module in (real, torch):
        x = module.ones(2)
        variable = module.autograd.Variable(x, requires_grad=True)
        assert variable.is_leaf
        assert variable.requires_grad
        assert not x.requires_grad
        x[0] = 5.0
        assert variable.tolist() == [5.0, 1.0]
        with pytest.raises(TypeError, match="has to be a tensor"):
            module.autograd.Variable([1.0])


def test_memory_of_tensors(backend):
    for module in (real, torch):
        x = module.arange(6.0)
        view = x[2:].reshape(2, 2)
        assert view.storage().tolist() == [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]
        assert len(view.storage()) == 6
        assert view.storage()[1] == 1.0
        assert view.untyped_storage().nbytes() == 24
        assert view.untyped_storage().data_ptr() == x.untyped_storage().data_ptr()
        assert view.untyped_storage().data_ptr() != x.clone().untyped_storage().data_ptr()
        assert not x.is_pinned()


def test_autocast_blocks(backend):
    for module in (real, torch):
        assert not module.is_autocast_enabled("cpu")
        with module.autocast("cpu", dtype=module.bfloat16):
            assert module.is_autocast_enabled("cpu")
            with module.autocast("cpu", enabled=False):
                assert not module.is_autocast_enabled("cpu")
            assert module.get_autocast_dtype("cpu") == module.bfloat16
        assert not module.is_autocast_enabled("cpu")

        @module.autocast("cpu")
        def inside(module=module):
            return module.is_autocast_enabled("cpu")

        assert inside()


def _scaled_steps(module, gradients):
    """Return the parameter and the factor after steps whose gradients are given."""
    scaler = module.amp.GradScaler("cpu", init_scale=8.0, growth_interval=2)
    weight = module.nn.Parameter(module.tensor([1.0, 2.0]))
    optimizer = module.optim.SGD([weight], lr=0.5)
    found = []
    for gradient in gradients:
        optimizer.zero_grad()
        weight.grad = scaler.scale(module.tensor(gradient))
        scaler.step(optimizer)
        scaler.update()
        found.append((weight.tolist(), scaler.get_scale()))
    state = scaler.state_dict()
    scaler.load_state_dict(state)
    return found, {key: float(value) for key, value in state.items()}


def test_scaled_gradients(backend):
    inf, nan = float("inf"), float("nan")
    gradients = [[1.0, 2.0], [0.5, 0.5], [inf, 1.0], [1.0, 1.0], [nan, 0.0], [2.0, 0.0]]
    assert _scaled_steps(torch, gradients) == _scaled_steps(real, gradients)


def test_a_step_is_scaled_back_once(backend):
    for module in (real, torch):
        scaler = module.amp.GradScaler("cpu")
        weight = module.nn.Parameter(module.ones(1))
        optimizer = module.optim.SGD([weight], lr=0.5)
        with pytest.raises(AssertionError, match="did not use scaler.scale"):
            scaler.unscale_(optimizer)
        weight.grad = scaler.scale(module.ones(1))
        scaler.unscale_(optimizer)
        with pytest.raises(RuntimeError, match="already been called on this optimizer"):
            scaler.unscale_(optimizer)
        scaler.step(optimizer)
        with pytest.raises(RuntimeError, match="already been called since the last update"):
            scaler.step(optimizer)


def test_compiled_functions_look_at_the_default_type(backend):
    tenth = ivy.compile(lambda x: x + torch.ones(3) * 0.1)
    plain = tenth.__wrapped__
    x, n = torch.ones(3, dtype=torch.float64), torch.ones(3, dtype=torch.int64)
    try:
        for default in [torch.float32, torch.float64] * 3:
            torch.set_default_dtype(default)
            assert tenth(n).dtype is default
            assert torch.equal(tenth(x), plain(x))
    finally:
        torch.set_default_dtype(torch.float32)
