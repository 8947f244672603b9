"""Nests: indexing, changing, looking through and mapping lists, tuples and mappings."""

from __future__ import annotations

import collections
import types

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ivy_core as ivy
from ivy_core.registry import FUNCTIONS
from tests.core.arrays import array

Pair = collections.namedtuple("Pair", "first second")
NEST = {"a": [[0], [1]], "b": {"c": [[[2], [4]], [[6], [8]]]}}
NAMES = (
    "all_nested_indices copy_nest duplicate_array_index_chains index_nest "
    "insert_into_nest_at_index insert_into_nest_at_indices map map_nest_at_index "
    "map_nest_at_indices multi_index_nest nested_any nested_argwhere nested_map nested_multi_map "
    "prune_empty prune_nest_at_index prune_nest_at_indices set_nest_at_index set_nest_at_indices"
).split()


def nest():
    return {"a": [1, (2, [3])], "b": {"c": 4}}


NESTS = st.recursive(
    st.integers(0, 9),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
        | st.tuples(inner, inner).map(Pair._make)
    ),
    max_leaves=8,
)


@pytest.mark.checklist("F20", "F21")
def test_every_function_of_the_category_is_standalone():
    specs = [spec for spec in FUNCTIONS.values() if spec.category == "nest"]
    assert sorted(spec.name for spec in specs) == NAMES
    assert {spec.kind for spec in specs} == {"standalone"}
    for spec in specs:
        # no `ivy.f(...)` in the body: a standalone function calls standalone ones by their names
        assert "ivy" not in spec.body.__globals__
        assert not hasattr(ivy.Array, spec.name)


# indexing


@pytest.mark.checklist("F26")
def test_index_nest_goes_down_any_nest():
    assert ivy.index_nest(nest(), ("a", 1, 1, 0)) == 3
    assert ivy.index_nest(nest(), ["b"]) == {"c": 4}
    assert ivy.index_nest(nest(), ()) == nest()
    assert ivy.index_nest(nest(), "b") == {"c": 4}
    assert ivy.index_nest([1, 2, 3], -1) == 3
    assert ivy.index_nest([Pair(1, [2])], (0, 1, 0)) == 2
    assert ivy.index_nest(types.MappingProxyType({"a": (5,)}), ("a", 0)) == 5
    assert ivy.multi_index_nest(nest(), [("b", "c"), ["a", 0]]) == [4, 1]


@pytest.mark.checklist("F26")
def test_index_nest_goes_into_arrays(backend, assert_matches):
    a = np.arange(6.0).reshape(2, 3)
    x = array(backend, a)
    assert_matches(ivy.index_nest({"x": x}, ("x", 1)), a[1])
    assert_matches(ivy.index_nest({"x": x}, ("x", 1, 2)), a[1, 2])
    view = ivy.index_nest([x], (0, slice(None), 1))
    view[0] = 9.0
    assert float(x[1][0]) == 9.0  # views, as indexing the Array gives them
    inner = ivy.index_nest([x.data], (0, 1))
    assert ivy.is_native_array(inner)
    np.testing.assert_array_equal(np.asarray(inner), [9.0, 4.0, 5.0])
    for held in (x, x.data):
        with pytest.raises(ivy.exceptions.IvyIndexError, match="shape"):
            ivy.index_nest([held], (0, 5))


@pytest.mark.parametrize(
    "index, message",
    [
        (("a", 5), "no element 5 in a list of length 2"),
        (("z",), r"no key 'z' in a dict with the keys \['a', 'b'\]"),
        (("a", 0, 1), "a leaf of type int has no element 1"),
        (("a", "x"), "no element 'x' in a list"),
        (("a", 1, 7), "no element 7 in a tuple of length 2"),
    ],
)
def test_a_wrong_index_is_named(index, message):
    calls = (
        lambda n: ivy.index_nest(n, index),
        lambda n: ivy.map_nest_at_index(n, index, str),
        lambda n: ivy.prune_nest_at_index(n, index),
        lambda n: ivy.prune_nest_at_indices(n, [("a", 0), index]),
    )
    for call in calls:
        n = nest()
        with pytest.raises(ivy.exceptions.IvyIndexError, match=message) as caught:
            call(n)
        assert repr(index) in str(caught.value)
        assert n == nest()


