"""Data structures kept in arrays: forests, heaps, hash tables, caches, stacks, queues."""

from __future__ import annotations

import numpy

from .specification import Draws, Kernel, fill

UNION_FIND = (
    """
def kernel(begin, end, n):
    parent = np.arange(n)
    joined = 0
    for e in range(len(begin)):
        a, b = begin[e], end[e]
        while parent[a] != a:
            parent[a] = parent[parent[a]]
            a = parent[a]
        while parent[b] != b:
            parent[b] = parent[parent[b]]
            b = parent[b]
        if a != b:
            parent[max(a, b)] = min(a, b)
            joined += 1
    return parent, n - joined
""",
    """
def kernel(begin, end, n):
    def going(state):
        a, parent = state
        return parent[a] != a

    def halve(state):
        a, parent = state
        # a branch that is always taken: of a plain read XLA copies the forest in each step
        above = lax.cond(a >= 0, lambda: parent[parent[a]], lambda: a)
        return above, parent.at[a].set(above)

    def edge(e, state):
        parent, joined = state
        a, parent = lax.while_loop(going, halve, (begin[e], parent))
        b, parent = lax.while_loop(going, halve, (end[e], parent))
        return parent.at[jnp.maximum(a, b)].set(jnp.minimum(a, b)), joined + (a != b)

    parent, joined = lax.fori_loop(0, len(begin), edge, (jnp.arange(n), 0))
    return parent, n - joined
""",
)
HEAP = (
    """
def kernel(x):
    n = len(x)
    heap = np.zeros(n, dtype=x.dtype)
    size = 0
    for value in x:
        k = size
        size += 1
        while k > 0 and heap[(k - 1) // 2] > value:
            heap[k] = heap[(k - 1) // 2]
            k = (k - 1) // 2
        heap[k] = value
    out = np.zeros(n, dtype=x.dtype)
    for i in range(n):
        out[i] = heap[0]
        size -= 1
        value = heap[size]
        k = 0
        while 2 * k + 1 < size:
            child = 2 * k + 1
            if child + 1 < size and heap[child + 1] < heap[child]:
                child += 1
            if heap[child] >= value:
                break
            heap[k] = heap[child]
            k = child
        heap[k] = value
    return out
""",
    """
def kernel(x):
    n = len(x)

    def push(size, heap):
        value = x[size]

        def going(state):
            k, heap = state
            return (k > 0) & (heap[(k - 1) // 2] > value)

        def rise(state):
            k, heap = state
            return (k - 1) // 2, heap.at[k].set(heap[(k - 1) // 2])

        k, heap = lax.while_loop(going, rise, (size, heap))
        return heap.at[k].set(value)

    def pop(i, state):
        heap, out = state
        size = n - 1 - i
        value = heap[size]

        def lesser(k, heap):
            left = jnp.minimum(2 * k + 1, n - 1)
            right = jnp.minimum(2 * k + 2, n - 1)
            return jnp.where((2 * k + 2 < size) & (heap[right] < heap[left]), right, left)

        def going(inner):
            k, heap = inner
            return (2 * k + 1 < size) & (heap[lesser(k, heap)] < value)

        def sink(inner):
            k, heap = inner
            child = lesser(k, heap)
            return child, heap.at[k].set(heap[child])

        k, after = lax.while_loop(going, sink, (0, heap))
        return after.at[k].set(value), out.at[i].set(heap[0])

    heap = lax.fori_loop(0, n, push, jnp.zeros(n, x.dtype))
    return lax.fori_loop(0, n, pop, (heap, jnp.zeros(n, x.dtype)))[1]
""",
)
HASH_TABLE = (
    """
def kernel(keys, size):
    table = np.full(size, -1, dtype=np.int64)
    counts = np.zeros(size, dtype=np.int64)
    probes = 0
    for key in keys:
        k = (key * $factor) % size
        while table[k] != -1 and table[k] != key:
            k = (k + 1) % size
            probes += 1
        table[k] = key
        counts[k] += 1
    return table, counts, probes
""",
    """
def kernel(keys, size):
    def insert(i, state):
        table, counts, probes = state
        key = keys[i]

        def going(inner):
            return (table[inner[0]] != -1) & (table[inner[0]] != key)

        def probe(inner):
            return (inner[0] + 1) % size, inner[1] + 1

        k, probes = lax.while_loop(going, probe, ((key * $factor) % size, probes))
        return table.at[k].set(key), counts.at[k].add(1), probes

    start = jnp.full(size, -1, jnp.int64), jnp.zeros(size, jnp.int64), 0
    return lax.fori_loop(0, len(keys), insert, start)
""",
)
CACHE = (
    """
def kernel(pages, slots):
    held = np.full(slots, -1, dtype=np.int64)
    used = np.full(slots, -1, dtype=np.int64)
    misses = 0
    for t in range(len(pages)):
        found = -1
        for s in range(slots):
            if held[s] == pages[t]:
                found = s
                break
        if found < 0:
            misses += 1
            found = np.argmin(used)
            held[found] = pages[t]
            used[found] = t
        $touch
    return misses, held
""",
    """
def kernel(pages, slots):
    def page(t, state):
        held, used, misses = state
        same = held == pages[t]
        hit = same.any()
        at = jnp.where(hit, jnp.argmax(same), jnp.argmin(used))
        moved = $moved
        return held.at[at].set(pages[t]), used.at[at].set(moved), misses + ~hit

    none = jnp.full(slots, -1, jnp.int64)
    held, _, misses = lax.fori_loop(0, len(pages), page, (none, none, 0))
    return misses, held
""",
)
FLOOD = (
    """
def kernel(image, row, column, colour):
    n, m = image.shape
    old = image[row, column]
    stack = np.zeros(4 * n * m + 1, dtype=np.int64)
    stack[0] = row * m + column
    top = 1
    area = 0
    while top > 0:
        top -= 1
        i, j = stack[top] // m, stack[top] % m
        if image[i, j] == old:
            image[i, j] = colour
            area += 1
            if i > 0:
                stack[top] = (i - 1) * m + j
                top += 1
            if i < n - 1:
                stack[top] = (i + 1) * m + j
                top += 1
            if j > 0:
                stack[top] = i * m + j - 1
                top += 1
            if j < m - 1:
                stack[top] = i * m + j + 1
                top += 1
    return image, area
""",
    """
def kernel(image, row, column, colour):
    n, m = image.shape
    old = image[row, column]
    far = 4 * n * m + 1

    def take(state):
        image, stack, top, area = state
        top = top - 1
        # branches that are always taken: of plain reads XLA copies the arrays in each step
        at = lax.cond(top >= 0, lambda: stack[top], lambda: 0)
        i, j = at // m, at % m
        mine = lax.cond(top >= 0, lambda: image[i, j] == old, lambda: False)
        image = image.at[jnp.where(mine, i, n), j].set(colour, mode="drop")
        for is_there, at in (
            (i > 0, (i - 1) * m + j), (i < n - 1, (i + 1) * m + j),
            (j > 0, i * m + j - 1), (j < m - 1, i * m + j + 1),
        ):
            push = mine & is_there
            stack = stack.at[jnp.where(push, top, far)].set(at, mode="drop")
            top = top + push
        return image, stack, top, area + mine

    stack = jnp.zeros(far, jnp.int64).at[0].set(row * m + column)
    image, _, _, area = lax.while_loop(lambda s: s[2] > 0, take, (image, stack, 1, 0))
    return image, area
""",
)
ORDER = (
    """
def kernel(start, targets, degree):
    n = len(degree)
    order = np.zeros(n, dtype=np.int64)
    depth = np.zeros(n, dtype=np.int64)
    left = degree.copy()
    head = tail = 0
    for v in range(n):
        if left[v] == 0:
            order[tail] = v
            tail += 1
    while head < tail:
        u = order[head]
        head += 1
        for e in range(start[u], start[u + 1]):
            v = targets[e]
            depth[v] = max(depth[v], depth[u] + 1)
            left[v] -= 1
            if left[v] == 0:
                order[tail] = v
                tail += 1
    return order, depth
""",
    """
def kernel(start, targets, degree):
    n = len(degree)
    places = jnp.arange(n)
    roots = degree == 0
    tail = jnp.sum(roots)
    order = jnp.zeros(n, jnp.int64)
    order = order.at[jnp.where(roots, jnp.cumsum(roots) - 1, n)].set(places, mode="drop")

    def take(state):
        order, depth, left, head, tail = state
        u = order[head]

        def edge(e, inner):
            order, depth, left, tail = inner
            v = targets[e]
            depth = depth.at[v].max(depth[u] + 1)
            left = left.at[v].add(-1)
            ready = left[v] == 0
            order = order.at[jnp.where(ready, tail, n)].set(v, mode="drop")
            return order, depth, left, tail + ready

        inner = order, depth, left, tail
        order, depth, left, tail = lax.fori_loop(start[u], start[u + 1], edge, inner)
        return order, depth, left, head + 1, tail

    state = order, jnp.zeros(n, jnp.int64), degree, 0, tail
    return lax.while_loop(lambda s: s[3] < s[4], take, state)[:2]
""",
)
SERVERS = (
    """
def kernel(arrival, service, servers):
    free = np.zeros(servers)
    wait = np.zeros(len(arrival))
    for i in range(len(arrival)):
        $search
        begin = max(free[s], arrival[i])
        wait[i] = begin - arrival[i]
        free[s] = begin + service[i]
    return wait, free.max()
""",
    """
def kernel(arrival, service, servers):
    def customer(free, pair):
        comes, takes = pair
        s = jnp.argmin(free)
        begin = jnp.maximum(free[s], comes)
        return free.at[s].set(begin + takes), begin - comes

    free, wait = lax.scan(customer, jnp.zeros(servers), (arrival, service))
    return wait, free.max()
""",
)


