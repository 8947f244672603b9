"""First calls of JAX's programs: NumPy computes them from the jaxpr, and XLA the later ones."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

pytestmark = pytest.mark.parametrize("backend", ["jax"], indirect=True)
ROOT = Path(__file__).resolve().parents[2]


def floats(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape).astype(np.float32)


def by_both(function, *xs) -> None:
    """Compare the results of a function by JAX and by NumPy's calls of its jaxpr."""
    import jax

    from ivy_core.backends.jax.host.programs import remembered, translated, without_warnings

    program = translated(jax.make_jaxpr(function)(*xs))
    assert program is not None
    program = remembered(json.loads(json.dumps(program.told())))  # as another process has it
    wanted = jax.tree.leaves(jax.jit(function)(*xs))
    kept = [x.copy() for x in xs]
    for found, each in zip(without_warnings(program.run, xs), wanted, strict=True):
        assert found.dtype == each.dtype
        assert found.shape == each.shape
        if each.dtype.kind != "f":
            np.testing.assert_array_equal(found, each)
            continue
        finite = np.nan_to_num(np.asarray(each), posinf=0, neginf=0)
        scale = 1 + np.abs(finite).max(initial=0)
        np.testing.assert_allclose(found, each, rtol=1e-5, atol=1e-5 * scale)
    for x, before in zip(xs, kept, strict=True):
        np.testing.assert_array_equal(x, before)


CONVOLUTIONS = [  # axes, kernel, stride, spread, padding, groups, dilation
    (2, 3, 1, 1, 1, 1, 1), (2, 3, 2, 1, 1, 1, 1), (2, 1, 2, 1, 0, 1, 1), (2, 3, 1, 2, 1, 2, 1),
    (2, 3, 2, 2, "uneven", 2, 1), (2, 2, 1, 1, 0, 1, 2), (2, 3, 2, 1, "uneven", 2, 2),
    (1, 3, 2, 1, 1, 2, 1), (1, 2, 1, 2, "uneven", 1, 2), (3, 3, 2, 1, 1, 1, 1),
    (3, 2, 1, 2, 0, 2, 2),
]  # fmt: skip


