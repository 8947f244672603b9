"""Summaries: what one call of a writer tells, as the messages that TensorBoard's plugins read.

References
----------
TensorBoard's messages: ``summary``, ``tensor`` and ``event`` of ``tensorboard/compat/proto``, the
hyperparameters' ``api`` and ``plugin_data``, and ``layout`` of custom scalars.
"""

from __future__ import annotations

import io
import math
import wave

import numpy as np

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing
from ivy_core.arrays.array import Array
from ivy_core.arrays.host import to_numpy

from .messages import Message, data, double, doubles, integer, single

# Numbers of TensorFlow's dtypes and of the hyperparameters' kinds
_FLOAT, _DOUBLE, _STRING = 1, 2, 7
_KIND_STRING, _KIND_FLOAT64 = 1, 3
_SUCCESS = 1  # of a session's states

_citing = citing("torch.utils.tensorboard.writer.SummaryWriter")


def to_host(value) -> np.ndarray:
    """Return a tensor, array or number as an array of NumPy's.

    Raises
    ------
    NotImplementedError
        If it is something else.
    """
    if isinstance(value, torch.Tensor):
        value = value.detach()
        return to_numpy(value.half() if value.dtype == torch.bfloat16 else value)
    if isinstance(value, Array):
        return to_numpy(value)
    if isinstance(value, np.ndarray):
        return value
    if np.isscalar(value) or isinstance(value, np.generic):
        return np.array([value])
    raise NotImplementedError(f"Got {type(value)}, but numpy array or torch tensor are expected.")


def _of_value(tag: str, content: bytes, metadata: bytes = b"") -> Message:
    """Return the summary of one value; fields of its content have numbers from 2 to 8."""
    return Message(data(1, data(1, tag) + content + metadata))


def _plugin(name: str, content: bytes = b"") -> bytes:
    """Return the metadata that name a plugin."""
    return data(9, data(1, data(1, name) + (data(2, content) if content else b"")))


def _text_tensor(value: bytes, dimensions: bytes) -> bytes:
    """Return a tensor of one text."""
    return data(8, integer(1, _STRING) + data(2, dimensions) + data(8, value))


@_citing
def scalar(name, tensor, collections=None, new_style=False, double_precision=False):
    """Make the summary of a number.

    Parameters
    ----------
    name : str
    tensor : float, Tensor or array of one element
    collections : object, optional
        Ignored, as in PyTorch.
    new_style : bool, optional
        Whether it is written as a tensor.
    double_precision : bool, optional
        Whether such a tensor has eight bytes an element.

    Returns
    -------
    Message

    Examples
    --------
    >>> scalar("loss", 1.0).SerializeToString().hex()
    '0a0b0a046c6f7373150000803f'
    """
    if type(tensor) is not float:
        host = to_host(tensor).squeeze()
        if host.ndim != 0:
            raise AssertionError(
                "Tensor should contain one element (0 dimensions). Was given size: "
                f"{host.size} and {host.ndim} dimensions."
            )
        tensor = float(host)
    if not new_style:
        return _of_value(name, single(2, tensor))
    if double_precision:
        content = integer(1, _DOUBLE) + doubles(6, [tensor])
    else:
        content = integer(1, _FLOAT) + data(5, np.float32(tensor).tobytes())
    return _of_value(name, data(8, content), _plugin("scalars"))


@_citing
def histogram_raw(name, min, max, num, sum, sum_squares, bucket_limits, bucket_counts):
    """Make the summary of a histogram from its counts.

    Parameters
    ----------
    name : str
    min, max, num, sum, sum_squares : float
        Of the values.
    bucket_limits, bucket_counts : sequence of float
        The upper limit of each bucket, and how many values it has.

    Returns
    -------
    Message

    Examples
    --------
    >>> len(histogram_raw("h", 0, 1, 2, 1, 1, [0.5, 1.0], [1, 1]))
    79
    """
    numbers = enumerate((min, max, num, sum, sum_squares), 1)
    content = b"".join(double(at, float(number)) for at, number in numbers if number)
    limits, counts = (map(float, each) for each in (bucket_limits, bucket_counts))
    return _of_value(name, data(5, content + doubles(6, limits) + doubles(7, counts)))


