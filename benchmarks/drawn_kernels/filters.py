"""Filters of signals and images."""

from __future__ import annotations

from .specification import Draws, Kernel, fill

FIR_TAPS = (
    """
def kernel(x, taps):
    n, k = len(x), len(taps)
    y = np.zeros(n, dtype=x.dtype)
    for j in range(k):
        y[j$step] += taps[j] * x[:n - j]
    return y
""",
    """
def kernel(x, taps):
    n, k = len(x), len(taps)
    padded = jnp.concatenate([jnp.zeros(k - 1, x.dtype), x])

    def tap(j, y):
        return y + taps[j] * lax.dynamic_slice(padded, (k - 1 - j,), (n,))

    return lax.fori_loop(0, k, tap, jnp.zeros(n, x.dtype))
""",
)
FIR_WINDOWS = (
    """
def kernel(x, taps):
    n, k = len(x), len(taps)
    y = np.zeros((n - k) // $stride + 1, dtype=x.dtype)
    for i in range(len(y)):
        y[i] = np.dot(x[i * $stride:i * $stride + k], taps)
    return y
""",
    """
def kernel(x, taps):
    n, k = len(x), len(taps)
    count = (n - k) // $stride + 1
    return x[jnp.arange(count)[:, None] * $stride + jnp.arange(k)] @ taps
""",
)
FIR_ELEMENTS = (
    """
def kernel(x, taps):
    n, k = len(x), len(taps)
    y = np.zeros(n, dtype=x.dtype)
    for i in range(n):
        total = 0.0
        for j in range(k):
            if i - j >= 0:
                total += taps[j] * x[i - j]
        y[i] = total
    return y
""",
    FIR_TAPS[1],
)
IIR = (
    """
def kernel(x, a, b):
    n, k = len(x), len(a)
    y = np.zeros(n)
    for i in range(n):
        s = 0.0
        for j in range(k):
            if i >= j:
                s += b[j] * x[i - j]
        for j in range(1, k):
            if i >= j:
                s -= a[j] * y[i - j]
        y[i] = s$result
    return y
""",
    """
def kernel(x, a, b):
    k = len(a)

    def step(state, x):
        xs, ys = state
        xs = jnp.concatenate([x[None], xs[:-1]])
        s = b @ xs - a[1:] @ ys
        y = s$result
        return (xs, jnp.concatenate([y[None], ys[:-1]])), y

    return lax.scan(step, (jnp.zeros(k), jnp.zeros(k - 1)), x)[1]
""",
)
BIQUADS = (
    """
def kernel(x, sections):
    y = x.copy()
    for s in range(len(sections)):
        b0, b1, b2, a1, a2 = sections[s]
        z1 = z2 = 0.0
        for i in range(len(y)):
            value = b0 * y[i] + z1
            z1 = b1 * y[i] - a1 * value + z2
            z2 = b2 * y[i] - a2 * value
            y[i] = value
    return y
""",
    """
def kernel(x, sections):
    def section(y, row):
        b0, b1, b2, a1, a2 = row

        def step(state, x):
            z1, z2 = state
            value = b0 * x + z1
            return (b1 * x - a1 * value + z2, b2 * x - a2 * value), value

        return lax.scan(step, (0.0, 0.0), y)[1], None

    return lax.scan(section, x, sections)[0]
""",
)
MEDIANS = (
    """
def kernel(x, half):
    n = len(x)
    y = x.copy()
    for i in range(half, n - half):
        y[i] = $median(x[i - half:i + half + 1])$pick
    return y
""",
    """
def kernel(x, half):
    n = len(x)
    windows = x[jnp.arange(n - 2 * half)[:, None] + jnp.arange(2 * half + 1)]
    return x.at[half:n - half].set(jnp.sort(windows, axis=1)[:, half])
""",
)
MEDIANS_IMAGE = (
    """
def kernel(image):
    n, m = image.shape
    out = image.copy()
    for i in range(1, n - 1):
        for j in range(1, m - 1):
            out[i, j] = np.sort(image[i - 1:i + 2, j - 1:j + 2].ravel())[$rank]
    return out
""",
    """
def kernel(image):
    n, m = image.shape
    parts = [image[i:n - 2 + i, j:m - 2 + j] for i in range(3) for j in range(3)]
    middle = jnp.sort(jnp.stack(parts, axis=-1), axis=-1)[..., $rank]
    return image.at[1:-1, 1:-1].set(middle)
""",
)
MOVING = (
    """
def kernel(x, width):
    n = len(x)
    out = np.zeros(n - width + 1, dtype=x.dtype)
    for i in range(n - width + 1):
        out[i] = $reduction
    return out
""",
    """
def kernel(x, width):
    n = len(x)
    windows = x[jnp.arange(n - width + 1)[:, None] + jnp.arange(width)]
    return $jreduction
""",
)
RUNNING = (
    """
def kernel(x, width):
    n = len(x)
    out = np.zeros(n - width + 1, dtype=x.dtype)
    total = x[:width].sum()
    out[0] = total
    for i in range(width, n):
        total += x[i] - x[i - width]
        out[i - width + 1] = total
    return out$over
""",
    """
def kernel(x, width):
    def step(total, pair):
        total = total + (pair[0] - pair[1])
        return total, total

    first = x[:width].sum()
    rest = lax.scan(step, first, (x[width:], x[:-width]))[1]
    return jnp.concatenate([first[None], rest])$over
""",
)
MEAN_SQUARES = (
    """
def kernel(x, wanted, mu, k):
    w = np.zeros(k)
    errors = np.zeros(len(x))
    for i in range(k - 1, len(x)):
        window = x[i - k + 1:i + 1]$turn
        error = wanted[i] - np.dot(w, window)
        $update
        errors[i] = error
    return w, errors
""",
    """
def kernel(x, wanted, mu, k):
    n = len(x)

    def step(w, i):
        window = lax.dynamic_slice(x, (i - k + 1,), (k,))$turn
        error = wanted[i] - w @ window
        $jupdate
        return w, error

    w, errors = lax.scan(step, jnp.zeros(k), jnp.arange(k - 1, n))
    return w, jnp.concatenate([jnp.zeros(k - 1), errors])
""",
)
KALMAN = (
    """
def kernel(z, F, H, Q, R):
    n, k = len(z), F.shape[0]
    x = np.zeros(k)
    P = np.eye(k)
    out = np.zeros((n, k))
    for t in range(n):
        x = F @ x
        P = F @ P @ F.T + Q
        s = H @ P @ H + R
        gain = P @ H / s
        x = x + gain * (z[t] - H @ x)
        P = P - np.outer(gain, H @ P)
        out[t] = x
    return out
""",
    """
def kernel(z, F, H, Q, R):
    k = F.shape[0]

    def step(state, z):
        x, P = state
        x = F @ x
        P = F @ P @ F.T + Q
        gain = P @ H / (H @ P @ H + R)
        x = x + gain * (z - H @ x)
        P = P - jnp.outer(gain, H @ P)
        return (x, P), x

    return lax.scan(step, (jnp.zeros(k), jnp.eye(k)), z)[1]
""",
)
HAAR = (
    """
def kernel(x):
    out = x.copy()
    n = len(x)
    while n > 1:
        half = n // 2
        mean = (out[0:n:2] + out[1:n:2]) * $scale
        detail = (out[0:n:2] - out[1:n:2]) * $scale
        out[:half] = mean
        out[half:n] = detail
        n = half
    return out
""",
    """
def kernel(x):
    out = x
    n = len(x)
    while n > 1:
        half = n // 2
        mean = (out[0:n:2] + out[1:n:2]) * $scale
        detail = (out[0:n:2] - out[1:n:2]) * $scale
        out = out.at[:n].set(jnp.concatenate([mean, detail]))
        n = half
    return out
""",
)
CONVOLUTION = (
    """
def kernel(image, taps):
    n, m = image.shape
    p, q = taps.shape
    out = np.zeros(((n - p) // $sy + 1, (m - q) // $sx + 1), dtype=image.dtype)
    for i in range(p):
        for j in range(q):
            out += taps[i, j] * image[i:n - p + i + 1:$sy, j:m - q + j + 1:$sx]
    return out
""",
    """
def kernel(image, taps):
    n, m = image.shape
    p, q = taps.shape
    out = jnp.zeros(((n - p) // $sy + 1, (m - q) // $sx + 1), image.dtype)
    for i in range(p):
        for j in range(q):
            out = out + taps[i, j] * image[i:n - p + i + 1:$sy, j:m - q + j + 1:$sx]
    return out
""",
)
HYSTERESIS = (
    """
def kernel(x, out):
    on = False
    count = 0
    for i in range(len(x)):
        if not on and x[i] > $high:
            on = True
            count += 1
        elif on and x[i] < $low:
            on = False
        out[i] = $value if on else 0.0
    return out, count
""",
    """
def kernel(x, out):
    def step(state, x):
        on, count = state
        rises = ~on & (x > $high)
        falls = on & (x < $low)
        on = (on | rises) & ~falls
        return (on, count + rises), jnp.where(on, $jvalue, 0.0)

    (_, count), out = lax.scan(step, (False, 0), x)
    return out, count
""",
)
SMOOTHING = (
    """
def kernel(x, a, b, season):
    n = len(x)
    level = x[0]
    trend = x[1] - x[0]
    out = np.zeros(n)
    cycle = np.zeros(season)
    for i in range(n):
        k = i % season
        old = level
        level = a * (x[i] - cycle[k]) + (1.0 - a) * (level + trend)
        trend = b * (level - old) + (1.0 - b) * trend
        cycle[k] = 0.1 * (x[i] - level) + 0.9 * cycle[k]
        out[i] = level + trend + cycle[k]
    return out
""",
    """
def kernel(x, a, b, season):
    def step(state, filled):
        level, trend, cycle = state
        i, x = filled
        k = i % season
        old = level
        level = a * (x - cycle[k]) + (1.0 - a) * (level + trend)
        trend = b * (level - old) + (1.0 - b) * trend
        cycle = cycle.at[k].set(0.1 * (x - level) + 0.9 * cycle[k])
        return (level, trend, cycle), level + trend + cycle[k]

    start = x[0], x[1] - x[0], jnp.zeros(season)
    return lax.scan(step, start, (jnp.arange(len(x)), x))[1]
""",
)


