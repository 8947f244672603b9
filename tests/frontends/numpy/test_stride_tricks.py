"""Views made of strides show, and write to, the memory of the array they were made of."""

from __future__ import annotations

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core


def _by(np, x, *args, **options):
    return np.lib.stride_tricks.as_strided(x, *args, **options)


def _write_diagonal(np, x):
    _by(np, x, (4,), (x.itemsize * 7,))[:] = -1


def _add_to_corners(np, x):
    corners = _by(np, x, (2, 2), (x.itemsize * 18, x.itemsize * 5))
    corners += 10
    return corners


def _write_base(np, x):
    windows = _by(np, x, (3, 5, 2, 2), x.strides * 2)
    x[1] = 50
    return windows


def _step_out_of_view(np, x):
    later = _by(np, x[1:, ::2], (3, 3), (x.itemsize * 6, x.itemsize))
    later[0] = [7, 8, 9]
    return later


def _step_back(np, x):
    backwards = _by(np, x[::-1], (4, 2), (-x.itemsize * 6, x.itemsize * 3))
    backwards[1, 1] = 99
    return backwards


def _write_where_elements_lie_twice(np, x):
    windows = _by(np, x, (22, 3), (x.itemsize, x.itemsize))
    windows[5:7] = [1, 2, 3]
    return windows


def _transposed(np, x):
    turned = _by(np, x.T, (6, 4), x.T.strides)
    turned[0] = 5
    return turned


VIEWS = [
    _write_diagonal, _add_to_corners, _write_base, _step_out_of_view, _step_back,
    _write_where_elements_lie_twice, _transposed,
]  # fmt: skip


@pytest.mark.parametrize("dtype", ["float64", "int16"])
@pytest.mark.parametrize("use", VIEWS, ids=lambda use: use.__name__.strip("_"))
def test_views_share_memory(backend, use, dtype):
    found = []
    for np in (real, ours):
        x = np.arange(24).reshape(4, 6).astype(dtype)
        view = use(np, x)
        found.append((x.tolist(), None if view is None else (view.tolist(), view.strides)))
    assert found[0] == found[1]


def test_read_only(backend):
    for np in (real, ours):
        x = np.arange(4.0)
        view = _by(np, x, (2, 2), (8, 8), writeable=False)
        assert not view.flags.writeable
        with pytest.raises(ValueError, match="read-only"):
            view[0, 0] = 1
        x[1] = 7
        assert view.tolist() == [[0.0, 7.0], [7.0, 2.0]] and x.flags.writeable


def test_nothing_outside_of_the_memory(backend):
    if backend == "numpy":
        pytest.skip("NumPy's own shows what lies there")
    with pytest.raises((ValueError, RuntimeError)):
        _by(ours, ours.arange(4.0), (2, 3), (16, 8)).tolist()


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_windows_in_a_compiled_function(backend):
    def smooth(np, x):
        windows = _by(np, x, (x.shape[0] - 2, 3), (8, 8))
        _by(np, x, (x.shape[0] // 2,), (16,))[:] *= 2
        return (windows * np.array([0.25, 0.5, 0.25])).sum(1)

    compiled = ivy_core.compile(lambda x: smooth(ours, x))
    for seed in range(3):
        a = real.random.default_rng(seed).random(11)
        x = ours.array(a)
        expected = smooth(real, a)
        assert real.allclose(compiled(x).tolist(), expected) and x.tolist() == a.tolist()
