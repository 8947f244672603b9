"""Manipulation functions against NumPy: values, dtypes, shapes, errors, and what they alias."""

# ruff: noqa: B023 - the functions are called at once

from __future__ import annotations

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.backends.loading import load_backend
from tests.core.arrays import array

SHAPES = [(), (0,), (1,), (4,), (2, 3), (3, 1), (0, 2), (2, 3, 4), (1, 2, 1), (2, 1, 3, 2)]
SOME_SHAPES = [(), (4,), (2, 3), (0, 2), (2, 3, 4)]  # for JAX, which compiles a kernel for each
DTYPES = ["bool", "int8", "int64", "float32", "float64", "complex128"]


def values(shape, dtype="float64"):
    count = int(np.prod(shape))
    return (np.arange(count) % 7 - 2).astype(dtype).reshape(shape)


def both(function, reference):
    """Return the result of either, or the builtin classes of what they raise."""
    try:
        expected = reference()
    except Exception as err:
        with pytest.raises(_builtins(err)):
            function()
        return None
    return function(), expected


def _builtins(err):
    return IndexError if isinstance(err, IndexError) else (ValueError, TypeError)


VIEWS = {
    "reshape": [
        (lambda x, v=v: ivy.reshape(x, v), lambda a, v=v: np.reshape(a, v))
        for v in [(-1,), -1, 6, (3, 2), (2, 3), (6, 1), (4, 6), (2, 2, -1), (0, -1), (5,), ()]
    ]
    + [
        (lambda x, v=v: ivy.reshape(x, v, order="F"), lambda a, v=v: np.reshape(a, v, order="F"))
        for v in [(-1,), (3, 2), (6, 1), (4, 6)]
    ],
    "ravel": [
        (lambda x, o=o: ivy.ravel(x, order=o), lambda a, o=o: np.ravel(a, o)) for o in "CFAK"
    ],
    "expand_dims": [
        (lambda x, v=v: ivy.expand_dims(x, axis=v), lambda a, v=v: np.expand_dims(a, v))
        for v in [0, 1, -1, -2, 3, (0, 1), (0, -1), (1, 1)]
    ],
    "squeeze": [
        (lambda x, v=v: ivy.squeeze(x, v), lambda a, v=v: np.squeeze(a, v))
        for v in [None, 0, 1, -1, 5, (0, 2), (0, 0)]
    ],
    "permute_dims": [
        (lambda x, v=v: ivy.permute_dims(x, v), lambda a, v=v: np.transpose(a, v))
        for v in [None, (0,), (1, 0), (-1, 0), (2, 0, 1), (0, 0), (3, 1, 0, 2), (4, 5)]
    ],
    "swapaxes": [
        (lambda x, v=v: ivy.swapaxes(x, *v), lambda a, v=v: np.swapaxes(a, *v))
        for v in [(0, 1), (0, -1), (-1, -2), (0, 3)]
    ],
    "moveaxis": [
        (lambda x, v=v: ivy.moveaxis(x, *v), lambda a, v=v: np.moveaxis(a, *v))
        for v in [(0, 1), (0, -1), (-1, 0), ((0, 1), (1, 0)), ((0, 0), (1, 0)), (0, (0, 1))]
    ],
    "flip": [
        (lambda x, v=v: ivy.flip(x, axis=v), lambda a, v=v: np.flip(a, v))
        for v in [None, 0, 1, -1, (0, 1), 5]
    ],
    "fliplr": [(lambda x: ivy.fliplr(x), np.fliplr)],
    "flipud": [(lambda x: ivy.flipud(x), np.flipud)],
    "rot90": [
        (lambda x, v=v: ivy.rot90(x, **v), lambda a, v=v: np.rot90(a, **v))
        for v in [{"k": k} for k in (-1, 0, 1, 2, 3, 5)] + [{"axes": (1, 0)}, {"axes": (0, -1)}]
    ],
    "unstack": [
        (lambda x, v=v: ivy.unstack(x, axis=v), lambda a, v=v: np.unstack(a, axis=v))
        for v in [0, 1, -1, 4]
    ],
    "array_split": [
        (lambda x, v=v: ivy.array_split(x, v, axis=-1), lambda a, v=v: np.array_split(a, v, -1))
        for v in [1, 2, 3, [1], [1, 3], [2, 1, 9], [-1], 0]
    ],
    "hsplit": [
        (lambda x, v=v: ivy.hsplit(x, v), lambda a, v=v: np.hsplit(a, v)) for v in [1, 2, 3, [1, 2]]
    ],
    "vsplit": [
        (lambda x, v=v: ivy.vsplit(x, v), lambda a, v=v: np.vsplit(a, v)) for v in [1, 2, [1, 2]]
    ],
    "dsplit": [
        (lambda x, v=v: ivy.dsplit(x, v), lambda a, v=v: np.dsplit(a, v)) for v in [1, 2, [1, 2]]
    ],
    "atleast": [
        (lambda x, n=n: getattr(ivy, n)(x), lambda a, n=n: getattr(np, n)(a))
        for n in ("atleast_1d", "atleast_2d", "atleast_3d")
    ],
    "sliding_window_view": [
        (
            lambda x, v=v: ivy.sliding_window_view(x, *v),
            lambda a, v=v: np.lib.stride_tricks.sliding_window_view(a, *v),
        )
        for v in [(2,), ((1, 2),), (2, 0), (2, -1), ((2, 1), (0, 1)), ((2, 2), (1, 1)), (9, 0)]
    ],
}