def _fir(d: Draws) -> Kernel:
    style = d.pick("taps", "windows", "elements")
    n, k = d.whole(600, 12000 if style != "elements" else 3000), d.whole(3, 24)
    stride = d.pick(1, 1, 2, 3)
    texts = {"taps": FIR_TAPS, "windows": FIR_WINDOWS, "elements": FIR_ELEMENTS}[style]
    text, twin = (fill(each, stride=stride, step=":") for each in texts)
    whole = style != "elements" and d.pick(True, False, False)
    inputs = (d.ints(-9, 9, n), d.ints(-9, 9, k)) if whole else (d.floats(n), d.floats(k, low=-1.0))
    return Kernel(f"FIR by {style} {n} x {k} {inputs[0].dtype}", text, twin, inputs, whole)


def _iir(d: Draws) -> Kernel:
    n = d.whole(1500, 12000)
    if d.pick(True, False):
        sections = d.floats(d.whole(1, 4), 5, low=-0.4, high=0.4)
        name = f"biquads {len(sections)} x {n}"
        return Kernel(name, *map(fill, BIQUADS), (d.floats(n), sections))
    k = d.whole(2, 5)
    text, twin = (fill(each, result=d.pick("")) for each in IIR)
    inputs = d.floats(n), d.floats(k, low=-0.2, high=0.2), d.floats(k)
    return Kernel(f"IIR {n} x {k}", text, twin, inputs)