def test_convolutions_and_their_gradients(backend):
    import jax

    lengths = (7, 6, 5)
    for dims, kernel, stride, spread, pad, groups, dilation in CONVOLUTIONS:
        pads = [(2, -1) if pad == "uneven" else (pad, pad)] * dims

        def convolve(x, filters, options=(stride, pads, dilation, spread, groups, dims)):
            stride, pads, dilation, spread, groups, dims = options
            return jax.lax.conv_general_dilated(
                x, filters, [stride] * dims, pads, [dilation] * dims, [spread] * dims,
                feature_group_count=groups,
            )  # fmt: skip

        x, filters = floats(2, 4, *lengths[:dims]), floats(6, 4 // groups, *[kernel] * dims)
        shape = jax.eval_shape(convolve, x, filters).shape
        if 0 not in shape:
            by_both(
                lambda x, filters, g, f=convolve: (f(x, filters), *jax.vjp(f, x, filters)[1](g)),
                x, filters, floats(*shape),
            )  # fmt: skip


def depthwise(jax, x, filters, gradient):
    def convolve(x, filters):
        numbers = ("NHWC", "HWIO", "NHWC")
        return jax.lax.conv_general_dilated(
            x, filters, (1, 1), "SAME", feature_group_count=8, dimension_numbers=numbers
        )

    return jax.vjp(convolve, x, filters)[1](gradient)


def batch_norm(jax, x, scale):
    def norm(x, scale):
        mean, variance = x.mean(0, keepdims=True), x.var(0, keepdims=True)
        return ((x - mean) / jax.numpy.sqrt(variance + 1e-5) * scale).sum() ** 2

    return jax.value_and_grad(norm, (0, 1))(x, scale)


def recurrent(jax, x, carry, weight):
    def run(x, carry, weight):
        def step(carry, row):
            carry = jax.numpy.tanh(row @ weight + carry)
            return carry, jax.nn.sigmoid(carry)

        last, rows = jax.lax.scan(step, carry, x, reverse=True)
        return last.sum() + (rows**2).sum()

    return jax.grad(run, (0, 1, 2))(x, carry, weight)


def losses(jax, x):
    def loss(x):
        kept = jax.nn.log_softmax(x)[:, 2] * jax.nn.gelu(x[:, 0], approximate=False)
        return (kept * jax.nn.silu(x[:, 1]) * jax.nn.relu(x[:, 3])).sum()

    return jax.value_and_grad(loss)(x)


def attention(jax, q, k):
    weights = jax.nn.softmax(jax.numpy.einsum("bhqd,bhkd->bhqk", q, k))
    return jax.numpy.einsum("bhqk,bhkd->bqhd", weights, k), jax.numpy.tensordot(q, k, ((0, 2),) * 2)


def indexed(jax, x, indices, inside):
    jnp = jax.numpy
    rows = jnp.array([3, 1, 1])
    return (
        jnp.take(x, indices, 0), jnp.take(x, indices, 1, mode="clip"), x[rows], x[:, rows, None],
        jnp.take_along_axis(x[:2], inside, 1), x.at[rows].set(2.0), x.at[1:, rows].add(2.0),
        jax.grad(lambda x: (x[rows] ** 3).sum() + (x[:, rows[:2]] ** 2).sum())(x),
        jnp.take(indices, indices, 0),
    )  # fmt: skip


def moved(jax, x, at):
    jnp, lax = jax.numpy, jax.lax
    block = lax.dynamic_slice(x, (at, 1), (2, 2))
    one = np.float32(1)
    return (
        lax.dynamic_update_slice(x, block, (0, at)), jnp.pad(x, ((1, 2), (0, 3))), x.T.reshape(-1),
        lax.pad(x, one, ((-1, 2, 1), (-3, -2, 2))), jnp.flip(x, 0), jnp.stack([x, x], 1), x[::2, 1],
        jnp.split(x, 2, 1), lax.reshape(x, (24,), (1, 0)), jnp.concatenate([x, x[:1]]),
        jax.device_put(x),
    )  # fmt: skip


def reduced(jax, x):
    jnp, lax = jax.numpy, jax.lax
    return (
        x.max(1), x.min(), jnp.prod(x, 0), (x > 0).any(1), (x > 0).all(), x.argmax(1), x.argmin(0),
        jnp.cumsum(x, 1), lax.cummax(x, 0, reverse=True), (x > 0).sum(), x.astype(bool),
    )  # fmt: skip


def by_element(jax, x):
    jnp, lax = jax.numpy, jax.lax
    return (
        x**3, x**-2, jnp.round(x), jnp.clip(x, -0.5, 0.5), jnp.where(x > 0, x, 0), jnp.sign(x),
        jax.scipy.special.erf(x), lax.rsqrt(jnp.abs(x)), jnp.arange(4) + x, jnp.log(x), x == x.T.T,
        jnp.expm1(x), lax.clamp(np.float32(0), x, np.float32(1)), jnp.floor(x), ~(x > 0), x % 0.3,
    )  # fmt: skip


def ordered(jax, x, integers):
    jnp, lax = jax.numpy, jax.lax
    return (
        jnp.sort(x, 0), jnp.argsort(x, 1, stable=True), jnp.argsort(x, 1, descending=True),
        lax.top_k(integers, 3), lax.top_k(integers.astype("uint8"), 2), jnp.sort(x > 0, 1),
        lax.bitcast_convert_type(x, "int32"), jax.grad(lambda x: (jnp.sort(x)[:, 1] ** 2).sum())(x),
    )  # fmt: skip


def combined(jax, x, indices):
    at = x.at[indices]
    return at.min(x[:4]), at.max(-x[:4]), at.multiply(x[:4]), at.max(9.0, mode="drop")


def chosen(jax, x):
    def larger(x):
        return jax.lax.cond(x[0, 0] > 0, lambda x: (x**2, x.sum()), lambda x: (-x, x.prod()), x)

    def loss(x):
        first, second = larger(x)
        return first.sum() * second

    return larger(x), larger(-x), jax.grad(loss)(x), jax.grad(loss)(-x)


def kept_in_part(jax, x):
    def is_kept(primitive, *_, **__):
        return primitive.name == "tanh"

    def step(carry, y):
        return jax.numpy.tanh(carry + y) * y, carry

    step = jax.checkpoint(step, prevent_cse=False, policy=is_kept)
    return jax.grad(lambda x: jax.lax.scan(step, x[0], x)[0].sum())(x)


UNORDERED = np.array([[1, np.nan, -0.0, 0.0, 1], [np.inf, 2, -np.inf, 2, np.nan]], np.float32)
CASES = {
    ordered: (UNORDERED, np.array([[3, -1, 3, 0, 2], [7, 7, 7, 1, 9]])),
    combined: (floats(6, 4), np.array([1, 5, 1, 7])),
    chosen: (floats(3, 2),),
    kept_in_part: (floats(5, 3),),
    depthwise: (floats(2, 9, 9, 8), floats(3, 3, 1, 8), floats(2, 9, 9, 8)),
    batch_norm: (floats(6, 4), floats(4)),
    recurrent: (floats(6, 3, 5), floats(3, 5), floats(5, 5)),
    losses: (floats(5, 7),),
    attention: (floats(2, 3, 5, 4), floats(2, 3, 5, 4, seed=1)),
    indexed: (floats(6, 4), np.array([[1, 3, -1], [7, 0, 2]]), np.array([[1, 3, 3], [0, 0, 2]])),
    moved: (floats(6, 4), np.int64(5)),
    reduced: (floats(6, 4),),
    by_element: (floats(6, 4),),
}


@pytest.mark.parametrize("function", CASES, ids=lambda function: function.__name__)
def test_primitives_by_numpy_give_what_jax_gives(backend, function):
    import jax

    by_both(lambda *xs: function(jax, *xs), *CASES[function])


REFUSED = {
    "integers from floats": lambda jax, x: x.astype(int),
    "integers divided": lambda jax, x: jax.lax.div(x.astype(bool).astype(int), 2),
    "complex": lambda jax, x: x * 1j,
    "half precision": lambda jax, x: x.astype("bfloat16") + 1,
    "float16": lambda jax, x: x.astype("float16") + 1,
    "random": lambda jax, x: x + jax.random.uniform(jax.random.key(0), x.shape),
    "while": lambda jax, x: jax.lax.while_loop(lambda s: s.sum() < 9, lambda s: s + 1, x),
    "no elements": lambda jax, x: x[:0].sum(0),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_numpy_would_do_otherwise_is_compiled(backend, name):
    import jax

    from ivy_core.backends.jax.host.programs import translated

    assert translated(jax.make_jaxpr(lambda x: REFUSED[name](jax, x))(floats(3, 4))) is None


@pytest.fixture
def compiled(backend):
    import jax

    from ivy_core.backends.common.patience import patience

    patience.begin(1, 0)  # another test may have trained before

    seen = []

    def listen(event, seconds, **more):
        is_waited_for = threading.current_thread() is threading.main_thread()
        if event == "/jax/core/compile/backend_compile_duration" and is_waited_for:
            seen.append(more.get("fun_name"))

    jax.monitoring.register_event_duration_secs_listener(listen)
    yield seen
    jax.monitoring.unregister_event_duration_listener(listen)


def test_a_program_is_compiled_after_its_calls_on_the_host(compiled, monkeypatch):
    import jax

    from ivy_core.backends.jax.runtime import stored_programs

    monkeypatch.setattr(stored_programs, "HOST_CALLS_OF_PROGRAM", 3)
    call = stored_programs.jit_of_process(lambda x, y: (x.T, y, x * y + 1), first_on_host=True)
    x, y = jax.numpy.asarray(floats(3, 3)), jax.numpy.asarray(floats(3, 3, seed=1))
    before = len(compiled)
    for k in range(5):
        turned, same, made = call(x, y)
        assert len(compiled) - before == (k > 2)
        np.testing.assert_array_equal(turned, np.asarray(x).T)
        np.testing.assert_allclose(made, np.asarray(x) * np.asarray(y) + 1, rtol=1e-6)
        assert same is not y
        assert type(made) is type(x)
        assert same.unsafe_buffer_pointer() != y.unsafe_buffer_pointer()


def test_bound_arrays_stay_bound_and_given_up_memory_is_jaxs(compiled):
    import jax

    from ivy_core.backends.jax.runtime.stored_programs import jit_of_layer

    call = jit_of_layer(lambda x: x + 1)  # by NumPy, bound to the device as its operand is
    donating = jit_of_layer(lambda x: x + 1, donate_argnums=0)
    bound, free = jax.device_put(floats(2), jax.devices()[0]), jax.numpy.array(floats(2))
    before = len(compiled)
    assert call(bound).committed
    donating(free)
    assert len(compiled) == before + 1


def test_a_weak_type_stays(backend):
    import jax

    from ivy_core.backends.jax.runtime.stored_programs import jit_of_layer

    found = jit_of_layer(lambda x: x * 2)(1.5)
    assert found.weak_type
    assert (found + jax.numpy.ones((), np.float32)).dtype == np.float32


def test_a_first_training_step_compiles_next_to_nothing(compiled):
    import frontends.torch as torch

    nn = torch.nn
    torch.manual_seed(0)
    model = nn.Sequential(
        nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2),
        nn.Upsample(scale_factor=2), nn.GroupNorm(2, 8),
        nn.Conv2d(8, 8, 3, stride=2, groups=2), nn.GELU(), nn.Conv2d(8, 8, 7, padding=3, groups=8),
        nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.LayerNorm(8), nn.Linear(8, 5),
    )  # fmt: skip
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    before = len(compiled)
    loss = nn.functional.cross_entropy(model(torch.randn(4, 3, 13, 13)), torch.arange(4))
    loss.backward()
    optimizer.step()
    loss.item()
    assert len(compiled) - before <= 1


def test_steps_of_a_loop_that_begins_wait_for_no_compiler(compiled, monkeypatch):
    import frontends.torch as torch
    from frontends.torch.autograd.engine import passes

    monkeypatch.setattr(passes, "count", 0)  # other tests may have trained in this process
    nn = torch.nn
    torch.manual_seed(0)
    blocks = [nn.Sequential(nn.Conv2d(4, 4, 3, padding=1), nn.GELU()) for _ in range(16)]
    model = nn.Sequential(*blocks, nn.Flatten(), nn.Linear(4 * 64, 3))
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-2)
    x, y, counts = torch.randn(2, 4, 8, 8), torch.arange(2), []
    for _ in range(10):
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
        counts.append(len(compiled))
    assert counts[-1] == counts[0]


