"""What is done about nan in arguments, and which warnings are shown."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.functional.settings.policies import IvyWarning

NAN = float("nan")


def test_nan_in_an_argument_raises(backend):
    x, good = ivy.asarray([1.0, NAN]), ivy.asarray([1.0, 2.0])
    z = ivy.asarray([complex(0, NAN)])
    with ivy.set_nan_policy("raise_exception"):
        for call in (
            lambda: ivy.add(good, x),
            lambda: ivy.concat([good, x]),
            lambda: ivy.multiply(good, NAN),
            lambda: ivy.sum(z),
            lambda: ivy.exp(x.data),
            lambda: ivy.sin(ivy.Container(a=good, b=x)),
        ):
            with pytest.raises(ivy.IvyValueError, match="nan in an argument"):
                call()
        assert ivy.add(good, 1).to_list() == [2.0, 3.0]
        assert ivy.add(ivy.asarray([1, 2]), good).to_list() == [2.0, 4.0]
    assert np.isnan(ivy.add(good, x).to_list()[1])


def test_nan_in_an_argument_warns_with_the_users_line(backend):
    x = ivy.asarray([0.0, NAN])
    with ivy.set_nan_policy("warns"), warnings.catch_warnings(record=True) as shown:
        warnings.simplefilter("always")
        found = ivy.sin(x)
    assert found.to_list()[0] == 0.0
    (warning,) = [each for each in shown if "nan in an argument" in str(each.message)]
    assert warning.category is RuntimeWarning and warning.filename == __file__


def test_what_is_traced_has_no_nan(backend):
    xp = ivy.current_backend()
    if backend == "numpy":
        pytest.skip("NumPy does not trace")
    if backend == "jax":
        import jax

        traced = jax.jit
    elif backend == "torch":
        from torch.fx.experimental.proxy_tensor import make_fx

        def traced(fn):
            return lambda x: make_fx(fn)(x)(x)
    else:
        import tensorflow as tf

        traced = tf.function(autograph=False)
    with ivy.set_nan_policy("raise_exception"):
        call = traced(lambda native: ivy.add(xp.asarray(native), 1.0).data)
        assert np.asarray(call(ivy.asarray([1.0]).data)).tolist() == [2.0]


def shown_by(level, *, category=UserWarning):
    with warnings.catch_warnings(record=True) as shown:
        warnings.simplefilter("always")
        with ivy.set_warning_level(level):
            warnings.warn("python's", category, stacklevel=1)
            ivy.warn("ivy's")
        warnings.warn("after", category, stacklevel=1)
    return [str(each.message) for each in shown]


def test_levels_of_warnings():
    assert shown_by("all") == ["python's", "ivy's", "after"]
    assert shown_by("ivy_only") == ["ivy's", "after"]
    assert shown_by("none") == ["after"]


def test_a_filter_of_the_users_outlives_a_level():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Warning)
        before = list(warnings.filters)
        with ivy.set_warning_level("none"), ivy.set_warning_level("ivy_only"):
            pass
        assert [each[:3] for each in warnings.filters] == [each[:3] for each in before]


def test_a_warning_names_the_line_that_it_is_given_for():
    def helper():
        ivy.warn("slow", stacklevel=1)

    with pytest.warns(IvyWarning, match="slow") as shown:
        helper()
    assert shown[0].filename == __file__
    with pytest.raises(ivy.IvyTypeError, match="a string is allowed"):
        ivy.warn(3)
