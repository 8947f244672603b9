"""Containers to files and back: HDF5, NumPy's archives, JSON and pickles."""

from __future__ import annotations

import builtins
import json
import os
import pickle
import random
import stat

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.backends.loading import load_backend

FORMATS = ("h5py", "npz", "json", "pickled")
ARRAYS = {
    "floats": np.array([[1.5, -0.0], [np.inf, np.nan]]),
    "ints": np.array([2**62, -3]),
    "bools": np.array([True, False]),
    "small": np.arange(3, dtype="uint8"),
    "halves": np.array([0.1, 2.0], "float16"),
    "complexes": np.array([1 + 2j, complex(np.inf, -1)], "complex64"),
    "number": np.array(3.5, "float32"),
    "empty": np.zeros((0, 3)),
    "flat": np.zeros((3, 0), "int32"),
}
OTHERS = {"int": 3, "float": 0.1, "bool": True, "text": "äß\n", "none": None, "nothing": ""}


@pytest.fixture
def file(tmp_path):
    return str(tmp_path / "container.file")


def tree():
    arrays = {name: ivy.asarray(a) for name, a in ARRAYS.items()}
    return ivy.Container(arrays=arrays, z=ivy.asarray([1]), others={"deep": OTHERS}, hollow={})


def assert_identical(x, y):
    ivy.Container.cont_assert_identical_structure([x, y])
    for (chain, a), (_, b) in zip(x.cont_to_iterator(), y.cont_to_iterator(), strict=True):
        if ivy.is_array(a):
            assert str(a.dtype) == str(b.dtype), chain
            np.testing.assert_array_equal(ivy.to_numpy(a), ivy.to_numpy(b))
        else:
            assert a == b and type(a) is type(b), chain


@pytest.mark.checklist("C07")
@pytest.mark.parametrize("format", FORMATS)
def test_save_and_load(backend, format, file):
    x = tree()
    x.cont_save(file, format=format)
    loaded = ivy.Container.cont_load(file, format=format)
    assert type(loaded) is ivy.Container and type(loaded.others.deep) is ivy.Container
    assert_identical(x, loaded)
    assert load_backend(backend).is_native(loaded.arrays.floats.data)
    ivy.Container(a=1).cont_save(file, format=format)  # a file that is there is replaced
    assert ivy.Container.cont_load(file, format=format).cont_to_dict() == {"a": 1}
    assert os.listdir(os.path.dirname(file)) == ["container.file"]


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("backend", ["jax", "torch", "tensorflow"], indirect=True)
def test_bfloat16(backend, format, file):
    x = ivy.Container(a=ivy.astype(ivy.asarray([[1.5, 2.0]]), ivy.bfloat16))
    x.cont_save(file, format=format)
    loaded = ivy.Container.cont_load(file, format=format)
    assert str(loaded.a.dtype) == "bfloat16" and ivy.to_list(loaded.a) == [[1.5, 2.0]]


def test_h5py_is_the_usual_format(file):
    ivy.Container(a=1).cont_save(file)
    assert open(file, "rb").read(4) == b"\x89HDF"
    assert ivy.Container.cont_load(file).cont_to_dict() == {"a": 1}


def test_an_unknown_format_is_refused(file):
    for call in (lambda: ivy.Container(a=1).cont_save(file, "xml"),
                 lambda: ivy.Container.cont_load(file, "xml")):  # fmt: skip
        with pytest.raises(ValueError, match="allowed are h5py, pickled, json, npz"):
            call()
    assert not os.path.exists(file)


@pytest.mark.parametrize("ending", ["hdf5", "npz", "json", "pickled"])
def test_loading_for_a_backend_that_is_not_set(ending, file, no_backend):
    pytest.importorskip("torch")
    x = ivy.Container(a=ivy.asarray([1.0]), b={"c": ivy.asarray([2])}, d=3)
    getattr(x, f"cont_to_disk_as_{ending}")(file)
    load = getattr(ivy.Container, f"cont_from_disk_as_{ending}")
    for handle in ("torch", ivy.get_backend("torch")):
        loaded = load(file, ivyh=handle)
        for chain in ("a", "b/c"):
            assert type(loaded[chain].data).__module__ == "torch"
        assert loaded.cont_config["ivyh"] is handle and loaded.d == 3
    assert type(load(file, ivyh=ivy).a.data) is np.ndarray


