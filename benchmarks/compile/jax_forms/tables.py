"""Dynamic programming over two indices, and shortest paths."""

import jax.numpy as jnp
from jax import lax


def edit_distance(first, second, table):
    def row(above, filled):
        letter, i = filled

        def element(left, corner):
            diagonal, over, other = corner
            cost = jnp.where(letter == other, 0, 1)
            value = jnp.minimum(jnp.minimum(over + 1, left + 1), diagonal + cost)
            return value, value

        _, values = lax.scan(element, i, (above[:-1], above[1:], second))
        below = jnp.concatenate([i[None], values])
        return below, below

    top = jnp.arange(len(second) + 1, dtype=table.dtype)
    places = jnp.arange(1, len(first) + 1, dtype=table.dtype)
    last, below = lax.scan(row, top, (first, places))
    return last[-1], jnp.concatenate([top[None], below])


def common_subsequence(first, second, table):
    def row(above, letter):
        def element(left, corner):
            diagonal, over, other = corner
            value = jnp.where(letter == other, diagonal + 1, jnp.maximum(over, left))
            return value, value

        _, values = lax.scan(element, above[0] * 0, (above[:-1], above[1:], second))
        below = jnp.concatenate([above[:1] * 0, values])
        return below, below

    _, below = lax.scan(row, table[0], first)
    return table.at[1:].set(below)


def knapsack(weights, values, best):
    places = jnp.arange(len(best))

    def item(best, thing):
        weight, value = thing
        taken = jnp.roll(best, weight) + value
        return jnp.where(places >= weight, jnp.maximum(best, taken), best), None

    return lax.scan(item, best, (weights, values))[0]


def matrix_chain(sizes, cost):
    n = len(sizes) - 1
    places = jnp.arange(n)
    most = jnp.iinfo(cost.dtype).max

    def diagonal(length, cost):
        def start(i, cost):
            j = i + length
            below = jnp.roll(cost[:, j], -1)
            ways = cost[i] + below + sizes[i] * sizes[1:] * sizes[j + 1]
            is_split = (places >= i) & (places < j)
            return cost.at[i, j].set(jnp.min(jnp.where(is_split, ways, most)))

        return lax.fori_loop(0, n - length, start, cost)

    return lax.fori_loop(1, n, diagonal, cost)


def viterbi(start, step, emitted, path):
    def forth(score, emission):
        ways = score[:, None] + step
        return jnp.max(ways, axis=0) + emission, jnp.argmax(ways, axis=0)

    def back(state, best):
        return best[state], state

    score, best = lax.scan(forth, start + emitted[0], emitted[1:])
    first, states = lax.scan(back, jnp.argmax(score), best, reverse=True)
    return jnp.concatenate([first[None], states])


def floyd_warshall(distance):
    def through(k, distance):
        return jnp.minimum(distance, distance[:, k][:, None] + distance[k])

    return lax.fori_loop(0, distance.shape[0], through, distance)


def bellman_ford(sources, targets, weights, distance):
    def relaxed(e, distance):
        through = distance[sources[e]] + weights[e]
        return distance.at[targets[e]].set(jnp.minimum(distance[targets[e]], through))

    def goes_on(state):
        rounds, _, changed = state
        return (rounds < len(distance) - 1) & changed

    def step(state):
        rounds, distance, _ = state
        new = lax.fori_loop(0, len(weights), relaxed, distance)
        return rounds + 1, new, jnp.any(new != distance)

    return lax.while_loop(goes_on, step, (0, distance, jnp.asarray(True)))[1]


def bellman_ford_otherwise(sources, targets, weights, distance):
    """Return the same of another algorithm: all edges at once, each with distances of before."""

    def goes_on(state):
        rounds, _, changed = state
        return (rounds < len(distance) - 1) & changed

    def step(state):
        rounds, distance, _ = state
        new = distance.at[targets].min(distance[sources] + weights)
        return rounds + 1, new, jnp.any(new != distance)

    return lax.while_loop(goes_on, step, (0, distance, jnp.asarray(True)))[1]