def test_steps_with_the_last_batch_of_an_epoch_wait_for_no_compiler(compiled, monkeypatch):
    import frontends.torch as torch
    from frontends.torch.autograd.engine import passes
    from frontends.torch.nn import module_calls

    monkeypatch.setattr(module_calls, "BACKWARDS_BEFORE_MODULE_PROGRAM", 12)
    monkeypatch.setattr(passes, "count", 100)  # a loop that has trained for long
    nn = torch.nn
    torch.manual_seed(0)
    blocks = [nn.Sequential(nn.Conv2d(4, 4, 3, padding=1), nn.GELU()) for _ in range(16)]
    model = nn.Sequential(*blocks, nn.Flatten(), nn.Linear(4 * 64, 3))
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-2)
    x, y, counts = torch.randn(4, 4, 8, 8), torch.arange(4) % 3, []
    module_calls.install()

    def step(size):
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x[:size]), y[:size]).backward()
        optimizer.step()
        counts.append(len(compiled))

    for _ in range(15):
        step(4)
    assert model.explain()[0].what == "a program"
    for _ in range(10):
        step(3)
    assert counts[-1] == counts[15]


def test_full_collections_are_seldom_while_a_loop_begins_and_come_again(backend, monkeypatch):
    import frontends.torch as torch
    from frontends.torch.autograd.engine import passes
    from frontends.torch.nn import module_calls
    from ivy_core.utils import collector

    def thresholds(steps: int) -> list:
        monkeypatch.setattr(passes, "count", 0)
        model = torch.nn.Sequential(torch.nn.Linear(3, 2), torch.nn.Tanh())
        seen = []
        for _ in range(steps):
            model(torch.ones(4, 3)).sum().backward()
            seen.append(gc.get_threshold())
        return seen

    module_calls.install()
    collector.release()
    before = gc.get_threshold()
    try:
        gc.set_threshold(700, 10, 10)
        seen = thresholds(40)
        assert set(seen[:20]) == {(700, 10, 100)}
        assert seen[-1] == (700, 10, 50)
        thresholds(3)
        gc.set_threshold(500, 5, 5)  # the user's own
        assert thresholds(40)[-1] == (500, 5, 5)
        gc.disable()
        assert set(thresholds(3)) == {(500, 5, 5)}
    finally:
        gc.enable()
        collector.release()
        gc.set_threshold(*before)


