"""Golden texts: what each pass of JAX's backend makes of small programs, alone.

``<pass>.txt`` has the printed programs before and after. ``IVY_UPDATE_PASSES=1`` writes the files
anew; read the difference before it is committed.
"""

from __future__ import annotations

import ast
import os
from pathlib import Path

import pytest

jax = pytest.importorskip("jax")
jnp, lax = jax.numpy, jax.lax
HERE = Path(__file__).parent
PASSES = Path(__file__).resolve().parents[3] / "ivy_core/backends/jax/compiler/passes"
pytestmark = [
    pytest.mark.parametrize("backend", ["jax"], indirect=True),
    pytest.mark.usefixtures("backend"),
]
CASES: dict[str, list] = {}  # by pass: functions that give a program before it and after


def case(function):
    """Enter a function as a case of the pass that its name begins with, before two underscores."""
    CASES.setdefault(function.__name__.partition("__")[0], []).append(function)
    return function


def read(x, n):
    """Return an element or a row, as the trace of ``x[n]`` does."""
    starts, sizes = [n, *[0] * (x.ndim - 1)], (1, *x.shape[1:])
    return lax.dynamic_slice(x, starts, sizes, allow_negative_indices=False).reshape(x.shape[1:])


def write(x, n, value):
    """Return an array with another element or row, as the trace of ``x[n] = value`` does."""
    starts, value = [n, *[0] * (x.ndim - 1)], jnp.reshape(value, (1, *x.shape[1:]))
    return lax.dynamic_update_slice(x, value, starts, allow_negative_indices=False)


def of_loop(rewrite, step, count, read_only, *carry):
    """Return a loop of ``count`` iterations of ``step(n, *carry)``, before and after a pass.

    The arrays that it reads alone come first among the arguments of ``step``, behind ``n``.
    """
    from ivy_core.backends.jax.compiler.loops import Loop, counted

    def run(rewrite, arrays, carry):
        body = jax.make_jaxpr(lambda n, *carry: step(n, *arrays, *carry))(0, *carry)
        loop = rewrite(Loop(body, list(carry), count))
        return counted(loop) if loop.results is None else loop.results

    before, after = (
        jax.make_jaxpr(lambda arrays, carry, each=each: run(each, arrays, carry))(read_only, carry)
        for each in (lambda loop: loop, rewrite)
    )
    return before, after


def of_program(rewrite, function, *arguments):
    """Return the program of a function of arrays, before and after a pass."""
    program = jax.make_jaxpr(function)(*arguments)
    return program, rewrite(program)


@case
def vectorize_loops__rows(rewrite):
    def step(n, x, out):
        return [write(out, n, jnp.sin(read(x, n)))]

    return of_loop(rewrite, step, 32, [jnp.zeros(32)], jnp.zeros(32))


@case
def vectorize_loops__histogram(rewrite):
    def step(n, index, counts):
        at = read(index, n)
        return [write(counts, at, read(counts, at) + 1)]

    return of_loop(rewrite, step, 20, [jnp.zeros(20, int)], jnp.zeros(5, int))


@case
def vectorize_loops__largest_and_its_place(rewrite):
    def step(n, x, best, place):
        is_new = read(x, n) > best
        return [jnp.where(is_new, read(x, n), best), jnp.where(is_new, n, place)]

    return of_loop(rewrite, step, 20, [jnp.zeros(20)], -1.0, 0)


@case
def vectorize_loops__element_that_is_guessed_to_stay(rewrite):
    def step(n, x):
        return [write(x, n, jnp.minimum(read(x, n), 2 * read(x, 7)))]

    return of_loop(rewrite, step, 20, [], jnp.zeros(20))


@case
def vectorize_loops__both_sides_of_a_branch(rewrite):
    def step(n, x, out):
        value = read(x, n)
        sides = lambda out: write(out, n, 2 * value), lambda out: write(out, n, -value)
        return [lax.cond(value > 0, *sides, out)]

    return of_loop(rewrite, step, 20, [jnp.zeros(20)], jnp.zeros(20))


