"""Manipulation functions against real NumPy: values, and which results are views."""

from __future__ import annotations

import inspect

import numpy as real
import pytest

import frontends.numpy as ours
from frontends.numpy import manipulation
from tests.frontends.numpy.differential import names_of, same


def _a(np):
    return np.arange(6).reshape(2, 3)


def _b(np):
    return np.arange(24.0).reshape(2, 3, 4)


CASES = [
    lambda np: np.reshape(_a(np), (3, 2)),
    lambda np: np.reshape(_a(np), (-1, 2)),
    lambda np: np.reshape(_a(np), -1),
    lambda np: np.reshape(_a(np), (3, 2), order="F"),
    lambda np: np.reshape(_a(np).T, (3, 2), order="A"),
    lambda np: np.reshape(_a(np), (4, 2)),
    lambda np: np.reshape(_a(np), (-1, -1)),
    lambda np: np.reshape(_a(np), (4, -1)),
    lambda np: np.reshape(_a(np), shape=(6,)),
    lambda np: np.reshape(_a(np).T, (6,), copy=False),
    lambda np: np.reshape(_a(np), (6,), order="K"),
    lambda np: np.reshape([1, 2], (2, 1)),
    lambda np: np.reshape(5, (1, 1)),
    lambda np: np.reshape(np.float32(5), ()),
    lambda np: np.reshape(np.zeros((0, 3)), (3, -1)),
    lambda np: np.reshape(np.zeros((0, 3)), (0, -1)),
    lambda np: np.reshape(_a(np), (np.int64(3), np.int32(2))),
    lambda np: np.reshape(_a(np), np.array([3, 2])),
    lambda np: np.reshape(_a(np), (3.0, 2)),
    lambda np: np.ravel(_a(np)),
    lambda np: np.ravel(_a(np), "F"),
    lambda np: np.ravel(_a(np).T, "A"),
    lambda np: np.ravel(_b(np).transpose(1, 0, 2), "K"),
    lambda np: np.ravel(5),
    lambda np: np.squeeze(np.float32(5)),
    lambda np: np.transpose(np.float32(5)),
    lambda np: np.ravel(_a(np), "X"),
    lambda np: np.shape([[1, 2]]),
    lambda np: np.shape(3),
    lambda np: np.shape(_a(np)),
    lambda np: np.ndim(_a(np)),
    lambda np: np.ndim(3.5),
    lambda np: np.size(_a(np)),
    lambda np: np.size(_a(np), 1),
    lambda np: np.size(_b(np), (0, 1)),
    lambda np: np.size([1, 2]),
    lambda np: np.size(_a(np), 5),
    lambda np: np.transpose(_b(np)),
    lambda np: np.transpose(_b(np), (1, 0, 2)),
    lambda np: np.transpose(_b(np), [-1, 0, 1]),
    lambda np: np.transpose(_b(np), (1, 0)),
    lambda np: np.transpose(_b(np), (1, 1, 0)),
    lambda np: np.transpose(_b(np), (3, 1, 0)),
    lambda np: np.transpose([[1, 2]]),
    lambda np: np.transpose(3),
    lambda np: np.permute_dims(_b(np), (2, 0, 1)),
    lambda np: np.matrix_transpose(_b(np)),
    lambda np: np.matrix_transpose(np.arange(3)),
    lambda np: np.moveaxis(_b(np), 0, -1),
    lambda np: np.moveaxis(_b(np), [0, 1], [-1, 0]),
    lambda np: np.moveaxis(_b(np), [0, 1], [-1]),
    lambda np: np.moveaxis(_b(np), 5, 0),
    lambda np: np.moveaxis(_b(np), [0, 0], [1, 2]),
    lambda np: np.rollaxis(_b(np), 2),
    lambda np: np.rollaxis(_b(np), 0, 3),
    lambda np: np.rollaxis(_b(np), 0, 5),
    lambda np: np.swapaxes(_b(np), 0, 2),
    lambda np: np.swapaxes(_b(np), 0, -4),
    lambda np: np.expand_dims(_a(np), 0),
    lambda np: np.expand_dims(_a(np), (0, -1)),
    lambda np: np.expand_dims(_a(np), 4),
    lambda np: np.expand_dims(_a(np), (0, 0)),
    lambda np: np.expand_dims(5, 0),
    lambda np: np.squeeze(np.ones((1, 3, 1))),
    lambda np: np.squeeze(np.ones((1, 3, 1)), 0),
    lambda np: np.squeeze(np.ones((1, 3, 1)), (0, 2)),
    lambda np: np.squeeze(np.ones((1, 3, 1)), 1),
    lambda np: np.squeeze(np.ones((1, 3, 1)), 3),
    lambda np: np.squeeze(np.ones((1, 1))),
    lambda np: np.squeeze([[1]]),
    lambda np: np.squeeze(5),
    lambda np: np.broadcast_to([1, 2, 3], (2, 3)),
    lambda np: np.broadcast_to(5, (2,)),
    lambda np: np.broadcast_to(5, 3),
    lambda np: np.broadcast_to(_a(np), (2, 2)),
    lambda np: np.broadcast_to(_a(np), (2, 2, 3)).strides,
    lambda np: np.broadcast_to(_a(np), (-1, 2, 3)),
    lambda np: np.broadcast_arrays([1, 2], [[3], [4]]),
    lambda np: np.broadcast_arrays([1, 2], [3, 4, 5]),
    lambda np: np.broadcast_shapes((2, 1), (3,)),
    lambda np: np.atleast_1d(3),
    lambda np: np.atleast_1d([1], 2),
    lambda np: np.atleast_2d(3),
    lambda np: np.atleast_2d([1, 2], [[3]]),
    lambda np: np.atleast_3d(3),
    lambda np: np.atleast_3d([1, 2]),
    lambda np: np.atleast_3d([[1, 2]]),
    lambda np: np.concatenate([_a(np), _a(np)]),
    lambda np: np.concatenate((_a(np), _a(np)), axis=1),
    lambda np: np.concatenate((_a(np), np.ones((2, 3))), axis=-1),
    lambda np: np.concatenate((_a(np), [[9, 9, 9]])),
    lambda np: np.concatenate((_a(np), [1, 2]), axis=None),
    lambda np: np.concatenate(_a(np)),
    lambda np: np.concatenate([[1], [2.5]]),
    lambda np: np.concatenate([[1, 2], [3]], dtype=np.float32),
    lambda np: np.concatenate([[1.5], [3]], dtype=int),
    lambda np: np.concatenate([[1.5], [3]], dtype=int, casting="unsafe"),
    lambda np: np.concatenate([np.array([1], np.uint8), np.array([2], np.int8)]),
    lambda np: np.concatenate([np.array([True]), np.array([2], np.float32)]),
    lambda np: np.concatenate([]),
    lambda np: np.concatenate([1, 2]),
    lambda np: np.concatenate([_a(np), [1, 2]]),
    lambda np: np.concatenate([_a(np), [[1, 2]]]),
    lambda np: np.concatenate([_a(np), _a(np)], axis=2),
    lambda np: np.concatenate([real.arange(2), np.arange(2)]),
    lambda np: np.concatenate([["a"], ["bc"]]),
    lambda np: np.concatenate([[1], [2]], out=np.zeros(2)),
    lambda np: np.concatenate([[1], [2]], out=np.zeros(3)),
    lambda np: np.concatenate([[1.5], [2]], out=np.zeros(2, int)),
    lambda np: np.concatenate([[1.5], [2]], out=np.zeros(2, int), casting="unsafe"),
    lambda np: np.concat([[1], [2]]),
    lambda np: np.stack([[1, 2], [3, 4]]),
    lambda np: np.stack([[1, 2], [3, 4]], axis=1),
    lambda np: np.stack([[1, 2], [3.0, 4]], -1),
    lambda np: np.stack([1, 2]),
    lambda np: np.stack([[1], [2, 3]]),
    lambda np: np.stack([]),
    lambda np: np.stack([[1], [2]], axis=3),
    lambda np: np.stack(_a(np), 1),
    lambda np: np.stack([_a(np)[0], np.float64(1) * _a(np)[1]]),
    lambda np: np.hstack([[1, 2], [3]]),
    lambda np: np.hstack([_a(np), _a(np)]),
    lambda np: np.hstack((1, 2)),
    lambda np: np.hstack(([1], [2]), dtype=float),
    lambda np: np.vstack([[1, 2], [3, 4]]),
    lambda np: np.vstack([_a(np), [7, 8, 9]]),
    lambda np: np.dstack([[1, 2], [3, 4]]),
    lambda np: np.dstack([_a(np), _a(np)]),
    lambda np: np.column_stack([[1, 2], [3, 4]]),
    lambda np: np.column_stack([_a(np), [7, 8]]),
    lambda np: np.block([[_a(np), np.ones((2, 1))], [np.zeros((1, 3)), 5]]),
    lambda np: np.block([1, 2, 3]),
    lambda np: np.block([[1, 2], [3, 4]]),
    lambda np: np.block([_a(np), [[9], [9]]]),
    lambda np: np.block(5),
    lambda np: np.block([[1], 2]),
    lambda np: np.block([]),
    lambda np: np.block([(1, 2)]),
    lambda np: np.append([1, 2], 3),
    lambda np: np.append(_a(np), [[7, 8, 9]], axis=0),
    lambda np: np.append(_a(np), [1, 2.5]),
    lambda np: np.append([], 1),
    lambda np: np.append(_a(np), [1, 2], axis=0),
    lambda np: np.split(np.arange(6), 3),
    lambda np: np.split(np.arange(6), [2, 5]),
    lambda np: np.split(np.arange(6), 4),
    lambda np: np.split(_a(np), [1], axis=1),
    lambda np: np.split([1, 2, 3], np.array([1])),
    lambda np: np.array_split(np.arange(7), 3),
    lambda np: np.array_split(np.arange(3), 5),
    lambda np: np.array_split(np.arange(3), 0),
    lambda np: np.array_split(np.arange(6), [2, -1, 9]),
    lambda np: np.hsplit(_a(np), 3),
    lambda np: np.hsplit(np.arange(4), 2),
    lambda np: np.hsplit(np.array(1), 2),
    lambda np: np.vsplit(_a(np), 2),
    lambda np: np.vsplit(np.arange(4), 2),
    lambda np: np.dsplit(_b(np), 2),
    lambda np: np.dsplit(_a(np), 2),
    lambda np: np.unstack(_a(np)),
    lambda np: np.unstack(_a(np), axis=1),
    lambda np: np.unstack(np.array(5)),
    lambda np: np.tile([1, 2], 2),
    lambda np: np.tile([1, 2], (2, 1)),
    lambda np: np.tile(_a(np), 2),
    lambda np: np.tile(_a(np), (2, 1, 2)),
    lambda np: np.tile(3, 2),
    lambda np: np.tile([1, 2], ()),
    lambda np: np.tile([1, 2], 0),
    lambda np: np.repeat([1, 2], 2),
    lambda np: np.repeat(_a(np), 2),
    lambda np: np.repeat(_a(np), 2, axis=1),
    lambda np: np.repeat(_a(np), [1, 2], axis=0),
    lambda np: np.repeat(_a(np), [1, 2, 0], axis=1),
    lambda np: np.repeat(_a(np), np.array([3]), axis=1),
    lambda np: np.repeat(3, 4),
    lambda np: np.repeat([1, 2], [1, 2, 3]),
    lambda np: np.repeat([1, 2], -1),
    lambda np: np.repeat([1, 2], 1.5),
    lambda np: np.repeat([1, 2], 0),
    lambda np: np.roll(np.arange(5), 2),
    lambda np: np.roll(_a(np), 1),
    lambda np: np.roll(_a(np), 1, axis=0),
    lambda np: np.roll(_a(np), -1, axis=1),
    lambda np: np.roll(_a(np), (1, 2), axis=(0, 1)),
    lambda np: np.roll(_a(np), 1, axis=(0, 1)),
    lambda np: np.roll(_a(np), (1, 1), axis=1),
    lambda np: np.roll(_a(np), 7, axis=1),
    lambda np: np.roll(_a(np), 1, axis=2),
    lambda np: np.roll(np.zeros((0, 2)), 1, axis=0),
    lambda np: np.roll([1, 2, 3], np.int64(1)),
    lambda np: np.rot90(_a(np)),
    lambda np: np.rot90(_a(np), 2),
    lambda np: np.rot90(_a(np), -1),
    lambda np: np.rot90(_b(np), 1, (1, 2)),
    lambda np: np.rot90(_b(np), 3, (2, 0)),
    lambda np: np.rot90(_a(np), axes=(0, 0)),
    lambda np: np.rot90(_a(np), axes=(0, 3)),
    lambda np: np.flip(_a(np)),
    lambda np: np.flip(_a(np), 0),
    lambda np: np.flip(_a(np), (0, 1)),
    lambda np: np.flip(_a(np), 2),
    lambda np: np.flip([1, 2, 3]),
    lambda np: np.flip(5),
    lambda np: np.fliplr(_a(np)),
    lambda np: np.fliplr([1, 2]),
    lambda np: np.flipud(_a(np)),
    lambda np: np.flipud(5),
    lambda np: np.resize(_a(np), (3, 3)),
    lambda np: np.resize([1, 2], 5),
    lambda np: np.resize(_a(np), (2, 2)),
    lambda np: np.resize([], (2, 2)),
    lambda np: np.resize([1, 2], (2, 0)),
    lambda np: np.resize([1, 2], (-1, 2)),
    lambda np: np.insert([1, 2, 3], 1, 9),
    lambda np: np.insert([1, 2, 3], 1, [8, 9]),
    lambda np: np.insert([1, 2, 3], [0, 2], [8, 9]),
    lambda np: np.insert([1, 2, 3], [1, 1], [8, 9]),
    lambda np: np.insert([1, 2, 3], -1, 9),
    lambda np: np.insert([1, 2, 3], 3, 9.7),
    lambda np: np.insert([1, 2, 3], 5, 9),
    lambda np: np.insert(_a(np), 1, 9),
    lambda np: np.insert(_a(np), 1, 9, axis=1),
    lambda np: np.insert(_a(np), 1, [7, 8, 9], axis=0),
    lambda np: np.insert(_a(np), 1, [[7], [8]], axis=1),
    lambda np: np.insert(_a(np), [1], [[7], [8]], axis=1),
    lambda np: np.insert(_a(np), [0, 2], [7, 8], axis=1),
    lambda np: np.insert(_a(np), slice(0, 2), 9, axis=1),
    lambda np: np.insert([], 0, 1.5),
    lambda np: np.insert(_a(np), 7, 9, axis=1),
    lambda np: np.insert([1, 2], np.array([True, False]), 5),
    lambda np: np.delete([1, 2, 3], 1),
    lambda np: np.delete([1, 2, 3], [0, -1]),
    lambda np: np.delete([1, 2, 3], slice(None, None, 2)),
    lambda np: np.delete(_a(np), 1),
    lambda np: np.delete(_a(np), 1, axis=1),
    lambda np: np.delete(_a(np), [0, 2], axis=1),
    lambda np: np.delete(_a(np), np.array([0]), axis=0),
    lambda np: np.delete([1, 2, 3], [True, False, True]),
    lambda np: np.delete([1, 2, 3], 5),
    lambda np: np.delete([1, 2, 3], []),
    lambda np: np.delete(_a(np), 0, axis=2),
    lambda np: np.concatenate([np.float32(1), 1.0], axis=None),
    lambda np: np.concatenate([np.array([1], "f4"), 2], axis=None),
    lambda np: np.choose([0, 1], [np.float32(1), 1.0]),
    lambda np: [a.conj() is a for a in (np.ones(3), np.ones(3, int), np.ones(3, complex))],
    lambda np: np.trim_zeros(np.array([0, 0, 1, 2, 0])),
    lambda np: np.trim_zeros(np.array([0, 0, 1, 2, 0]), "f"),
    lambda np: np.trim_zeros(np.array([0, 0, 1, 2, 0]), "b"),
    lambda np: np.trim_zeros(np.zeros(3)),
    lambda np: np.trim_zeros([0, 1, 0]),
    lambda np: np.trim_zeros(np.array([[0, 0, 0], [0, 1, 0]])),
    lambda np: np.trim_zeros(np.array([[0, 0, 0], [0, 1, 0]]), axis=1),
    lambda np: np.trim_zeros(np.array([0]), "x"),
    lambda np: np.pad([1, 2], 1),
    lambda np: np.pad(_a(np), ((1, 0), (0, 2))),
    lambda np: np.pad(_a(np), (1, 2), constant_values=9),
    lambda np: np.pad(_a(np), 1, constant_values=((1, 2), (3, 4))),
    lambda np: np.pad(_a(np), {1: (1, 2)}, constant_values=5),
    lambda np: np.pad(_a(np), {-1: 1}, "edge"),
    lambda np: np.pad(_a(np), 2, "edge"),
    lambda np: np.pad(_a(np), ((0, 0), (3, 4)), "reflect"),
    lambda np: np.pad(_a(np), ((3, 2), (0, 0)), mode="symmetric"),
    lambda np: np.pad(_a(np), 4, "wrap"),
    lambda np: np.pad(_a(np), 2, "linear_ramp", end_values=(5, -5)),
    lambda np: np.pad(_a(np) / 2, ((2, 2), (0, 0)), "linear_ramp"),
    lambda np: np.pad(_a(np), 2, "maximum"),
    lambda np: np.pad(_a(np), 2, "minimum", stat_length=1),
    lambda np: np.pad(_a(np) / 2, ((2, 2), (0, 0)), "mean"),
    lambda np: np.pad(_a(np), 1, "mean", stat_length=((1, 2), (2, 3))),
    lambda np: np.pad(_a(np) / 2, ((0, 0), (1, 0)), "median"),
    lambda np: np.pad(_b(np), 1, "reflect", reflect_type="odd"),
    lambda np: np.pad(_a(np), 0),
    lambda np: np.pad(_a(np), -1),
    lambda np: np.pad(_a(np), 1.5),
    lambda np: np.pad(_a(np), 1, "nothing"),
    lambda np: np.pad(_a(np), 1, "edge", constant_values=1),
    lambda np: np.pad(_a(np), ((1, 1), (1, 1), (1, 1))),
    lambda np: np.pad(np.zeros((0, 2)), 1),
    lambda np: np.pad(np.zeros((0, 2)), 1, "edge"),
    lambda np: np.pad(np.array([1, 2], np.uint8), 1, "linear_ramp", end_values=0),
    lambda np: np.pad([True, False], 1),
    lambda np: np.pad(["a"], 1, "edge"),
    lambda np: np.astype(_a(np), np.float32),
    lambda np: np.astype([1], float),
    lambda np: np.real(np.array([1 + 2j])),
    lambda np: np.real([1 + 2j]),
    lambda np: np.real(1 + 2j),
    lambda np: np.imag(np.array([1 + 2j])),
    lambda np: np.imag([1.0]),
    lambda np: np.imag(_a(np)),
    lambda np: np.isfortran(_a(np).T),
    lambda np: np.isfortran(_a(np)),
    lambda np: np.lib.stride_tricks.sliding_window_view(np.arange(5), 3),
    lambda np: np.lib.stride_tricks.sliding_window_view(_a(np), (2, 2)),
    lambda np: np.lib.stride_tricks.sliding_window_view(_a(np), 2, axis=1),
    lambda np: np.lib.stride_tricks.sliding_window_view(_a(np), 7, axis=1),
    lambda np: np.lib.stride_tricks.as_strided(np.arange(5), (3, 3), (8, 8)),
    lambda np: np.lib.stride_tricks.as_strided(_a(np)[1:], (2,), (16,)),
]


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("case", CASES, ids=names_of(CASES))
def test_manipulation_matches_numpy(backend, case):
    same(case)


