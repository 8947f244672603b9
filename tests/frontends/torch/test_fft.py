"""Fourier transforms, windows, frames of signals and recurrent networks against real PyTorch's."""

import numpy as np
import pytest

from tests.frontends.torch.comparing import (
    assert_same,
    assert_same_error,
    assert_same_gradients,
)

rng = np.random.default_rng(2)
X = rng.normal(size=(3, 4, 6)).astype(np.float32)
Z = (X + 1j * rng.normal(size=X.shape)).astype(np.complex64)
SIGNAL = rng.normal(size=(2, 40)).astype(np.float32)
WINDOW = np.hanning(8).astype(np.float32) + 0.1


def transform(name, x, *args, **options):
    return lambda t, F: getattr(t.fft, name)(t.tensor(x), *args, **options)


ONE, SEVERAL = ("fft", "ifft", "irfft", "hfft"), ("fft", "ifft", "irfft", "hfft")
CASES = {
    **{f"{name}": transform(name, Z) for name in ONE},
    **{f"{name} of reals": transform(name, X, 5, 1, "ortho") for name in ONE},
    **{name: transform(name, X, norm="forward") for name in ("rfft", "ihfft")},
    **{f"{name} n": transform(name, X, n=9, dim=0) for name in ("rfft", "ihfft", "irfft")},
    **{f"{name}2": transform(f"{name}2", Z) for name in SEVERAL},
    **{f"{name}n": transform(f"{name}n", Z, dim=(0, 2), norm="ortho") for name in SEVERAL},
    **{f"{name}n s": transform(f"{name}n", Z, s=(3, -1)) for name in SEVERAL},
    **{f"{name}{n}": transform(f"{name}{n}", X) for name in ("rfft", "ihfft") for n in "2n"},
    "fft of ints": transform("fft", [1, 2, 3]),
    "fft of doubles": transform("fft", X.astype(np.float64)),
    "fftshift": transform("fftshift", X),
    "ifftshift": transform("ifftshift", X, (1,)),
    "fftfreq": lambda t, F: t.fft.fftfreq(5, 0.3),
    "rfftfreq": lambda t, F: t.fft.rfftfreq(6, dtype=t.float64),
    **{
        f"{name}_window {n} {periodic}": lambda t, F, name=name, n=n, periodic=periodic: getattr(
            t, f"{name}_window"
        )(n, periodic)
        for name in ("hann", "hamming", "blackman", "bartlett", "kaiser")
        for n, periodic in ((7, True), (8, False), (1, True), (0, True))
    },
    "kaiser_window beta": lambda t, F: t.kaiser_window(6, True, 5.0, dtype=t.float64),
    "stft": lambda t, F: t.stft(t.tensor(SIGNAL), 8, return_complex=True),
    "stft window": lambda t, F: t.stft(
        t.tensor(SIGNAL[0]), 10, 3, 8, t.tensor(WINDOW), center=False, normalized=True,
        onesided=False, return_complex=True,
    ),
    "stft reals": lambda t, F: t.stft(
        t.tensor(SIGNAL), 8, pad_mode="constant", return_complex=False
    ),
    "istft": lambda t, F: t.istft(t.stft(t.tensor(SIGNAL), 8, return_complex=True), 8),
    "istft window": lambda t, F: t.istft(
        t.stft(t.tensor(SIGNAL), 8, 3, window=t.tensor(WINDOW), return_complex=True), 8, 3,
        window=t.tensor(WINDOW), length=38,
    ),
}  # fmt: skip