def test_text_is_a_leaf():
    with pytest.raises(IndexError, match="leaf of type str"):
        ivy.index_nest(["abc"], (0, 1))


# setting and mapping one or several elements


@pytest.mark.parametrize("shallow", [True, False])
def test_set_nest_at_index(shallow):
    x = nest()
    made = ivy.set_nest_at_index(x, ("a", 1, 1, 0), 9, shallow=shallow)
    assert made == {"a": [1, (2, [9])], "b": {"c": 4}}
    assert (made is x) is shallow
    assert x == (made if shallow else nest())


def test_set_makes_tuples_anew():
    x = (1, (2, 3))
    assert ivy.set_nest_at_index(x, (1, 0), 9) == (1, (9, 3))
    assert x == (1, (2, 3))
    pair = ivy.set_nest_at_index(Pair(1, [2]), (0,), 9)
    assert type(pair) is Pair and pair == (9, [2])
    held = [Pair(1, 2)]
    assert ivy.set_nest_at_index(held, (0, 1), 9) is held and held == [Pair(1, 9)]


def test_set_adds_a_key_but_no_position():
    assert ivy.set_nest_at_index({}, ("a",), 1) == {"a": 1}
    with pytest.raises(IndexError, match="no element 0 in a list of length 0"):
        ivy.set_nest_at_index([], (0,), 1)
    with pytest.raises(ValueError, match="empty"):
        ivy.set_nest_at_index([1], (), 1)


def test_set_keeps_the_class_of_a_mapping():
    x = collections.defaultdict(list, a=[1])
    made = ivy.set_nest_at_index(x, ("a", 0), 9, shallow=False)
    assert type(made) is collections.defaultdict and made.default_factory is list
    assert made == {"a": [9]} and x == {"a": [1]}


@pytest.mark.parametrize("shallow", [True, False])
def test_several_indices(shallow):
    x = nest()
    made = ivy.set_nest_at_indices(x, [("a", 0), ("b", "c")], [7, 8], shallow=shallow)
    assert made == {"a": [7, (2, [3])], "b": {"c": 8}} and (made is x) is shallow
    y = nest()
    made = ivy.map_nest_at_indices(y, [("a", 0), ("a", 1, 0)], lambda v: -v, shallow=shallow)
    assert made == {"a": [-1, (-2, [3])], "b": {"c": 4}} and (made is y) is shallow
    assert ivy.set_nest_at_indices((1, 2, 3), [(0,), (2,)], 0) == (0, 2, 0)
    assert ivy.map_nest_at_index((1, 2), (1,), str, shallow=shallow) == (1, "2")
    empty = ivy.set_nest_at_indices(x, [], [], shallow=shallow)
    assert empty == x and (empty is x) is shallow
    with pytest.raises(ValueError, match="1 values were given for 2 indices"):
        ivy.set_nest_at_indices([1, 2], [(0,), (1,)], [0])


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize("shallow", [True, False])
def test_setting_within_an_array(backend, shallow, native, assert_matches):
    a = np.arange(6.0).reshape(2, 3)
    x = array(backend, a)
    held = x.data if native else x
    x_nest = {"x": held, "y": [held]}
    made = ivy.set_nest_at_index(x_nest, ("x", 1, 2), 9.0, shallow=shallow)
    made = ivy.map_nest_at_indices(made, [("x", 0, 0), ("x", 0, 1)], lambda v: v + 10.0)
    expected = a.copy()
    expected[1, 2], expected[0, :2] = 9.0, [10.0, 11.0]
    assert type(made["x"]) is type(held)
    np.testing.assert_array_equal(np.asarray(made["x"]), expected)
    if not shallow:
        assert_matches(x, a)
        np.testing.assert_array_equal(np.asarray(x_nest["x"]), a)
    elif not native:
        assert made["x"] is x
        assert_matches(x, expected)  # written in place, so every alias shows it
        np.testing.assert_array_equal(np.asarray(x_nest["y"][0]), expected)
    assert_matches(ivy.set_nest_at_index(array(backend, a), (1,), 0.0), a * [[1], [0]])