# Of so many elements frameworks pad in one call of their own.
LARGE_PADDINGS = [
    lambda np, x: np.pad(x, 2),
    lambda np, x: np.pad(x, ((1, 0), (0, 3)), constant_values=-1.5),
    lambda np, x: np.pad(x.astype(np.float32), ((0, 2), (0, 0)), constant_values=3),
    lambda np, x: np.pad(x, (1, 2), "constant", constant_values=((0.0, -0.0), (1, 2))),
    lambda np, x: np.pad(x, 0),
    lambda np, x: np.pad(x, ((1, -1), (0, 0))),
    lambda np, x: np.pad(x, ((1, 1),) * 3),
    lambda np, x: np.pad(x, 1, "edge"),
]


@pytest.mark.parametrize("mode", ["constant", "edge", "linear_ramp", "mean", "reflect"])
def test_padding(backend, mode):
    same(lambda np: np.pad(np.ones((0, 3)), ((1,), (0,)), mode))
    same(lambda np: np.pad([1, 2, 3], 1, mode, reflect_type="even"))
    x = ours.pad(ours.ones((3, 4), order="F"), 2, mode)
    assert x.flags.f_contiguous and not x.flags.c_contiguous


@pytest.mark.parametrize("step", [1, 8])
def test_views_of_wider_dtypes_share_memory(backend, step):
    def case(np):
        x = np.arange(33, dtype="i1")
        y = x[step : step + 16].view("i8")
        y[0] = -1
        return x, (y * 2).tolist()  # PyTorch has no view of unaligned memory: y is NumPy's

    same(case)


