"""Containers: maps over leaves, lists of them, other nests, and what leaves have in common."""

from __future__ import annotations

import collections

import pytest

import ivy_core as ivy
from ivy_core.utils.exceptions import IvyTypeError, IvyValueError

Container = ivy.Container
pytestmark = pytest.mark.checklist("C07")


@pytest.fixture
def x():
    return Container(a=1, b={"c": 2, "d": 3})


def plus(value, chain):
    return value + 1


@pytest.mark.checklist("C04")
def test_map_hands_leaves_and_key_chains():
    x = Container(a=1, b={"c": {"d": 2}})
    seen = []
    y = x.cont_map(lambda leaf, chain: seen.append((chain, leaf)) or leaf * 10)
    assert seen == [("a", 1), ("b/c/d", 2)] and y.cont_to_dict() == {"a": 10, "b": {"c": {"d": 20}}}
    assert x.a == 1
    assert x.cont_map(lambda _, chain: chain, key_chain="z").b.c.d == "z/b/c/d"


@pytest.mark.checklist("C04")
@pytest.mark.parametrize(
    "chains, to_apply, pruned, expected",
    [
        (["a", "b/c"], True, False, {"a": 2, "b": {"c": 3, "d": 3}}),
        (["a", "b/c"], True, True, {"a": 2, "b": {"c": 3}}),
        (Container(a=0, b={"d": 0}), False, False, {"a": 1, "b": {"c": 3, "d": 3}}),
        ({"a": 0, "b": {"d": 0}}, False, True, {"b": {"c": 3}}),
        ("b", True, True, {"b": {"c": 3, "d": 4}}),
        ("b", False, True, {"a": 2}),
        (("b.c",), True, True, {"b": {"c": 3}}),
        ([], True, False, {"a": 1, "b": {"c": 2, "d": 3}}),
    ],
)
def test_map_at_key_chains(x, chains, to_apply, pruned, expected):
    assert x.cont_map(plus, chains, to_apply, pruned).cont_to_dict() == expected
    b = x.b
    assert x.cont_map(plus, chains, to_apply, pruned, inplace=True) is x
    assert x.cont_to_dict() == expected and ("b" not in x or x.b is b)


@pytest.mark.checklist("C04")
def test_map_over_sequences():
    pair = collections.namedtuple("pair", "p q")
    x = Container(a=1, b=[2, (3, [4])], c=pair(5, 6))
    assert x.cont_map(plus, map_sequences=True).cont_to_dict() == {
        "a": 2, "b": [3, (4, [5])], "c": pair(6, 7),
    }  # fmt: skip
    assert x.cont_map(lambda v, _: type(v), ["b"]).b is list


def test_map_sub_conts(x):
    def add(cont, chain):
        cont.e = chain
        return cont

    y = x.cont_map_sub_conts(add)
    assert y.e == "" and y.b.e == "b" and "e" not in x and "e" not in x.b
    y = x.cont_map_sub_conts(add, include_self=False)
    assert "e" not in y and y.b.e == "b"
    b = x.b
    assert x.cont_map_sub_conts(add, inplace=True) is x and x.b is b and b.e == "b" and x.e == ""
    z = Container(a={"b": {"c": 1}}, d={"e": 2})
    sizes = z.cont_map_sub_conts(lambda cont, _: len(cont), include_self=False)
    assert sizes.cont_to_dict() == {"a": 1, "d": 1}
    assert z.cont_map_sub_conts(lambda cont, _: Container(new=1), inplace=True) is z
    assert z.cont_to_dict() == {"new": 1}


def test_map_sub_conts_at_key_chains():
    x = Container(a={"b": {"c": 1}}, d={"e": 2}, f=3)

    def empty(cont, chain):
        return "applied"

    assert x.cont_map_sub_conts(empty, ["a/b"]).cont_to_dict() == {
        "a": {"b": "applied"}, "d": {"e": 2}, "f": 3,
    }  # fmt: skip
    assert x.cont_map_sub_conts(empty, ["a/b"], prune_unapplied=True).cont_to_dict() == {
        "a": {"b": "applied"}, "f": 3,
    }  # fmt: skip
    assert x.cont_map_sub_conts(empty, ["d"], to_apply=False, include_self=False).d.e == 2


