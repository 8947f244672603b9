"""Filtering, differentiating and demodulating a sampled signal with the fast Fourier transform.

NumPy habits: `np.fft` in all its forms, mask and slice writes to spectra, complex arithmetic.
"""

import numpy as np

RATE = 128.0  # samples per second


def make_signal(n):
    """Return the sample times and three tones on top of a constant."""
    t = np.arange(n) / RATE
    tones = np.array([(1.0, 5.0, 0.3), (0.6, 12.0, 0.1), (0.4, 40.0, 0.7)])
    amplitude, frequency, phase = tones.T[..., np.newaxis]
    waves = amplitude * np.sin(2 * np.pi * frequency * t + phase)
    return t, waves.sum(axis=0) + 0.25


def low_pass(signal, cutoff):
    """Remove everything above the cutoff frequency."""
    spectrum = np.fft.rfft(signal)
    spectrum[np.fft.rfftfreq(signal.size, d=1 / RATE) > cutoff] = 0
    return np.fft.irfft(spectrum, n=signal.size)


def band_pass(signal, low, high):
    """Keep the frequencies between low and high, on both halves of the full spectrum."""
    frequency = np.abs(np.fft.fftfreq(signal.size, d=1 / RATE))
    spectrum = np.fft.fft(signal)
    spectrum[(frequency < low) | (frequency > high)] = 0
    return np.fft.ifft(spectrum).real


def derivative(signal):
    """Differentiate a periodic signal by its spectrum."""
    omega = 2 * np.pi * np.fft.fftfreq(signal.size, 1 / RATE)
    return np.fft.ifft(1j * omega * np.fft.fft(signal)).real


def envelope(signal):
    """Return the amplitude of the analytic signal (positive frequencies only)."""
    half = signal.size // 2
    spectrum = np.fft.fft(signal)
    spectrum[1:half] *= 2.0
    spectrum[half + 1 :] = 0.0
    return np.abs(np.fft.ifft(spectrum))


def main():
    """Find the tones, separate them and check the results against what was put in."""
    n = 128
    t, signal = make_signal(n)
    amplitude = np.abs(np.fft.rfft(signal)) / n
    amplitude[1:-1] *= 2
    frequency = np.fft.rfftfreq(n, d=1 / RATE)
    top = np.argsort(amplitude)[::-1][:4]

    low = low_pass(signal, cutoff=20.25)
    band = band_pass(signal, 8.25, 16.25)
    slope = derivative(low)
    expected = 10 * np.pi * np.cos(10 * np.pi * t + 0.3)
    expected += 14.4 * np.pi * np.cos(24 * np.pi * t + 0.1)
    faded = envelope(band * np.exp(-t))

    kernel = np.zeros(n)
    kernel[:3] = kernel[-2:] = 0.2
    smooth = np.fft.irfft(np.fft.rfft(signal) * np.fft.rfft(kernel), n)
    rolled = sum(np.roll(signal, shift) for shift in range(-2, 3)) / 5

    frames = signal.reshape(4, -1) - signal.mean()
    frames *= np.hanning(frames.shape[-1])
    power = (np.abs(np.fft.rfft(frames, axis=-1)) ** 2).sum(axis=0)
    strong = np.flatnonzero(power > 0.01 * power.max())
    energy = np.sum(np.abs(np.fft.fft(signal)) ** 2) / n

    for k in top:
        print(f"tone: frequency = {frequency[k]:.2f} Hz, amplitude = {amplitude[k]:.8f}")
    print(f"low pass: rms = {np.sqrt(np.mean(low**2)):.8f}, peak to peak = {np.ptp(low):.8f}")
    print(f"band pass: rms = {np.sqrt(np.mean(band**2)):.8f}")
    print(f"derivative is exact = {np.allclose(slope, expected)}, largest = {slope.max():.7f}")
    print("envelope =", np.array2string(faded[8:-8:16], precision=6, floatmode="fixed"))
    print(f"circular convolution agrees = {np.allclose(smooth, rolled)}")
    print(f"power peaks in bin {power.argmax()} of {power.size}, strong bins = {strong}")
    print(f"energy = {energy:.7f}, Parseval = {np.isclose(energy, signal @ signal)}")
    return {
        "top_frequency": frequency[top],
        "top_amplitude": amplitude[top],
        "low": low,
        "band": band,
        "slope": slope,
        "envelope": faded,
        "smooth": smooth,
        "strong": strong,
        "strong_power": power[strong],
        "energy": energy,
    }


if __name__ == "__main__":
    main()
