"""Kernels on spectra and on windows as views: filters by ``np.fft``, ``sliding_window_view``."""

from __future__ import annotations

from .specification import Draws, Kernel, fill

LOW_PASS = (
    """
def kernel(x, step, cut):
    spectrum = np.fft.rfft(x)
    frequency = np.fft.rfftfreq(len(x), step)
    spectrum[frequency $more cut] = 0
    return np.fft.irfft(spectrum, len(x)), np.abs(spectrum)
""",
    """
def kernel(x, step, cut):
    spectrum = jnp.fft.rfft(x)
    frequency = jnp.fft.rfftfreq(x.shape[0], step)
    spectrum = jnp.where(frequency $more cut, 0, spectrum)
    return jnp.fft.irfft(spectrum, x.shape[0]), jnp.abs(spectrum)
""",
)
CONVOLVED = (
    """
def kernel(x, taps):
    m = len(x) + len(taps) - 1
    made = np.fft.ifft(np.fft.fft(x, m) * np.fft.fft(taps, m)$conjugate)
    return made.real[:len(x)], np.abs(made)
""",
    """
def kernel(x, taps):
    m = x.shape[0] + taps.shape[0] - 1
    made = jnp.fft.ifft(jnp.fft.fft(x, m) * jnp.fft.fft(taps, m)$conjugate)
    return made.real[:x.shape[0]], jnp.abs(made)
""",
)
ENVELOPE = (
    """
def kernel(x):
    n = len(x)
    weight = np.zeros(n)
    weight[0] = 1
    weight[1:(n + 1) // 2] = 2
    if n % 2 == 0:
        weight[n // 2] = 1
    signal = np.fft.ifft(np.fft.fft(x) * weight)
    return np.abs(signal), np.cos(np.angle(signal))
""",
    """
def kernel(x):
    n = x.shape[0]
    weight = np.zeros(n)
    weight[0] = 1
    weight[1:(n + 1) // 2] = 2
    if n % 2 == 0:
        weight[n // 2] = 1
    signal = jnp.fft.ifft(jnp.fft.fft(x) * weight)
    return jnp.abs(signal), jnp.cos(jnp.angle(signal))
""",
)
POISSON = (
    """
def kernel(charge, size):
    rows, columns = charge.shape
    ky = 2 * np.pi * np.fft.fftfreq(rows, size / rows)
    kx = 2 * np.pi * np.fft.fftfreq(columns, size / columns)
    square = ky[:, None] ** 2 + kx[None, :] ** 2
    square[0, 0] = 1.0
    spectrum = np.fft.fft2(charge) / square
    spectrum[0, 0] = 0
    field = np.fft.ifft2(-1j * kx * spectrum).real
    return np.real(np.fft.ifft2(spectrum)), field
""",
    """
def kernel(charge, size):
    rows, columns = charge.shape
    ky = 2 * jnp.pi * jnp.fft.fftfreq(rows, size / rows)
    kx = 2 * jnp.pi * jnp.fft.fftfreq(columns, size / columns)
    square = (ky[:, None] ** 2 + kx[None, :] ** 2).at[0, 0].set(1.0)
    spectrum = (jnp.fft.fft2(charge) / square).at[0, 0].set(0)
    field = jnp.fft.ifft2(-1j * kx * spectrum).real
    return jnp.real(jnp.fft.ifft2(spectrum)), field
""",
)
FRAMES = (
    """
def kernel(x, width, hop):
    frames = np.lib.stride_tricks.sliding_window_view(x, width)[::hop]
    window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(width) / width)
    power = np.abs(np.fft.rfft(frames * window, axis=1)) ** 2
    return power, power.sum(axis=0)
""",
    """
def kernel(x, width, hop):
    starts = jnp.arange(0, x.shape[0] - width + 1, hop)
    frames = x[starts[:, None] + jnp.arange(width)]
    window = 0.5 - 0.5 * jnp.cos(2 * jnp.pi * jnp.arange(width) / width)
    power = jnp.abs(jnp.fft.rfft(frames * window, axis=1)) ** 2
    return power, power.sum(axis=0)
""",
)
PATCHES = (
    """
def kernel(image, k):
    patches = np.lib.stride_tricks.sliding_window_view(image, (k, k))
    return patches.$first(axis=(2, 3)), patches.$second(axis=(2, 3))
""",
    """
def kernel(image, k):
    rows, columns = image.shape[0] - k + 1, image.shape[1] - k + 1
    parts = [image[i:i + rows, j:j + columns] for i in range(k) for j in range(k)]
    patches = jnp.stack(parts, axis=-1)
    return patches.$first(axis=-1), patches.$second(axis=-1)
""",
)
ROWS = (
    """
def kernel(x, width):
    step = x.strides[0]
    shape = len(x) // width, width
    rows = np.lib.stride_tricks.as_strided(x, shape, (step * width, step))
    middle = rows.mean(axis=1, keepdims=True)
    return ((rows - middle) ** 2).sum(axis=1), rows.max(axis=0)
""",
    """
def kernel(x, width):
    rows = x[:x.shape[0] // width * width].reshape(-1, width)
    middle = rows.mean(axis=1, keepdims=True)
    return ((rows - middle) ** 2).sum(axis=1), rows.max(axis=0)
""",
)


def _low_pass(d: Draws) -> Kernel:
    n, step = d.pick(256, 1000, 4096, 3 * 5 * 77), d.number(0.01, 1.0)
    text, twin = (fill(each, more=more) for more in [d.pick(">", ">=")] for each in LOW_PASS)
    inputs = d.floats(n, low=-1.0), step, round(0.21 / step, 3)
    return Kernel(f"low pass {n}", text, twin, inputs)


def _convolved(d: Draws) -> Kernel:
    conjugate = d.pick("", ".conj()")
    text, twin = (fill(each, conjugate=conjugate) for each in CONVOLVED)
    inputs = d.floats(d.whole(100, 5000)), d.floats(d.whole(5, 90))
    return Kernel(f"convolved {inputs[0].size} by {inputs[1].size}", text, twin, inputs)


def _envelope(d: Draws) -> Kernel:
    inputs = (d.floats(d.whole(100, 5000), low=-1.0),)
    return Kernel(f"envelope {inputs[0].size}", *map(fill, ENVELOPE), inputs)


def _poisson(d: Draws) -> Kernel:
    shape = d.pick(16, 50, 64), d.pick(32, 60, 128)
    inputs = d.floats(*shape, low=-1.0), d.number(1.0, 9.0)
    return Kernel(f"Poisson {shape}", *map(fill, POISSON), inputs)


def _frames(d: Draws) -> Kernel:
    inputs = d.floats(d.whole(1000, 9000)), d.pick(32, 60, 128), d.whole(8, 40)
    return Kernel(f"frames {inputs[1:]} of {inputs[0].size}", *map(fill, FRAMES), inputs)


def _patches(d: Draws) -> Kernel:
    first, second = d.pick(("mean", "std"), ("max", "min"), ("sum", "max"))
    text, twin = (fill(each, first=first, second=second) for each in PATCHES)
    inputs = d.floats(d.whole(20, 120), d.whole(20, 120)), d.pick(3, 4, 5)
    return Kernel(f"patches {first} {second} {inputs[0].shape} {inputs[1]}", text, twin, inputs)


def _rows(d: Draws) -> Kernel:
    inputs = d.floats(d.whole(1000, 20000)), d.whole(3, 60)
    return Kernel(f"rows of {inputs[1]} of {inputs[0].size}", *map(fill, ROWS), inputs)


TEMPLATES = (_low_pass, _convolved, _envelope, _poisson, _frames, _patches, _rows)