def train(library, width: int) -> list[float]:
    """Return the losses of a small model in 30 steps."""
    library.manual_seed(0)
    model = library.nn.Sequential(library.nn.Linear(6, width), library.nn.Tanh())
    optimizer = library.optim.SGD(model.parameters(), lr=0.1)
    x, losses = library.randn(4, 6), []
    for _ in range(30):
        optimizer.zero_grad()
        loss = (model(x) ** 2).sum()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def test_passes_and_steps_are_compiled_beside_the_next_ones(backend):
    import jax
    import torch as native

    import frontends.torch as torch

    for thread in threading.enumerate():
        if thread.name == "ivy compiler":  # of a test before
            thread.join()
    threads = []

    def listen(event, seconds, **more):
        if event.endswith("backend_compile_duration") and more.get("fun_name") == "jit(function)":
            threads.append(threading.current_thread().name)

    jax.monitoring.register_event_duration_secs_listener(listen)
    losses = train(torch, 5)
    jax.monitoring.unregister_event_duration_listener(listen)
    assert threads == ["ivy compiler"] * 2
    np.testing.assert_allclose(losses, train(native, 5), rtol=1e-5)


def test_what_is_compiled_ahead_is_traced_once_and_takes_options(backend):
    import jax

    from ivy_core.backends.jax.compiler.schedules import least_memory
    from ivy_core.backends.jax.runtime.ahead import CompiledAhead

    traced, programs = [], []

    def function(xs):
        traced.append(len(xs))
        return [jax.numpy.sin(x) * 2 for x in xs]

    def options_of(program):
        programs.append(program)
        return least_memory()

    call, xs = CompiledAhead(function, (), options_of), [floats(30, 40), floats(7)]
    call.prepare(xs)
    for found, x in zip(call(xs), xs, strict=True):
        np.testing.assert_allclose(found, 2 * np.sin(x), rtol=1e-5)
    assert traced == [2]
    assert [len(each.eqns) for each in programs] == [4]


