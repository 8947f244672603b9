"""Data for the scripts, drawn: words, tokens, waves and images, of the shapes that they expect."""

from __future__ import annotations

import io
import pickle
import zipfile
from pathlib import Path

import numpy as np

_LETTERS = 65


def _tokens(count: int, kinds: int, seed: int) -> np.ndarray:
    """Draw numbers of which each one depends on the last, so that there is something to learn."""
    draws = np.random.default_rng(seed)
    follows = draws.integers(kinds, size=(kinds, 3))
    choices = draws.integers(3, size=count)
    found = np.empty(count, np.int64)
    last = 0
    for i, choice in enumerate(choices):
        last = found[i] = follows[last, choice]
    return found


def letters(folder: Path) -> None:
    """Write nanoGPT's data set of letters: two files of numbers and what the numbers mean."""
    target = folder / "data" / "shakespeare_char"
    target.mkdir(parents=True, exist_ok=True)
    for name, count in (("train", 40_000), ("val", 8_000)):
        _tokens(count, _LETTERS, 1).astype(np.uint16).tofile(target / f"{name}.bin")
    names = {i: chr(33 + i) for i in range(_LETTERS)}
    meta = {"vocab_size": _LETTERS, "itos": names, "stoi": {c: i for i, c in names.items()}}
    (target / "meta.pkl").write_bytes(pickle.dumps(meta))


def stories(folder: Path) -> None:
    """Write llama2.c's pretokenized shards for 512 words of its own."""
    target = folder / "data" / "tok512"
    target.mkdir(parents=True, exist_ok=True)
    for shard in range(3):
        name = target / f"data{shard:02}.bin"
        _tokens(60_000, 512, shard).astype(np.uint16).tofile(name)


def sentences(folder: Path) -> None:
    """Write three texts of 300 words."""
    target = folder / "data" / "wikitext-2"
    target.mkdir(parents=True, exist_ok=True)
    for name, count in (("train", 80_500), ("valid", 4_000), ("test", 4_000)):
        words = [f"w{each}" for each in _tokens(count, 300, 2)]
        lines = [" ".join(words[at : at + 25]) for at in range(0, count, 25)]
        (target / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def waves(folder: Path) -> None:
    """Write shifted sines as PyTorch's `save` does: a zip file around a pickle."""
    draws = np.random.default_rng(2)
    at = np.arange(60) + draws.integers(-80, 80, size=(9, 1))
    pickled = io.BytesIO()
    pickle.dump(np.sin(at / 20.0), pickled, protocol=2)
    with zipfile.ZipFile(folder / "traindata.pt", "w") as file:
        file.writestr("archive/data.pkl", pickled.getvalue())
        file.writestr("archive/version", "3\n")


def photographs(folder: Path) -> None:
    """Write images of soft stripes: fifty to train with, five for tests."""
    from PIL import Image

    draws = np.random.default_rng(3)
    y, x = np.mgrid[0:256, 0:256] / 256.0
    for name, count in (("train", 50), ("test", 5)):
        target = folder / "dataset" / "BSDS300" / "images" / name
        target.mkdir(parents=True, exist_ok=True)
        for i in range(count):
            turns = draws.uniform(2, 30, size=(3, 2))
            waves = [np.sin(a * x + b * y) for a, b in turns]
            image = np.uint8(np.stack(waves, axis=-1) * 100.0 + 120.0)
            Image.fromarray(image).save(target / f"{i:03}.png")


def digits(folder: Path) -> None:
    """Make the folder that pictures of digits are written into; the digits come with the stub."""
    (folder / "results").mkdir(exist_ok=True)


def nothing(folder: Path) -> None:
    """Write nothing: the environments draw what they give."""