@pytest.mark.checklist("C06")
def test_iterators(x):
    x.e = {"f": {}}
    assert list(x.cont_to_iterator()) == [("a", 1), ("b/c", 2), ("b/d", 3)]
    chain, value = list(x.cont_to_iterator("z", include_empty=True))[-1]
    assert chain == "z/e/f" and value is x.e.f
    assert list(x.cont_to_iterator(leaf_keys_only=True)) == [("a", 1), ("c", 2), ("d", 3)]
    assert list(x.cont_to_iterator_values()) == [1, 2, 3]
    assert list(x.cont_to_iterator_values(include_empty=True))[-1] is x.e.f
    assert list(x.cont_to_iterator_keys()) == ["a", "b/c", "b/d"]
    assert list(x.cont_to_iterator_keys("z", True, True)) == ["a", "c", "d", "f"]
    assert x.cont_to_flat_list() == [1, 2, 3]


def test_from_flat_list(x):
    values = [4, 5, 6]
    assert x.cont_from_flat_list(values).cont_to_dict() == {"a": 4, "b": {"c": 5, "d": 6}}
    assert values == [4, 5, 6]
    with pytest.raises(IvyValueError, match="2 values were given; there are 3 leaves"):
        x.cont_from_flat_list([4, 5])


def test_other_nests(x):
    nest = x.cont_to_dict()
    assert nest == {"a": 1, "b": {"c": 2, "d": 3}} and type(nest) is type(nest["b"]) is dict
    x.e = None
    assert x.cont_to_nested_list() == [1, [2, 3]]
    raw = [1, {"k": [2, 3]}]
    assert Container(raw, types_to_iteratively_nest=[list]).cont_to_raw() == raw
    raw = tuple(range(12))
    assert Container(raw, types_to_iteratively_nest=[tuple]).cont_to_raw() == raw
    assert Container(it_0=1).cont_to_raw() == {"it_0": 1}


def test_entries_as_lists(backend):
    x = Container(a=ivy.asarray([1]), b={"c": ivy.asarray([2.0]), "d": "text"})
    assert x.cont_with_entries_as_lists().cont_to_dict() == {
        "a": [1],
        "b": {"c": [2.0], "d": "text"},
    }


def test_reshape_like(backend):
    x = Container(a=ivy.zeros((1, 1)), b={"c": ivy.zeros((2, 1)), "d": ivy.zeros((3, 1))}, e="text")
    shapes = Container(a=(1,), b={"c": (1, 2, 1), "d": ivy.ones((3,))})
    y = x.cont_reshape_like(shapes)
    assert (y.a.shape, y.b.c.shape, y.b.d.shape, y.e) == ((1,), (1, 2, 1), (3,), "text")
    z = Container(a=ivy.zeros((3, 1, 1)), b={"c": ivy.zeros((3, 2, 1)), "d": ivy.zeros((3, 3, 1))})
    y = z.cont_reshape_like(shapes, leading_shape=[3])
    assert (y.a.shape, y.b.c.shape, y.b.d.shape) == ((3, 1), (3, 1, 2, 1), (3, 3))
    assert x.cont_reshape_like({"a": (3,)}, return_cont=z).a.shape == (3,)


# what the leaves have in common


@pytest.mark.checklist("C05")
def test_truth_of_the_leaves(backend):
    x = Container(a=ivy.asarray([1]), b={"c": [], "d": True})
    bools = x.cont_as_bools()
    assert bools.cont_to_dict() == {"a": True, "b": {"c": False, "d": True}}
    assert all(type(value) is bool for value in bools.cont_to_flat_list())
    assert not x.cont_all_true() and not x.cont_all_false()
    assert x.cont_all_true(key_chains=["a", "b/d"], prune_unapplied=True)
    assert x.cont_all_true(key_chains=["b/c"], to_apply=False, prune_unapplied=True)
    assert Container(a=False, b={"c": [], "d": 0}).cont_all_false()
    assert Container().cont_all_true() and Container().cont_all_false()
    assert Container(a=[1, (1,)]).cont_all_true(map_sequences=True)
    assert not Container(a=[1, (0,)]).cont_all_true(map_sequences=True)


@pytest.mark.checklist("C05")
@pytest.mark.parametrize("name", ["cont_as_bools", "cont_all_true", "cont_all_false"])
def test_leaves_may_have_to_be_bools(name):
    with pytest.raises(IvyTypeError, match="int is at key chain 'b/c'; bools are wanted"):
        getattr(Container(a=True, b={"c": 1}), name)(assert_is_bool=True)
    getattr(Container(a=True), name)(assert_is_bool=True)


def test_shapes(backend):
    x = Container(a=ivy.zeros((2, 3)), b={"c": ivy.zeros((2, 4, 5)), "d": "text"})
    assert x.cont_shape == [2, None]
    assert x.cont_shapes.cont_to_dict() == {"a": (2, 3), "b": {"c": (2, 4, 5), "d": None}}
    assert Container(a=[1, 2], b=ivy.zeros((2, 3))).cont_shape == [2]
    assert Container().cont_shape == [0] and Container(a="text").cont_shape == []
    assert Container(a=ivy.to_native(ivy.zeros((4,)))).cont_shape == [4]


