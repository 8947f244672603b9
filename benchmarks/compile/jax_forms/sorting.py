"""Sorting networks, an insertion sort and a sieve."""

import jax.numpy as jnp
from jax import lax


def exchanged(x, begin):
    end = len(x) - begin
    left, right = x[begin:end:2], x[begin + 1 : end : 2]
    x = x.at[begin:end:2].set(jnp.minimum(left, right))
    return x.at[begin + 1 : end : 2].set(jnp.maximum(left, right))


def odd_even_transposition(x):
    def phase(k, x):
        return lax.cond(k % 2 == 0, lambda x: exchanged(x, 0), lambda x: exchanged(x, 1), x)

    return lax.fori_loop(0, len(x), phase, x)


def bitonic(x):
    place = jnp.arange(len(x))

    def step(state):
        size, gap, x = state
        partner = place ^ gap
        other = x[partner]
        is_low = ((place & size) == 0) == (place < partner)
        x = jnp.where(is_low, jnp.minimum(x, other), jnp.maximum(x, other))
        is_last = gap == 1
        return jnp.where(is_last, size * 2, size), jnp.where(is_last, size, gap // 2), x

    return lax.while_loop(lambda state: state[0] <= len(x), step, (2, 1, x))[2]


def insertion(x):
    def insert(i, x):
        key = x[i]

        def goes_on(state):
            j, x = state
            return (j >= 0) & (x[jnp.maximum(j, 0)] > key)

        def move(state):
            j, x = state
            return j - 1, x.at[j + 1].set(x[j])

        j, x = lax.while_loop(goes_on, move, (i - 1, x))
        return x.at[j + 1].set(key)

    return lax.fori_loop(1, len(x), insert, x)


def sieve(is_prime):
    n = len(is_prime)

    def cross(i, is_prime):
        def step(state):
            k, is_prime = state
            return k + i, is_prime.at[k].set(False)

        # a number that is crossed out begins behind the end
        begin = jnp.where(is_prime[i], i * i, n)
        return lax.while_loop(lambda state: state[0] < n, step, (begin, is_prime))[1]

    last = int((n - 1) ** 0.5)
    is_prime = lax.fori_loop(2, last + 1, cross, is_prime.at[:2].set(False))
    return jnp.sum(is_prime), is_prime