# what goes wrong leaves the old file


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("there", [False, True])
def test_nothing_is_half_written(format, there, file):
    if there:
        ivy.Container(old=1).cont_save(file, format=format)
    wrong = ivy.Container(a=ivy.zeros(10), b={"c": Unstorable()})
    with pytest.raises(TypeError, match="b/c" if format in ("h5py", "npz") else "Unstorable"):
        wrong.cont_save(file, format=format)
    assert os.listdir(os.path.dirname(file)) == ["container.file"] * there
    if there:
        assert ivy.Container.cont_load(file, format=format).cont_to_dict() == {"old": 1}


class Unstorable:
    def __str__(self):
        raise TypeError("Unstorable")

    def __reduce__(self):
        raise TypeError("Unstorable")


@pytest.mark.parametrize("format", ["h5py", "npz"])
@pytest.mark.parametrize(
    "leaf", [[1, 2], 2**70, "NUL\0", np.array(["a"]), np.array([{}], object), {1, 2}, len], ids=str
)
def test_leaves_that_no_file_holds(format, leaf, file):
    with pytest.raises(ivy.exceptions.IvyTypeError, match="'b/c'.*format='pickled' takes anything"):
        ivy.Container(b={"c": leaf}).cont_save(file, format=format)


@pytest.mark.parametrize("format", ["h5py", "npz", "json"])
def test_keys_that_are_no_text(format, file):
    with pytest.raises(ivy.exceptions.IvyTypeError, match="the key 3 below 'a' is of type int"):
        ivy.Container(a={3: 1}).cont_save(file, format=format)


def test_links_and_permissions_stay(tmp_path):
    real, link = tmp_path / "real.npz", tmp_path / "link.npz"
    ivy.Container(a=1).cont_to_disk_as_npz(real)
    os.chmod(real, 0o640)
    link.symlink_to(real)
    ivy.Container(a=2).cont_to_disk_as_npz(link)
    assert link.is_symlink() and stat.S_IMODE(real.stat().st_mode) == 0o640
    assert ivy.Container.cont_from_disk_as_npz(real).a == 2


def test_a_pickle_is_read_by_its_name_only(file):
    with open(file, "wb") as opened:
        pickle.dump({"a": 1}, opened)
    for format in ("h5py", "npz", "json"):
        with pytest.raises((ValueError, OSError)):
            ivy.Container.cont_load(file, format=format)
    assert ivy.Container.cont_load(file, format="pickled").cont_to_dict() == {"a": 1}
    np.savez(open(file, "wb"), a=np.array([{}], object), allow_pickle=True)
    with pytest.raises(ValueError, match="allow_pickle"):
        ivy.Container.cont_load(file, format="npz")
    with open(file, "wb") as opened:
        pickle.dump([1], opened)
    with pytest.raises(ivy.exceptions.IvyValueError, match="holds a list"):
        ivy.Container.cont_load(file, format="pickled")


# HDF5


@pytest.mark.checklist("C07")
def test_hdf5_by_batches(backend, file):
    x = ivy.Container(a=ivy.asarray([1.0]), b={"c": ivy.asarray([[2, 3]])})
    y = ivy.Container(a=ivy.asarray([4.0, 5.0]), b={"c": ivy.asarray([[6, 7], [8, 9]])})
    x.cont_to_disk_as_hdf5(file, max_batch_size=3)
    assert ivy.Container.h5_file_size(file) == 3 * 8 + 6 * 8
    y.cont_to_disk_as_hdf5(file, starting_index=1, max_batch_size=3)
    load = ivy.Container.cont_from_disk_as_hdf5
    loaded = load(file)
    np.testing.assert_array_equal(ivy.to_numpy(loaded.a), [1.0, 4.0, 5.0])
    np.testing.assert_array_equal(ivy.to_numpy(loaded.b.c), [[2, 3], [6, 7], [8, 9]])
    assert_identical(load(file, slice(1, 3)), y)
    assert_identical(load(file, slice(1)), x)
    np.testing.assert_array_equal(ivy.to_numpy(load(file, -1).b.c), [8, 9])
    y.cont_to_disk_as_hdf5(file, starting_index=3)  # the file grows
    assert load(file).a.shape == (5,)
    with pytest.raises(ivy.exceptions.IvyValueError, match="rows 2 to 4 of 'a' do not fit"):
        y.cont_to_disk_as_hdf5(file, starting_index=2, max_batch_size=3)
    with pytest.raises(ivy.exceptions.IvyIndexError, match="does not fit 'a'"):
        load(file, 9)