def test_dtype_and_device(backend):
    x = Container(a=ivy.zeros((2,)), b={"c": ivy.ones((1,)), "d": "text"})
    assert x.cont_dtype == "float64"
    assert x.cont_dev == ivy.dev(x.a) and x.cont_dev_str == str(ivy.dev(x.a))
    x.e = ivy.asarray([1])
    assert x.cont_dtype is None
    empty = Container(a="text")
    assert empty.cont_dtype is empty.cont_dev is empty.cont_dev_str is None
    assert x._cont_get_dev(as_native=True) == ivy.dev(x.a, as_native=True)


def test_max_depth():
    for depth, nest in enumerate(({}, {"a": 1}, {"a": {"b": 1}, "c": {"d": {}}})):
        assert Container(nest).cont_max_depth == depth


def test_arrays_counted_and_by_size(backend):
    x = Container(
        a=ivy.zeros((1, 4)), b={"c": ivy.zeros((1, 2)), "d": ivy.zeros((1, 3))}, e="text", f=[1]
    )
    assert x.cont_num_arrays() == x.cont_num_arrays(exclusive=True) == 3
    y = x.cont_size_ordered_arrays()
    assert [(key, value.shape) for key, value in y.items()] == [
        ("b__c", (1, 2)), ("b__d", (1, 3)), ("a", (1, 4)),
    ]  # fmt: skip
    assert str(y).index("b__d") < str(y).index(" a:")


def test_unstack_conts(backend):
    x = Container(a=ivy.asarray([[1, 2], [3, 4], [5, 6]]), b={"c": ivy.asarray([[7], [8], [9]])})
    parts = x.cont_unstack_conts(0)
    assert [ivy.to_list(part.a) for part in parts] == [[1, 2], [3, 4], [5, 6]]
    assert [ivy.to_list(part.b.c) for part in parts] == [[7], [8], [9]]
    assert x.cont_unstack_conts(0, keepdims=True)[1].a.shape == (1, 2)
    y = Container(a=x.a)
    assert [ivy.to_list(part.a) for part in y.cont_unstack_conts(1)] == [[1, 3, 5], [2, 4, 6]]
    assert [ivy.to_list(part.a) for part in y.cont_unstack_conts(-1)] == [[1, 3, 5], [2, 4, 6]]
    assert y.cont_unstack_conts(-1, keepdims=True)[0].a.shape == (3, 1)
    assert len(x.cont_unstack_conts(0, dim_size=2)) == 2
    lists = Container(a=[1, 2], b=None)
    assert [part.cont_to_dict() for part in lists.cont_unstack_conts(0)] == [
        {"a": 1, "b": None}, {"a": 2, "b": None},
    ]  # fmt: skip
    with pytest.raises(IvyValueError, match="no common length along axis 1"):
        x.cont_unstack_conts(1)


def test_split_conts(backend):
    x = Container(a=ivy.asarray([[1], [2], [3], [4]]), b={"c": ivy.asarray([5, 6, 7, 8]), "d": "t"})
    parts = x.split_conts(2)
    assert [ivy.to_list(p.a) for p in parts] == [[[1], [2]], [[3], [4]]]
    assert [(ivy.to_list(p.b.c), p.b.d) for p in parts] == [([5, 6], "t"), ([7, 8], "t")]
    assert [ivy.to_list(p.b.c) for p in x.split_conts([1, 3])] == [[5], [6, 7, 8]]
    assert len(x.split_conts()) == 4
    parts = ivy.split(x.b.c, num_or_size_splits=3, with_remainder=True)
    split = x.split_conts(3, with_remainder=True)
    assert [ivy.to_list(p.b.c) for p in split] == [ivy.to_list(p) for p in parts]
    only = x.split_conts(2, key_chains=["a"])[1]
    assert ivy.to_list(only.a) == [[3], [4]] and only.b.c is x.b.c
    assert "b" not in x.split_conts(2, key_chains=["a"], prune_unapplied=True)[0]
    lists = Container(a=[x.a, x.b.c])
    assert [ivy.to_list(v) for v in lists.split_conts(2, map_sequences=True)[0].a] == [
        [[1], [2]], [5, 6],
    ]  # fmt: skip
    with pytest.raises(IvyValueError, match=r"make \[2, 4\] parts; equally many"):
        Container(a=ivy.zeros((2,)), b=ivy.zeros((4,))).split_conts()
    with pytest.raises(IvyValueError, match="a sequence holds what is no array"):
        Container(a=[1]).split_conts(map_sequences=True)
