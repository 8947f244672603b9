"""Folders of arrays in parts: what is kept of a nest, what is refused, and what a fault leaves."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.distributed import load, save, saving
from ivy_core.utils.exceptions import IvyException, IvyTypeError, IvyValueError


@pytest.fixture
def folder(backend, tmp_path):
    """Return a folder with a nest that was saved."""
    path = tmp_path / "state"
    save(path, {"w": ivy.asarray(np.arange(12.0).reshape(3, 4)), "step": 7})
    return path


@pytest.mark.parametrize("dtype", ["float64", "bfloat16", "complex64", "bool", "uint8", "int64"])
@pytest.mark.parametrize("shape", [(), (0, 3), (5,), (2, 3, 4)])
def test_dtypes_and_shapes_are_kept(backend, dtype, shape, tmp_path):
    x = ivy.asarray(np.arange(24.0)[: int(np.prod(shape))].reshape(shape)).astype(dtype)
    save(tmp_path / "x", x)
    found = load(tmp_path / "x")
    assert type(found) is ivy.Array and found.dtype == dtype and found.shape == shape
    np.testing.assert_array_equal(ivy.to_numpy(found), ivy.to_numpy(x))


def test_nests_are_kept(backend, tmp_path):
    x = ivy.asarray([[1.0, 2.0], [3.0, 4.0]])
    nest = {
        "view": x.T, 3: [True, None, -1.5, float("inf"), 2 + 1j, "text", ()], "none": {},
        "container": ivy.Container(a=x, b=ivy.Container(c=x[0])), "native": x.data,
    }  # fmt: skip
    save(tmp_path / "x", nest)
    found = load(tmp_path / "x")
    assert list(found) == list(nest) and found[3] == nest[3] and found["none"] == {}
    assert isinstance(found["container"].b, ivy.Container)
    for one, other in (
        (found["view"], x.T), (found["container"].b.c, x[0]), (found["native"], x),
    ):  # fmt: skip
        np.testing.assert_array_equal(ivy.to_numpy(one), ivy.to_numpy(other))


def test_a_folder_is_replaced_whole(folder):
    save(folder, [ivy.asarray([1, 2])])
    (found,) = load(folder)
    assert found.to_list() == [1, 2]
    assert sorted(path.name for path in folder.parent.iterdir()) == ["state"]


def test_what_cannot_be_saved_leaves_the_former(folder):
    for wrong, word in (({"f": print}, "f is of type builtin"), ({2.5: 1}, "key 2.5")):
        with pytest.raises(IvyTypeError, match=word):
            save(folder, wrong)
    with pytest.raises(IvyValueError, match="two arrays have the name '1/2'"):
        save(folder, {1: {2: ivy.asarray(1)}, "1/2": ivy.asarray(2)})
    assert load(folder)["step"] == 7


def test_what_save_has_not_written_is_not_replaced(backend, tmp_path):
    (tmp_path / "notes").write_text("mine")
    for path in (tmp_path, tmp_path / "notes"):
        with pytest.raises(IvyValueError, match="is no folder that save has written"):
            save(path, {})
    assert (tmp_path / "notes").read_text() == "mine"


def truncate(folder: Path):
    file = folder / "process-0.npy"
    file.write_bytes(file.read_bytes()[:-1])


def halve(folder: Path):
    folder.rename(f"{folder}.partial")


def change_index(change):
    def damage(folder: Path):
        index = json.loads((folder / "index.json").read_text())
        change(index["arrays"]["w"], index)
        (folder / "index.json").write_text(json.dumps(index))

    return damage


@pytest.mark.parametrize("damage, kind, words", [
    (lambda folder: (folder / "process-0.npy").unlink(), FileNotFoundError, "0.npy' is missing"),
    (truncate, IvyValueError, r"has \d+ bytes; \d+ were written"),
    (halve, IvyValueError, "was not written to its end"),
    (lambda folder: (folder / "index.json").unlink(), IvyValueError, "is no folder of save's"),
    (change_index(lambda w, _: w["parts"].clear()), IvyValueError, "0 of 12 elements of 'w'"),
    (change_index(lambda w, _: w["parts"].append(w["parts"][0])), IvyValueError, "24 of 12"),
    (change_index(lambda w, _: w.update(shape=[4, 4])), IvyValueError, "12 of 16 elements"),
    (change_index(lambda w, _: w["parts"][0].update(shape=[4, 3])), IvyValueError,
     r"has shape \(3, 4\), .* not the shape \(4, 3\)"),
    (change_index(lambda w, _: w.update(dtype="float32")), IvyValueError, "of 8 bytes"),
    (change_index(lambda _, index: index.update(format="2")), IvyValueError, "format '2'"),
])  # fmt: skip
def test_damaged_folders_are_told(folder, damage, kind, words):
    damage(folder)
    with pytest.raises(kind, match=words):
        load(folder)


def test_a_missing_folder_is_pythons_error(backend, tmp_path):
    with pytest.raises(FileNotFoundError, match="nowhere"):
        load(tmp_path / "nowhere")


class Group:
    """Two processes, of which the other one tells what it was made with."""

    index, count = 0, 2

    def __init__(self, other: dict[int, str]):
        self.words, self.met = other, []

    def tell(self, subject, text):
        self.words = {**self.words, 0: text}

    def told(self, subject):
        return self.words

    def meet(self, name, seconds):
        self.met.append(name)


def test_where_one_process_fails_all_raise():
    group = Group({1: "OSError: disk full"})
    with pytest.raises(IvyException, match=re.escape("process 1 has failed: OSError: disk full")):
        with saving.failing_together(group, "step"):
            pass
    with pytest.raises(ZeroDivisionError):
        with saving.failing_together(Group({}), "step"):
            1 / 0  # noqa: B018
    with saving.failing_together(Group({}), "step"):
        pass
    assert group.met == ["step"]
