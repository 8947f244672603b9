"""Samples of the standard library, NumPy, SciPy and PyTorch; the whole of them with --full."""

import random

import pytest

from tests.transpile import corpus
from transpile.rewrite.rewriter import Rewrite, rewrite_in_place

SAMPLE = 14  # files of each, small ones, so that a sample takes a second
LARGEST = 50_000  # bytes


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("doctests", [False, True])
@pytest.mark.parametrize("folder", corpus.folders(), ids=lambda folder: folder.name)
def test_corpus(folder, doctests, full):
    paths = corpus.files(folder)
    assert len(paths) > 400
    if not full:
        small = [path for path in paths if path.stat().st_size < LARGEST]
        paths = random.Random(0).sample(small, SAMPLE)
    outcome = corpus.check(paths, doctests=doctests)
    assert outcome.failures == []
    assert outcome.rewritten > 0.8 * len(paths)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda code: code + "(", "the result does not parse"),
        (lambda code: code + "x", "more than the lines that set the backend was put in"),
        (lambda code: code.replace("x  =", "x ="), "more than the lines that set the backend"),
        (lambda code: code.replace("\n", "", 1), "the result does not parse"),
    ],
)
def test_check_finds_what_a_rewrite_breaks(monkeypatch, tmp_path, change, fault):
    path = tmp_path / "a.py"
    path.write_text("import numpy\nx  = 1\n")
    rewrite = corpus.rewrite
    assert corpus.check([path]).failures == []
    monkeypatch.setattr(
        corpus, "rewrite", lambda *args, **options: Rewrite(change(rewrite(*args, **options).code))
    )
    assert any(fault in failure for failure in corpus.check([path]).failures)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda code: code.replace("x  =", "x ="), "line 2 is no import, and changed"),
        (lambda code: code + "\n", "lines were added or lost"),
        (lambda code: code.replace("\n", "\r\n"), "lines were added or lost"),
        (lambda code: "import numpy\nx  = 1\n", "line 1 still imports numpy"),
    ],
)
def test_check_finds_what_a_rewrite_in_place_breaks(monkeypatch, tmp_path, change, fault):
    path = tmp_path / "a.py"
    path.write_text("import numpy\nx  = 1\n")
    monkeypatch.setattr(
        corpus,
        "rewrite_in_place",
        lambda *args, **options: Rewrite(change(rewrite_in_place(*args, **options).code)),
    )
    assert any(fault in failure for failure in corpus.check([path]).failures)