# more and fewer elements


def test_insert():
    x = nest()
    ivy.insert_into_nest_at_index(x, ("a", 1, 1, 0), 9)
    ivy.insert_into_nest_at_index(x, ("a", 1, 0), 8)  # into a tuple that a list holds
    ivy.insert_into_nest_at_index(x, ("b", "d"), 7)
    assert x == {"a": [1, (8, 2, [9, 3])], "b": {"c": 4, "d": 7}}
    y = [1, 2]
    ivy.insert_into_nest_at_indices(y, [(0,), (0,), (4,)], ["a", "b", "c"])
    assert y == ["b", "a", 1, 2, "c"]


def test_prune():
    x = nest()
    ivy.prune_nest_at_index(x, ("a", 1, 0))
    assert x == {"a": [1, ([3],)], "b": {"c": 4}}
    ivy.prune_nest_at_indices(x, [("b",), ("b", "c"), ("a", 0)])
    assert x == {"a": [([3],)]}
    y = [0, 1, [2, 3, 4], 5]
    ivy.prune_nest_at_indices(y, [(0,), (2, -1), (2, 0), (2, 2), (-1,), (3,)])
    assert y == [1, [3]]


def test_prune_and_insert_refuse_what_has_a_fixed_size(backend):
    x = array(backend, [1.0, 2.0])
    for fixed in (x, x.data, Pair(1, 2)):
        with pytest.raises(ValueError, match="cannot take out an element of a"):
            ivy.prune_nest_at_index([fixed], (0, 0))
        with pytest.raises(ValueError, match="cannot insert an element of a"):
            ivy.insert_into_nest_at_index([fixed], (0, 0), 1)
    for whole in ((1, 2), (1, (2, 3))):
        index = (0,) if whole == (1, 2) else (1, 0)
        with pytest.raises(ValueError, match="a tuple cannot be changed in place"):
            ivy.prune_nest_at_index(whole, index)
        with pytest.raises(ValueError, match="a tuple cannot be changed in place"):
            ivy.insert_into_nest_at_index(whole, index, 0)


def test_prune_empty():
    x = {"a": [], "b": [1, {}, None, ([], ())], "c": {"d": {"e": []}}, "f": 0, "g": "", "h": False}
    assert ivy.prune_empty(x) == {"b": [1], "f": 0, "g": "", "h": False}
    assert x["a"] == []  # it stays as it was
    assert ivy.prune_empty([[], {}]) is None
    assert ivy.prune_empty(([], 1)) == (1,)
    assert ivy.prune_empty(5) == 5


# looking through


def test_nested_argwhere():
    assert ivy.nested_argwhere(NEST, lambda x: x < 5) == [
        ["a", 0, 0], ["a", 1, 0], ["b", "c", 0, 0, 0], ["b", "c", 0, 1, 0],
    ]  # fmt: skip
    assert ivy.nested_argwhere(NEST, lambda x: x > 99) == []
    found = ivy.nested_argwhere(NEST, lambda x: not isinstance(x, (dict, int)) or x == 0, True)
    assert found[:4] == [["a", 0, 0], ["a", 0], ["a", 1], ["a"]]
    assert found[-1] == ["b", "c"]  # each after its contents, the outermost nest left out
    assert ivy.nested_argwhere(NEST, lambda x: x, stop_after_n_found=2) == [
        ["a", 1, 0], ["b", "c", 0, 0, 0],
    ]  # fmt: skip
    calls = []
    ivy.nested_argwhere([1, 2, 3], lambda x: calls.append(x) or True, stop_after_n_found=1)
    assert calls == [1]
    found = ivy.nested_argwhere([1, (2,)], lambda x: isinstance(x, tuple), to_ignore=tuple)
    assert found == [[1]]