@pytest.mark.parametrize("case", LARGE_PADDINGS, ids=names_of(LARGE_PADDINGS))
def test_padding_of_many_elements(backend, case):
    same(lambda np: case(np, np.arange(40_000.0).reshape(200, 200)))


# Each makes something of ``x``; writing to it must reach ``x`` exactly where it does so in NumPy.
ALIASES = [
    lambda np, x: np.reshape(x, (3, 2)),
    lambda np, x: np.reshape(x.T, (6,)),
    lambda np, x: np.reshape(x, (3, 2), order="F"),
    lambda np, x: np.reshape(x, (3, 2), copy=True),
    lambda np, x: np.ravel(x),
    lambda np, x: np.ravel(x.T),
    lambda np, x: np.ravel(x.T, "K"),
    lambda np, x: np.ravel(x[:, ::2]),
    lambda np, x: np.transpose(x),
    lambda np, x: np.permute_dims(x),
    lambda np, x: np.swapaxes(x, 0, 1),
    lambda np, x: np.moveaxis(x, 0, 1),
    lambda np, x: np.rollaxis(x, 1),
    lambda np, x: np.matrix_transpose(x),
    lambda np, x: np.expand_dims(x, 1),
    lambda np, x: np.squeeze(x[:, :1]),
    lambda np, x: np.squeeze(x),
    lambda np, x: np.flip(x),
    lambda np, x: np.flip(x, 1)[:, 1:],
    lambda np, x: np.fliplr(x),
    lambda np, x: np.flipud(x),
    lambda np, x: np.rot90(x),
    lambda np, x: np.rot90(x, 2),
    lambda np, x: np.rot90(x, 3),
    lambda np, x: np.rot90(x, 0),
    lambda np, x: np.atleast_1d(x),
    lambda np, x: np.atleast_3d(x),
    lambda np, x: np.atleast_2d(x[0]),
    lambda np, x: np.split(x, [1], axis=1)[1],
    lambda np, x: np.array_split(x, 2, axis=1)[0],
    lambda np, x: np.hsplit(x, 3)[1],
    lambda np, x: np.vsplit(x, 2)[1],
    lambda np, x: np.unstack(x, axis=1)[2],
    lambda np, x: np.broadcast_arrays(x, x)[0],
    lambda np, x: np.asarray(x),
    lambda np, x: np.ascontiguousarray(x),
    lambda np, x: np.ascontiguousarray(x.T),
    lambda np, x: np.asfortranarray(x),
    lambda np, x: np.copy(x),
    lambda np, x: np.array(x),
    lambda np, x: np.array(x, copy=None, ndmin=3),
    lambda np, x: np.roll(x, 0),
    lambda np, x: np.tile(x, 1),
    lambda np, x: np.repeat(x, 1, axis=0),
    lambda np, x: np.resize(x, (2, 3)),
    lambda np, x: np.pad(x, 0),
    lambda np, x: np.trim_zeros(x + 1),
    lambda np, x: np.trim_zeros(x),
    lambda np, x: np.delete(x, [], axis=0),
    lambda np, x: np.block([x]),
    lambda np, x: np.block(x),
    lambda np, x: np.concatenate([x]),
    lambda np, x: np.real(x),
    lambda np, x: np.astype(x, int, copy=False),
    lambda np, x: np.astype(x, int),
    lambda np, x: x.view(),
    lambda np, x: x.view(np.uint64),
    lambda np, x: x.reshape(6)[1:][::2],
    lambda np, x: x[...],
    lambda np, x: x[:, 1],
    lambda np, x: x[[0, 1]],
    lambda np, x: x.flatten(),
    lambda np, x: x.T.T,
    lambda np, x: x.swapaxes(0, 1)[1:],
    lambda np, x: np.require(x, requirements="C"),
]


