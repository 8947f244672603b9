"""Writers of event files: what a program tells of its training, for TensorBoard.

References
----------
PyTorch documentation, ``torch.utils.tensorboard``.
"""

from __future__ import annotations

import itertools
import os
import socket
import time
import warnings
from pathlib import Path

from frontends.torch.dispatch import fallback, native
from frontends.torch.dispatch.docstrings import citing

from . import summary as summaries
from .messages import Message, data, double, integer
from .records import RecordFile

_VERSION = "brain.Event:2"
_START = 1  # of a session's states
_numbers = itertools.count()  # of files of one second


def _event(content: bytes, step, walltime) -> bytes:
    """Return an event: when it was, at which step, and what."""
    when = double(1, time.time() if walltime is None else float(walltime))
    # What comes last counts: a message of the user's may have a time already.
    return content + when + (integer(2, step) if step is not None and int(step) else b"")


class FileWriter:
    """Write events into a new file of a folder.

    Parameters
    ----------
    log_dir : str or path
    max_queue : int, optional
        Taken and without effect: events go into the file's own buffer.
    flush_secs : float, optional
        Seconds after which the buffer is written with the next event.
    filename_suffix : str, optional

    Examples
    --------
    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     FileWriter(folder).close()
    ...     len(os.listdir(folder))
    1
    """

    def __init__(self, log_dir, max_queue=10, flush_secs=120, filename_suffix=""):
        self._folder = str(log_dir)
        self._suffix, self._seconds = filename_suffix, flush_secs
        self._file: RecordFile | None = None
        self.reopen()

    def get_logdir(self):
        """Return the folder."""
        return self._folder

    def add_event(self, event, step=None, walltime=None) -> None:
        """Write an event: a message of TensorBoard's without a time.

        Parameters
        ----------
        event : Message
        step : int, optional
        walltime : float, optional
            In seconds; now by default.
        """
        self._add(event.SerializeToString(), step, walltime)

    def add_summary(self, summary, global_step=None, walltime=None) -> None:
        """Write a summary.

        Parameters
        ----------
        summary : Message
        global_step : int, optional
        walltime : float, optional
            In seconds; now by default.
        """
        self._add(data(5, summary.SerializeToString()), global_step, walltime)

    def _add(self, content: bytes, step=None, walltime=None) -> None:
        if self._file is not None:  # a closed writer drops what it is told, as PyTorch's
            self._file.add(_event(content, step, walltime))

    def flush(self) -> None:
        """Write what waits."""
        if self._file is not None:
            self._file.flush()

    def close(self) -> None:
        """Write what waits and close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def reopen(self) -> None:
        """Go on in a new file, if this one was closed."""
        if self._file is not None:
            return
        os.makedirs(self._folder, exist_ok=True)
        now, host = int(time.time()), socket.gethostname()
        name = f"events.out.tfevents.{now:010}.{host}.{os.getpid()}.{next(_numbers)}{self._suffix}"
        self._file = RecordFile(Path(self._folder, name), self._seconds)
        self._add(data(3, _VERSION))
        self.flush()


def _by_pytorch(name: str):
    """Return a method that PyTorch's own computes; this writer writes what it gives."""

    def method(self, *args, **kwargs):
        path = f"torch.utils.tensorboard.SummaryWriter.{name}"
        native.named(path)  # raises where PyTorch is not installed
        from torch.utils.tensorboard import SummaryWriter as Real

        return fallback.call_on_host(getattr(Real, name), (self, *args), kwargs)

    method.__name__ = name
    method.__doc__ = f"Write what PyTorch's own ``{name}`` makes: it needs PyTorch and tensorboard."
    return method