def test_all_nested_indices():
    leaves = [["a", 0, 0], ["a", 1, 0], *(["b", "c", i, j, 0] for i in (0, 1) for j in (0, 1))]
    assert ivy.all_nested_indices(NEST) == leaves
    with_nests = ivy.all_nested_indices(NEST, True)
    assert with_nests[:5] == [["a", 0, 0], ["a", 0], ["a", 1, 0], ["a", 1], ["a"]]
    assert with_nests[-2:] == [["b", "c"], ["b"]]
    assert ivy.all_nested_indices(5) == [[]]
    assert ivy.all_nested_indices([]) == []


@pytest.mark.checklist("F26")
@given(NESTS)
def test_indices_lead_back_to_their_elements(x):
    indices = ivy.all_nested_indices(x, include_nests=True)
    assert len({tuple(index) for index in indices}) == len(indices)
    for index in indices:
        value = x
        for key in index:
            value = value[key]
        assert ivy.index_nest(x, index) is value
    leaves = []
    ivy.nested_map(leaves.append, x, include_derived=True, shallow=False)
    assert ivy.multi_index_nest(x, ivy.all_nested_indices(x)) == leaves


def test_nested_any():
    assert ivy.nested_any(NEST, lambda x: x == 8)
    assert not ivy.nested_any(NEST, lambda x: isinstance(x, list))
    assert ivy.nested_any(NEST, lambda x: isinstance(x, list), check_nests=True)
    assert ivy.nested_any([1], lambda x: isinstance(x, list), True)  # the outermost one, too
    assert ivy.nested_any(3, lambda x: x == 3)


def test_duplicate_array_index_chains(backend):
    x, y = array(backend, [1.0]), array(backend, [1.0])
    x_nest = {"a": x, "b": (y, [ivy.Array(x.data)]), "c": x.data, "d": [1, 1]}
    assert ivy.duplicate_array_index_chains(x_nest) == [[["a"], ["b", 1, 0], ["c"]]]
    assert ivy.duplicate_array_index_chains([x, y]) == []


# mapping


def test_map_calls_with_constant_and_unique_arguments(backend, assert_matches):
    assert ivy.map(lambda x, y: x - y, {"x": 10}, {"y": (n for n in (1, 2, 3))}) == [9, 8, 7]
    assert ivy.map(lambda x: x, constant={"x": 1}) == [1]
    assert ivy.map(lambda x: x, unique={"x": []}) == []
    x = array(backend, [1.0, 2.0])
    mean = ivy.map(lambda x, y: x * y, {"x": x}, {"y": [1.0, 3.0]}, mean=True)
    assert_matches(mean, np.array([2.0, 4.0]))
    with pytest.raises(ValueError, match="different numbers of values"):
        ivy.map(max, unique={"a": [1, 2], "b": [1]})
    with pytest.raises(ValueError, match=r"\['a'\] are constant and unique"):
        ivy.map(max, {"a": 1}, {"a": [1]})
    with pytest.raises(ValueError, match="no values"):
        ivy.map(lambda x: x, unique={"x": []}, mean=True)


@pytest.mark.checklist("F25")
@pytest.mark.parametrize("shallow", [True, False])
def test_nested_map(shallow):
    x = nest()
    inner = x["a"]
    made = ivy.nested_map(lambda v: v * 10, x, shallow=shallow)
    assert made == {"a": [10, (20, [30])], "b": {"c": 40}}
    assert (made is x) is shallow and (made["a"] is inner) is shallow
    assert x == (made if shallow else nest())
    assert ivy.nested_map(str, 5) == "5"
    assert ivy.nested_map(str, (1, 2), to_mutable=True) == ["1", "2"]


