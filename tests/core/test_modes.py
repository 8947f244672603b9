"""Global modes: set, stacked, taken back, and readable."""

from __future__ import annotations

import pytest

import ivy_core as ivy
from ivy_core import modes
from ivy_core.utils.exceptions import IvyException

MODES = {  # name: (default, another value, what is refused)
    "array_mode": (True, False, 1),
    "nestable_mode": (True, False, "yes"),
    "shape_array_mode": (False, True, 0),
    "host_execution_mode": (True, False, 1),
    "inplace_mode": ("lenient", "strict", "sloppy"),
    "min_base": (1e-5, 1e-3, "1"),
    "min_denominator": (1e-12, 1e-3, None),
    "queue_timeout": (15.0, 30, True),
    "tmp_dir": (modes.current.tmp_dir, "/scratch", 3),
    "dynamic_backend": (False, True, 1),
    "nan_policy": ("nothing", "warns", "sometimes"),
    "warning_level": ("all", "none", "some"),
    "array_significant_figures": (None, 3, "3"),
    "array_decimal_values": (None, 2, -1),
}


def setter(name):
    return getattr(ivy, f"set_{name}")


def unsetter(name):
    return getattr(ivy, f"unset_{name}")


@pytest.mark.parametrize("name", MODES)
def test_modes_stack(name):
    default, other, _ = MODES[name]
    assert getattr(ivy, name) == default
    setter(name)(other)
    assert getattr(ivy, name) == other
    setter(name)(default)
    assert getattr(ivy, name) == default
    assert getattr(ivy, f"{name}_stack") == [other, default]
    unsetter(name)()
    assert getattr(ivy, name) == other
    unsetter(name)()
    assert getattr(ivy, name) == default
    unsetter(name)()  # nothing is set any more
    assert getattr(ivy, name) == default and getattr(ivy, f"{name}_stack") == []


@pytest.mark.parametrize("name", MODES)
def test_setters_end_with_their_block(name):
    default, other, _ = MODES[name]
    with pytest.raises(ZeroDivisionError), setter(name)(other):
        assert getattr(ivy, name) == other
        _ = 1 / 0
    assert getattr(ivy, name) == default


@pytest.mark.parametrize("name", MODES)
def test_wrong_values_are_refused_and_change_nothing(name):
    default, _, refused = MODES[name]
    with pytest.raises(IvyException, match=f"set_{name}: .* allowed"):
        setter(name)(refused)
    assert getattr(ivy, name) == default and getattr(ivy, f"{name}_stack") == []


def test_inner_code_reads_what_is_in_force():
    with ivy.set_nestable_mode(False), ivy.set_inplace_mode("strict"):
        assert modes.current.nestable is False and modes.current.inplace == "strict"
    assert modes.current.nestable is True and modes.current.inplace == "lenient"


def test_the_default_inplace_mode_can_be_set_by_no_argument():
    with ivy.set_inplace_mode("strict"), ivy.set_inplace_mode():
        assert ivy.inplace_mode == "lenient"


def test_unknown_attributes_are_still_errors():
    for name in ("max_base", "min_base_mode", "array", "_stack"):
        with pytest.raises(AttributeError, match=name):
            modes.value(name)


def test_modes_are_readable_in_the_namespace_of_a_backend():
    with ivy.set_min_base(0.5):
        assert ivy.get_backend("numpy").min_base == 0.5


# what the modes do


@pytest.fixture
def one_switch():
    yield
    assert ivy.array_mode and ivy.nestable_mode and not ivy.soft_device_mode


def test_array_mode_off_gives_native_arrays(backend, one_switch):
    x = ivy.asarray([1.0, 2.0])
    with ivy.set_array_mode(False):
        assert type(ivy.add(x, 1)) is type(x.data)
        assert type(ivy.unstack(x)[0]) is type(x.data)
        assert ivy.is_native_array(ivy.Container(a=x).add(1).a)
        assert type(x + 1) is type(x.data)
    assert isinstance(ivy.add(x, 1), ivy.Array)


def test_nestable_mode_off_refuses_containers(backend, one_switch):
    x = ivy.Container(a=ivy.asarray([1.0, 2.0]))
    with ivy.set_nestable_mode(False), pytest.raises(TypeError, match="add: .*Container"):
        ivy.add(x, 1)
    assert ivy.add(x, 1).a.to_list() == [2.0, 3.0]


def test_soft_device_mode_moves_arguments_to_the_default_device(backend, one_switch):
    moved = []
    with ivy.set_soft_device_mode(True):
        assert ivy.add.__wrapped__.__name__ == "add"
        moved = ivy.add(ivy.asarray([1.0]), 1)
    assert moved.to_list() == [2.0] and ivy.dev(moved) == ivy.default_device()


def test_precise_mode_is_the_only_one():
    with pytest.raises(NotImplementedError, match="NumPy"):
        ivy.set_precise_mode(False)
    assert ivy.precise_mode is True