@pytest.mark.parametrize("make", ALIASES, ids=names_of(ALIASES))
def test_a_view_is_where_numpy_has_one(backend, make):
    results = []
    for np in (real, ours):
        x = np.arange(6).reshape(2, 3)
        y = make(np, x)
        shared = np.shares_memory(x, y), np.may_share_memory(y, x)
        x[1, 2] = 50
        seen = y.tolist()
        y[...] = 9
        results.append((shared, seen, x.tolist(), y.tolist()))
    assert results[0] == results[1]


READ_ONLY = [
    lambda np, x: np.broadcast_to(x, (2, 2, 3)),
    lambda np, x: np.diagonal(x),
    lambda np, x: np.diag(x),
    lambda np, x: np.lib.stride_tricks.sliding_window_view(x, (1, 2)),
]


@pytest.mark.parametrize("make", READ_ONLY, ids=names_of(READ_ONLY))
def test_read_only_views(backend, make):
    for np in (real, ours):
        x = np.arange(6).reshape(2, 3)
        y = make(np, x)
        assert not y.flags.writeable
        assert np.shares_memory(x, y)
        with pytest.raises(ValueError):
            y[...] = 1
        with pytest.raises(ValueError):
            y[0] = 1
        x[0, 0] = 70
        assert 70 in y