@_citing
def histogram(name, values, bins, max_bins=None):
    """Make the summary of a histogram of values.

    Parameters
    ----------
    name : str
    values : Tensor or array
    bins : sequence of float, int or str
        As of ``numpy.histogram``.
    max_bins : int, optional
        Above it, neighbours are counted together.

    Returns
    -------
    Message

    Examples
    --------
    >>> import numpy as np
    >>> len(histogram("h", np.array([0.1, 0.6]), [0.0, 0.5, 1.0]))
    104
    """
    values = to_host(values).astype(float).reshape(-1)
    if values.size == 0:
        raise ValueError("The input has no element.")
    counts, limits = np.histogram(values, bins=bins)
    if max_bins is not None and len(counts) > max_bins:
        step = len(counts) // max_bins
        starts = np.arange(0, len(counts), step)
        counts, limits = np.add.reduceat(counts, starts), np.append(limits[starts], limits[-1])
    filled = np.flatnonzero(counts)
    if not filled.size:
        raise ValueError("The histogram is empty, please file a bug report.")
    first, end = int(filled[0]), int(filled[-1]) + 1
    # A bucket has its upper limit alone, so an empty one says where the first begins.
    kept = counts[first - 1 : end] if first else np.append(0, counts[:end])
    facts = values.min(), values.max(), len(values), values.sum(), values.dot(values)
    return histogram_raw(name, *facts, limits[first : end + 1].tolist(), kept.tolist())


def _in_rows(images: np.ndarray) -> np.ndarray:
    """Return a batch of images as one, eight beside each other."""
    if images.shape[1] == 1:
        images = np.repeat(images, 3, axis=1)
    if images.shape[1] != 3:
        raise AssertionError("Input should be a 4D numpy array with 3 channels")
    count, _, height, width = images.shape
    columns = min(count, 8)
    rows = math.ceil(count / columns)
    whole = np.zeros((rows * columns, 3, height, width), images.dtype)
    whole[:count] = images
    whole = whole.reshape(rows, columns, 3, height, width).transpose(2, 0, 3, 1, 4)
    return whole.reshape(3, rows * height, columns * width)


def _channels_last(image: np.ndarray, layout: str) -> np.ndarray:
    """Return an image, or a batch as one, with its channels last, of an array of some layout."""
    if len(set(layout)) != len(layout):
        raise AssertionError(
            f"You can not use the same dimension shorthand twice. input_format: {layout}"
        )
    if image.ndim != len(layout):
        raise AssertionError(
            "size of input tensor and input format are different. "
            f"tensor shape: {image.shape}, input_format: {layout}"
        )
    layout = layout.upper()
    if len(layout) == 4:
        return _in_rows(image.transpose([layout.find(axis) for axis in "NCHW"])).transpose(1, 2, 0)
    if len(layout) == 3:
        image = image.transpose([layout.find(axis) for axis in "HWC"])
        return np.repeat(image, 3, axis=2) if image.shape[2] == 1 else image
    return np.stack([image.transpose([layout.find(axis) for axis in "HW"])] * 3, axis=2)


@_citing
def image(tag, tensor, rescale=1, dataformats="NCHW"):
    """Make the summary of an image, or of a batch as one image, as PNG.

    Parameters
    ----------
    tag : str
    tensor : Tensor or array
        Of uint8 up to 255, or of numbers up to 1.
    rescale : float, optional
        By which its sides are multiplied.
    dataformats : str, optional
        The axes of the tensor, a letter each.

    Returns
    -------
    Message

    Examples
    --------
    >>> b"PNG" in image("dot", torch.zeros(1, 2, 2), dataformats="CHW")
    True
    """
    from PIL import Image

    found = _channels_last(to_host(tensor), dataformats)
    factor = 1 if found.dtype == np.uint8 else 255
    found = (found.astype(np.float32) * factor).clip(0, 255).astype(np.uint8)
    height, width, channels = found.shape
    drawn = Image.fromarray(found)
    if rescale != 1:
        sides = int(width * rescale), int(height * rescale)
        drawn = drawn.resize(sides, Image.Resampling.LANCZOS)
    file = io.BytesIO()
    drawn.save(file, format="PNG")
    content = integer(1, height) + integer(2, width) + integer(3, channels)
    return _of_value(tag, data(4, content + data(4, file.getvalue())))


def draw_figures(figures, close: bool) -> tuple[np.ndarray, str]:
    """Return the image of a figure of matplotlib's, or those of a list, and its layout."""
    import matplotlib.pyplot as plt
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    images = []
    for figure in figures if isinstance(figures, list) else [figures]:
        canvas = FigureCanvasAgg(figure)
        canvas.draw()
        images.append(np.asarray(canvas.buffer_rgba())[..., :3])
        if close:
            plt.close(figure)
    return (np.stack(images), "NHWC") if isinstance(figures, list) else (images[0], "HWC")


@_citing
def audio(tag, tensor, sample_rate=44100):
    """Make the summary of a sound of one channel.

    Parameters
    ----------
    tag : str
    tensor : Tensor or array
        Of numbers from -1 to 1.
    sample_rate : int, optional
        In Hz.

    Returns
    -------
    Message

    Examples
    --------
    >>> b"audio/wav" in audio("silence", torch.zeros(1, 8))
    True
    """
    sound = to_host(tensor).squeeze()
    if np.abs(sound).max() > 1:
        print("warning: audio amplitude out of range, auto clipped.")
        sound = sound.clip(-1, 1)
    if sound.ndim != 1:
        raise AssertionError("input tensor should be 1 dimensional.")
    file = io.BytesIO()
    with wave.open(file, "wb") as waves:
        waves.setnchannels(1)
        waves.setsampwidth(2)
        waves.setframerate(sample_rate)
        waves.writeframes((sound * np.iinfo(np.int16).max).astype("<i2").tobytes())
    content = single(1, sample_rate) + integer(2, 1) + integer(3, len(sound))
    return _of_value(tag, data(6, content + data(4, file.getvalue()) + data(5, "audio/wav")))


