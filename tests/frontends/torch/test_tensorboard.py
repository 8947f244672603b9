"""Event files: what TensorBoard reads of them, and that PyTorch is not asked for."""

from __future__ import annotations

import hashlib
import io
import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import frontends.torch as torch
from benchmarks.scripts.events import scalars
from frontends.torch.utils.tensorboard import SummaryWriter, summary
from frontends.torch.utils.tensorboard.records import checksum, read_records

ROOT = Path(__file__).resolve().parents[3]

# Lengths and hashes of the messages that PyTorch 2.13.0 makes with tensorboard 2.21.0
MESSAGES = [
    (10, "e4ebb8dec7da1587"),
    (28, "0b87e2224e938852"),
    (32, "0d4fb9162a092cf2"),
    (120, "fa8837433e3147e8"),
    (700, "3693c6618c4daa8d"),
    (47, "aec8266022b7cd7c"),
    (92, "f650b21a26a026b9"),
    (97, "0adf706cd407f9e2"),
    (83, "7e19132d021566c1"),
    (66, "4bf276cc82e30773"),
    (49, "a0cfea78aff5ce6e"),
]


def test_messages_have_the_bytes_of_pytorchs(backend, tmp_path):
    x = torch.arange(12.0).reshape(3, 4) / 12
    limits = [-1, -0.5, 0, 0.25, 0.5, 1]
    charts = {"A": {"B": ["Multiline", ["a", "b"]], "C": ["Margin", ["a", "b", "c"]]}}
    with SummaryWriter(tmp_path) as writer:
        powers = writer.default_bins
    found = [
        summary.scalar("a", x.sum()),
        summary.scalar("a", 2, new_style=True),
        summary.scalar("a", 2.1, new_style=True, double_precision=True),
        summary.histogram("h", x - 0.5, limits),
        summary.histogram("h", x - 0.5, powers, 100),
        summary.text("t", "wörter"),
        summary.custom_scalars(charts),
        summary.audio("s", x.reshape(1, -1)),
        *summary.hparams({"lr": 0.1}, {"loss": 1.0}, {"lr": [0.1, 0.2]}),
    ]
    hashes = [(len(each), hashlib.sha256(each).hexdigest()[:16]) for each in found]
    assert hashes == MESSAGES


def test_scalars_are_read_back_with_their_steps(backend, tmp_path):
    with SummaryWriter(tmp_path / "run", purge_step=1) as writer:
        writer.add_scalar("loss", torch.tensor([0.5]), 0)
        writer.add_scalar("loss", np.float64(0.25), np.int64(1 << 40))
        writer.add_scalar("far", 1e300, 2)
        writer.add_scalars("both/two", {"x": 1, "y": torch.tensor(2)}, 3)
        writer.add_hparams({"lr": 0.1}, {"score": 4.0}, run_name="of_parameters")
        writer.close()
        writer.add_scalar("later", True)  # opens a second file
    one = set(scalars(tmp_path / "run"))
    assert one == {
        ("loss", 0, 0.5), ("loss", 1 << 40, 0.25), ("far", 2, math.inf), ("both/two", 3, 1.0),
        ("both/two", 3, 2.0), ("score", 0, 4.0), ("later", 0, 1.0),
    }  # fmt: skip
    assert {path.name for path in (tmp_path / "run").iterdir() if path.is_dir()} == {
        "both_two_x", "both_two_y", "of_parameters",
    }  # fmt: skip


@pytest.mark.parametrize("layout", ["CHW", "NCHW", "HWC", "HW"])
def test_images_are_drawn_in_rows_with_their_channels_last(no_backend, layout):
    image = pytest.importorskip("PIL.Image", reason="PNG is written by pillow")
    draws = np.random.default_rng(0)
    sizes = {"N": 11, "C": 3, "H": 2, "W": 4}
    pixels = draws.integers(0, 256, [sizes[axis] for axis in layout], np.uint8)
    message = summary.image("i", pixels, dataformats=layout)
    found = np.asarray(image.open(io.BytesIO(message[message.index(b"\x89PNG") :])))
    if layout == "NCHW":
        assert found.shape == (4, 32, 3)
        assert np.array_equal(found[2:, 4:8], pixels[9].transpose(1, 2, 0))
        assert not found[2:, 12:].any()
    else:
        expected = {"CHW": (1, 2, 0), "HWC": (0, 1, 2), "HW": (0, 1)}[layout]
        expected = pixels.transpose(expected)
        assert np.array_equal(found, expected if layout != "HW" else np.stack([expected] * 3, 2))


def test_wrong_values_raise_as_in_pytorch(no_backend, tmp_path):
    with SummaryWriter(tmp_path) as writer:
        with pytest.raises(AssertionError, match="should contain one element"):
            writer.add_scalar("a", np.zeros(2))
        with pytest.raises(NotImplementedError, match="numpy array or torch tensor are expected"):
            writer.add_scalar("a", [1.0])
        with pytest.raises(TypeError, match="should be dictionary"):
            writer.add_hparams([], {})
        with pytest.raises(ValueError, match="no element"):
            writer.add_histogram("h", np.zeros(0))
        with pytest.warns(UserWarning, match="nothing is written"):
            writer.add_graph(None)


def test_records_whose_bytes_have_changed_are_refused(no_backend, tmp_path):
    assert checksum(b"123456789") == 0xC78AB0E5
    SummaryWriter(tmp_path).close()
    (file,) = tmp_path.iterdir()
    assert len(list(read_records(file))) == 1
    file.write_bytes(file.read_bytes().replace(b"brain", b"brawn"))
    with pytest.raises(ValueError, match="checksum"):
        list(read_records(file))


def test_a_program_that_ends_has_written_and_has_not_imported_pytorch(no_backend, tmp_path):
    code = f"""
import sys, ivy_core
ivy_core.set_backend("numpy")
from frontends.torch.utils.tensorboard import SummaryWriter
writer = SummaryWriter({str(tmp_path)!r})
writer.add_scalar("a", 1.0, 1)
assert "torch" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
    assert list(scalars(tmp_path)) == [("a", 1, 1.0)]