@citing("torch.utils.tensorboard.writer.{}")
class SummaryWriter:
    """Write what a program tells of its training into a folder, for TensorBoard.

    Numbers, histograms, images, sounds, texts and hyperparameters are written here; videos,
    meshes, curves of precision and embeddings are made by PyTorch's own writer.

    Parameters
    ----------
    log_dir : str or path, optional
        By default a folder in ``runs`` named by the time and the host.
    comment : str, optional
        Stands at the end of that default.
    purge_step : int, optional
        Events from this step on, of files written before, are not shown.
    max_queue : int, optional
        Taken and without effect: events go into the file's own buffer.
    flush_secs : float, optional
        Seconds after which the buffer is written with the next event.
    filename_suffix : str, optional

    Examples
    --------
    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with SummaryWriter(folder) as writer:
    ...         writer.add_scalar("loss", 0.5, 1)
    ...     len(os.listdir(folder))
    1
    """

    def __init__(
        self,
        log_dir=None,
        comment="",
        purge_step=None,
        max_queue=10,
        flush_secs=120,
        filename_suffix="",
    ):
        if not log_dir:
            now = time.strftime("%b%d_%H-%M-%S")
            log_dir = os.path.join("runs", f"{now}_{socket.gethostname()}{comment}")
        self.log_dir = log_dir
        self.purge_step = purge_step
        self.max_queue, self.flush_secs = max_queue, flush_secs
        self.filename_suffix = filename_suffix
        self.file_writer: FileWriter | None = None
        self.all_writers: dict[str, FileWriter] | None = None
        self._get_file_writer()
        powers, power = [], 1e-12
        while power < 1e20:
            powers.append(power)
            power *= 1.1
        self.default_bins = [-each for each in reversed(powers)] + [0] + powers

    def _get_file_writer(self) -> FileWriter:
        """Return the writer of the folder's own file; make one if it was closed."""
        if self.file_writer is None or self.all_writers is None:
            self.file_writer = self._new_writer(self.log_dir)
            self.all_writers = {self.file_writer.get_logdir(): self.file_writer}
            if self.purge_step is not None:
                session = Message(data(7, integer(1, _START)))
                self.file_writer.add_event(Message(data(3, _VERSION)), self.purge_step)
                self.file_writer.add_event(session, self.purge_step)
                self.purge_step = None
        return self.file_writer

    def _new_writer(self, folder) -> FileWriter:
        return FileWriter(folder, self.max_queue, self.flush_secs, self.filename_suffix)

    def _write(self, summary: Message, step=None, walltime=None) -> None:
        self._get_file_writer().add_summary(summary, step, walltime)

    def get_logdir(self):
        """Return the folder."""
        return self.log_dir

    def add_hparams(
        self,
        hparam_dict,
        metric_dict,
        hparam_domain_discrete=None,
        run_name=None,
        global_step=None,
    ) -> None:
        """Write hyperparameters and metrics, into a folder of this one's.

        Parameters
        ----------
        hparam_dict, metric_dict : dict
            Values by name.
        hparam_domain_discrete : dict, optional
            Lists of all values that a parameter can have.
        run_name : str, optional
            The folder; the time by default.
        global_step : int, optional
        """
        if type(hparam_dict) is not dict or type(metric_dict) is not dict:
            raise TypeError("hparam_dict and metric_dict should be dictionary.")
        found = summaries.hparams(hparam_dict, metric_dict, hparam_domain_discrete)
        folder = os.path.join(self._get_file_writer().get_logdir(), run_name or str(time.time()))
        with SummaryWriter(log_dir=folder) as writer:
            for each in found:
                writer._write(each, global_step)
            for name, value in metric_dict.items():
                writer.add_scalar(name, value, global_step)

    def add_scalar(
        self,
        tag,
        scalar_value,
        global_step=None,
        walltime=None,
        new_style=False,
        double_precision=False,
    ) -> None:
        """Write a number.

        Parameters
        ----------
        tag : str
        scalar_value : float, Tensor or array of one element
        global_step : int, optional
        walltime : float, optional
            In seconds; now by default.
        new_style, double_precision : bool, optional
            Whether it is written as a tensor, and as one of eight bytes.
        """
        found = summaries.scalar(tag, scalar_value, None, new_style, double_precision)
        self._write(found, global_step, walltime)

    def add_scalars(self, main_tag, tag_scalar_dict, global_step=None, walltime=None) -> None:
        """Write several numbers of one chart, each into a folder of its own.

        Parameters
        ----------
        main_tag : str
        tag_scalar_dict : dict
            Numbers by name.
        global_step : int, optional
        walltime : float, optional
            In seconds; now by default.
        """
        walltime = time.time() if walltime is None else walltime
        start = f"{self._get_file_writer().get_logdir()}/{main_tag.replace('/', '_')}_"
        writers = self.all_writers or {}
        for tag, value in tag_scalar_dict.items():
            folder = start + tag
            if folder not in writers:
                writers[folder] = self._new_writer(folder)
            writers[folder].add_summary(summaries.scalar(main_tag, value), global_step, walltime)

    def add_histogram(
        self, tag, values, global_step=None, bins="tensorflow", walltime=None, max_bins=None
    ) -> None:
        """Write a histogram of values.

        Parameters
        ----------
        tag : str
        values : Tensor or array
        global_step : int, optional
        bins : str, int or sequence of float, optional
            ``"tensorflow"`` for powers of 1.1, else as of ``numpy.histogram``.
        walltime : float, optional
            In seconds; now by default.
        max_bins : int, optional
            Above it, neighbours are counted together.
        """
        if isinstance(bins, str) and bins == "tensorflow":
            bins = self.default_bins
        self._write(summaries.histogram(tag, values, bins, max_bins), global_step, walltime)

    def add_histogram_raw(
        self,
        tag,
        min,
        max,
        num,
        sum,
        sum_squares,
        bucket_limits,
        bucket_counts,
        global_step=None,
        walltime=None,
    ) -> None:
        """Write a histogram from its counts.

        Parameters
        ----------
        tag : str
        min, max, num, sum, sum_squares : float
            Of the values.
        bucket_limits, bucket_counts : sequence of float
            The upper limit of each bucket, and how many values it has.
        global_step : int, optional
        walltime : float, optional
            In seconds; now by default.
        """
        if len(bucket_limits) != len(bucket_counts):
            raise ValueError("len(bucket_limits) != len(bucket_counts), see the document.")
        facts = min, max, num, sum, sum_squares
        found = summaries.histogram_raw(tag, *facts, bucket_limits, bucket_counts)
        self._write(found, global_step, walltime)

    def add_image(
        self, tag, img_tensor, global_step=None, walltime=None, dataformats="CHW"
    ) -> None:
        """Write an image.

        Parameters
        ----------
        tag : str
        img_tensor : Tensor or array
            Of uint8 up to 255, or of numbers up to 1.
        global_step : int, optional
        walltime : float, optional
            In seconds; now by default.
        dataformats : str, optional
            The axes of the tensor, a letter each.
        """
        self._write(summaries.image(tag, img_tensor, 1, dataformats), global_step, walltime)

    def add_images(
        self, tag, img_tensor, global_step=None, walltime=None, dataformats="NCHW"
    ) -> None:
        """Write a batch of images as one, eight beside each other.

        Parameters
        ----------
        tag : str
        img_tensor : Tensor or array
            Of uint8 up to 255, or of numbers up to 1.
        global_step : int, optional
        walltime : float, optional
            In seconds; now by default.
        dataformats : str, optional
            The axes of the tensor, a letter each.
        """
        self.add_image(tag, img_tensor, global_step, walltime, dataformats)

    def add_figure(self, tag, figure, global_step=None, close=True, walltime=None) -> None:
        """Write a figure of matplotlib's, or a list of them, as an image.

        Parameters
        ----------
        tag : str
        figure : Figure or list of Figure
        global_step : int, optional
        close : bool, optional
            Whether it is closed.
        walltime : float, optional
            In seconds; now by default.
        """
        found, layout = summaries.draw_figures(figure, close)
        self.add_image(tag, found, global_step, walltime, layout)

    def add_audio(
        self, tag, snd_tensor, global_step=None, sample_rate=44100, walltime=None
    ) -> None:
        """Write a sound of one channel.

        Parameters
        ----------
        tag : str
        snd_tensor : Tensor or array
            Of numbers from -1 to 1.
        global_step : int, optional
        sample_rate : int, optional
            In Hz.
        walltime : float, optional
            In seconds; now by default.
        """
        self._write(summaries.audio(tag, snd_tensor, sample_rate), global_step, walltime)

    def add_text(self, tag, text_string, global_step=None, walltime=None) -> None:
        """Write a text.

        Parameters
        ----------
        tag, text_string : str
        global_step : int, optional
        walltime : float, optional
            In seconds; now by default.
        """
        self._write(summaries.text(tag, text_string), global_step, walltime)

    def add_custom_scalars_multilinechart(self, tags, category="default", title="untitled") -> None:
        """Say that scalars stand in one chart.

        Parameters
        ----------
        tags : list of str
        category, title : str, optional
        """
        self.add_custom_scalars({category: {title: ["Multiline", tags]}})

    def add_custom_scalars_marginchart(self, tags, category="default", title="untitled") -> None:
        """Say that a scalar stands in a chart between two others.

        Parameters
        ----------
        tags : list of str
            The scalar, the lower one and the upper one.
        category, title : str, optional
        """
        if len(tags) != 3:
            raise AssertionError(f"Expected 3 tags, got {len(tags)}.")
        self.add_custom_scalars({category: {title: ["Margin", tags]}})

    def add_custom_scalars(self, layout) -> None:
        """Say which scalars stand in which charts.

        Parameters
        ----------
        layout : dict
            Dicts of charts by their categories: each chart is ``["Multiline", tags]`` or
            ``["Margin", [value, lower, upper]]``.
        """
        self._write(summaries.custom_scalars(layout))

    def add_graph(self, model, input_to_model=None, verbose=False, use_strict_trace=True) -> None:
        """Write nothing, and warn: a model's graph is TorchScript's, which there is none of here.

        Parameters
        ----------
        model : Module
        input_to_model, verbose, use_strict_trace : object, optional
            As in PyTorch.
        """
        warnings.warn(
            "SummaryWriter.add_graph: a model here has no TorchScript graph; nothing is written",
            stacklevel=2,
        )

    @staticmethod
    def _encode(rawstr):
        """Return a name as a folder's: what would divide it stands as its number."""
        for mark in "%/\\":
            rawstr = rawstr.replace(mark, f"%{ord(mark):02x}")
        return rawstr

    add_tensor = _by_pytorch("add_tensor")
    add_image_with_boxes = _by_pytorch("add_image_with_boxes")
    add_video = _by_pytorch("add_video")
    add_onnx_graph = _by_pytorch("add_onnx_graph")
    add_embedding = _by_pytorch("add_embedding")
    add_pr_curve = _by_pytorch("add_pr_curve")
    add_pr_curve_raw = _by_pytorch("add_pr_curve_raw")
    add_mesh = _by_pytorch("add_mesh")

    def flush(self) -> None:
        """Write what waits."""
        for writer in (self.all_writers or {}).values():
            writer.flush()

    def close(self) -> None:
        """Write what waits and close the files."""
        for writer in (self.all_writers or {}).values():
            writer.close()
        self.file_writer = self.all_writers = None

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.close()


__all__ = ["FileWriter", "SummaryWriter"]
