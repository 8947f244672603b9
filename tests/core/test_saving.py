"""Arrays and Containers in files, and what is refused."""

from __future__ import annotations

import os
import pickle

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.utils.exceptions import IvyTypeError, IvyValueError

ENDINGS = ("npz", "h5", "hdf5", "json")


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("dtype", ["float64", "float32", "int8", "bool", "complex64"])
def test_arrays_come_back(backend, assert_matches, tmp_path, ending, dtype):
    for shape in ((2, 3), (), (0, 2)):
        a = (np.arange(np.prod(shape)).reshape(shape) * 1.5).astype(dtype)
        path = tmp_path / f"x.{ending}"
        ivy.save(ivy.asarray(a), path)
        assert_matches(ivy.load(path), a)
        assert_matches(ivy.load(str(path), type="array"), a)
        with pytest.raises(IvyTypeError, match="'container' was given.*holds 'array'"):
            ivy.load(path, type="container")
    assert os.listdir(tmp_path) == [f"x.{ending}"]


@pytest.mark.parametrize("ending", ENDINGS)
def test_containers_come_back(backend, tmp_path, ending):
    x = ivy.Container(a=ivy.asarray([1, 2]), b={"c": ivy.asarray([[0.5]]), "d": None, "e": "text"})
    path = tmp_path / f"x.{ending}"
    ivy.save(x, path)
    found = ivy.load(path, type="container")
    assert found.a.to_list() == [1, 2] and found.b.c.to_list() == [[0.5]]
    assert found.b.d is None and found.b.e == "text"
    assert str(found.a.dtype) == "int64"
    assert list(found) == ["a", "b"]
    with pytest.raises(IvyTypeError, match="'array' was given.*holds 'container'"):
        ivy.load(path, type="array")


def test_native_arrays_and_half_precision(backend, tmp_path):
    x = ivy.asarray([0.5, -1.0])
    ivy.save(x.data, tmp_path / "x.npz")
    assert ivy.load(tmp_path / "x.npz").to_list() == [0.5, -1.0]
    if ivy.valid_dtype("bfloat16"):
        ivy.save(ivy.astype(x, "bfloat16"), tmp_path / "x.npz")
        found = ivy.load(tmp_path / "x.npz")
        assert str(found.dtype) == "bfloat16"
        assert ivy.astype(found, "float64").to_list() == [0.5, -1.0]


class Loud:
    def __reduce__(self):
        return os.mkdir, ("run",)


def test_pickles_are_asked_for_by_name(backend, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    x = ivy.Container(a=ivy.asarray([1.0]))
    for name in ("x.pkl", "x.pickle", "x"):
        with pytest.raises(IvyValueError, match="says no format.*'pickled'"):
            ivy.save(x, tmp_path / name)
        (tmp_path / name).write_bytes(pickle.dumps(Loud()))
        with pytest.raises(IvyValueError, match="says no format"):
            ivy.load(tmp_path / name)
    np.savez(tmp_path / "y.npz", x=np.array([Loud()], dtype=object))
    with pytest.raises(ValueError, match="allow_pickle"):
        ivy.load(tmp_path / "y.npz")
    assert not (tmp_path / "run").exists()
    ivy.save(x, tmp_path / "x.pkl", format="pickled")
    assert ivy.load(tmp_path / "x.pkl", format="pickled").a.to_list() == [1.0]


def test_what_is_refused_leaves_the_file_as_it_was(backend, tmp_path):
    path = tmp_path / "x.npz"
    ivy.save(ivy.asarray([1.0]), path)
    with pytest.raises(IvyTypeError, match="type list was given"):
        ivy.save([1.0], path)
    with pytest.raises(IvyTypeError, match="of type object"):
        ivy.save(ivy.Container(a=object()), path)
    with pytest.raises(IvyValueError, match="only key"):
        ivy.save(ivy.Container(__array__=ivy.asarray([1.0])), path)
    with pytest.raises(IvyValueError, match="'yaml'"):
        ivy.save(ivy.asarray([1.0]), path, format="yaml")
    with pytest.raises(IvyValueError, match="type 'module'.*'container'"):
        ivy.load(path, type="module")
    assert ivy.load(path).to_list() == [1.0]