def _medians(d: Draws) -> Kernel:
    if d.pick(True, False, False):
        text, twin = (
            fill(each, rank=rank) for rank in [d.pick(4, 4, 0, 8)] for each in MEDIANS_IMAGE
        )
        image = d.floats(d.whole(20, 80), d.whole(20, 80))
        return Kernel(f"medians of an image {image.shape}", text, twin, (image,), True)
    median, pick = d.pick(("np.median", ""), ("np.sort", "[half]"))
    text, twin = (fill(each, median=median, pick=pick) for each in MEDIANS)
    inputs = d.floats(d.whole(200, 3000)), d.whole(1, 6)
    return Kernel(f"medians by {median} {inputs[0].size} x {inputs[1]}", text, twin, inputs, True)


def _moving(d: Draws) -> Kernel:
    n, width = d.whole(800, 6000), d.whole(3, 40)
    if d.pick(True, False, False):
        text, twin = (
            fill(each, over=over) for over in [d.pick(" / width", "")] for each in RUNNING
        )
        return Kernel(f"running sums {n} x {width}", text, twin, (d.floats(n), width))
    reduction, jreduction, exact = d.pick(
        ("x[i:i + width].max()", "windows.max(axis=1)", True),
        ("np.mean(x[i:i + width])", "windows.mean(axis=1)", False),
        ("np.sum(np.abs(x[i:i + width]))", "jnp.sum(jnp.abs(windows), axis=1)", False),
        ("np.std(x[i:i + width])", "windows.std(axis=1)", False),
        ("x[i:i + width].max() - x[i:i + width].min()",
         "windows.max(axis=1) - windows.min(axis=1)", True),
    )  # fmt: skip
    text, twin = (fill(each, reduction=reduction, jreduction=jreduction) for each in MOVING)
    name = f"moving {reduction[:14]!r} {n} x {width}"
    return Kernel(name, text, twin, (d.floats(n), width), exact)


