"""The shared checks: what they let pass, what they raise, and their messages."""

from __future__ import annotations

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.utils import assertions as checks
from ivy_core.utils.exceptions import (
    IvyBroadcastShapeError,
    IvyDtypePromotionError,
    IvyException,
    IvyIndexError,
    IvyTypeError,
    IvyValueError,
)


def raised(error, function, *args, **kwargs) -> str:
    """Return the message of the error that a call raises."""
    with pytest.raises(error) as caught:
        function(*args, **kwargs)
    assert isinstance(caught.value, IvyException)
    return str(caught.value)


@pytest.mark.checklist("S01", "S02")
def test_checks_raise_ivy_exceptions_and_are_reachable():
    assert ivy.utils.assertions is checks
    assert issubclass(IvyValueError, IvyException)
    assert "assert " not in open(checks.__file__).read().replace("assertions", "")


@pytest.mark.checklist("S03")
def test_check_less():
    assert checks.check_less(1, 2) is None
    assert checks.check_less(1.5, 1.5, allow_equal=True) is None
    assert raised(IvyValueError, checks.check_less, 2, 2) == "2 must be lesser than 2"
    text = "3 must be lesser than or equal to 2"
    assert raised(IvyValueError, checks.check_less, 3, 2, allow_equal=True) == text
    for allow_equal in (False, True):
        assert raised(ValueError, checks.check_less, 3, 2, allow_equal, "no") == "no"
    raised(IvyValueError, checks.check_less, float("nan"), 1.0)


@pytest.mark.checklist("S06")
def test_check_greater():
    assert checks.check_greater(2, 1) is None
    assert checks.check_greater(2, 2, allow_equal=True) is None
    assert raised(IvyValueError, checks.check_greater, 2, 2) == "2 must be greater than 2"
    text = "1 must be greater than or equal to 2"
    assert raised(IvyValueError, checks.check_greater, 1, 2, allow_equal=True) == text
    assert raised(IvyValueError, checks.check_greater, 1, 2, message="no") == "no"


@pytest.mark.checklist("S06")
def test_comparisons_of_arrays_hold_everywhere(backend):
    x = ivy.asarray([1, 2, 3])
    checks.check_less(x, 4)
    checks.check_less(x, ivy.asarray([2, 3, 4]))
    checks.check_less(x.data, 4)
    checks.check_greater(x, 0)
    checks.check_equal(x, ivy.asarray([1, 2, 3]))
    checks.check_equal(x, 4, inverse=True)
    checks.check_less([1, 2], 3)
    checks.check_less(ivy.zeros((0,)), -1)
    for call in (
        lambda: checks.check_less(x, 3),
        lambda: checks.check_greater(x, [0, 1, 3]),
        lambda: checks.check_equal(x, 1),
        lambda: checks.check_equal(x, 1, inverse=True),
        lambda: checks.check_true(x > 1),
        lambda: checks.check_false(x > 2),
        lambda: checks.check_all(x > 1),
        lambda: checks.check_any(x > 3),
    ):
        raised(IvyValueError, call)
    for check in (checks.check_true, checks.check_all):
        check(x > 0)
    checks.check_any(x > 2)
    checks.check_false(x > 3)


def test_traced_values_pass(backend, compiled, assert_matches):
    if backend not in ("jax", "tensorflow"):
        pytest.skip("no symbolic arrays there")

    def checked(x):
        checks.check_less(x, 0)
        checks.check_false(x > 0)
        return ivy.add(x, 1)

    assert_matches(compiled(checked, np.array([1, 2])), np.array([2, 3]))


@pytest.mark.checklist("S06")
def test_sequences_are_compared_item_by_item():
    checks.check_less((1, 5), (2, 6), as_array=False)
    checks.check_less(0, [1, 2], as_array=False)
    checks.check_equal([1, "a"], [1, "a"], as_array=False)
    raised(IvyValueError, checks.check_less, (1, 5), (2, 4), as_array=False)
    raised(IvyValueError, checks.check_greater, [1, 2], 1, as_array=False)
    raised(IvyValueError, checks.check_equal, [1, 2], [2, 2], True, as_array=False)
    raised(IvyBroadcastShapeError, checks.check_less, [1], [2, 3], as_array=False)