@pytest.mark.parametrize("name", VIEWS)
def test_views_match_numpy_and_alias_as_its_views(backend, full, name, assert_matches):
    for function, reference in VIEWS[name]:
        for shape in SHAPES if full or backend != "jax" else SOME_SHAPES:
            base = values(shape)
            x, a = array(backend, base), base.copy()
            pair = both(lambda: function(x), lambda: reference(a))
            if pair is None:
                continue
            actual, expected = pair
            if isinstance(expected, (list, tuple)):
                assert_matches(actual, expected)
                pieces = list(zip(actual, expected, strict=True))
            else:
                assert_matches(actual, expected)
                pieces = [(actual, expected)]
            for part, reference_part in pieces:
                if isinstance(reference_part, np.generic):
                    continue
                if not reference_part.flags.writeable:
                    if backend == "torch" and name == "sliding_window_view":
                        continue  # a native view: PyTorch refuses where windows overlap only
                    with pytest.raises((ValueError, RuntimeError)):
                        part[...] = 5
                    continue
                reference_part[...] = 50
                part[...] = 50
                assert_matches(part, reference_part)
                assert_matches(x, a)
            a += 1
            x += 1
            for part, reference_part in pieces:
                if isinstance(reference_part, np.generic):
                    continue
                assert_matches(part, reference_part)


@pytest.mark.parametrize("name", VIEWS)
def test_views_of_strided_views_match_numpy(backend, full, name, assert_matches):
    sources = [
        lambda x: x[::2],
        lambda x: x[:, 1:],
        lambda x: x[::-1],
        lambda x: x.T,
        lambda x: x.T[:, ::-1],
        lambda x: x[1],
    ]
    for function, reference in VIEWS[name]:
        for shape in [(4, 3), (2, 3, 4)] if full or backend != "jax" else [(4, 3)]:
            for source in sources:
                base = values(shape)
                x, a = array(backend, base), base.copy()
                pair = both(lambda: function(source(x)), lambda: reference(source(a)))
                if pair is None:
                    continue
                actual, expected = pair
                if isinstance(expected, (list, tuple)):
                    if not expected:
                        assert not actual
                        continue
                    actual, expected = actual[-1], expected[-1]
                if expected.flags.writeable:
                    expected[...] = 50
                    actual[...] = 50
                assert_matches(actual, expected)
                assert_matches(x, a)