def test_hdf5_files_keep_what_is_not_written(file):
    ivy.Container(a=ivy.asarray([1.0, 2.0]), n=1, s="x").cont_to_disk_as_hdf5(file)
    ivy.Container(b={"c": 3}, n=2, a=ivy.asarray([9.0])).cont_to_disk_as_hdf5(file)
    loaded = ivy.Container.cont_from_disk_as_hdf5(file)
    assert ivy.to_list(loaded.a) == [9.0, 2.0]
    assert (loaded.b.c, loaded.n, loaded.s) == (3, 2, "x")
    before = open(file, "rb").read()
    for wrong, message in (
        (ivy.Container(a=ivy.asarray([1])), "it is float64 of shape"),
        (ivy.Container(a=ivy.asarray([[1.0]])), "is float64 of shape"),
        (ivy.Container(a={"d": 1}), "'a' is a leaf in the file"),
        (ivy.Container(b=1), "'b' is a Container in the file"),
        (ivy.Container(n=ivy.asarray([1])), "'n' is int64"),
    ):
        with pytest.raises(ivy.exceptions.IvyValueError, match=message):
            wrong.cont_to_disk_as_hdf5(file)
    assert open(file, "rb").read() == before


def test_hdf5_modes(file):
    x, y = ivy.Container(a=1), ivy.Container(b=2)
    with pytest.raises(FileNotFoundError):
        x.cont_to_disk_as_hdf5(file, mode="r+")
    x.cont_to_disk_as_hdf5(file, mode="x")
    with pytest.raises(FileExistsError):
        y.cont_to_disk_as_hdf5(file, mode="w-")
    y.cont_to_disk_as_hdf5(file, mode="r+")
    assert ivy.Container.cont_from_disk_as_hdf5(file).cont_to_dict() == {"a": 1, "b": 2}
    y.cont_to_disk_as_hdf5(file, mode="w")
    assert ivy.Container.cont_from_disk_as_hdf5(file).cont_to_dict() == {"b": 2}
    with pytest.raises(ivy.exceptions.IvyValueError, match="allowed are a, r"):
        x.cont_to_disk_as_hdf5(file, mode="r")


def test_hdf5_objects_that_are_open(file):
    h5py = pytest.importorskip("h5py")
    with h5py.File(file, "w") as opened:
        group = opened.create_group("inner")
        ivy.Container(a=ivy.asarray([1.0, 2.0]), b="text").cont_to_disk_as_hdf5(group)
        assert ivy.Container.h5_file_size(opened) == 16
        ivy.Container.shuffle_h5_file(group, seed_value=1)
        loaded = ivy.Container.cont_from_disk_as_hdf5(group)
        assert sorted(ivy.to_list(loaded.a)) == [1.0, 2.0] and loaded.b == "text"
        opened["foreign"] = ["x", "y"]
        assert ivy.Container.cont_from_disk_as_hdf5(opened).foreign == ["x", "y"]
        opened["opaque"] = np.zeros(2, "V3")
        with pytest.raises(ivy.exceptions.IvyTypeError, match="'opaque'"):
            ivy.Container.cont_from_disk_as_hdf5(opened)


def test_hdf5_keys_are_sorted_unless_told_otherwise(file):
    x = ivy.Container({"b": 1, "a": {"d": 2, "c": 3}}, alphabetical_keys=False)
    x.cont_to_disk_as_hdf5(file)
    assert [*ivy.Container.cont_from_disk_as_hdf5(file)] == ["a", "b"]
    loaded = ivy.Container.cont_from_disk_as_hdf5(file, alphabetical_keys=False)
    assert [*loaded] == ["b", "a"] and [*loaded.a] == ["d", "c"]


@pytest.mark.checklist("C07")
def test_shuffle_h5_file(file):
    x = ivy.Container(a=ivy.arange(10), b={"c": ivy.arange(20).reshape((10, 2))}, d=ivy.asarray(5))
    x.cont_to_disk_as_hdf5(file)
    ivy.Container.shuffle_h5_file(file, seed_value=3)
    loaded = ivy.Container.cont_from_disk_as_hdf5(file)
    order = list(range(10))
    random.Random(3).shuffle(order)
    assert ivy.to_list(loaded.a) == order
    np.testing.assert_array_equal(ivy.to_numpy(loaded.b.c), np.arange(20).reshape(10, 2)[order])
    assert ivy.to_list(loaded.d) == 5
    with pytest.raises(FileNotFoundError):
        ivy.Container.shuffle_h5_file(file + "x")