def _mean_squares(d: Draws) -> Kernel:
    n, k = d.whole(1000, 5000), d.whole(2, 32)
    turn = d.pick("", "[::-1]")
    update, jupdate = d.pick(
        ("w += mu * error * window", "w = w + mu * error * window"),
        (
            "w = w + mu * error * window / (0.01 + np.dot(window, window))",
            "w = w + mu * error * window / (0.01 + window @ window)",
        ),
        ("w = w + mu * np.sign(error) * window", "w = w + mu * jnp.sign(error) * window"),
    )
    text, twin = (fill(t, turn=turn, update=update, jupdate=jupdate) for t in MEAN_SQUARES)
    inputs = d.floats(n, low=-1.0), d.floats(n), 0.01, k
    return Kernel(f"least mean squares {update[:20]!r} {n} x {k}", text, twin, inputs)


def _kalman(d: Draws) -> Kernel:
    n, k = d.whole(150, 1000), d.whole(1, 6)
    inputs = (
        d.floats(n), d.floats(k, k, low=-0.4, high=0.4), d.floats(k), d.floats(k, k) * 0.01, 0.5,
    )  # fmt: skip
    return Kernel(f"Kalman {n} x {k}", *map(fill, KALMAN), inputs)


def _haar(d: Draws) -> Kernel:
    n = d.pick(1024, 4096, 16384)
    text, twin = (fill(each, scale=scale) for scale in [d.pick(0.5, 0.7071)] for each in HAAR)
    return Kernel(f"Haar {n}", text, twin, (d.floats(n, dtype=d.dtype()),))


def _convolution(d: Draws) -> Kernel:
    p, q = d.whole(2, 5), d.whole(2, 5)
    sy, sx = d.pick((1, 1), (1, 1), (2, 2), (1, 3))
    text, twin = (fill(each, sy=sy, sx=sx) for each in CONVOLUTION)
    shape = d.whole(60, 250), d.whole(60, 250)
    whole = d.pick(True, False, False)
    inputs = (
        (d.ints(0, 255, *shape), d.ints(-3, 3, p, q))
        if whole
        else (d.floats(*shape), d.floats(p, q))
    )
    name = f"convolution {shape} by {p} x {q}, steps {sy} and {sx}"
    return Kernel(name, text, twin, inputs, whole)


def _hysteresis(d: Draws) -> Kernel:
    n = d.whole(2000, 20000)
    value, jvalue = d.pick(("1.0", "1.0"), ("x[i]", "x"))
    text, twin = (fill(each, high=0.8, low=0.3, value=value, jvalue=jvalue) for each in HYSTERESIS)
    return Kernel(f"hysteresis {n}", text, twin, (d.floats(n), d.floats(n)), True, (1,))


def _smoothing(d: Draws) -> Kernel:
    inputs = d.floats(d.whole(1500, 10000)), 0.3, 0.1, d.whole(2, 24)
    return Kernel(f"smoothing {inputs[0].size}, {inputs[3]}", *map(fill, SMOOTHING), inputs)


TEMPLATES = (
    _fir, _fir, _iir, _iir, _medians, _moving, _moving, _mean_squares, _kalman, _haar, _convolution,
    _hysteresis, _smoothing,
)  # fmt: skip
