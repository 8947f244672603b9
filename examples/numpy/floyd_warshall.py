"""All shortest paths in a directed graph by the Floyd-Warshall algorithm.

NumPy habits: names imported from numpy, `minimum(..., out=)`, `minimum.at`, `copyto(where=)`, inf.
"""

from numpy import (
    add,
    arange,
    array,
    array_equal,
    concatenate,
    copyto,
    count_nonzero,
    fill_diagonal,
    full,
    inf,
    intp,
    isfinite,
    isinf,
    minimum,
    newaxis,
    where,
)


def make_graph(n):
    """Return the weights of a ring with chords; the last two nodes form a part of their own."""
    ring = arange(n - 2)
    source = concatenate([ring, ring[::3], ring[::5], ring[:3], [n - 2, n - 1]])
    target = concatenate(
        [(ring + 1) % (n - 2), (ring[::3] + 7) % (n - 2), ring[::-5], ring[1:4], [n - 1, n - 2]]
    )
    length = 1.0 + (7 * source + 3 * target) % 9
    length[-5:-2] += 0.5
    weight = full((n, n), inf)
    minimum.at(weight, (source, target), length)
    fill_diagonal(weight, 0.0)
    return weight


def shortest_distances(weight):
    """Return the distances only: one `minimum` with `out=` per node."""
    dist = weight.copy()
    for k in range(len(dist)):
        minimum(dist, dist[:, k, newaxis] + dist[newaxis, k, :], out=dist)
    return dist


def shortest_paths(weight):
    """Return the distances and, for every pair, the node to go to next (-1: none)."""
    n = len(weight)
    dist = weight.copy()
    step = where(isfinite(weight), arange(n), -1)
    for k in range(n):
        through = add.outer(dist[:, k], dist[k])
        shorter = through < dist
        dist[shorter] = through[shorter]
        copyto(step, step[:, k : k + 1], where=shorter)
    return dist, step


def walk(step, start, end):
    """Return the nodes on the way from start to end, both included."""
    path = [start]
    while path[-1] != end:
        path.append(int(step[path[-1], end]))
    return path


def main():
    """Solve one graph in both ways and describe it."""
    n = 18
    weight = make_graph(n)
    dist = shortest_distances(weight)
    same, step = shortest_paths(weight)

    reached = isfinite(dist)
    eccentricity = dist.max(axis=1, initial=0.0, where=reached)
    mean_distance = dist.mean(axis=1, where=reached)
    part = dist[: n - 2, : n - 2]
    start, end = divmod(int(part.argmax()), n - 2)
    path = array(walk(step, start, end), dtype=intp)
    legs = weight[path[:-1], path[1:]]
    degree = count_nonzero(reached & (weight > 0) & ~isinf(weight), axis=1)

    print(f"nodes = {n}, edges = {degree.sum()}, unreachable pairs = {(~reached).sum()}")
    print(f"both ways agree = {array_equal(dist, same)}")
    print(f"diameter = {part.max():.1f}, radius = {eccentricity[:-2].min():.1f}")
    print(f"longest shortest path = {path.tolist()}")
    print(f"its legs = {legs}, sum = {legs.sum():.1f}")
    print(f"most central node = {mean_distance[:-2].argmin()}")
    for node in (0, 5, n - 1):
        print(f"mean distance from node {node} = {mean_distance[node]:.8f}")
    print("distances from node 0 =", dist[0].tolist())
    return {
        "dist": dist,
        "step": step,
        "eccentricity": eccentricity,
        "mean_distance": mean_distance,
        "path": path,
        "legs": legs,
        "degree": degree,
    }


if __name__ == "__main__":
    main()