def _union_find(d: Draws) -> Kernel:
    n = d.whole(100, 2000)
    edges = n * d.whole(1, 4) // 2
    inputs = d.ints(0, n - 1, edges), d.ints(0, n - 1, edges), n
    return Kernel(f"union-find {n}, {edges} edges", *map(fill, UNION_FIND), inputs, True)


def _heap(d: Draws) -> Kernel:
    n = d.whole(100, 2000)
    x = d.ints(0, 999, n) if d.pick(True, False) else d.floats(n)
    return Kernel(f"heap of {n} {x.dtype}", *map(fill, HEAP), (x,), True)


def _hash_table(d: Draws) -> Kernel:
    count = d.whole(200, 5000)
    factor = d.pick(1, 31, 7919)
    text, twin = (fill(each, factor=factor) for each in HASH_TABLE)
    inputs = d.ints(0, 10**5, count), 2 * count + 1
    return Kernel(f"hash table of {count} keys", text, twin, inputs, True)


def _cache(d: Draws) -> Kernel:
    name, touch, moved = d.pick(
        ("least recently used", "used[found] = t", "t"),
        ("first in, first out", "pass", "jnp.where(hit, used[at], t)"),
    )
    text, twin = (fill(each, touch=touch, moved=moved) for each in CACHE)
    inputs = d.ints(0, d.whole(8, 60), d.whole(500, 5000)), d.whole(3, 24)
    name = f"cache of {inputs[1]}, {name}, {inputs[0].size} pages"
    return Kernel(name, text, twin, inputs, True)