@pytest.mark.checklist("F25")
def test_nested_map_of_derived_classes():
    x = [Pair(1, 2), collections.OrderedDict(a=3)]
    seen = ivy.nested_map(lambda v: type(v).__name__, x, shallow=False)
    assert seen == ["Pair", "OrderedDict"]
    made = ivy.nested_map(lambda v: -v, x, include_derived=True, shallow=False)
    assert made == [Pair(-1, -2), {"a": -3}]
    assert [type(v) for v in made] == [Pair, collections.OrderedDict]
    seen = ivy.nested_map(lambda v: v, x, include_derived={"tuple": True}, to_mutable=True)
    assert seen == [[1, 2], {"a": 3}]
    with pytest.raises(ValueError, match="set"):
        ivy.nested_map(str, x, include_derived={"set": True})


@pytest.mark.checklist("F25")
def test_nested_map_leaves_ignored_classes_alone():
    assert ivy.nested_map(str, [1, (2, 3)], to_ignore=tuple) == ["1", "(2, 3)"]
    assert ivy.nested_map(len, [(1, 2), {"a": 1}], to_ignore=(tuple, dict)) == [2, 1]


@pytest.mark.checklist("F25")
def test_nested_map_over_arrays(backend, assert_matches):
    a = np.arange(3.0)
    made = ivy.nested_map(lambda x: x + 1.0, {"x": array(backend, a), "y": [array(backend, a)]})
    assert_matches(made["x"], a + 1)
    assert_matches(made["y"][0], a + 1)


@given(NESTS)
def test_a_copy_shares_leaves_only(x):
    made = ivy.copy_nest(x, include_derived=True)
    assert made == x and repr(made) == repr(x)
    nests = ivy.nested_argwhere(x, lambda v: isinstance(v, (list, dict)), check_nests=True)
    for index in nests:
        assert ivy.index_nest(made, index) is not ivy.index_nest(x, index)


def test_copy_nest_options():
    inner = Pair([1], 2)
    assert ivy.copy_nest([inner])[0] is inner
    copied = ivy.copy_nest([inner], include_derived=True)[0]
    assert copied == inner and copied is not inner and copied.first is not inner.first
    assert ivy.copy_nest([(1, (2,))], to_mutable=True) == [[1, [2]]]


def test_nested_multi_map():
    x = {"a": [1, 2], "b": (3, Pair(4, 5))}
    y = {"a": [10, 20], "b": (30, Pair(40, 50))}
    chains = []

    def add(values, chain):
        chains.append(chain)
        return sum(values)

    made = ivy.nested_multi_map(add, [x, y, 100])
    assert made == {"a": [111, 122], "b": (133, Pair(144, 155))}
    assert type(made["b"][1]) is Pair
    assert chains == ["a/0", "a/1", "b/0", "b/1/0", "b/1/1"]
    assert ivy.nested_multi_map(add, [1, 2]) == 3
    chains.clear()
    ivy.nested_multi_map(add, [[1], [2]], index_chain="top")
    assert chains == ["top/0"]


def test_nested_multi_map_of_chosen_parts():
    x, y = {"a": [1, 2], "b": 3}, {"a": [10, 20], "b": 30}

    def add(values, _):
        return sum(values)

    assert ivy.nested_multi_map(add, [x, y], ["a/0"]) == {"a": [11, 2], "b": 3}
    assert ivy.nested_multi_map(add, [x, y], ["a"]) == {"a": [11, 22], "b": 3}
    assert ivy.nested_multi_map(add, [x, y], [("a", 1)], to_apply=False) == {"a": [11, 2], "b": 33}
    made = ivy.nested_multi_map(add, [x, y], ["a/1"], prune_unapplied=True)
    assert made == {"a": [22]}
    assert ivy.nested_multi_map(add, [x, y], ["z"], prune_unapplied=True) is None


def test_nested_multi_map_combines_a_shallow_nest_with_a_deeper_one():
    made = ivy.nested_multi_map(lambda v, _: v[0] * v[1], [{"a": 2, "b": 3}, {"a": [1, 2], "b": 5}])
    assert made == {"a": [2, 4], "b": 15}


