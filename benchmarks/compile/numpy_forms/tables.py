"""Dynamic programming over two indices, and shortest paths."""

import numpy as np


def edit_distance(first, second, table):
    table[:, 0] = np.arange(len(first) + 1)
    table[0, :] = np.arange(len(second) + 1)
    for i in range(1, len(first) + 1):
        for j in range(1, len(second) + 1):
            cost = 0 if first[i - 1] == second[j - 1] else 1
            table[i, j] = min(table[i - 1, j] + 1, table[i, j - 1] + 1, table[i - 1, j - 1] + cost)
    return table[len(first), len(second)]


def common_subsequence(first, second, table):
    for i in range(len(first)):
        for j in range(len(second)):
            if first[i] == second[j]:
                table[i + 1, j + 1] = table[i, j] + 1
            elif table[i, j + 1] >= table[i + 1, j]:
                table[i + 1, j + 1] = table[i, j + 1]
            else:
                table[i + 1, j + 1] = table[i + 1, j]


def knapsack(weights, values, best):
    for i in range(len(weights)):
        w = weights[i]
        best[w:] = np.maximum(best[w:], best[:-w] + values[i])


def matrix_chain(sizes, cost):
    n = len(sizes) - 1
    for length in range(1, n):
        for i in range(n - length):
            j = i + length
            split = cost[i, i:j] + cost[i + 1 : j + 1, j]
            cost[i, j] = np.min(split + sizes[i] * sizes[i + 1 : j + 1] * sizes[j + 1])


def viterbi(start, step, emitted, path):
    times, states = emitted.shape
    back = np.zeros((times, states), dtype=np.int64)
    score = start + emitted[0]
    for t in range(1, times):
        ways = score.reshape(-1, 1) + step
        for s in range(states):
            back[t, s] = np.argmax(ways[:, s])
            score[s] = ways[back[t, s], s] + emitted[t, s]
    path[times - 1] = np.argmax(score)
    for t in range(times - 2, -1, -1):
        path[t] = back[t + 1, path[t + 1]]


def floyd_warshall(distance):
    for k in range(distance.shape[0]):
        column = distance[:, k].copy().reshape(-1, 1)
        distance[:, :] = np.minimum(distance, column + distance[k])


def relaxed(distance, source, target, weight):
    through = distance[source] + weight
    if through < distance[target]:
        distance[target] = through
        return True
    return False


def bellman_ford(sources, targets, weights, distance):
    for _ in range(len(distance) - 1):
        changed = False
        for e in range(len(weights)):
            if relaxed(distance, sources[e], targets[e], weights[e]):
                changed = True
        if not changed:
            break
