"""One pass over a sequence, with what is carried in scalars."""

import jax
import jax.numpy as jnp
from jax import lax


def biquad(b0, b1, b2, a1, a2, x, y):
    def step(state, value):
        x1, x2, y1, y2 = state
        new = b0 * value + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
        return (value, x1, new, y1), new

    zero = jnp.zeros((), x.dtype)
    return lax.scan(step, (zero, zero, zero, zero), x)[1]


def kalman(measured, process, noise, estimate):
    move = jnp.array([[1.0, 1.0], [0.0, 1.0]])

    def step(carried, value):
        state, spread = carried
        state = move @ state
        spread = move @ spread @ move.T + process
        gain = spread[:, 0] / (spread[0, 0] + noise)
        state = state + gain * (value - state[0])
        return (state, spread - jnp.outer(gain, spread[0])), state

    return lax.scan(step, (jnp.zeros(2), jnp.eye(2)), measured)[1]


def prefix_sums(x):
    reach = 1
    while reach < len(x):  # known before anything runs: as many steps as the length has bits
        x = x.at[reach:].add(x[:-reach])
        reach *= 2
    return x


def congruential(seed, numbers):
    def step(state, _):
        state = (1103515245 * state + 12345) % 2147483648
        return state, state >> 16

    return lax.scan(step, jnp.asarray(seed), length=len(numbers))


def xorshift(state, numbers):
    def step(state, _):
        state = state ^ (state << jnp.uint64(13))
        state = state ^ (state >> jnp.uint64(7))
        state = state ^ (state << jnp.uint64(17))
        return state, state * jnp.uint64(2685821657736338717)

    return lax.scan(step, state, length=numbers.shape[0])


def adler32(data):
    def step(state, byte):
        low, high = state
        low = (low + byte) % 65521
        return (low, (high + low) % 65521), None

    (low, high), _ = lax.scan(step, (jnp.asarray(1), jnp.asarray(0)), data.astype(jnp.int64))
    return high * 65536 + low


def crc32(table, data):
    def step(crc, byte):
        return table[(crc ^ byte) & 255] ^ (crc >> 8), None

    return lax.scan(step, jnp.asarray(0xFFFFFFFF), data)[0] ^ 0xFFFFFFFF


def histogram(low, high, x, counts):
    bins = len(counts)
    inside = (x >= low) & (x < high)
    place = jnp.where(inside, (x - low) / (high - low) * bins, bins).astype(jnp.int64)
    return jnp.sum(~inside), counts.at[place].add(1, mode="drop")


def moving_maximum(width, x, out):
    count = len(x) - width + 1
    windows = jax.vmap(lambda i: jnp.max(lax.dynamic_slice(x, (i,), (width,))))
    return out.at[:count].set(windows(jnp.arange(count)))


def moving_deviation(width, x, out):
    def deviation(i):
        window = lax.dynamic_slice(x, (i,), (width,))
        return jnp.sqrt(jnp.sum((window - jnp.mean(window)) ** 2) / width)

    return out.at[width - 1 :].set(jax.vmap(deviation)(jnp.arange(len(x) - width + 1)))


def cumulative_moments(limit, x, mean, variance):
    def step(state, value):
        count, average, squares = state
        apart = value - average
        new = average + apart / (count + 1)
        counted = count + 1, new, squares + apart * (value - new)
        is_near = jnp.abs(value) <= limit
        count, average, squares = (
            jnp.where(is_near, one, other) for one, other in zip(counted, state, strict=True)
        )
        return (count, average, squares), (average, squares / jnp.maximum(count, 1))

    return lax.scan(step, (jnp.asarray(0), jnp.asarray(0.0), jnp.asarray(0.0)), x)[1]


def drawdown(price, fall):
    peak = lax.cummax(price)
    fall = (peak - price) / peak
    return jnp.max(fall), fall


def lexicographic(a, signs):
    differs = a[:-1] != a[1:]
    place = jnp.argmax(differs, axis=1)[:, None]
    here = jnp.take_along_axis(a[:-1], place, axis=1)[:, 0]
    there = jnp.take_along_axis(a[1:], place, axis=1)[:, 0]
    return jnp.sign(here - there)


def first_above(limit, x):
    def step(state):
        i, total = state
        return i + 1, total + x[i]

    def goes_on(state):
        i, total = state
        return (i < len(x)) & (total <= limit)

    i, total = lax.while_loop(goes_on, step, (0, jnp.zeros((), x.dtype)))
    return jnp.where(total > limit, i - 1, -1)


def run_lengths(x, lengths):
    run = jnp.concatenate([jnp.zeros(1, jnp.int64), jnp.cumsum(x[1:] != x[:-1])])
    return run[-1] + 1, lengths.at[run].add(1)


def collatz(lengths):
    def steps(start):
        def step(state):
            n, count = state
            return jnp.where(n % 2 == 0, n // 2, 3 * n + 1), count + 1

        return lax.while_loop(lambda state: state[0] != 1, step, (start, 0))[1]

    return lengths.at[1:].set(jax.vmap(steps)(jnp.arange(1, len(lengths))))


def bisection(ordered, wanted, places):
    def place(value):
        def step(state):
            low, high = state
            middle = (low + high) // 2
            is_below = ordered[middle] < value
            return jnp.where(is_below, middle + 1, low), jnp.where(is_below, high, middle)

        return lax.while_loop(lambda state: state[0] < state[1], step, (0, len(ordered)))[0]

    return jax.vmap(place)(wanted)