def test_passes_that_cannot_be_compiled_are_run_by_the_engine(backend, monkeypatch):
    import torch as native

    import frontends.torch as torch
    from frontends.torch.optim import program
    from ivy_core.backends.jax.runtime import ahead

    def fail(self, lowered):
        self._error = RuntimeError("XLA cannot")

    monkeypatch.setattr(ahead.Compilation, "_compile", fail)
    monkeypatch.setattr(program, "STEPS_BEFORE_COMPILING", 99)
    np.testing.assert_allclose(train(torch, 7), train(native, 7), rtol=1e-5)


def test_layers_of_new_shapes_and_their_gradients_are_not_traced(backend):
    import jax

    import frontends.torch as torch

    nn, events = torch.nn, []
    layers = nn.Conv2d(3, 6, 3, 2, 1), nn.ReLU(), nn.Conv2d(6, 6, 5, padding=2, groups=6), nn.SiLU()
    layers = (
        *layers,
        nn.BatchNorm2d(6),
        nn.LayerNorm((40, 40)),
        nn.GELU(),
        nn.AdaptiveAvgPool2d(1),
        nn.Flatten(),
    )
    model = nn.Sequential(*layers)

    def listen(event, *_, **__):
        events.append(event)

    def step(batch):
        x, target = torch.tensor(floats(batch, 3, 79, 80)), torch.arange(batch)
        nn.functional.cross_entropy(model(x), target).backward()

    step(2)  # what else there is: what fills gradients, what sums
    jax.monitoring.register_event_duration_secs_listener(listen)
    step(3)
    jax.monitoring.unregister_event_duration_listener(listen)
    assert [each for each in events if "trace" in each or "compile" in each] == []


