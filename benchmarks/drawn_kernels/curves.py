"""Curves, integrals and roots: splines, polynomials, quadrature, iterations until they have met."""

from __future__ import annotations

import numpy

from .specification import Draws, Kernel, fill

DE_BOOR = (
    """
def kernel(knots, control, x):
    p = $degree
    out = np.zeros(len(x))
    d = np.zeros(p + 1)
    for i in range(len(x)):
        k = p
        while k < len(control) - 1 and x[i] >= knots[k + 1]:
            k += 1
        for j in range(p + 1):
            d[j] = control[j + k - p]
        for r in range(1, p + 1):
            for j in range(p, r - 1, -1):
                left = knots[j + k - p]
                share = (x[i] - left) / (knots[j + 1 + k - r] - left)
                d[j] = (1.0 - share) * d[j - 1] + share * d[j]
        out[i] = d[p]
    return out
""",
    """
def kernel(knots, control, x):
    p = $degree
    k = jnp.searchsorted(knots, x, side="right") - 1
    k = jnp.clip(k, p, control.shape[0] - 1)
    d = [control[j + k - p] for j in range(p + 1)]
    for r in range(1, p + 1):
        for j in range(p, r - 1, -1):
            left = knots[j + k - p]
            share = (x - left) / (knots[j + 1 + k - r] - left)
            d[j] = (1.0 - share) * d[j - 1] + share * d[j]
    return d[p]
""",
)
CUBIC = (
    """
def kernel(t, y, x):
    n = len(t)
    h = t[1:] - t[:-1]
    slope = (y[1:] - y[:-1]) / h
    c, r = np.zeros(n), np.zeros(n)
    for i in range(1, n - 1):
        pivot = 2.0 * (h[i - 1] + h[i]) - h[i - 1] * c[i - 1]
        c[i] = h[i] / pivot
        r[i] = (6.0 * (slope[i] - slope[i - 1]) - h[i - 1] * r[i - 1]) / pivot
    bend = np.zeros(n)
    for i in range(n - 2, 0, -1):
        bend[i] = r[i] - c[i] * bend[i + 1]
    out = np.zeros(len(x))
    for m in range(len(x)):
        low, high = 0, n - 1
        while high - low > 1:
            middle = (low + high) // 2
            if t[middle] > x[m]:
                high = middle
            else:
                low = middle
        u = x[m] - t[low]
        first = slope[low] - h[low] * (2.0 * bend[low] + bend[high]) / 6.0
        third = (bend[high] - bend[low]) / (6.0 * h[low])
        out[m] = y[low] + u * (first + u * (bend[low] / 2.0 + u * third))
    return out, bend
""",
    """
def kernel(t, y, x):
    n = t.shape[0]
    h = t[1:] - t[:-1]
    slope = (y[1:] - y[:-1]) / h

    def forward(state, row):
        c, r = state
        before, own, change = row
        pivot = 2.0 * (before + own) - before * c
        state = own / pivot, (6.0 * change - before * r) / pivot
        return state, state

    _, (c, r) = lax.scan(forward, (0.0, 0.0), (h[:-1], h[1:], slope[1:] - slope[:-1]))

    def backward(later, row):
        value = row[1] - row[0] * later
        return value, value

    _, inner = lax.scan(backward, 0.0, (c, r), reverse=True)
    bend = jnp.zeros(n).at[1:-1].set(inner)
    low = jnp.clip(jnp.searchsorted(t, x, side="right") - 1, 0, n - 2)
    u, h, slope = x - t[low], h[low], slope[low]
    first = slope - h * (2.0 * bend[low] + bend[low + 1]) / 6.0
    third = (bend[low + 1] - bend[low]) / (6.0 * h)
    return y[low] + u * (first + u * (bend[low] / 2.0 + u * third)), bend
""",
)
CASTELJAU = (
    """
def kernel(points, t):
    n, axes = points.shape
    out = np.zeros((len(t), axes))
    for k in range(len(t)):
        work = points.copy()
        for r in range(n - 1, 0, -1):
            for i in range(r):
                work[i] = (1.0 - t[k]) * work[i] + t[k] * work[i + 1]
        out[k] = work[0]
    return out
""",
    """
def kernel(points, t):
    n, axes = points.shape
    work = jnp.broadcast_to(points, (t.shape[0], n, axes))
    t = t[:, None, None]
    for r in range(n - 1, 0, -1):
        work = (1.0 - t) * work[:, :r] + t * work[:, 1:r + 1]
    return work[:, 0]
""",
)
CLENSHAW = (
    """
def kernel(coefficients, x):
    out = np.zeros(len(x))
    for i in range(len(x)):
        b, c = 0.0, 0.0
        for k in range(len(coefficients) - 1, 0, -1):
            b, c = $step, b
        out[i] = $last
    return out
""",
    """
def kernel(coefficients, x):
    def step(state, coefficient):
        b, c = state
        return ($vstep, b), None

    start = jnp.zeros_like(x), jnp.zeros_like(x)
    (b, c), _ = lax.scan(step, start, coefficients[1:], reverse=True)
    return $vlast
""",
)
DIVIDED = (
    """
def kernel(t, y, x):
    n = len(t)
    d = y.copy()
    for k in range(1, n):
        for i in range(n - 1, k - 1, -1):
            d[i] = (d[i] - d[i - 1]) / (t[i] - t[i - k])
    out = np.full(len(x), d[n - 1])
    for k in range(n - 2, -1, -1):
        out = out * (x - t[k]) + d[k]
    return out, d
""",
    """
def kernel(t, y, x):
    n = t.shape[0]
    d = y
    for k in range(1, n):
        d = d.at[k:].set((d[k:] - d[k - 1:-1]) / (t[k:] - t[:n - k]))
    out = jnp.full(x.shape, d[n - 1])
    for k in range(n - 2, -1, -1):
        out = out * (x - t[k]) + d[k]
    return out, d
""",
)
ROMBERG = (
    """
def kernel(a, width):
    n = len(a)
    levels = $levels
    out = np.zeros(n)
    table = np.zeros((levels, levels))
    for m in range(n):
        table[0, 0] = 0.5 * width * ($at_0 + $at_width)
        parts = 1
        for k in range(1, levels):
            parts *= 2
            h = width / parts
            total = 0.0
            for i in range(1, parts, 2):
                x = i * h
                total += $at_x
            table[k, 0] = 0.5 * table[k - 1, 0] + h * total
            for j in range(1, k + 1):
                better = table[k, j - 1] - table[k - 1, j - 1]
                table[k, j] = table[k, j - 1] + better / (4.0**j - 1.0)
        out[m] = table[levels - 1, levels - 1]
    return out
""",
    """
def kernel(a, width):
    levels = $levels

    def integral(a):
        row = [0.5 * width * ($jat_0 + $jat_width)]
        for k in range(1, levels):
            h = width / 2**k
            x = np.arange(1, 2**k, 2) * h
            total = jnp.sum($jat_x)
            new = [0.5 * row[0] + h * total]
            for j in range(1, k + 1):
                new.append(new[j - 1] + (new[j - 1] - row[j - 1]) / (4.0**j - 1.0))
            row = new
        return row[-1]

    return jax.vmap(integral)(a)
""",
)
ADAPTIVE = (
    """
def kernel(a, low, high, tolerance):
    begin, end = np.zeros(200), np.zeros(200)
    total = np.zeros(len(a))
    count = 0
    for m in range(len(a)):
        begin[0], end[0] = low, high
        top = 1
        while top > 0:
            top -= 1
            p, q = begin[top], end[top]
            h = q - p
            centre = 0.5 * (p + q)
            fp, fc, fq = $at_p, $at_centre, $at_q
            x = 0.5 * (p + centre)
            left = $at_x
            x = 0.5 * (centre + q)
            right = $at_x
            once = h / 6.0 * (fp + 4.0 * fc + fq)
            twice = h / 12.0 * (fp + 4.0 * left + 2.0 * fc + 4.0 * right + fq)
            count += 1
            if abs(twice - once) < tolerance * h or h < 1e-6:
                total[m] += twice
            else:
                begin[top], end[top] = centre, q
                begin[top + 1], end[top + 1] = p, centre
                top += 2
    return total, count
""",
    """
def kernel(a, low, high, tolerance):
    def part(state):
        m, begin, end, top, total, count = state
        top = top - 1
        # a branch that is always taken: of plain reads XLA copies the stacks in each step
        p, q = lax.cond(top >= 0, lambda: (begin[top], end[top]), lambda: (0.0, 0.0))
        h = q - p
        centre = 0.5 * (p + q)
        fp, fc, fq = $jat_p, $jat_centre, $jat_q
        x = 0.5 * (p + centre)
        left = $jat_x
        x = 0.5 * (centre + q)
        right = $jat_x
        once = h / 6.0 * (fp + 4.0 * fc + fq)
        twice = h / 12.0 * (fp + 4.0 * left + 2.0 * fc + 4.0 * right + fq)
        done = (jnp.abs(twice - once) < tolerance * h) | (h < 1e-6)
        at = jnp.where(done, 200, top)
        begin = begin.at[at].set(centre, mode="drop").at[at + 1].set(p, mode="drop")
        end = end.at[at].set(q, mode="drop").at[at + 1].set(centre, mode="drop")
        total = total + jnp.where(done, twice, 0.0)
        return m, begin, end, jnp.where(done, top, top + 2), total, count + 1

    def integral(count, m):
        begin, end = jnp.zeros(200).at[0].set(low), jnp.zeros(200).at[0].set(high)
        state = m, begin, end, 1, 0.0, count
        _, _, _, _, total, count = lax.while_loop(lambda s: s[3] > 0, part, state)
        return count, total

    count, total = lax.scan(integral, 0, jnp.arange(a.shape[0]))
    return total, count
""",
)
BISECTED = (
    """
def kernel(a, low, high, tolerance):
    out = np.zeros(len(a))
    steps = np.zeros(len(a), dtype=np.int64)
    for m in range(len(a)):
        p, q = low, high
        while q - p > tolerance:
            x = 0.5 * (p + q)
            if $function > 0.0:
                q = x
            else:
                p = x
            steps[m] += 1
        out[m] = 0.5 * (p + q)
    return out, steps
""",
    """
def kernel(a, low, high, tolerance):
    def halve(state):
        p, q, steps = state
        x = 0.5 * (p + q)
        above = $vfunction > 0.0
        goes = q - p > tolerance
        p, q = jnp.where(goes & ~above, x, p), jnp.where(goes & above, x, q)
        return p, q, steps + goes

    start = jnp.full(a.shape, low), jnp.full(a.shape, high), jnp.zeros(a.shape, jnp.int64)
    p, q, steps = lax.while_loop(lambda s: jnp.any(s[1] - s[0] > tolerance), halve, start)
    return 0.5 * (p + q), steps
""",
)
NEWTON = (
    """
def kernel(a, tolerance, most):
    out = np.zeros(len(a))
    steps = np.zeros(len(a), dtype=np.int64)
    for m in range(len(a)):
        x = a[m]
        for k in range(most):
            change = (x**$power - a[m]) / ($power * x**($power - 1))
            x -= change
            steps[m] = k + 1
            if abs(change) < tolerance:
                break
        out[m] = x
    return out, steps
""",
    """
def kernel(a, tolerance, most):
    def step(k, state):
        x, steps, done = state
        change = (x**$power - a) / ($power * x**($power - 1))
        x = jnp.where(done, x, x - change)
        steps = jnp.where(done, steps, k + 1)
        return x, steps, done | (jnp.abs(change) < tolerance)

    start = a, jnp.zeros(a.shape, jnp.int64), jnp.zeros(a.shape, bool)
    return lax.fori_loop(0, most, step, start)[:2]
""",
)
NODES = (
    """
def kernel(n):
    node, weight = np.zeros(n), np.zeros(n)
    for i in range(n):
        x = np.cos(np.pi * (i + 0.75) / (n + 0.5))
        for _ in range(6):
            p, q = 1.0, 0.0
            for k in range(n):
                p, q = ((2 * k + 1) * x * p - k * q) / (k + 1), p
            slope = n * (x * p - q) / (x * x - 1.0)
            x -= p / slope
        node[i] = x
        weight[i] = 2.0 / ((1.0 - x * x) * slope * slope)
    return node, weight
""",
    """
def kernel(n):
    def value(x):
        def term(k, state):
            p, q = state
            return ((2 * k + 1) * x * p - k * q) / (k + 1), p

        p, q = lax.fori_loop(0, n, term, (jnp.ones_like(x), jnp.zeros_like(x)))
        return p, n * (x * p - q) / (x * x - 1.0)

    def step(_, state):
        p, slope = value(state[0])
        return state[0] - p / slope, slope

    x = jnp.cos(jnp.pi * (jnp.arange(n) + 0.75) / (n + 0.5))
    x, slope = lax.fori_loop(0, 6, step, (x, x))
    return x, 2.0 / ((1.0 - x * x) * slope * slope)
""",
)
INTEGRANDS = ("$np.exp(-$a * $x)", "1.0 / (1.0 + $a * $x * $x)", "$np.sqrt($x + 1.0) * $a")