def _flood(d: Draws) -> Kernel:
    image = d.ints(0, d.pick(1, 2), d.whole(10, 60), d.whole(10, 60))
    image[image == 1] *= d.rng.random(numpy.count_nonzero(image == 1)) < 0.7
    row, column = numpy.argwhere(image == 0)[0]
    inputs = image, int(row), int(column), 9
    return Kernel(f"flood {image.shape}", *map(fill, FLOOD), inputs, True, (0,))


def _order(d: Draws) -> Kernel:
    n = d.whole(100, 1500)
    edges = n * d.whole(1, 5)
    ends = numpy.sort(d.ints(0, n - 1, 2, edges), axis=0)
    ends = ends[:, ends[0] < ends[1]]
    named = d.rng.permutation(n)
    begin, end = named[ends[0]], named[ends[1]]
    start = numpy.concatenate([[0], numpy.cumsum(numpy.bincount(begin, minlength=n))])
    targets = end[numpy.argsort(begin, kind="stable")]
    inputs = start, targets, numpy.bincount(end, minlength=n)
    return Kernel(f"order of {n}, {targets.size} edges", *map(fill, ORDER), inputs, True)


def _servers(d: Draws) -> Kernel:
    n, servers = d.whole(300, 6000), d.whole(1, 12)
    search = d.pick(
        "s = np.argmin(free)",
        "s = 0\n        for k in range(1, servers):\n            if free[k] < free[s]:\n"
        "                s = k",
    )
    text, twin = (fill(each, search=search) for each in SERVERS)
    arrival = numpy.cumsum(d.rng.exponential(1.0, n))
    inputs = arrival, d.rng.exponential(0.9 * servers, n), servers
    return Kernel(f"{servers} servers by {search[4:9]!r}, {n}", text, twin, inputs)


TEMPLATES = (_union_find, _heap, _hash_table, _cache, _flood, _order, _servers)