@_citing
def text(tag, text):
    """Make the summary of a text.

    Parameters
    ----------
    tag, text : str

    Returns
    -------
    Message

    Examples
    --------
    >>> b"x/text_summary" in text("x", "words")
    True
    """
    tensor = _text_tensor(text.encode(), data(2, integer(1, 1)))
    return _of_value(tag + "/text_summary", tensor, _plugin("text"))


@_citing
def custom_scalars(layout):
    """Make the summary that says which scalars stand in which charts.

    Parameters
    ----------
    layout : dict
        Dicts of charts by their categories: each chart is ``["Multiline", tags]`` or ``["Margin",
        [value, lower, upper]]``.

    Returns
    -------
    Message

    Examples
    --------
    >>> b"loss" in custom_scalars({"a": {"b": ["Multiline", ["loss"]]}})
    True
    """
    content = b""
    for category, charts in layout.items():
        found = data(1, category)
        for title, (kind, tags) in charts.items():
            if kind == "Margin":
                if len(tags) != 3:
                    raise AssertionError("len(tags) != 3")
                series = b"".join(data(at, tag) for at, tag in enumerate(tags, 1))
                chart = data(3, data(1, series))
            else:
                chart = data(2, b"".join(data(1, tag) for tag in tags))
            found += data(2, data(1, title) + chart)
        content += data(2, found)
    return _of_value(
        "custom_scalars__config__", _text_tensor(content, b""), _plugin("custom_scalars")
    )


def _hparam_value(value) -> bytes:
    return data(3, value) if isinstance(value, str) else double(2, float(value))


def _check_hparams(values, metrics, domains) -> None:
    """Raise TypeError unless all are dicts, and each domain a list of its parameter's type."""
    named = {"hparam_dict": values, "metric_dict": metrics, "hparam_domain_discrete": domains}
    for name, given in named.items():
        if not isinstance(given, dict):
            raise TypeError(f"parameter: {name} should be a dictionary, nothing logged.")
    for name, domain in domains.items():
        kind = type(values[name]) if name in values else None
        if (
            kind is None
            or not isinstance(domain, list)
            or not all(isinstance(each, kind) for each in domain)
        ):
            raise TypeError(
                f"parameter: hparam_domain_discrete[{name}] should be a list of same type as "
                f"hparam_dict[{name}]."
            )


@_citing
def hparams(hparam_dict=None, metric_dict=None, hparam_domain_discrete=None):
    """Make the summaries of an experiment: its parameters, a session's values, and its end.

    Parameters
    ----------
    hparam_dict : dict
        Numbers, texts and tensors by name; None is left out.
    metric_dict : dict
        Whose names are those of the metrics.
    hparam_domain_discrete : dict, optional
        Lists of all values that a parameter can have.

    Returns
    -------
    tuple of Message

    Examples
    --------
    >>> [len(each) for each in hparams({"lr": 0.1}, {"loss": 1.0})]
    [59, 66, 49]
    """
    domains = hparam_domain_discrete or {}
    _check_hparams(hparam_dict, metric_dict, domains)
    described = values = b""
    for name, value in hparam_dict.items():
        if value is None:
            continue
        if isinstance(value, torch.Tensor):
            value = float(to_host(value)[0])
        elif not isinstance(value, (int, float, str)):
            raise ValueError("value should be one of int, float, str, bool, or torch.Tensor")
        kind = _KIND_STRING if isinstance(value, str) else _KIND_FLOAT64
        values += data(1, data(1, name) + data(2, _hparam_value(value)))
        described_one = data(1, name) + integer(4, kind)
        if name in domains:
            choices = b"".join(data(1, _hparam_value(each)) for each in domains[name])
            described_one += data(5, choices)
        described += data(4, described_one)
    metrics = b"".join(data(5, data(1, data(2, name))) for name in metric_dict)
    contents = {
        "experiment": data(2, described + metrics),
        "session_start_info": data(3, values),
        "session_end_info": data(4, integer(1, _SUCCESS)),
    }
    return tuple(
        _of_value(f"_hparams_/{name}", b"", _plugin("hparams", content))
        for name, content in contents.items()
    )


__all__ = [
    "audio", "custom_scalars", "draw_figures", "histogram", "histogram_raw", "hparams", "image",
    "scalar", "text", "to_host",
]  # fmt: skip