@pytest.mark.checklist("S06")
def test_check_equal():
    checks.check_equal("a", "a")
    checks.check_equal(1, 2, inverse=True)
    assert raised(IvyValueError, checks.check_equal, 1, 2) == "1 must be equal to 2"
    text = "1 must not be equal to 1"
    assert raised(IvyValueError, checks.check_equal, 1, 1, inverse=True) == text
    assert raised(IvyValueError, checks.check_equal, 1, 2, message="no") == "no"


@pytest.mark.checklist("S04")
def test_check_elem_in_list():
    checks.check_elem_in_list("a", ["a", "b"])
    checks.check_elem_in_list("c", ("a", "b"), inverse=True)
    text = "c must be one of ['a', 'b']"
    assert raised(IvyValueError, checks.check_elem_in_list, "c", ["a", "b"]) == text
    text = "a must not be one of ['a', 'b']"
    assert raised(IvyValueError, checks.check_elem_in_list, "a", ["a", "b"], inverse=True) == text
    assert raised(IvyValueError, checks.check_elem_in_list, 1, [], message="no") == "no"


@pytest.mark.checklist("S06")
def test_checks_of_python_values():
    checks.check_isinstance(1, (int, str))
    text = raised(IvyTypeError, checks.check_isinstance, 1.5, (int, str))
    assert text == "type of x: float must be one of the allowed types: int, str"
    assert raised(IvyTypeError, checks.check_isinstance, 1, str, "no") == "no"
    checks.check_exists(0)
    checks.check_exists(None, inverse=True)
    assert raised(IvyValueError, checks.check_exists, None) == "arg must not be None"
    assert raised(IvyValueError, checks.check_exists, 0, inverse=True) == "arg must be None"
    assert raised(IvyValueError, checks.check_true, False) == "expression must be True"
    assert raised(IvyValueError, checks.check_false, True) == "expression must be False"
    checks.check_all([True, 1], as_array=False)
    checks.check_any([False, 1], as_array=False)
    assert raised(IvyValueError, checks.check_all, [True, False]) == "one of the args is False"
    assert raised(IvyValueError, checks.check_any, [False]) == "all of the args are False"


@pytest.mark.checklist("S06")
def test_check_all_or_any_fn():
    def exists(x):
        return x is not None

    checks.check_all_or_any_fn(1, 2, fn=exists)
    checks.check_all_or_any_fn(1, None, fn=exists, type="any", limit=[1])
    checks.check_all_or_any_fn(None, None, fn=exists, type="any")
    text = "args must exist according to type and limit given"
    assert raised(IvyValueError, checks.check_all_or_any_fn, 1, None, fn=exists) == text
    raised(IvyValueError, checks.check_all_or_any_fn, 1, 2, fn=exists, type="any", limit=(0, 1))
    raised(IvyValueError, checks.check_all_or_any_fn, 1, fn=exists, type="most")


@pytest.mark.checklist("S06")
def test_shapes_and_dtypes(backend):
    x, y = ivy.zeros((2, 3)), ivy.zeros((2, 3), dtype="float32")
    checks.check_shape(x, y)
    text = raised(IvyBroadcastShapeError, checks.check_shape, x, ivy.zeros((3,)))
    assert text == "the shapes must be equal, not (2, 3) and (3,)"
    checks.check_same_dtype(x, x.data)
    text = raised(IvyDtypePromotionError, checks.check_same_dtype, x, y)
    assert text == "the dtypes must be equal, not float64 and float32"
    checks.check_dimensions(x)
    raised(IvyIndexError, checks.check_dimensions, ivy.zeros((3,)))