def _integrand(text: str, module: str, element: str, argument: str) -> str:
    return fill(text, np=module, a=element, x=f"({argument})").strip()


def _de_boor(d: Draws) -> Kernel:
    degree, many = d.whole(1, 4), d.whole(8, 60)
    text, twin = (fill(each, degree=degree) for each in DE_BOOR)
    knots = numpy.cumsum(d.floats(many + degree + 1, low=0.1))
    low, high = knots[degree], knots[many]
    inputs = knots, d.floats(many), d.floats(d.whole(200, 4000), low=low, high=high)
    return Kernel(f"spline of degree {degree}, {many} at {inputs[2].size}", text, twin, inputs)


def _cubic(d: Draws) -> Kernel:
    t = numpy.cumsum(d.floats(d.whole(20, 500), low=0.1))
    inputs = t, d.floats(t.size), d.floats(d.whole(200, 5000), low=t[0], high=t[-1])
    return Kernel(f"cubic spline {t.size} at {inputs[2].size}", *map(fill, CUBIC), inputs)


def _casteljau(d: Draws) -> Kernel:
    inputs = d.floats(d.whole(3, 9), d.whole(2, 3)), d.floats(d.whole(100, 3000))
    name = f"Bezier curve {inputs[0].shape} at {inputs[1].size}"
    return Kernel(name, *map(fill, CASTELJAU), inputs)