def test_shares_memory_is_exact(backend):
    for np in (real, ours):
        x = np.arange(8)
        y = np.arange(8)
        assert not np.shares_memory(x, y)
        assert np.shares_memory(x, x)
        assert np.shares_memory(x[::2], x[:3])
        assert not np.shares_memory(x[::2], x[1::2])
        assert np.may_share_memory(x[::2], x[1::2])
        assert not np.may_share_memory(x[:3], x[3:])
        assert np.shares_memory(x.reshape(2, 4)[1], x[4:])
        assert not np.shares_memory(x.reshape(2, 4)[1], x[:4])
        assert not np.shares_memory(x, x.copy())
        assert not np.shares_memory(x[0], x)


MEMORY = {  # views of one array; which of them share memory is asked of each pair
    "whole": lambda x: x,
    "first": lambda x: x[:2],
    "last": lambda x: x[2:],
    "bytes": lambda x: x.view("u1"),
    "first bytes": lambda x: x.view("u1")[:, :8],
    "last bytes of rows": lambda x: x.view("u1")[:, 8:],
    "bytes of the last": lambda x: x[2:].view("u1"),
    "halves, every second": lambda x: x.view("f4")[:, ::2],
    "halves, the others": lambda x: x.view("f4")[:, 1::2],
    "numbers again": lambda x: x.view("u1")[:, :8].view("f8"),
    "real": lambda x: x.real,
    "imaginary": lambda x: x.imag,
    "imaginary, first": lambda x: x.imag[:2].T,
    "flat": lambda x: x.reshape(-1)[4:],
    "raveled columns": lambda x: x[:, ::2].ravel(),
    "a copy": lambda x: x.copy(),
}