@pytest.mark.parametrize("dtype", DTYPES)
def test_views_of_every_dtype(backend, dtype, assert_matches):
    a = values((2, 3), dtype)
    x = array(backend, a)
    for function, reference in (
        (lambda x: ivy.permute_dims(x, (1, 0)), np.transpose),
        (lambda x: ivy.flip(x, axis=1), lambda a: np.flip(a, 1)),
        (lambda x: ivy.rot90(x), np.rot90),
        (lambda x: ivy.reshape(x, (3, 2)), lambda a: a.reshape(3, 2)),
        (lambda x: ivy.expand_dims(x, axis=0), lambda a: a[None]),
        (lambda x: ivy.concat([x, x], axis=1), lambda a: np.concatenate([a, a], 1)),
        (lambda x: ivy.stack([x, x]), lambda a: np.stack([a, a])),
        (lambda x: ivy.tile(x, (1, 2)), lambda a: np.tile(a, (1, 2))),
        (lambda x: ivy.roll(x, 1), lambda a: np.roll(a, 1)),
        (lambda x: ivy.repeat(x, 2, axis=0), lambda a: np.repeat(a, 2, 0)),
    ):
        assert_matches(function(x), reference(a))


def test_copy_true_copies_and_copy_false_refuses(backend, assert_matches):
    a = values((2, 3))
    x = array(backend, a)
    for function in (
        lambda x, copy: ivy.reshape(x, (3, 2), copy=copy),
        lambda x, copy: ivy.reshape(x, (2, 3), copy=copy),
        lambda x, copy: ivy.permute_dims(x, (1, 0), copy=copy),
        lambda x, copy: ivy.flip(x, copy=copy),
        lambda x, copy: ivy.ravel(x, copy=copy),
        lambda x, copy: ivy.reshape(ivy.flip(x), (2, 3), copy=copy),
        lambda x, copy: ivy.unstack(x, copy=copy)[0],
        lambda x, copy: ivy.expand_dims(x, axis=0, copy=copy),
        lambda x, copy: ivy.squeeze(x, copy=copy),
    ):
        copied = function(x, True)
        before = np.array(copied)
        x[...] = x + 1
        assert_matches(copied, before)
        copied[...] = 77
        assert (np.asarray(x) != 77).all()
        alias = function(x, False)
        x[...] = x + 1
        assert_matches(alias, np.array(function(x, True)))
    with pytest.raises(ValueError):
        ivy.reshape(ivy.permute_dims(x, (1, 0)), (6,), copy=False)


def test_out_is_filled_and_returned(backend, assert_matches):
    a = values((3, 3))
    for function, reference in (
        (lambda x, out: ivy.permute_dims(x, (1, 0), out=out), np.transpose),
        (lambda x, out: ivy.flip(x, out=out), np.flip),
        (lambda x, out: ivy.reshape(x, (3, 3), out=out), lambda a: a),
        (lambda x, out: ivy.roll(x, 2, axis=1, out=out), lambda a: np.roll(a, 2, 1)),
        (lambda x, out: ivy.rot90(x, out=out), np.rot90),
    ):
        x, out = array(backend, a), array(backend, np.zeros((3, 3)))
        assert function(x, out) is out
        assert_matches(out, reference(a))
        assert function(x, x) is x  # an input may be the output
        assert_matches(x, reference(a))
    out = array(backend, np.zeros((6, 3)))
    ivy.concat([x, x], out=out)
    assert_matches(out, np.concatenate([x, x]))


@pytest.mark.parametrize("shape", SHAPES)
def test_roll_repeat_and_tile_match_numpy(backend, shape, assert_matches):
    a = values(shape)
    x = array(backend, a)
    calls = []
    for shift, axis in [(1, None), (-2, None), (7, 0), (1, -1), ((1, 2), (0, 1)), (1, (0, 1))]:
        calls.append((lambda s=shift, v=axis: ivy.roll(x, s, axis=v),
                      lambda s=shift, v=axis: np.roll(a, s, v)))  # fmt: skip
    for repeats, axis in [(2, None), (0, None), (3, 0), (2, -1), ([1, 2], 0), ([2], 0), (2, 9)]:
        calls.append((lambda r=repeats, v=axis: ivy.repeat(x, r, axis=v),
                      lambda r=repeats, v=axis: np.repeat(a, r, v)))  # fmt: skip
    for repetitions in [2, (2,), (1, 2), (2, 1, 3), (0,), (2, 2, 2, 2)]:
        calls.append((lambda r=repetitions: ivy.tile(x, r), lambda r=repetitions: np.tile(a, r)))
    for function, reference in calls:
        pair = both(function, reference)
        if pair is not None:
            assert_matches(*pair)


