"""Nestable functions: one call a leaf, for any arguments; and the static methods of Container."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.registry import FUNCTIONS
from ivy_core.utils.exceptions import IvyBroadcastShapeError, IvyTypeError, IvyValueError
from tests.core.recording import in_the_place_of, noting_backend
from tools.operators import as_arrays, sample
from tools.operators.nests import array_slots, at_slot, with_argument

Container = ivy.Container


def arrays(**nest):
    return Container(nest).cont_map(lambda leaf, _: ivy.asarray(leaf))


def lists(x):
    return x.cont_with_entries_as_lists().cont_to_dict()


@pytest.mark.checklist("N01", "N02", "N09")
def test_containers_in_the_place_of_any_argument(backend):
    x, y = arrays(a=[1.0, 5.0], b={"c": [9.0]}), arrays(a=2.0, b={"c": 3.0})
    assert lists(ivy.add(x, y)) == {"a": [3.0, 7.0], "b": {"c": [12.0]}}
    assert lists(ivy.add(10, x)) == {"a": [11.0, 15.0], "b": {"c": [19.0]}}
    assert lists(ivy.add(ivy.asarray([1.0]), y)) == {"a": [3.0], "b": {"c": [4.0]}}
    high = Container(a=3.0, b={"c": 4.0})
    assert lists(ivy.clip(x, 2.0, high)) == {"a": [2.0, 3.0], "b": {"c": [4.0]}}
    axes = Container(a=0, b={"c": None})
    assert lists(ivy.sum(x, axis=axes)) == {"a": 6.0, "b": {"c": 9.0}}
    joined = ivy.concat([x, x, ivy.asarray([0.0])], axis=0)
    assert lists(joined) == {"a": [1.0, 5.0, 1.0, 5.0, 0.0], "b": {"c": [9.0, 9.0, 0.0]}}
    for result in (joined, ivy.add(x, y)):
        assert type(result) is Container and type(result.b) is Container
        assert isinstance(result.a, ivy.Array)


@pytest.mark.checklist("N01", "N02")
@pytest.mark.parametrize(
    "call, option, values",
    [
        (lambda **o: ivy.sort(ivy.asarray([1.0, 3.0, 2.0]), **o), "descending", (True, False)),
        (lambda **o: ivy.argmax(ivy.asarray([[1.0, 3.0]]), axis=1, **o), "keepdims", (True, False)),
        (lambda **o: ivy.cholesky(ivy.asarray([[4.0, 2], [2, 5.0]]), **o), "upper", (True, False)),
        (lambda **o: ivy.reshape(ivy.asarray([[1.0, 3.0]]), (2,), **o), "copy", (True, False)),
        (
            lambda **o: ivy.cross_entropy(ivy.asarray([0.0, 1.0]), ivy.asarray([0.5, 0.5]), **o),
            "reduction", ("none", "sum"),
        ),
        (
            lambda **o: ivy.huber_loss(ivy.asarray([0.0, 1.0]), ivy.asarray([3.0, 1.5]), **o),
            "delta", (0.5, 2.0),
        ),
        (
            lambda normalized_idxs: ivy.layer_norm(ivy.asarray([[1.0, 3.0]]), normalized_idxs),
            "normalized_idxs", ([0], [1]),
        ),
    ],
    ids=["sort", "argmax", "cholesky", "reshape", "cross_entropy", "huber_loss", "layer_norm"],
)  # fmt: skip
def test_an_option_that_is_a_container(backend, call, option, values):
    result = call(**{option: Container(a=values[0], b={"c": values[1]})})
    assert lists(result) == {
        "a": np.asarray(call(**{option: values[0]})).tolist(),
        "b": {"c": np.asarray(call(**{option: values[1]})).tolist()},
    }


@pytest.mark.checklist("I13")
def test_out_with_a_read_only_leaf_is_refused_whole(backend):
    x = arrays(a=[1.0, 2.0], b=[3.0, 4.0])
    out = arrays(a=[0.0, 0.0])
    out["b"] = ivy.broadcast_to(ivy.asarray([7.0]), (2,))
    for write in (lambda: ivy.sin(x, out=out), lambda: ivy.inplace_update(out, x)):
        with pytest.raises(IvyValueError, match="read-only"):
            write()
        assert lists(out) == {"a": [0.0, 0.0], "b": [7.0, 7.0]}


def _whole(x):
    """Return what a function of nests makes of the Container that it was given as a whole."""
    assert type(x) is Container
    return x


# By kind: a function that is called once a leaf, and one to which a Container is an object.
KINDS = {
    "primary": (
        lambda x: ivy.tan(x),
        lambda x: ivy.if_else(True, lambda vars: _whole(vars), lambda vars: vars, (x,)),
    ),
    "compositional": (lambda x: ivy.gather(x, ivy.asarray([0])), lambda x: ivy.split_factor(x)),
    "mixed": (
        lambda x: ivy.layer_norm(x, [0]),
        lambda x: ivy.for_loop(range(1), lambda n, vars: (_whole(vars[0]),), (x,)),
    ),
    "standalone": (lambda x: ivy.to_list(x), lambda x: ivy.index_nest({"k": x}, ("k",))),
}
FUNCTIONS_OF = {
    "primary": ("tan", "if_else"), "compositional": ("gather", "split_factor"),
    "mixed": ("layer_norm", "for_loop"), "standalone": ("to_list", "index_nest"),
}  # fmt: skip


@pytest.mark.checklist("N03")
@pytest.mark.parametrize("kind", KINDS)
def test_functions_of_every_kind_are_nestable_or_not(backend, kind):
    nestable, whole = KINDS[kind]
    for name in FUNCTIONS_OF[kind]:
        assert ivy.function_kind(name) == kind
    x = arrays(a=[0.5, 2.0], b={"c": [1.5, 3.0]})
    result = nestable(x)
    assert type(result) is Container and list(result) == ["a", "b"]
    for key in ("a", "b/c"):
        np.testing.assert_array_equal(np.asarray(result[key]), np.asarray(nestable(x[key])))
    if kind == "compositional":  # it looks its argument up as the name of a device
        with pytest.raises(ivy.IvyException):
            whole(x)
        return
    found = whole(x)
    found = found[0] if isinstance(found, tuple) else found
    assert type(found) is Container and lists(found) == lists(x)


@pytest.mark.checklist("N04", "N05")
def test_several_results_are_as_many_containers(backend):
    x = arrays(a=[3.0, 1.0, 3.0], b={"c": [2.0]})
    values, counts = ivy.unique_counts(x)
    assert lists(values) == {"a": [1.0, 3.0], "b": {"c": [2.0]}}
    assert lists(counts) == {"a": [1, 2], "b": {"c": [1]}}
    parts = ivy.split(arrays(a=[1, 2], b=[3, 4]), num_or_size_splits=2)
    assert type(parts) is list and [lists(part) for part in parts] == [
        {"a": [1], "b": [3]}, {"a": [2], "b": [4]},
    ]  # fmt: skip


@pytest.mark.checklist("N06")
def test_primaries_declare_that_they_are_nestable():
    assert "handle_nestable" in FUNCTIONS["add"].wrappers
    assert FUNCTIONS["add"].nestable


OF_ARRAYS = sorted(
    name
    for name, spec in FUNCTIONS.items()
    if spec.kind == "compositional" and spec.array_parameters and sample(name) is not None
    if array_slots(*sample(name)) and "Array" in spec.returns
)


def steps(bound, calls, name, leaves):
    """Return the names of the implementations that a call enters, one after the other."""
    args, kwargs = sample(name)
    slot = array_slots(args, kwargs)[0]
    value = leaves(as_arrays(at_slot(args, kwargs, slot)))
    many, options = with_argument(as_arrays(args), as_arrays(kwargs), slot, value)
    calls.clear()
    getattr(bound, name)(*many, **options)
    return [call[0] for call in calls]


@pytest.fixture(scope="module")
def noting():
    """A backend that notes the calls of its implementations, bound once; and the list of these."""
    return noting_backend("numpy")


@pytest.mark.checklist("N07", "N08")
@pytest.mark.parametrize("name", OF_ARRAYS)
def test_in_compositional_functions_all_leaves_advance_together(name, noting):
    """Each inner call maps over the leaves; the whole body only where that is declared."""
    backend, calls = noting
    with in_the_place_of("numpy", backend) as bound, np.errstate(all="ignore"):
        alone = steps(bound, calls, name, lambda x: x)
        nested = steps(bound, calls, name, lambda x: Container(a=x, b={"c": x, "d": x}))
    if FUNCTIONS[name].nestable:
        assert nested == alone * 3
        return
    assert _together(alone, nested)
    assert nested != alone or name == "optional_get_element"  # which calls nothing


def _together(alone, nested) -> bool:
    """Return whether each inner call stands there three times, or once where no leaf is in it.

    An inner call is one step, or the two of `stable_divide`, which is called once a leaf itself.
    """
    if not alone:
        return not nested
    for count in (1, 2):
        inner, here = alone[:count], nested[: 3 * count]
        if here == inner * 3 and count < len(alone) + (count == 1):
            if _together(alone[count:], nested[3 * count :]):
                return True
    return nested[:1] == alone[:1] and _together(alone[1:], nested[1:])


@pytest.mark.checklist("N07")
def test_cross_entropy_advances_step_by_step(noting):
    backend, calls = noting
    with in_the_place_of("numpy", backend) as bound:
        alone = steps(bound, calls, "cross_entropy", lambda x: x)
        nested = steps(bound, calls, "cross_entropy", lambda x: Container(a=x, b=x))
    assert len(alone) > 4 and nested != alone * 2
    assert [step for step, _ in itertools.groupby(nested)] == [
        step for step, _ in itertools.groupby(alone)
    ]


@pytest.mark.checklist("N07", "N08")
def test_compositional_functions(backend):
    assert not FUNCTIONS["cross_entropy"].nestable and FUNCTIONS["linear"].nestable
    true, pred = arrays(a=[0.0, 1.0], b=[1.0, 0.0]), arrays(a=[0.2, 0.8], b=[0.6, 0.4])
    loss = ivy.cross_entropy(true, pred)
    for key in "ab":
        np.testing.assert_allclose(
            np.asarray(loss[key]), np.asarray(ivy.cross_entropy(true[key], pred[key]))
        )
    weight, x = arrays(a=[[1.0, 2.0]], b=[[3.0, 4.0]]), ivy.asarray([[1.0, 1.0]])
    assert lists(ivy.linear(x, weight)) == {"a": [[3.0]], "b": [[7.0]]}


@pytest.mark.checklist("N10", "N11")
def test_a_leaf_goes_to_all_below_it():
    x = Container(a={"b": 2, "c": 4}, d={"e": 6, "f": 9})
    y = Container(a=2, d=3)
    expected = """{
    a: {
        b: 1.0,
        c: 2.0
    },
    d: {
        e: 2.0,
        f: 3.0
    }
}"""
    assert str(x / y) == expected


@pytest.mark.checklist("N10", "N11")
def test_a_leaf_goes_to_all_below_it_in_functions(backend):
    x, y = arrays(a={"b": 2, "c": 4}, d={"e": 6, "f": 9}), arrays(a=2, d=3)
    quotient = {"a": {"b": 1.0, "c": 2.0}, "d": {"e": 2.0, "f": 3.0}}
    assert lists(ivy.divide(x, y)) == lists(x / y) == quotient
    assert lists(ivy.divide(y, x)) == {"a": {"b": 1.0, "c": 0.5}, "d": {"e": 0.5, "f": 3 / 9}}


@pytest.mark.checklist("N12")
def test_three_containers_the_deepest_last(backend):
    x = Container(a={"b": 2, "c": 4}, d={"e": 6, "f": 8})
    y = Container(a=2, d=3)
    z = Container(a={"b": 10, "c": {"g": 11, "h": 12}}, d={"e": 13, "f": 14})
    assert (
        str(x + y + z)
        == """{
    a: {
        b: 14,
        c: {
            g: 17,
            h: 18
        }
    },
    d: {
        e: 22,
        f: 25
    }
}"""
    )
    total = Container.cont_multi_map_in_function(lambda *v: sum(v), x, y, z)
    assert total.cont_to_dict() == (x + y + z).cont_to_dict()


@pytest.mark.checklist("N13", "N14")
@pytest.mark.parametrize(
    "nests, chain",
    [
        (({"a": {"b": 2}, "d": 1}, {"a": 2, "d": 3, "g": 4}), "g"),
        (({"d": {"e": 6, "f": 8}}, {"d": {"e": 13, "g": 14}}), "d/[fg]"),
    ],
)
def test_structures_that_are_not_shared_are_refused(backend, nests, chain):
    x, y = (arrays(**nest) for nest in nests)
    for function in (ivy.add, Container.static_add):
        for left, right in ((x, y), (y, x)):
            with pytest.raises(IvyValueError, match=f"'{chain}'"):
                function(left, right)
    with pytest.raises(IvyValueError, match=f"'{chain}'"):
        Container.cont_multi_map(lambda v, _: v[0] + v[1], [x, y])


@pytest.mark.checklist("N15")
def test_the_static_method_does_what_the_function_does(backend):
    x, y = arrays(a=[1.0], b={"c": [2.0]}), arrays(a=3.0, b=4.0)
    assert lists(Container.static_add(x, y)) == lists(ivy.add(x, y))
    assert ivy.to_list(Container.static_add(ivy.asarray([1]), 2)) == [3]


def test_out(backend):
    x, out = arrays(a=[1.0], b={"c": [2.0]}), arrays(a=[0.0], b={"c": [0.0]})
    a = out.a
    for call in (
        lambda: ivy.negative(x, out=out),
        lambda: Container.cont_multi_map_in_function("negative", x, out=out),
        lambda: Container.cont_multi_map_in_function("negative", x, out=out, map_sequences=True),
    ):
        assert call() is out and out.a is a and lists(out) == {"a": [-1.0], "b": {"c": [-2.0]}}
        a[0] = 0.0
    with pytest.raises(IvyTypeError, match="out: with Containers among the arguments"):
        Container.cont_multi_map_in_function("negative", x, out=a)
    with pytest.raises(IvyBroadcastShapeError):
        ivy.negative(x, out=arrays(a=[0.0, 0.0], b={"c": [0.0]}))
    plain = ivy.asarray([0.0])
    assert Container.cont_multi_map_in_function("negative", x.a, out=plain) is plain


def test_handle_inplace(backend):
    x, out = arrays(a=[1.0]), arrays(a=[0.0])
    a = out.a
    assert Container.cont_handle_inplace(x, None) is x
    assert Container.cont_handle_inplace(x, out) is out and out.a is a and ivy.to_list(a) == [1.0]
    empty = Container()
    assert Container.cont_handle_inplace(x, empty) is empty and empty.a is x.a


@pytest.mark.parametrize("value", ["add", ivy.add, lambda a, b: a + b])
def test_multi_map_in_function_takes_names_and_functions(backend, value):
    x = arrays(a=[1.0])
    assert lists(Container.cont_multi_map_in_function(value, x, 2)) == {"a": [3.0]}
    assert ivy.to_list(Container.cont_multi_map_in_function(value, ivy.asarray([1]), 2)) == [3]


def test_multi_map_in_function_uses_the_namespace_of_the_container():
    xp = ivy.get_backend("numpy")
    x = Container({"a": xp.asarray([1.0])}, ivyh=xp)
    result = Container.cont_multi_map_in_function("zeros_like", x)
    assert isinstance(result.a.data, np.ndarray)


def test_multi_map_in_function_at_key_chains(backend):
    x = arrays(a=[1.0], b={"c": [2.0], "d": [3.0]})
    run = Container.cont_multi_map_in_function
    assert lists(run("add", x, 1, key_chains=["a", "b/c"])) == {
        "a": [2.0], "b": {"c": [3.0], "d": [3.0]},
    }  # fmt: skip
    assert lists(run("add", x, 1, key_chains=["b"], to_apply=False, prune_unapplied=True)) == {
        "a": [2.0]
    }
    y = Container(a=[ivy.asarray([1.0]), ivy.asarray([2.0])], b=ivy.asarray([3.0]))
    result = run("negative", y, map_sequences=True, key_chains=["a"])
    assert [ivy.to_list(v) for v in result.a] == [[-1.0], [-2.0]] and result.b is y.b
    parts = run("split", x, num_or_size_splits=1, key_chains="a", prune_unapplied=True)
    assert type(parts) is list and lists(parts[0]) == {"a": [1.0]}


# the static methods


def test_multi_map():
    x, y = Container(a=1, b={"c": 2, "d": 3}), Container(a=3, b={"c": 4, "d": 5})
    seen = []

    def add(values, chain):
        seen.append(chain)
        return values[0] + values[1]

    total = Container.cont_multi_map(add, [x, y], assert_identical=True)
    assert total.cont_to_dict() == {"a": 4, "b": {"c": 6, "d": 8}} and seen == ["a", "b/c", "b/d"]
    part = Container.cont_multi_map(add, [x, y], ["a"], prune_unapplied=True)
    assert part.cont_to_dict() == {"a": 4}
    rest = Container.cont_multi_map(add, [x, y], ["a"], to_apply=False)
    assert rest.cont_to_dict() == {"a": 1, "b": {"c": 6, "d": 8}}
    assert Container.cont_multi_map(lambda v, kc: kc, [x, 5], key_chain="z").b.c == "z/b/c"
    made = Container.cont_multi_map(add, [x, y], config={"print_limit": 3})
    assert made.cont_config["print_limit"] == made.b.cont_config["print_limit"] == 3
    assert Container.cont_multi_map(add, [x, 1]).cont_to_dict() == {"a": 2, "b": {"c": 3, "d": 4}}


def test_multi_map_goes_into_sequences_if_asked_to():
    x, y = Container(a=1, b=[2, (3,)]), Container(a=3, b=[4, (5,)])
    total = Container.cont_multi_map(lambda v, _: v[0] + v[1], [x, y], map_nests=True)
    assert total.cont_to_dict() == {"a": 4, "b": [6, (8,)]}
    assert Container.cont_multi_map(lambda v, _: v[0] * v[1], [x, 2], map_nests=True).b == [4, (6,)]
    joined = Container.cont_multi_map(lambda v, _: v[0] + v[1], [x, y])
    assert joined.b == [2, (3,), 4, (5,)]
    with pytest.raises(IvyValueError, match="sequences of 2 and 1 members are at key chain 'b'"):
        Container.cont_multi_map(lambda v, _: v, [x, Container(a=0, b=[1])], map_nests=True)


def test_multi_map_errors():
    x = Container(a={"b": 1})
    with pytest.raises(IvyValueError, match="at key chain 'a' there is a leaf and a Container"):
        Container.cont_multi_map(len, [x, Container(a=1)], assert_identical=True)
    with pytest.raises(IvyTypeError, match="no Container was given"):
        Container.cont_multi_map(len, [1])


def test_list_join():
    x, y = Container(a=[1], b={"c": [2]}), Container(a=[4, 5], b={"c": []})
    joined = Container.cont_list_join([x, y])
    assert joined.cont_to_dict() == {"a": [1, 4, 5], "b": {"c": [2]}}
    made = Container.cont_list_join([x], config={"print_limit": 3})
    assert made.cont_config["print_limit"] == 3
    assert Container.cont_list_join([x], config=made._config)._config is made._config


def test_list_stack():
    x, y = Container(a=[1, 2], b={"c": 3}), Container(a=[4, 5], b={"c": 6})
    stacked = Container.cont_list_stack([x, y], 0)
    assert stacked.cont_to_dict() == {"a": [[1, 2], [4, 5]], "b": {"c": [3, 6]}}
    stacked = Container.cont_list_stack([Container(a=x.a), Container(a=y.a)], 1)
    assert stacked.cont_to_dict() == {"a": [[1, 4], [2, 5]]}


def test_reduce(backend):
    x, y = arrays(a=[1], b={"c": [2]}), arrays(a=[2], b={"c": [4]})
    assert lists(Container.cont_reduce([x, y], lambda v: v[0] + v[1])) == {
        "a": [3],
        "b": {"c": [6]},
    }


def test_unify(backend):
    x, y = arrays(a=[1.0], b={"c": [2.0]}), arrays(a=[4.0], b={"c": [6.0]})
    device = ivy.dev(x.a)
    for conts in ({"d0": x, "d1": y}, [x, y]):
        whole = Container.cont_unify(conts, device, "concat", 0)
        assert lists(whole) == {"a": [1.0, 4.0], "b": {"c": [2.0, 6.0]}}
        assert lists(Container.cont_unify(conts, device, "sum")) == {"a": [5.0], "b": {"c": [8.0]}}
        assert lists(Container.cont_unify(conts, device, "mean")) == {"a": [2.5], "b": {"c": [4.0]}}
    with pytest.raises(IvyValueError, match="'max' was given for mode"):
        Container.cont_unify([x], device, "max")


def test_the_container_takes_the_place_of_the_argument_that_lacks():
    x = Container(a=1)

    def static(p, q=0, *, key_chains, to_apply, prune_unapplied, map_sequences, out):
        return p, q, key_chains, out

    call = x._cont_call_static_method_with_flexible_args
    kw = {"p": None, "q": None}
    p, q, key_chains, _ = call(static, kw=kw, required=["p"], defaults={"q": 7}, key_chains=["a"])
    assert p is x and q == 7 and key_chains == ["a"]
    p, q, *_ = call(static, kw={"p": 1, "q": None}, required=["p"], defaults={"q": 7})
    assert p == 1 and q is x
    p, q, *_ = call(static, 5, kw=kw, required=["p"], defaults={}, self_idx=1)
    assert p == 5 and q is x
    p, q, *_ = call(static, 5, kw=kw, required=["p"], defaults={})
    assert p is x and q == 5