def test_without_h5py_the_extra_is_named(monkeypatch, file):
    real = builtins.__import__

    def absent(name, *args, **kwargs):
        if name == "h5py":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", absent)
    for call in (lambda: ivy.Container(a=1).cont_save(file), lambda: ivy.Container.cont_load(file)):
        with pytest.raises(ImportError, match=r"pip install 'ivy-frontends\[hdf5\]'"):
            call()


# NumPy's archives


def test_npz_files_are_numpys(file):
    x = ivy.Container(file=ivy.asarray([1.0]), b={"c": ivy.asarray([[2, 3]])}, allow_pickle=True)
    x.cont_to_disk_as_npz(file)
    with np.load(file, allow_pickle=False) as opened:
        np.testing.assert_array_equal(opened["b/c"], [[2, 3]])
        np.testing.assert_array_equal(opened["file"], [1.0])
    assert_identical(x, ivy.Container.cont_from_disk_as_npz(file))
    with open(file, "wb") as opened:
        np.savez(opened, **{"a": np.arange(3), "b/c": 1.0})
    foreign = ivy.Container.cont_from_disk_as_npz(file)
    assert ivy.to_list(foreign.a) == [0, 1, 2] and ivy.to_list(foreign["b/c"]) == 1.0
    with open(file, "wb") as opened:
        np.savez(opened, a=np.array(["text"]))
    with pytest.raises(ivy.exceptions.IvyTypeError, match="the entry 'a' of the file is of dtype"):
        ivy.Container.cont_from_disk_as_npz(file)
    with pytest.raises(ivy.exceptions.IvyValueError, match="__kinds__"):
        ivy.Container(__kinds__=1).cont_to_disk_as_npz(file)


# JSON


@pytest.mark.checklist("C07")
def test_jsonable(backend):
    x = ivy.Container(
        a=ivy.asarray([[1, 2]]),
        b={"c": (1, {2}), "d": ivy.asarray([1 + 2j])},
        e=len,
        f=[{"g": None}],
    )
    made = x.cont_to_jsonable()
    expected = {
        "a": [[1, 2]], "b": {"c": [1, [2]], "d": [[1.0, 2.0]]}, "e": str(len), "f": [{"g": None}],
    }  # fmt: skip
    assert json.loads(json.dumps(made)) == expected
    assert ivy.is_array(x.a)  # it stays as it was
    given = {"kept": 1}
    assert x.cont_to_jsonable(given) is given
    assert json.loads(json.dumps(given)) == {"kept": 1, **expected}


def test_json_files_are_plain(file):
    x = ivy.Container(a=ivy.asarray([1.0, 2.0], dtype="float32"), b={"c": [1, (2,)], "d": "text"})
    x.cont_to_disk_as_json(file)
    with open(file) as opened:
        content = json.load(opened)
    assert content == {
        "a": [1.0, 2.0], "b": {"c": [1, [2]], "d": "text"}, "__arrays__": {"a": ["float32", [2]]},
    }  # fmt: skip
    loaded = ivy.Container.cont_from_disk_as_json(file)
    assert ivy.is_array(loaded.a) and loaded.b.c == [1, [2]]
    with open(file, "w") as opened:
        json.dump({"a": [1, 2], "b": {"c": None}}, opened)
    loaded = ivy.Container.cont_from_disk_as_json(file)
    assert loaded.cont_to_dict() == {"a": [1, 2], "b": {"c": None}}


@pytest.mark.parametrize(
    "content, message",
    [
        ([1], "holds a list"),
        ({"a": [1, 2], "__arrays__": {"a": ["float32", [3]]}}, "__arrays__ says"),
        ({"__arrays__": {"z": ["float32", [1]]}}, "of 'z'"),
        ({"a": [1], "__arrays__": {"a": ["no dtype", [1]]}}, "no dtype"),
    ],
)
def test_json_files_that_do_not_fit(content, message, file):
    with open(file, "w") as opened:
        json.dump(content, opened)
    with pytest.raises(ivy.exceptions.IvyValueError, match=message):
        ivy.Container.cont_from_disk_as_json(file)


def test_json_has_a_key_of_its_own(file):
    with pytest.raises(ivy.exceptions.IvyValueError, match="__arrays__"):
        ivy.Container(__arrays__=1).cont_to_disk_as_json(file)