def _clenshaw(d: Draws) -> Kernel:
    step, last = d.pick(
        ("coefficients[k] + 2.0 * x[i] * b - c", "coefficients[0] + x[i] * b - c"),
        ("coefficients[k] + x[i] * b", "coefficients[0] + x[i] * b"),
    )
    vstep, vlast = (each.replace("x[i]", "x") for each in (step, last))
    vstep = vstep.replace("coefficients[k]", "coefficient")
    values = {"step": step, "last": last, "vstep": vstep, "vlast": vlast}
    text, twin = (fill(each, **values) for each in CLENSHAW)
    inputs = d.floats(d.whole(5, 60), low=-1.0), d.floats(d.whole(200, 5000), low=-1.0)
    return Kernel(f"polynomial {inputs[0].size} at {inputs[1].size}", text, twin, inputs)


def _divided(d: Draws) -> Kernel:
    n = d.whole(5, 16)
    t = numpy.linspace(0.0, 1.0, n) + d.floats(n, high=0.5 / n)
    inputs = t, d.floats(n), d.floats(d.whole(100, 3000))
    return Kernel(f"divided differences {n} at {inputs[2].size}", *map(fill, DIVIDED), inputs)


def _romberg(d: Draws) -> Kernel:
    integrand, levels = d.pick(*INTEGRANDS), d.whole(4, 7)
    values = {"levels": levels}
    for name, argument in (("0", "0.0"), ("width", "width"), ("x", "x")):
        values[f"at_{name}"] = _integrand(integrand, "np", "a[m]", argument)
        values[f"jat_{name}"] = _integrand(integrand, "jnp", "a", argument)
    text, twin = (fill(each, **values) for each in ROMBERG)
    inputs = d.floats(d.whole(20, 600), low=0.5, high=3.0), d.number(0.5, 2.0)
    return Kernel(f"Romberg {levels} of {inputs[0].size}", text, twin, inputs)