@pytest.mark.parametrize("dtype", ["c16", "f8"])
def test_shares_memory_through_views_of_bytes_and_of_parts(backend, dtype):
    def shared(np):
        x = np.zeros((4, 4), dtype)
        views = {
            name: view(x) for name, view in MEMORY.items() if dtype == "c16" or "im" not in name
        }
        return {
            (a, b): (np.shares_memory(views[a], views[b]), np.may_share_memory(views[a], views[b]))
            for a in views
            for b in views
        }

    assert shared(ours) == shared(real)


BITS = [
    (lambda np: np.arange(4, dtype=np.int32), "f4"),
    (lambda np: np.arange(4, dtype=np.float64), "i8"),
    (lambda np: np.arange(4, dtype=np.float64), "i4"),
    (lambda np: np.arange(4, dtype=np.int16), "i4"),
    (lambda np: np.arange(4, dtype=np.int16), "u1"),
    (lambda np: np.arange(4, dtype=np.float64), "c16"),
    (lambda np: np.arange(4, dtype=np.float64) * 1j, "f8"),
    (lambda np: np.array([True, False]), "u1"),
    (lambda np: np.array([1, 0], dtype=np.int8), "?"),
    (lambda np: np.arange(8, dtype=np.int16).reshape(2, 4), "i8"),
    (lambda np: np.arange(8, dtype=np.int16).reshape(2, 4)[::-1], "i4"),
    (lambda np: np.arange(8, dtype=np.int16).reshape(2, 4)[:, 2:], "u1"),
]