@pytest.mark.parametrize("other", [{"a": [1]}, {"b": [1, 2]}, {"a": {"0": 1, "1": 2}}])
def test_nested_multi_map_refuses_nests_that_differ(other):
    with pytest.raises(ivy.exceptions.IvyValueError, match="share no structure"):
        ivy.nested_multi_map(lambda v, _: v, [{"a": [1, 2]}, other])


def test_nested_multi_map_of_arrays(backend, assert_matches):
    a, b = np.arange(3.0), np.ones(3)
    x, y = array(backend, a), array(backend, b)
    assert_matches(ivy.nested_multi_map(lambda v, _: v[0] - v[1], [x, y]), a - b)
    natives = [[x.data], [y.data]]
    made = ivy.nested_multi_map(lambda v, _: v[0], natives)
    assert isinstance(made[0], ivy.Array)
    assert ivy.nested_multi_map(lambda v, _: v[0], natives, to_ivy=False)[0] is x.data


# Containers


@pytest.mark.checklist("F25", "F26")
def test_containers_are_nests_of_their_own_class():
    x = ivy.Container(a=[1, 2], b={"c": 3})
    assert ivy.index_nest(x, ("b", "c")) == 3
    assert ivy.index_nest([x], (0, "b/c")) == 3
    made = ivy.nested_map(lambda v: v * 10, {"x": x}, shallow=False)["x"]
    assert type(made) is ivy.Container and type(made.b) is ivy.Container
    assert made.cont_to_dict() == {"a": [10, 20], "b": {"c": 30}}
    assert x.cont_to_dict() == {"a": [1, 2], "b": {"c": 3}}
    inner = x.b
    assert ivy.nested_map(lambda v: -v, x) is x and x.b is inner
    assert x.cont_to_dict() == {"a": [-1, -2], "b": {"c": -3}}
    assert ivy.nested_map(type, [x], to_ignore=ivy.Container) == [ivy.Container]
    copied = ivy.copy_nest([x])[0]
    assert copied is not x and copied.b is not x.b and type(copied.b) is ivy.Container


def test_containers_are_changed_as_other_nests():
    x = ivy.Container(a=[1, 2], b={"c": 3, "d": {}})
    assert ivy.all_nested_indices(x) == [["a", 0], ["a", 1], ["b", "c"]]
    made = ivy.set_nest_at_index(x, ("b", "c"), 9, shallow=False)
    assert type(made) is ivy.Container and made.b.c == 9 and x.b.c == 3
    assert ivy.set_nest_at_indices(x, [("b", "c"), ("a", 0)], [8, 7]) is x
    ivy.prune_nest_at_indices(x, [("a", 0), ("b", "d")])
    ivy.insert_into_nest_at_index(x, ("b", "e"), 5)
    assert x.cont_to_dict() == {"a": [2], "b": {"c": 8, "e": 5}}
    pruned = ivy.prune_empty(ivy.Container(a={}, b={"c": []}, d=1))
    assert type(pruned) is ivy.Container and pruned.cont_to_dict() == {"d": 1}


def test_nested_multi_map_of_containers():
    x = ivy.Container(a={"b": 1}, c=(2,), print_indent=2)
    made = ivy.nested_multi_map(lambda v, _: sum(v), [x, {"a": {"b": 10}, "c": [20]}])
    assert type(made) is ivy.Container and made.cont_to_dict() == {"a": {"b": 11}, "c": (22,)}
    assert made.cont_config["print_indent"] == 2
    made = ivy.nested_multi_map(lambda v, _: sum(v), [x, 1], config={"print_limit": 3})
    assert made.cont_config["print_limit"] == 3 and made.a.cont_config["print_limit"] == 3


def test_a_missing_key_is_also_a_key_error():
    for missing in ({"a": 1}, ivy.Container(a=1)):
        with pytest.raises(KeyError, match="index_nest: index .'z',.: no key 'z' in a"):
            ivy.index_nest(missing, ("z",))
        with pytest.raises(ivy.exceptions.IvyIndexError):
            ivy.index_nest(missing, ("z",))