@case
def vectorize_loops__element_read_behind_its_write(rewrite):
    def step(n, x, y):
        x = write(x, n, 2.0 * read(x, n))
        return [x, write(y, n, read(x, n) + 1.0)]

    return of_loop(rewrite, step, 20, [], jnp.zeros(20), jnp.zeros(20))


@case
def vectorize_loops__inner_loop_of_as_many_steps_as_there_are(rewrite):
    def step(n, x, sums):
        first = jnp.maximum(n - 1, 0)
        several = jnp.minimum(n + 1, 20) - first

        def add(j, total):
            return total + read(x, first + j)

        return [write(sums, n, lax.fori_loop(0, several, add, 0.0))]

    return of_loop(rewrite, step, 20, [jnp.ones(20)], jnp.zeros(20))


@case
def vectorize_loops__short_inner_loop_about_another_one(rewrite):
    def step(n, x, out):
        def outer(_, value):
            return lax.fori_loop(0, 30, lambda k, p: value * p - 0.5, 1.0)

        return [write(out, n, lax.fori_loop(0, 6, outer, read(x, n)))]

    return of_loop(rewrite, step, 20, [jnp.ones(20)], jnp.zeros(20))


@case
def vectorize_loops__element_that_may_be_in_front_or_behind(rewrite):
    def step(n, x, out):
        def at(k):
            return read(x, jnp.where(k < 0, k + 20, k))

        return [write(out, n, at(n - 2) * at(n + 3))]

    return of_loop(rewrite, step, 20, [jnp.ones(20)], jnp.zeros(20))


@case
def vectorize_loops__number_that_the_last_iteration_leaves(rewrite):
    def step(n, x, last, out):
        value = read(x, n) * 2.0
        return [value, write(out, n, value + 1.0)]

    return of_loop(rewrite, step, 20, [jnp.ones(20)], 0.0, jnp.zeros(20))


@case
def vectorize_loops__recurrence_stays(rewrite):
    def step(n, x):
        return [write(x, n + 1, 0.5 * read(x, n))]

    return of_loop(rewrite, step, 20, [], jnp.zeros(21))


@case
def loop_invariant_products__row_by_matrix(rewrite):
    def step(n, x, y, total):
        return [0.5 * total + read(x, n) @ y]

    arrays = [jnp.zeros((9, 64)), jnp.zeros((64, 64))]
    return of_loop(rewrite, step, 9, arrays, jnp.zeros(64))


@case
def scalar_replacement__sum_in_an_array(rewrite):
    def step(n, x, out):
        return [write(out, 3, read(out, 3) + read(x, n))]

    return of_loop(rewrite, step, 10, [jnp.zeros(10)], jnp.zeros(8))


@case
def store_forwarding__same_and_last_index(rewrite):
    def step(n, x, out):
        out = write(out, n + 1, 2.0 * read(x, n))
        return [write(out, n + 1, read(out, n + 1) + read(out, n))]

    return of_loop(rewrite, step, 99, [jnp.zeros(100)], jnp.zeros(100))


@case
def store_forwarding__index_of_the_data(rewrite):
    def step(n, index, out):
        out = write(out, n, 1.0)
        return [write(out, n, read(out, read(index, n)))]

    return of_loop(rewrite, step, 99, [jnp.zeros(100, int)], jnp.zeros(100))


def swept(row_of):
    """Return an iteration on elements of a row, with those of another row, and the one before."""

    def step(n, at, x):
        def element(row, column):
            starts = [row, column]
            part = lax.dynamic_slice(x, starts, (1, 1), allow_negative_indices=False)
            return part.reshape(())

        other, before = row_of(at), n - 1
        before = jnp.where(before < 0, before + 20, before)
        value = jnp.minimum(element(at, n) * 2, element(other, n) + 1)
        value = jnp.where(n > 0, jnp.minimum(value, element(at, before) + 3), value)
        where = {"allow_negative_indices": False}
        return [lax.dynamic_update_slice(x, value.reshape((1, 1)), [at, n], **where)]

    return step