NORMS = {
    "batch_norm": lambda F, x, eps: F.batch_norm(
        x, x.new_zeros(4), x.new_ones(4), training=True, eps=eps
    ),
    "layer_norm": lambda F, x, eps: F.layer_norm(x, (4,), eps=eps),
    "layer_norm of a weight": lambda F, x, eps: F.layer_norm(x, (4,), x[0].detach(), eps=eps),
    "group_norm": lambda F, x, eps: F.group_norm(x, 2, eps=eps),
}


@pytest.mark.parametrize("name", NORMS)
def test_one_shape_with_several_numbers(backend, name):
    import torch as native

    import frontends.torch as ours

    def gradient(torch, eps):
        x = torch.tensor(floats(3, 4) * 0.01, requires_grad=True)
        y = NORMS[name](torch.nn.functional, x, eps)
        (y * torch.arange(12.0).reshape(3, 4)).sum().backward()
        return y.detach().numpy(), x.grad.numpy()

    for eps in (1e-5, 1e-3, 0.1, 1e-5):
        for found, wanted in zip(gradient(ours, eps), gradient(native, eps), strict=True):
            np.testing.assert_allclose(found, wanted, rtol=1e-3, atol=1e-3)


def test_what_looks_at_indices_or_values_is_not_compiled_at_first(compiled):
    import frontends.torch as torch

    index = torch.arange(700) % 30
    x = torch.tensor(floats(700, 40), requires_grad=True)
    across = index[:, None].expand(-1, 40)
    for y in (
        torch.zeros(30, 40).index_add(0, index, x), x.index_select(0, index), x.gather(0, across),
        torch.zeros(30, 40).scatter_add(0, across, x), x.max(), x.topk(3).values, x[index % 2 == 0],
        torch.zeros(30, 40).scatter_reduce(0, across, x, "amax"), x.sort(0).values, x[x > 0],
    ):  # fmt: skip
        (y * 2).sum().backward()
    assert compiled == []


def test_a_sum_of_products_is_not_compiled_at_first(compiled):
    import frontends.torch as torch

    shares, values = floats(4, 4, 64, 64), floats(4, 64, 4, 12, seed=1)
    equation = "bhqk,bkhd->bqhd"
    with torch.no_grad():
        found = torch.einsum(equation, torch.tensor(shares), torch.tensor(values))
    wanted = np.einsum(equation, shares, values)
    np.testing.assert_allclose(found.numpy(), wanted, rtol=1e-4, atol=1e-4)
    assert compiled == []


TRAINING = """
import json, jax
import frontends.torch as torch, ivy_core
ivy_core.set_backend("jax")
events = []
jax.monitoring.register_event_duration_secs_listener(lambda event, *_, **__: events.append(event))
torch.manual_seed(0)
nn = torch.nn
layers = nn.Conv2d(2, 4, 3), nn.MaxPool2d(2, 1), nn.ReLU(), nn.Flatten(), nn.Linear(16, 3)
model = nn.Sequential(*layers)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x, y = torch.randn(4, 2, 5, 5), torch.arange(4) % 3
losses, traced = [], 0
for step in range(70):
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
    traced += step == 0 and sum("trace" in event or "compile" in event for event in events)
print(json.dumps([[each.hex() for each in losses], traced]))
"""


def test_a_second_process_traces_nothing_and_gives_the_same_bits(backend, tmp_path):
    runs = []
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", TRAINING], cwd=ROOT, capture_output=True, text=True, check=True,
            env={**os.environ, "IVY_JAX_CACHE": str(tmp_path)},
        )  # fmt: skip
        runs.append(json.loads(done.stdout))
    (losses, traced), (again, traced_again) = runs
    assert losses == again
    assert traced_again == 0 < traced