@pytest.mark.parametrize("make, dtype", BITS)
def test_view_in_another_dtype(backend, make, dtype):
    results = []
    for np in (real, ours):
        x = make(np)
        y = x.view(dtype)
        before = y.tolist(), str(y.dtype), y.shape
        y[0] = 1
        after = x.tolist()
        x[-1] = 0
        y[..., -1:] += y[..., -1:]
        results.append((before, after, y.tolist(), x.tolist(), np.shares_memory(x, y)))
    assert results[0] == results[1]


BAD_BITS = [
    lambda np: np.arange(3, dtype=np.int16).view("i4"),
    lambda np: np.arange(8, dtype=np.int16)[::2].view("i4"),
    lambda np: np.array(3, np.int16).view("i4"),
    lambda np: np.arange(3).view("S8").dtype,
    lambda np: np.float32(1).view(np.int32),
    lambda np: np.arange(3).view(np.ndarray),
]


@pytest.mark.parametrize("case", BAD_BITS, ids=names_of(BAD_BITS))
def test_view_corner_cases(backend, case):
    same(case)


COPIES = [
    lambda np, x: np.copyto(x, 5),
    lambda np, x: np.copyto(x, [7, 8, 9]),
    lambda np, x: np.copyto(x, 1.5),
    lambda np, x: np.copyto(x, np.ones((2, 3))),
    lambda np, x: np.copyto(x, np.ones((2, 3)) * 2.7, casting="unsafe"),
    lambda np, x: np.copyto(x, 5, where=x > 2),
    lambda np, x: np.copyto(x, [7, 8, 9], where=[True, False, True]),
    lambda np, x: np.copyto(x, np.ones((2, 2), int)),
    lambda np, x: np.copyto(x[:, 1], 4),
    lambda np, x: np.copyto(x, 5, where=[1, 0, 1]),
    lambda np, x: np.copyto([1], 5),
    lambda np, x: np.copyto(x, True),
    lambda np, x: np.copyto(x, np.float32(3)),
    lambda np, x: np.copyto(real.zeros(2), x[0, :2]),
]


