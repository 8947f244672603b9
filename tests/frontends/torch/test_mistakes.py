"""Mistakes in calls of functions raise what PyTorch raises, in its words."""

from __future__ import annotations

import pytest
import torch as real

import frontends.torch as ours

from .comparing import assert_same_error

MISTAKES = {
    "numbers_alone": lambda t: t.xlogy(2, 3),
    "numbers_alone_pow": lambda t: t.pow(2, 3),
    "numbers_alone_special": lambda t: t.special.zeta(2, 3),
    "cat_into_an_operand": lambda t: (lambda x: t.cat([x[:4], x[4:8]], out=x[:8]))(t.arange(12.0)),
    "added_to_a_part_of_itself": lambda t: (lambda x: x[1:].add_(x[:-1]))(t.arange(6.0)),
    "copied_to_its_transpose": lambda t: (lambda x: x.t().copy_(x))(t.arange(4.0).reshape(2, 2)),
    "added_to_its_transpose": lambda t: (lambda x: x.t().add_(x))(t.arange(4.0).reshape(2, 2)),
    "interpolated_with_its_transpose": lambda t: (lambda x: x.lerp_(x.t(), 0.5))(
        t.arange(4.0).reshape(2, 2)
    ),
    "added_into_a_part_of_itself": lambda t: (lambda x: t.add(x[:-1], 1, out=x[1:]))(t.arange(6.0)),
    "take_into_its_operand": lambda t: (lambda x: t.take(x, t.tensor([0, 2]), out=x[:2]))(
        t.arange(6.0)
    ),
    "gather_into_its_operand": lambda t: (lambda x: t.gather(x, 0, t.tensor([0, 2]), out=x[:2]))(
        t.arange(6.0)
    ),
    "selected_into_the_mask": lambda t: (lambda mask: t.masked_select(mask, mask, out=mask))(
        t.tensor([True, False])
    ),
    "gather_into_another_type": lambda t: t.gather(
        t.ones(2, 2), 1, t.zeros(2, 2, dtype=t.int64), out=t.ones(2, 2, dtype=t.float64)
    ),
    "amax_into_another_type": lambda t: t.amax(t.ones(3, 3), 0, out=t.ones(3, dtype=t.int32)),
    "aminmax_of_nothing": lambda t: t.aminmax(t.ones(5, 0, 5), dim=1),
    "aminmax_into_another_type": lambda t: t.aminmax(
        t.ones(3, 3), dim=0, out=(t.ones(3), t.ones(3, dtype=t.float64))
    ),
    "none_among_tensors": lambda t: t.cat([t.ones(2), None]),
    "weights_that_are_no_counts": lambda t: t.cov(t.ones(5), fweights=t.ones(5)),
    "weights_that_are_counts": lambda t: t.cov(t.ones(5), aweights=t.ones(5, dtype=t.int64)),
    "too_few_weights": lambda t: t.cov(t.ones(5), aweights=t.ones(2)),
    "negative_weights": lambda t: t.cov(t.ones(5), aweights=-t.ones(5)),
    "gradient_of_one_axis_twice": lambda t: t.gradient(t.ones(3, 3), spacing=0.1, dim=(1, 1)),
    "gradient_with_too_few_spacings": lambda t: t.gradient(t.ones(3, 3), spacing=[0.1], dim=(1, 0)),
    "narrow_of_a_number": lambda t: t.narrow_copy(t.tensor(1.0), 0, 0, 1),
    "narrow_from_outside": lambda t: t.narrow_copy(t.ones(5), 0, 6, 0),
    "narrow_to_outside": lambda t: t.narrow_copy(t.ones(5), 0, 2, 9),
    "narrow_backwards": lambda t: t.narrow_copy(t.ones(5), 0, 2, -1),
    "view_as_of_another_count": lambda t: t.ones(4, 3).view_as(t.ones(4, 2)),
    "movedim_twice": lambda t: t.movedim(t.ones(2, 3, 4), (0, -3), (1, 0)),
    "split_by_a_text": lambda t: t.hsplit(t.ones(4, 4), "abc"),
    "renorm_of_a_vector": lambda t: t.renorm(t.ones(3), 2, 0, 1.0),
    "boundaries_of_two_dimensions": lambda t: t.bucketize(t.ones(2), t.ones(2, 2)),
    "source_of_another_rank": lambda t: t.index_add(t.zeros(3, 2), 0, t.tensor([0, 1]), t.ones(2)),
    "pooling_by_nothing": lambda t: t.nn.functional.max_pool1d(t.ones(1, 1, 9), 0),
    "weights_of_another_size": lambda t: t.nn.functional.multi_margin_loss(
        t.ones(5, 4), t.zeros(5), weight=t.ones(5)
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_class_and_first_line(backend, name):
    assert_same_error(lambda t, F: MISTAKES[name](t))


def _table(t, rows, columns):
    return t.arange(float(rows * columns)).view(rows, columns)


_PLACES, _OUTSIDE, _BEFORE = (0, 2, 1), (0, 7, 1), (0, -5, 1)
_REGULAR, _SINGULAR = ((2.0, 1.0), (1.0, 2.0)), ((0.0, 0.0), (0.0, 0.0))
# calls with values that are allowed, and such that are not
OF_VALUES = {
    "gather": (lambda t, v: _table(t, 3, 4).gather(1, t.tensor([v])), _PLACES, _OUTSIDE),
    "gather_before": (lambda t, v: _table(t, 3, 4).gather(1, t.tensor([v])), _PLACES, _BEFORE),
    "scatter": (lambda t, v: t.zeros(5).scatter(0, t.tensor(v), t.ones(3)), _PLACES, _OUTSIDE),
    "scatter_add": (lambda t, v: t.zeros(5).scatter_add(0, t.tensor(v), t.ones(3)), _PLACES,
                    _BEFORE),
    "index_add": (lambda t, v: t.zeros(5).index_add(0, t.tensor(v), t.ones(3)), _PLACES, _OUTSIDE),
    "index_copy": (lambda t, v: t.zeros(5).index_copy(0, t.tensor(v), t.ones(3)), _PLACES,
                   _OUTSIDE),
    "index_select": (lambda t, v: _table(t, 5, 2).index_select(0, t.tensor(v)), _PLACES, _OUTSIDE),
    "take": (lambda t, v: t.arange(5.0).take(t.tensor(v)), _PLACES, _OUTSIDE),
    "one_hot": (lambda t, v: t.nn.functional.one_hot(t.tensor(v), 4), _PLACES, _OUTSIDE),
    "one_hot_before": (lambda t, v: t.nn.functional.one_hot(t.tensor(v), 4), _PLACES, _BEFORE),
    "cholesky": (lambda t, v: t.linalg.cholesky(t.tensor(v)), _REGULAR, _SINGULAR),
    "inv": (lambda t, v: t.linalg.inv(t.tensor(v)), _REGULAR, _SINGULAR),
    "solve": (lambda t, v: t.linalg.solve(t.tensor(v), t.ones(2)), _REGULAR, _SINGULAR),
    "negative_power": (lambda t, v: t.linalg.matrix_power(t.tensor(v), -2), _REGULAR, _SINGULAR),
}  # fmt: skip
_MANY = 12  # calls: more than those after which a body is compiled


@pytest.mark.parametrize("name", OF_VALUES)
def test_values_are_refused_however_often_a_call_came(backend, name):
    call, allowed, refused = OF_VALUES[name]
    for _ in range(_MANY):
        call(ours, allowed)
    assert_same_error(lambda t, F: call(t, refused))


ORDERS = {
    "gt": lambda t, z: z > 1,
    "lt": lambda t, z: t.ones(2) < z,
    "ge": lambda t, z: t.ge(t.ones(2), 1j),
    "le_": lambda t, z: z.clone().le_(z),
    "maximum": lambda t, z: t.maximum(z, z),
    "fmin": lambda t, z: t.fmin(z, t.ones(2)),
    "atan2": lambda t, z: t.atan2(z, z),
    "hypot": lambda t, z: t.hypot(z, z),
    "clamp": lambda t, z: z.clamp(0, 1),
    "double": lambda t, z: z.to(t.complex128) > z,
}


@pytest.mark.parametrize("name", ORDERS)
def test_complex_numbers_have_no_order(backend, name):
    raised = []
    for torch in (real, ours):
        with pytest.raises(RuntimeError) as info:
            ORDERS[name](torch, torch.tensor([1 + 2j, 3.0]))
        raised.append((str(info.value), isinstance(info.value, NotImplementedError)))
    (wanted, kind), (found, found_kind) = raised
    assert found.endswith(wanted) and found_kind == kind