@case
def split_loops__row_above(rewrite):
    step = swept(lambda at: jnp.where(at - 1 < 0, at - 1 + 9, at - 1))
    return of_loop(rewrite, step, 20, [jnp.int64(4)], jnp.zeros((9, 20), int))


@case
def split_loops__row_that_may_be_the_same_stays(rewrite):
    step = swept(lambda at: at // 2)
    return of_loop(rewrite, step, 20, [jnp.int64(4)], jnp.zeros((9, 20), int))


@case
def write_barriers__swap(rewrite):
    def step(n, x):
        kept = read(x, n)
        return [write(write(x, n, read(x, n + 1)), n + 1, kept)]

    return of_loop(rewrite, step, 99, [], jnp.zeros(100))


@case
def write_barriers__read_for_what_is_carried(rewrite):
    def step(n, x, total):
        value = read(x, n)
        return [write(x, n, value + total), value - total]

    return of_loop(rewrite, step, 99, [], jnp.zeros(100), 0.0)


@case
def write_barriers__swap_in_a_branch(rewrite):
    def swap(n, x):
        return write(write(x, n, read(x, n + 1)), n + 1, read(x, n))

    def step(n, x):
        return [lax.cond(n % 2 == 0, swap, lambda n, x: x, n, x)]

    return of_loop(rewrite, step, 99, [], jnp.zeros(100))


@case
def unroll__whole_arrays(rewrite):
    return of_loop(rewrite, lambda n, u: [0.5 * u + n], 3, [], jnp.zeros(4096))


@case
def unroll__elements_stay_a_loop(rewrite):
    return of_loop(rewrite, lambda n, u: [write(u, n, 1.0)], 3, [], jnp.zeros(4096))


@case
def unroll__shifted_arrays_stay_a_loop(rewrite):
    return of_loop(rewrite, lambda n, u: [0.5 * (u + jnp.roll(u, 1))], 3, [], jnp.zeros(4096))


@case
def unroll__arrays_in_the_middle_of_wider_ones_stay_a_loop(rewrite):
    def step(n, u):
        wide = lax.dynamic_update_slice(jnp.zeros(5002), jnp.where(u > n, 1.0, u), [1])
        return [0.5 * (wide[:-2] + wide[2:])]

    return of_loop(rewrite, step, 3, [], jnp.zeros(5000))


@case
def if_conversion__element_is_selected(rewrite):
    def branch(condition, x, n):
        return lax.cond(condition, lambda: write(x, n, 2.0 * read(x, n)), lambda: x)

    def selected(condition, x, n):
        side = jax.make_jaxpr(lambda: write(x, n, 2.0 * read(x, n)))()
        return rewrite(condition, [x], [], side, [])

    arguments = True, jnp.zeros(100), 3
    return jax.make_jaxpr(branch)(*arguments), jax.make_jaxpr(selected)(*arguments)


@case
def if_conversion__number_beside_an_element_is_selected(rewrite):
    def append(x, count, n):
        return write(x, count[0], n), count + 1

    def branch(condition, x, count, n):
        return lax.cond(condition, lambda: append(x, count, n), lambda: (x, count))

    def selected(condition, x, count, n):
        side = jax.make_jaxpr(lambda: append(x, count, n))()
        return rewrite(condition, [x, count], [], side, [])

    arguments = True, jnp.zeros(100), jnp.zeros(1, int), 3.0
    return jax.make_jaxpr(branch)(*arguments), jax.make_jaxpr(selected)(*arguments)


@case
def reductions__short_axis(rewrite):
    return of_program(rewrite, lambda x: x.sum(1), jnp.zeros((4096, 2)))


@case
def reductions__sum_of_sums(rewrite):
    return of_program(rewrite, lambda x: (2 * x).sum() + (x * x).sum(), jnp.zeros(9000))


@case
def reductions__few_columns(rewrite):
    return of_program(rewrite, lambda x: x.sum(0), jnp.zeros((4096, 3)))


@case
def nan_extremes__in_a_sum(rewrite):
    def function(x, y):
        return jnp.exp(jnp.maximum(x, y)).sum(), jnp.minimum(x, y)

    return of_program(rewrite, function, jnp.zeros(5000), jnp.zeros(5000))


@case
def nan_extremes__in_a_loop_behind_which_is_a_sum(rewrite):
    def function(x):
        x = lax.fori_loop(0, 9, lambda n, x: jnp.maximum(0.5 * x, 1.0), x)
        return jax.nn.relu(x).sum()

    return of_program(rewrite, function, jnp.zeros(5000))


@case
def nan_extremes__without_reductions_stay(rewrite):
    return of_program(rewrite, lambda x: jnp.sqrt(jnp.maximum(x, 0.0)), jnp.zeros(5000))


def _columns(rewrite, columns):
    from ivy_core.backends.jax.compiler.equations import inlined
    from ivy_core.backends.jax.compiler.lapack import lapack_kernel

    def solve(lower, diagonal, upper, wanted):
        lower, diagonal, upper, wanted = (x.ravel() for x in (lower, diagonal, upper, wanted))
        return lapack_kernel("dgtsv", [lower[1:], diagonal, upper[:-1], wanted])()[3] * 2.0

    program = inlined(jax.make_jaxpr(solve)(*[jnp.ones((columns, 4))] * 4))
    return program, rewrite(program)


@case
def tridiagonal_columns__flattened(rewrite):
    return _columns(rewrite, 256)


@case
def tridiagonal_columns__few_columns_stay(rewrite):
    return _columns(rewrite, 255)


@case
def interior_writes__heat_in_a_loop(rewrite):
    def step(n, u):
        return lax.dynamic_update_slice(u, 0.5 * (u[:-2] + u[2:]), (1,))

    return of_program(rewrite, lambda u: lax.fori_loop(0, 9, step, u), jnp.zeros(1000))


@case
def interior_writes__axes_of_length_one_in_between(rewrite):
    def step(u):
        both = jnp.transpose((u[:-2, 1:-1] + u[2:, 1:-1]).reshape(38, 1, 28), (0, 2, 1))
        new = jnp.where(jnp.arange(28.0)[:, None] > 3.0, both, 0.0)
        return lax.dynamic_update_slice(u, new.reshape(38, 28), (1, 1))

    return of_program(rewrite, step, jnp.zeros((40, 30)))


@case
def interior_writes__transposed_stays(rewrite):
    def step(u):
        return lax.dynamic_update_slice(u, (u[:-2, 1:-1] + u[2:, 1:-1]).T, (1, 1))

    return of_program(rewrite, step, jnp.zeros((40, 40)))


@case
def interior_writes__needed_elsewhere_stays(rewrite):
    def step(u):
        new = 0.5 * (u[:-2] + u[2:])
        return lax.dynamic_update_slice(u, new, (1,)), jnp.max(jnp.abs(new - u[1:-1]))

    return of_program(rewrite, step, jnp.zeros(1000))


@case
def interior_writes__other_array_stays(rewrite):
    def step(u, v):
        return lax.dynamic_update_slice(v, u[:-2] + u[2:], (1,))

    return of_program(rewrite, step, jnp.zeros(1000), jnp.zeros(1000))


def written(x, value, *starts):
    return lax.dynamic_update_slice(x, value, starts)


def part(x, starts, sizes):
    return lax.dynamic_slice(x, starts, sizes)


@case
def read_boxes__sums_in_a_view(rewrite):
    def step(y):
        x = written(lax.full((20, 20), 0.0), part(y, (2, 3), (10, 12)), 2, 3)
        x = written(x, part(x, (4, 3), (8, 12)) + part(y, (0, 0), (8, 12)), 4, 3)
        return part(x, (2, 3), (10, 12)) * 2

    return of_program(rewrite, step, jnp.zeros((20, 20)))


@case
def read_boxes__what_is_written_outside(rewrite):
    def step(y):
        x = written(lax.full((20, 20), 0.0), y, 0, 0)
        x = written(x, y[:4], 16, 0)
        return part(x, (3, 1), (6, 18)) + part(x, (4, 1), (6, 18))

    return of_program(rewrite, step, jnp.zeros((10, 20)))


@case
def read_boxes__a_result_stays(rewrite):
    def step(y):
        x = written(lax.full((20, 20), 0.0), y, 0, 0)
        return x, part(x, (3, 1), (6, 18))

    return of_program(rewrite, step, jnp.zeros((10, 20)))


@case
def write_shapes__parts_that_are_added_to(rewrite):
    def step(x, y):
        for k in range(2):
            row = part(x, (0, k, 0), (20, 1, 9)).reshape(20, 9)
            x = written(x, (row + 2 * y).reshape(20, 1, 9), 0, k, 0)
        return x

    return of_program(rewrite, step, jnp.zeros((20, 5, 9)), jnp.zeros((20, 9)))


@case
def write_shapes__products_stay(rewrite):
    def step(x, y):
        row = part(x, (0, 2, 0), (20, 1, 9)).reshape(20, 9)
        return written(x, (row @ y).reshape(20, 1, 9), 0, 2, 0)

    return of_program(rewrite, step, jnp.zeros((20, 5, 9)), jnp.zeros((9, 9)))


@case
def written_planes__level_that_is_written_in_steps(rewrite):
    def step(x, y):
        x = written(x, part(x, (0, 0, 0), (100, 100, 1)) + y[:, :, None], 0, 0, 1)
        old = part(x, (0, 0, 2), (100, 100, 1))
        x = written(x, part(x, (1, 1, 1), (98, 98, 1)) * 2, 1, 1, 1)
        return x, old + part(x, (0, 0, 1), (100, 100, 1))

    return of_program(rewrite, step, jnp.zeros((100, 100, 3)), jnp.zeros((100, 100)))


@case
def written_planes__part_of_a_level_that_is_a_result_between(rewrite):
    def step(x, y):
        before = written(x, y[:, :, None], 1, 0, 1)
        x = written(before, part(before, (0, 0, 1), (50, 100, 1)), 50, 0, 1)
        x = written(x, part(x, (0, 0, 0), (50, 100, 1)), 50, 0, 1)
        return before, x

    return of_program(rewrite, step, jnp.zeros((100, 100, 3)), jnp.zeros((99, 100)))


@case
def written_planes__levels_written_once_stay(rewrite):
    def step(x, y):
        x = written(x, y[:, :, None], 0, 0, 1)
        return written(x, 2 * y[:, :, None], 0, 0, 2)

    return of_program(rewrite, step, jnp.zeros((100, 100, 3)), jnp.zeros((100, 100)))


@case
def matmul_layout__gradient_of_weights(rewrite):
    return of_program(rewrite, lambda x, y: x.T @ y, jnp.zeros((512, 32)), jnp.zeros((512, 128)))


@case
def matmul_layout__flat_product_that_is_transposed(rewrite):
    return of_program(rewrite, lambda x, y: (x @ y).T, jnp.zeros((32, 64)), jnp.zeros((64, 128)))


@case
def flat_elementwise__step_of_filters(rewrite):
    def step(filters, square, gradient, size):
        square = 0.9 * square + gradient * gradient
        return filters - size * gradient / jnp.sqrt(square), square

    return of_program(rewrite, step, *[jnp.ones((64, 8, 3, 3))] * 3, 0.5)


@case
def flat_elementwise__norm_between(rewrite):
    """What needs the sum of a group's results is another group."""

    def step(filters, gradient):
        gradient = jnp.tanh(gradient)
        return filters * 0.5 - gradient / jnp.sum(gradient)

    return of_program(rewrite, step, *[jnp.ones((64, 8, 3, 3))] * 2)


@case
def branching_chains__least_of_neighbours(rewrite):
    def function(x, picked):
        least = x
        for k in range(1, 10):
            beside = jnp.concatenate([x[-k:], x[:-k]])
            least = lax.select(picked[k], lax.select(beside < least, beside, least), least)
        return least

    return of_program(rewrite, function, jnp.zeros(32), jnp.zeros((10, 32), bool))


@case
def shared_slices__neighbours_of_a_root(rewrite):
    def thinned(x):
        s = jnp.sqrt(x * x + 1.0)
        return (s[1:-1] > s[:-2]) & (s[1:-1] >= s[2:])

    return of_program(rewrite, thinned, jnp.zeros((20, 20)))


@case
def shared_chains__residuals_between_products(rewrite):
    """A long chain that two products and a sum read; a short one stays as it is."""

    def step(x, w):
        short = x * 2.0 + 1.0
        for _ in range(8):
            x = x * 0.5 + w
        return x @ w, w @ x, x.sum(0), short @ w, short + w

    return of_program(rewrite, step, jnp.ones((16, 16)), jnp.ones((16, 16)))


@case
def recomputation__training_step_of_a_gated_layer(rewrite):
    """The gate is computed again in the second section, the update waits for both gradients."""

    def step(x, w, v):
        h = x @ w
        gate = jnp.exp(-h)
        y = h / (1 + gate) @ v
        loss = (y * y).sum()
        made = h / (1 + gate)
        before = 2 * y @ v.T / (1 + gate)
        gradients = x.T @ (before * gate), made.T @ (2 * y)
        return loss, *gradients, w - gradients[0], v - gradients[1]

    large, small = (jax.ShapeDtypeStruct((each, 512), "float32") for each in (4096, 512))
    return of_program(rewrite, step, large, small, small)


@case
def recomputation__gradients_that_are_not_returned(rewrite):
    def step(x, w, v):
        y = jnp.exp(x @ w)
        return w - x.T @ (y * (y @ v)), v - y.T @ y

    large, small = (jax.ShapeDtypeStruct((each, 512), "float32") for each in (4096, 512))
    return of_program(rewrite, step, large, small, small)


@case
def sharded_slices__stencil(rewrite):
    def step(u):
        inner = u[:-2] + u[2:]
        return lax.dynamic_update_slice(u, inner, [1, 0], allow_negative_indices=False)

    return of_program(rewrite, step, jnp.zeros((64, 8)))


@case
def sharded_slices__shift(rewrite):
    roll = jax.jit(jnp.roll, static_argnums=2)
    return of_program(rewrite, lambda x: roll(x, 1, 0), jnp.zeros(64))


@case
def sharded_slices__row_of_a_loop(rewrite):
    def nearer(k, d):
        return jnp.minimum(d, read(d, k))

    return of_program(rewrite, lambda d: lax.fori_loop(0, 64, nearer, d), jnp.zeros((64, 64)))


@case
def sharded_slices__borders(rewrite):
    def gradient(x):
        return jnp.concatenate([x[1:2] - x[:1], x[2:] - x[:-2], x[-1:] - x[-2:-1]])

    return of_program(rewrite, gradient, jnp.zeros(64))


@case
def sharded_slices__gaps(rewrite):
    return of_program(rewrite, lambda x: lax.pad(x, 0.0, [(2, 1, 1)]), jnp.zeros(64))


@case
def sharded_rounds__forces(rewrite):
    def forces(x, mass):
        apart = x[None, :] - x[:, None]
        return (apart / (jnp.abs(apart) + 0.1)).sum(axis=1), jnp.tanh(apart) @ mass

    return of_program(rewrite, forces, jnp.zeros(64), jnp.zeros(64))


@case
def sharded_rounds__one_array_of_indices(rewrite):
    def ones(labels):
        return (labels[:, None] == jnp.arange(64)).sum(axis=1)

    return of_program(rewrite, ones, jnp.zeros(64, int))


@case
def sharded_transforms__totals(rewrite):
    def counts(index):
        return jnp.zeros(16, int).at[index].add(1)

    return of_program(rewrite, counts, jnp.zeros(2048, int))


@case
def sharded_transforms__all_axes(rewrite):
    def low_pass(x):
        return jnp.fft.ifft2(0.5 * jnp.fft.fft2(x)).real

    return of_program(rewrite, low_pass, jnp.zeros((64, 32)))


@case
def sharded_transforms__other_axis_and_few(rewrite):
    return of_program(
        rewrite, lambda x, y: (jnp.fft.rfft(x, axis=0), jnp.fft.fft(y)), jnp.zeros((64, 32)),
        jnp.zeros(64),
    )  # fmt: skip


@case
def sharded_transforms__sort(rewrite):
    return of_program(rewrite, jnp.sort, jnp.zeros(2048, int))


@case
def sharded_products__gradient_of_a_cut_weight(rewrite):
    def step(x, weight):
        inside = jnp.tanh(x @ weight)
        return weight - 0.1 * x.T @ inside

    return of_program(rewrite, step, jnp.zeros((64, 32)), jnp.zeros((32, 32)))


@case
def sharded_products__gradient_of_a_whole_weight(rewrite):
    return of_program(rewrite, lambda x, y: x.T @ jnp.sin(x), jnp.zeros((64, 48)), jnp.zeros(3))


@case
def cse_dce__twice_and_in_vain(rewrite):
    def function(x, y):
        jnp.cos(y)
        return jnp.sin(x) + 1, jnp.sin(x) + 1

    return of_program(rewrite, function, jnp.zeros(3), jnp.zeros(3))


@case
def buffer_packing__state_of_an_optimizer(rewrite):
    def step(gradient, *state):
        return [0.9 * each + gradient for each in state]

    state = [jnp.zeros(4) for _ in range(8)]
    program = jax.make_jaxpr(step)(1.0, *state)
    pairs = [(1 + n, n) for n in range(8)]
    return program, rewrite(program, pairs, state)[0]


def text_of(name: str) -> str:
    from ivy_core.backends.jax.compiler import passes
    from ivy_core.backends.jax.compiler.passes import buffer_packing, cse_dce, if_conversion, unroll

    entries = {each.name: each.rewrite for each in (*passes.LOOP_PASSES, *passes.PROGRAM_PASSES)}
    mesh = jax.sharding.Mesh(jax.devices()[:1], ("parts",))
    cuts = {1: (jax.NamedSharding(mesh, jax.P("parts")), (64,))}
    places = [(at, jax.NamedSharding(mesh, jax.P("parts"))) for at in range(2)]
    entries |= {each.name: each.rewrite for each in passes.sharded_passes(mesh, cuts, places)}
    for module in (buffer_packing, cse_dce, if_conversion, unroll):
        entries[module.__name__.rpartition(".")[2]] = module.rewrite
    parts = []
    for each in CASES[name]:
        before, after = map(str, each(entries[name]))
        after = "the same" if after == before else after
        title = each.__name__.partition("__")[2].replace("_", " ")
        parts.append(f"# {title}\n\n## before\n\n{before}\n\n## after\n\n{after}\n")
    return "\n".join(parts)


@pytest.mark.parametrize("name", CASES)
def test_programs_before_and_after(name, backend):
    path = HERE / f"{name}.txt"
    found = text_of(name)
    if os.environ.get("IVY_UPDATE_PASSES"):
        path.write_text(found)
    assert found == path.read_text()


def files() -> list[Path]:
    return sorted(path for path in PASSES.glob("*.py") if path.name != "__init__.py")


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_each_pass_has_cases_and_says_what_it_gains(path, backend):
    """A pass is measured anew with each version of JAX, or retired."""
    module = ast.parse(path.read_text())
    text = ast.get_docstring(module)
    assert path.stem in CASES
    assert f"Measured with JAX {jax.__version__}:" in text
    assert "\nTo be retired when " in text
    entries = [each.name for each in module.body if isinstance(each, ast.FunctionDef)]
    assert entries.count("rewrite") == 1


def test_passes_are_a_list_that_can_be_walked(backend):
    from ivy_core.backends.jax.compiler import passes

    program = jax.make_jaxpr(lambda x, y: (x.T @ y).sum(0))(jnp.ones((40, 700)), jnp.ones((40, 30)))
    walked = list(passes.stages(program))
    assert [name for name, _, _ in walked] == [each.name for each in passes.PROGRAM_PASSES]
    assert walked[0][1] is program
    assert all(first[2] is then[1] for first, then in zip(walked, walked[1:], strict=False))
    assert str(passes.optimized(program)) == str(walked[-1][2])