def network(mode, packed=False, **options):
    parts = {"lstm": 4, "gru": 3}.get(mode, 1)
    settings = {"num_layers": 2, "bidirectional": True, "batch_first": False, **options}
    layers, ways = settings["num_layers"], 2 if settings["bidirectional"] else 1
    local = np.random.default_rng(5)
    weights = []
    for layer in range(layers):
        size = 3 if not layer else 2 * ways
        for _ in range(ways):
            shapes = ((2 * parts, size), (2 * parts, 2), (2 * parts,), (2 * parts,))
            weights += [local.normal(size=s).astype(np.float32) for s in shapes]
    x = local.normal(size=(5, 4, 3)).astype(np.float32)
    if settings["batch_first"]:
        x = x.swapaxes(0, 1).copy()
    start = local.normal(size=(layers * ways, 4, 2)).astype(np.float32)

    def expression(t, F):
        t.manual_seed(1)
        begun = (t.tensor(start), t.tensor(-start)) if mode == "lstm" else t.tensor(start)
        given = (begun, [t.tensor(w) for w in weights], True, layers, 0.4, "train" in options)
        if packed:
            sizes = t.tensor([4, 4, 2, 1, 1])
            rows = t.tensor(x.reshape(-1, 3)[:12])
            return getattr(t, mode)(rows, sizes, *given, ways == 2)
        return getattr(t, mode)(t.tensor(x), *given, ways == 2, settings["batch_first"])

    return expression


def step(name, pair=False):
    parts = {"lstm_cell": 4, "gru_cell": 3}.get(name, 1)
    local = np.random.default_rng(6)
    shapes = ((4, 3), (4, 2), (2 * parts, 3), (2 * parts, 2), (2 * parts,), (2 * parts,))
    x, h, *weights = (local.normal(size=s).astype(np.float32) for s in shapes)

    def expression(t, F):
        state = (t.tensor(h), t.tensor(-h)) if pair else t.tensor(h)
        return getattr(t, name)(t.tensor(x), state, *map(t.tensor, weights))

    return expression


CASES |= {
    **{mode: network(mode) for mode in ("lstm", "gru", "rnn_tanh")},
    "rnn_relu": network("rnn_relu", bidirectional=False, batch_first=True),
    "lstm packed": network("lstm", packed=True, bidirectional=False, num_layers=1),
    "gru dropout": network("gru", train=True),
    "lstm_cell": step("lstm_cell", pair=True),
    **{name: step(name) for name in ("gru_cell", "rnn_tanh_cell", "rnn_relu_cell")},
}

MISTAKES = {
    "rfft of complex": transform("rfft", Z),
    "ihfft of complex": transform("ihfft", Z),
    "fft norm": transform("fft", X, norm="no"),
    "fft n": transform("fft", X, 0),
    "fft dim": transform("fft", X, dim=3),
    "fftn dims": transform("fftn", X, dim=(0, 0)),
    "fftn lengths": transform("fftn", X, s=(1, 2), dim=(0,)),
    "fftn shape": transform("fftn", X, s=(1, 2, 3, 4)),
    "hann_window negative": lambda t, F: t.hann_window(-1),
    "stft complex": lambda t, F: t.stft(t.tensor(SIGNAL), 8),
    "stft onesided": lambda t, F: t.stft(t.tensor(Z[0]), 4, onesided=True, return_complex=True),
    "istft reals": lambda t, F: t.istft(t.tensor(SIGNAL), 8),
    "lstm_cell input": lambda t, F: t.gru_cell(
        t.ones(1, 4), t.ones(1, 2), t.ones(6, 3), t.ones(6, 2)
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_results_are_pytorchs(backend, name):
    assert_same(CASES[name], tolerance=2e-5)


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_are_refused_in_pytorchs_words(backend, name):
    assert_same_error(MISTAKES[name])


DIFFERENTIATED = (
    "fft", "irfft", "istft window", "lstm", "rfft n", "hfft2", "ihfftn", "fftn s", "stft window",
    "gru dropout", "lstm_cell", "gru_cell",
)  # fmt: skip


def only_with_full(params) -> bool:
    """Of the gradients an ordinary run looks at the first few: each is compiled anew."""
    return params.get("differentiated") in DIFFERENTIATED[4:]


@pytest.mark.parametrize("differentiated", DIFFERENTIATED)
@pytest.mark.parametrize("backend", ["jax", "tensorflow"], indirect=True)
def test_gradients_are_pytorchs(backend, differentiated):
    assert_same_gradients(CASES[differentiated])