JOINED = [
    [(3,), (2,)], [(), ()], [(2, 3), (2, 3)], [(2, 3), (1, 3)], [(2, 3), (2, 1)],
    [(2, 3, 2), (2, 3, 2)], [(0, 3), (2, 3)], [(2,), (2, 3)], [(0,), (2,)], [(3,)], [],
]  # fmt: skip


@pytest.mark.parametrize("shapes", JOINED)
def test_joins_match_numpy(backend, shapes, assert_matches):
    parts = [values(shape) for shape in shapes]
    xs = [array(backend, part) for part in parts]
    calls = [
        (lambda v=v: ivy.concat(xs, axis=v), lambda v=v: np.concatenate(parts, v))
        for v in (0, 1, -1, 2, None)
    ]
    calls += [
        (lambda v=v: ivy.stack(xs, axis=v), lambda v=v: np.stack(parts, v)) for v in (0, 1, -1, 4)
    ]
    calls += [
        (lambda n=n: getattr(ivy, n)(xs), lambda n=n: getattr(np, n)(parts))
        for n in ("hstack", "vstack", "dstack", "column_stack")
    ]
    for function, reference in calls:
        pair = both(function, reference)
        if pair is not None:
            assert_matches(*pair)


@pytest.mark.parametrize("first", DTYPES)
@pytest.mark.parametrize("second", ["int8", "float32", "complex128"])
def test_joins_promote_as_numpy(backend, first, second, assert_matches):
    a, b = values((2,), first), values((2,), second)
    x, y = array(backend, a), array(backend, b)
    assert_matches(ivy.concat([x, y]), np.concatenate([a, b]))
    assert_matches(ivy.stack([x, y]), np.stack([a, b]))


def test_joins_take_lists_and_views(backend, assert_matches):
    x = array(backend, values((3,)))
    assert_matches(ivy.concat([x[::-1], x[1:]]), np.concatenate([values((3,))[::-1], [-1.0, 0.0]]))
    assert_matches(ivy.concat([x, [1.0]]), np.concatenate([values((3,)), [1.0]]))


@pytest.mark.parametrize("wanted", [None, 1, 2, 3, [1, 3], [1, -1], [2, 2, 0]])
def test_split_takes_numbers_and_sizes(backend, wanted, assert_matches):
    a = values((4, 3))
    x = array(backend, a)
    if wanted == 3:
        with pytest.raises(ValueError):
            ivy.split(x, num_or_size_splits=3)
        parts = ivy.split(x, num_or_size_splits=3, with_remainder=True)
        assert [part.shape for part in parts] == [(2, 3), (2, 3)]
        return
    cuts = {None: 4, 1: 1, 2: 2}.get(wanted if not isinstance(wanted, list) else 0) or (
        {1: [1], 2: [2, 4]}[wanted[0]]
    )
    parts = ivy.split(x, num_or_size_splits=wanted)
    assert_matches(parts, np.split(a, cuts))
    parts[0][...] = 50
    np.split(a, cuts)[0][...] = 50
    assert_matches(x, a)


def test_flatten_and_unflatten_take_a_range_of_axes(backend, assert_matches):
    a = values((2, 3, 4))
    x = array(backend, a)
    assert_matches(ivy.flatten(x), a.reshape(-1))
    assert_matches(ivy.flatten(x, start_dim=1), a.reshape(2, 12))
    assert_matches(ivy.flatten(x, end_dim=1), a.reshape(6, 4))
    assert_matches(ivy.unflatten(x, 2, (2, -1)), a.reshape(2, 3, 2, 2))
    assert_matches(ivy.unflatten(x, -1, (4, 1)), a.reshape(2, 3, 4, 1))
    with pytest.raises(IndexError):
        ivy.flatten(x, start_dim=5)
    with pytest.raises(ValueError):
        ivy.unflatten(x, 0, (3,))