@pytest.mark.checklist("S05")
def test_check_inplace_sizes_valid(backend):
    x = ivy.zeros((2, 3))
    for fitting in (ivy.zeros((2, 3)), ivy.zeros((3,)), ivy.zeros((2, 1)), ivy.asarray(1.0), 1.0):
        checks.check_inplace_sizes_valid(x, fitting)
    for other in (ivy.zeros((1, 2, 3)), ivy.zeros((2,)), ivy.zeros((4, 3))):
        raised(IvyBroadcastShapeError, checks.check_inplace_sizes_valid, x, other)
    raised(ValueError, checks.check_inplace_sizes_valid, ivy.zeros((1, 3)), ivy.zeros((2, 3)))


@pytest.mark.checklist("S06")
def test_broadcasting_one_way():
    for given in ((), (3,), (1, 3), (2, 1), (2, 3)):
        assert checks.check_one_way_broadcastable(given, (2, 3)) is True
        checks.check_shapes_broadcastable(given, (2, 3))
        assert np.broadcast_to(np.zeros(given), (2, 3)).shape == (2, 3)
    for given in ((2,), (3, 2), (4, 2, 3), (1, 2, 3)):
        assert checks.check_one_way_broadcastable(given, (2, 3)) is False
        raised(IvyBroadcastShapeError, checks.check_shapes_broadcastable, given, (2, 3))
    assert checks.check_one_way_broadcastable((0,), (2, 0))
    assert not checks.check_one_way_broadcastable((2, 0), (2, 1))


@pytest.mark.checklist("S06")
def test_check_unsorted_segment_valid_params(backend):
    check, data = checks.check_unsorted_segment_valid_params, ivy.zeros((3, 2))
    ids = ivy.asarray([0, 2, 0])
    check(data, ids, 3)
    check(data, ids, ivy.asarray(3))
    raised(IvyValueError, check, data, ids, 2)
    raised(IvyValueError, check, data, ids, 0)
    raised(IvyBroadcastShapeError, check, data, ids[:2], 3)
    raised(IvyTypeError, check, data, ivy.asarray([0.0, 2.0, 0.0]), 3)
    for number in (3.0, ivy.asarray(3.0), "3"):
        raised(IvyTypeError, check, data, ids, number)


@pytest.mark.checklist("S06")
def test_checks_of_gathering(backend):
    params, indices = ivy.zeros((2, 3, 4)), ivy.zeros((2, 3), dtype="int64")
    for axis, batch_dims in ((0, 0), (1, 1), (2, 2), (-1, 2)):
        checks.check_gather_input_valid(params, indices, axis, batch_dims)
    for axis, batch_dims in ((0, 1), (-2, 2)):
        raised(IvyIndexError, checks.check_gather_input_valid, params, indices, axis, batch_dims)
    other = ivy.zeros((5, 3), dtype="int64")
    raised(IvyBroadcastShapeError, checks.check_gather_input_valid, params, other, 1, 1)
    checks.check_gather_nd_input_valid(params, indices, 0)
    checks.check_gather_nd_input_valid(params, ivy.zeros((2, 2), dtype="int64"), 1)
    raised(IvyIndexError, checks.check_gather_nd_input_valid, params, indices, 1)
    raised(IvyIndexError, checks.check_gather_nd_input_valid, params, indices, 2)
    raised(IvyBroadcastShapeError, checks.check_gather_nd_input_valid, params, other, 1)


@pytest.mark.checklist("S06")
def test_check_kernel_padding_size():
    checks.check_kernel_padding_size((3, 4), [(1, 1), (2, 0)])
    raised(IvyValueError, checks.check_kernel_padding_size, (3, 4), [(1, 2), (0, 0)])
    raised(IvyValueError, checks.check_kernel_padding_size, (3, 4), [(1, 1)])


@pytest.mark.checklist("S06")
def test_check_dev_correct_formatting():
    for name in ("cpu", "cpu:0", "gpu:10", "tpu:1", "cuda", "cuda:0"):
        checks.check_dev_correct_formatting(name)
    for name in ("abacus", "gpu:", "gpu:one", "gpu0", ":0", "cpu:-1", ""):
        raised(IvyException, checks.check_dev_correct_formatting, name)