def _adaptive(d: Draws) -> Kernel:
    integrand, values = d.pick(*INTEGRANDS), {}
    for name in ("p", "centre", "q", "x"):
        values[f"at_{name}"] = _integrand(integrand, "np", "a[m]", name)
        values[f"jat_{name}"] = _integrand(integrand, "jnp", "a[m]", name)
    text, twin = (fill(each, **values) for each in ADAPTIVE)
    inputs = d.floats(d.whole(20, 400), low=0.5, high=9.0), 0.0, d.number(1.0, 5.0), 1e-9
    return Kernel(f"adaptive Simpson of {inputs[0].size}", text, twin, inputs)


def _bisected(d: Draws) -> Kernel:
    function = d.pick("x * x * x + x - a[m]", "np.exp(x) + x - a[m]")
    vfunction = function.replace("a[m]", "a").replace("np.", "jnp.")
    text, twin = (fill(each, function=function, vfunction=vfunction) for each in BISECTED)
    inputs = d.floats(d.whole(100, 3000), low=1.0, high=9.0), -5.0, 5.0, d.pick(1e-6, 1e-9)
    return Kernel(f"bisections of {inputs[0].size}", text, twin, inputs)


def _newton(d: Draws) -> Kernel:
    power = d.whole(2, 4)
    text, twin = (fill(each, power=power) for each in NEWTON)
    inputs = d.floats(d.whole(100, 4000), low=1.0, high=50.0), 1e-12, d.whole(8, 30)
    return Kernel(f"roots of order {power} of {inputs[0].size}", text, twin, inputs)


def _nodes(d: Draws) -> Kernel:
    n = d.whole(10, 120)
    return Kernel(f"nodes of Gauss {n}", *map(fill, NODES), (n,))


TEMPLATES = (
    _de_boor, _cubic, _casteljau, _clenshaw, _divided, _romberg, _adaptive, _bisected, _newton,
    _nodes,
)  # fmt: skip