def test_expand_keeps_lengths_and_is_read_only(backend, assert_matches):
    x = array(backend, values((3, 1)))
    assert_matches(ivy.expand(x, (2, -1, 4)), np.broadcast_to(values((3, 1)), (2, 3, 4)))
    with pytest.raises(ValueError):
        ivy.expand(x, (2, 4))


def test_reshape_without_allowzero_keeps_lengths(backend, assert_matches):
    x = array(backend, values((2, 3)))
    assert_matches(ivy.reshape(x, (0, 3, 1), allowzero=False), values((2, 3, 1)))


def test_broadcast_shapes():
    assert ivy.broadcast_shapes((2, 1), (3,), ()) == (2, 3)
    with pytest.raises(ValueError):
        ivy.broadcast_shapes((2,), (3,))


def test_native_arrays_and_lists_are_taken(backend, assert_matches):
    native = load_backend(backend).from_host(values((2, 3)))
    for x in (native, values((2, 3)).tolist()):
        assert_matches(ivy.permute_dims(x, (1, 0)), values((2, 3)).T)
        assert_matches(ivy.flip(x), np.flip(values((2, 3))))
        assert_matches(ivy.unstack(x)[1], values((2, 3))[1])
        assert_matches(ivy.atleast_3d(x), values((2, 3))[..., None])


PADDED = [
    {}, {"constant_values": 3}, {"constant_values": ((1, 2),)}, {"constant_values": 2.7},
    {"mode": "edge"}, {"mode": "wrap"}, {"mode": "empty"},
    {"mode": "reflect"}, {"mode": "symmetric"},
    {"mode": "reflect", "reflect_type": "odd"}, {"mode": "symmetric", "reflect_type": "odd"},
    {"mode": "maximum"}, {"mode": "minimum", "stat_length": 2}, {"mode": "mean"},
    {"mode": "mean", "stat_length": ((1, 2),)}, {"mode": "median"},
    {"mode": "linear_ramp"}, {"mode": "linear_ramp", "end_values": (5, -4)},
]  # fmt: skip


@pytest.mark.parametrize("options", PADDED)
@pytest.mark.parametrize("dtype", ["int64", "float32", "float64"])
def test_pad_matches_numpy(backend, options, dtype, assert_matches):
    for shape, widths in [
        ((3,), 2), ((3,), (0, 1)), ((4,), (7, 9)), ((1,), (2, 1)), ((2, 3), ((1, 2), (0, 3))),
        ((2, 3), 0), ((0,), 2), ((0, 2), ((0, 0), (1, 1))), ((2, 2), (5, 1)), ((3,), -1),
    ]:  # fmt: skip
        a = values(shape, dtype)
        x = array(backend, a)
        pair = both(lambda: ivy.pad(x, widths, **options), lambda: np.pad(a, widths, **options))
        if pair is None:
            continue
        actual, expected = pair
        if options.get("mode") == "empty":
            assert actual.shape == expected.shape
            continue
        assert_matches(actual, expected)


def test_pad_by_a_function_and_by_a_dict(backend, assert_matches):
    a = values((2, 3))
    x = array(backend, a)

    def fill(vector, pair, axis, options):
        vector[: pair[0]] = options["with_"]

    assert_matches(ivy.pad(x, 1, mode=fill, with_=8), np.pad(a, 1, fill, with_=8))
    assert_matches(ivy.pad(x, {-1: (1, 2)}), np.pad(a, ((0, 0), (1, 2))))
    with pytest.raises(ValueError):
        ivy.pad(x, 1, mode="unknown")


def test_constant_and_zero_pad(backend, assert_matches):
    x = array(backend, values((2,)))
    out = array(backend, np.zeros(5))
    assert ivy.constant_pad(x, [(1, 2)], value=4, out=out) is out
    assert_matches(out, np.pad(values((2,)), (1, 2), constant_values=4))
    assert_matches(ivy.zero_pad(x, [(1, 2)]), np.pad(values((2,)), (1, 2)))