@pytest.mark.parametrize("write", COPIES, ids=names_of(COPIES))
def test_copyto(backend, write):
    def case(np):
        x = np.arange(6).reshape(2, 3)
        assert write(np, x) is None
        return x

    same(case)


def test_concatenate_fills_and_returns_out(backend):
    out = ours.zeros(4)
    assert ours.concatenate([[1, 2], [3, 4]], out=out) is out
    assert out.tolist() == [1, 2, 3, 4]
    out = ours.zeros((2, 2))
    assert ours.stack([[1, 2], [3, 4]], out=out) is out
    assert out.tolist() == [[1, 2], [3, 4]]


def _program(np, x):
    y = x * 1
    y[0, 1:] = 5
    y[:, 0] += 1
    y.T[1] *= 2
    z = np.array([x[0], [1.0, x[1, 0], 2.0]])
    w = np.concatenate([y, z]).reshape(3, -1)
    w.shape = (2, 6)
    w[:, ::2] = np.flip(x, 1)
    np.copyto(w, 0.0, where=w > 20)
    np.fill_diagonal(z, -1.0)
    bits = x.view("i8").view("f8")
    parts = [
        y, z, w, bits, np.pad(x, 1, "edge"), np.pad(x, 1), np.roll(x, 1, axis=1), np.tile(x, 2),
        np.where(x > 2, x, 0), np.take(x, [0, 1], axis=1), np.diag(x[0]), np.tril(x),
        np.delete(x, 1, axis=1), np.append(x, x), np.meshgrid(x[0], x[1])[0], np.vander(x[0], 3),
        np.linspace(x[0], x[1], 3), np.select([x > 3, x > 1], [x, x * 2], 0), np.r_[x[0], 1.5],
        np.choose([[0, 1, 0], [1, 1, 0]], [x, y]), np.resize(x, (4, 4)), np.rot90(x),
        np.split(x, 3, axis=1)[1], np.full((2, 2), x[0, 1]), np.linspace(0, x[1, 1], 3),
    ]  # fmt: skip
    return np.concatenate([part.ravel() for part in parts])


def test_a_program_can_be_traced(backend):
    from ivy_core.arrays.views import new_array
    from ivy_core.backends.holder import read

    def traced(native):
        return read(_program(ours, new_array(ours.ndarray, native)))

    if backend == "jax":
        import jax

        compiled = jax.jit(traced)
    elif backend == "tensorflow":
        import tensorflow as tf

        compiled = tf.function(traced, autograph=False)
    else:
        compiled = traced
    x = real.arange(6.0).reshape(2, 3)
    real.testing.assert_allclose(
        real.asarray(compiled(read(ours.array(x)))), _program(real, x), rtol=1e-12
    )


def test_signatures_are_numpys():
    for name in manipulation.__all__:
        if name == "view_of":
            continue
        try:
            expected = inspect.signature(getattr(real, name))
        except (ValueError, TypeError):
            continue
        found = inspect.signature(getattr(ours, name))
        assert list(found.parameters) == list(expected.parameters), name
        for each, wanted in expected.parameters.items():
            default = found.parameters[each].default
            assert default is wanted.default or default == wanted.default, (name, each)
            assert found.parameters[each].kind == wanted.kind, (name, each)
