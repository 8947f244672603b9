"""Containers: looking up, setting, cutting out and renaming by keys and key chains."""

from __future__ import annotations

import pytest

import ivy_core as ivy
from ivy_core.utils.exceptions import IvyKeyError, IvyTypeError, IvyValueError

Container = ivy.Container
pytestmark = pytest.mark.checklist("C07")


@pytest.fixture
def x():
    return Container(a=1, b={"c": 2, "d": 3})


def test_has_key(x):
    assert all(x.cont_has_key(key) for key in "abcd")
    assert not x.cont_has_key("e") and not x.cont_has_key("b/c")
    assert not Container(abc=1).cont_has_key("b")


def test_has_key_chain(x):
    assert all(x.cont_has_key_chain(chain) for chain in ("a", "b", "b/c", "b.d"))
    assert not any(x.cont_has_key_chain(chain) for chain in ("b/e", "c", "a/b"))


def test_at_keys(x):
    assert x.cont_at_keys(["a", "c"]).cont_to_dict() == {"a": 1, "b": {"c": 2}}
    assert x.cont_at_keys("c").cont_to_dict() == {"b": {"c": 2}}
    assert x.cont_at_keys(["b"]).cont_to_dict() == {"b": {"c": 2, "d": 3}}
    y = Container(one=1, two={"three": 3})
    assert y.cont_at_keys("thr", containing=True).cont_to_dict() == {"two": {"three": 3}}
    assert x.cont_at_keys(None) is x
    assert x.cont_at_keys(["a", "z"], ignore_key_errors=True).cont_to_dict() == {"a": 1}
    with pytest.raises(IvyKeyError, match="no key 'z'"):
        x.cont_at_keys(["a", "z"])
    with pytest.raises(IvyTypeError, match="NoneType was given for key_chains"):
        x.cont_at_keys(None, ignore_none=False)


def test_at_key_chain(x):
    assert x.cont_at_key_chain("b") is x.b and x.cont_at_key_chain("b/c") == 2
    assert x.cont_at_key_chain("b/z", ignore_key_errors=True) is None
    with pytest.raises(IvyKeyError, match="no key chain 'b/z'"):
        x.cont_at_key_chain("b/z")


def test_at_key_chains(x):
    for chains in (Container(a=0, b={"c": 0}), {"a": 0, "b/c": 0}, ["a", "b/c"], ("a", "b.c")):
        assert x.cont_at_key_chains(chains).cont_to_dict() == {"a": 1, "b": {"c": 2}}
    assert x.cont_at_key_chains("b/c").cont_to_dict() == {"b": {"c": 2}}
    assert x.cont_at_key_chains(None) is x
    found = x.cont_at_key_chains(["a", "z/y"], ignore_key_errors=True)
    assert found.cont_to_dict() == {"a": 1}
    assert x.cont_at_key_chains({"a": 0, "z": 0}, ignore_key_errors=True).cont_to_dict() == {"a": 1}
    with pytest.raises(IvyKeyError):
        x.cont_at_key_chains(["z/y"])
    with pytest.raises(IvyTypeError, match="int was given for key_chains"):
        x.cont_at_key_chains(3)
    assert x._cont_at_key_chains_input_as_dict({"c": 0}, "b").cont_to_dict() == {"c": 2}


def test_all_key_chains(x):
    x.e = {"f": {}}
    assert x.cont_all_key_chains() == ["a", "b/c", "b/d"]
    assert x.cont_all_key_chains(include_empty=True) == ["a", "b/c", "b/d", "e/f"]
    assert x.cont_key_chains_containing("b/") == ["b/c", "b/d"]
    assert x.cont_key_chains_containing("f") == []
    assert x.cont_key_chains_containing("f", include_empty=True) == ["e/f"]


def test_if_exists_and_try_kc(x):
    assert x.cont_if_exists("b/c") == 2 and x.cont_if_exists("b/z") is None
    assert x.cont_try_kc("b/c") == 2 and x.cont_try_kc("b/z") is x


def test_slice_via_key():
    x = Container(a={"x": 0, "y": 1}, b={"c": {"x": 2, "y": 3}}, e=4)
    assert x.cont_slice_via_key("x").cont_to_dict() == {"a": 0, "b": {"c": 2}, "e": 4}
    assert x.cont_slice_via_key("e") == 4


def test_set_at_keys(x):
    assert x.cont_set_at_keys({"b": 4}).cont_to_dict() == {"a": 1, "b": 4}
    y = x.cont_set_at_keys({"a": 5, "c": {"k": 6}, "z": 7})
    assert y.cont_to_dict() == {"a": 5, "b": {"c": {"k": 6}, "d": 3}}
    assert type(y.b.c) is Container and x.a == 1


def test_set_at_key_chain(x):
    y = x.cont_set_at_key_chain("b/e/f", 4)
    assert y.cont_to_dict() == {"a": 1, "b": {"c": 2, "d": 3, "e": {"f": 4}}} and "e" not in x.b
    assert x.cont_set_at_key_chain("g", 5, inplace=True) is x and x.g == 5
    with pytest.raises(IvyValueError, match="there is a leaf at 'a'"):
        x.cont_set_at_key_chain("a/b", 5)


def test_overwrite_at_key_chain(x):
    y = x.cont_overwrite_at_key_chain("b/d", 4)
    assert (y.b.d, x.b.d) == (4, 3)
    assert x.cont_overwrite_at_key_chain("b/d", 5, inplace=True) is x and x.b.d == 5
    for chain in ("b/e", "e"):
        with pytest.raises(IvyKeyError):
            x.cont_overwrite_at_key_chain(chain, 4)


@pytest.mark.parametrize("name", ["cont_set_at_key_chains", "cont_overwrite_at_key_chains"])
def test_setting_at_key_chains(x, name):
    for targets in ({"a": 4, "b": {"d": 5}}, Container(a=4, b={"d": 5}), {"a": 4, "b/d": 5}):
        y = getattr(x, name)(targets)
        assert y.cont_to_dict() == {"a": 4, "b": {"c": 2, "d": 5}} and x.a == 1
    y = Container(a=0, b={"d": 0})
    assert getattr(x, name)({"b": {"d": 6}}, y) is y and y.b.d == 6
    assert getattr(x, name)({"a": 7}, inplace=True) is x and x.a == 7


def test_set_and_overwrite_differ_on_new_key_chains(x):
    assert x.cont_set_at_key_chains({"b": {"e": 1}, "f": {}}).b.e == 1
    with pytest.raises(IvyKeyError):
        x.cont_overwrite_at_key_chains({"a": 9, "b": {"e": 1}}, inplace=True)
    assert x.a == 1


def test_create_if_absent(x):
    assert x.cont_create_if_absent("a", None) is x and x.a == 1
    x.cont_create_if_absent("e/f", 4)
    assert x.e.f == 4
    assert x.cont_create_if_absent("g", 5, inplace=False).g == 5 and "g" not in x


def test_prune_keys(x):
    assert x.cont_prune_keys(["a", "c"]).cont_to_dict() == {"b": {"d": 3}}
    assert x.cont_prune_keys("b").cont_to_dict() == {"a": 1}
    assert x.cont_prune_keys(["c", "d"]).cont_to_dict() == {"a": 1}
    assert x.cont_prune_keys(None) is x and "a" in x
    pruned = x.cont_prune_keys("c")
    with pytest.raises(AttributeError):
        pruned.b.c  # noqa: B018


def test_prune_key_chain(x):
    assert x.cont_prune_key_chain("b/c").cont_to_dict() == {"a": 1, "b": {"d": 3}}
    assert x.cont_prune_key_chain("b").cont_to_dict() == {"a": 1}
    assert x.cont_prune_key_chain("z/y").cont_to_dict() == x.cont_to_dict()
    assert Container(a=1, b={"c": 2}).cont_prune_key_chain("b/c").cont_to_dict() == {"a": 1}


def test_prune_key_chains(x):
    for chains in (["a", "b/c"], Container(a=0, b={"c": 0}), {"a": 0, "b": {"c": 0}}):
        assert x.cont_prune_key_chains(chains).cont_to_dict() == {"b": {"d": 3}}
    assert x.cont_prune_key_chains("a").cont_to_dict() == {"b": {"c": 2, "d": 3}}
    assert x.cont_prune_key_chains(None) is x
    y = x.cont_copy()
    assert y._cont_prune_key_chains_input_as_dict({"b": 0}, y) is y and list(y) == ["a"]
    with pytest.raises(IvyTypeError):
        x.cont_prune_key_chains(3)


def test_prune_empty():
    x = Container(a=1, b={"c": {}, "d": 3}, e={"f": {}}, g=None)
    assert x.cont_prune_empty().cont_to_dict() == {"a": 1, "b": {"d": 3}}
    assert x.cont_prune_empty(keep_nones=True).cont_to_dict() == {"a": 1, "b": {"d": 3}, "g": None}
    assert Container(a={}).cont_prune_empty().cont_to_dict() == {}
    assert Container(a={}).cont_prune_empty(base=False) is None


def test_prune_key_from_key_chains():
    x = Container(Ayy=1, Bee={"Cee": 2, "Dee": 3}, Beh={"Ceh": {"Bee": {"Eee": 4}}})
    y = x.cont_prune_key_from_key_chains("Bee")
    assert y.cont_to_dict() == {"Ayy": 1, "Cee": 2, "Dee": 3, "Beh": {"Ceh": {"Eee": 4}}}
    y = x.cont_prune_key_from_key_chains(containing="B")
    assert y.cont_to_dict() == {"Ayy": 1, "Cee": 2, "Dee": 3, "Ceh": {"Eee": 4}}
    assert Container(a={"b": 1}).cont_prune_key_from_key_chains("b").cont_to_dict() == {
        "a": {"b": 1}
    }
    with pytest.raises(IvyValueError, match="absolute or containing is needed"):
        x.cont_prune_key_from_key_chains()


def test_prune_keys_from_key_chains():
    x = Container(Ayy=1, Bee={"Cee": 2, "Dee": 3}, Eee={"Fff": 4})
    flat = {"Ayy": 1, "Cee": 2, "Dee": 3, "Fff": 4}
    assert x.cont_prune_keys_from_key_chains(["Bee", "Eee"]).cont_to_dict() == flat
    assert x.cont_prune_keys_from_key_chains(containing=["B", "E"]).cont_to_dict() == flat


def test_format_key_chains():
    x = Container({"_a": 1, "b ": {"c": 2, "d-": 3, "e": {}}})
    y = x.cont_format_key_chains(lambda s: s.replace("_", "").replace(" ", "").replace("-", ""))
    assert y.cont_to_dict() == {"a": 1, "b": {"c": 2, "d": 3, "e": {}}}


def test_sort_by_key():
    x = Container({"b": 1, "a": {"d": 2, "c": 3}}, alphabetical_keys=False)
    y = x.cont_sort_by_key()
    assert list(y) == ["a", "b"] and list(y.a) == ["c", "d"] and list(x) == ["b", "a"]


def test_restructure_key_chains(x):
    y = x.cont_restructure_key_chains({"a": "A"})
    assert y.cont_to_dict() == {"A": 1, "b": {"c": 2, "d": 3}}
    y = x.cont_restructure_key_chains({"a": "A", "b/c": "B/C", "b/d": "B/D"})
    assert y.cont_to_dict() == {"A": 1, "B": {"C": 2, "D": 3}}
    assert x.cont_restructure_key_chains({"b": "e/f"}).cont_to_dict() == {
        "a": 1, "e": {"f": {"c": 2, "d": 3}},
    }  # fmt: skip
    assert x.cont_restructure_key_chains({"a": "b/e"}, keep_orig=False).cont_to_dict() == {
        "b": {"e": 1}
    }
    assert x.cont_restructure_key_chains({"a": "e"}, replace=False).cont_to_dict() == {
        "a": 1, "b": {"c": 2, "d": 3}, "e": 1,
    }  # fmt: skip
    swapped = Container(a=1, b=2).cont_restructure_key_chains({"a": "b", "b": "a"})
    assert swapped.cont_to_dict() == {"a": 2, "b": 1}
    with pytest.raises(IvyKeyError):
        x.cont_restructure_key_chains({"z": "y"})


def test_restructure(backend):
    x = Container(
        a=ivy.asarray([[1, 2], [3, 4]]),
        b={"c": ivy.asarray([[2, 4], [6, 8]]), "d": ivy.asarray([3, 6, 9, 12]), "e": {"f": 1}},
    )
    y = x.cont_restructure(
        {
            "a": {"key_chain": "A", "pattern": "a b -> b a"},
            "b/c": {"key_chain": "B/C", "pattern": "a b -> (a b)"},
            "b/d": {
                "key_chain": "B/D", "pattern": "(a b) -> a b", "axes_lengths": {"a": 2, "b": 2},
            },
            "b/e": "E",
        },
        keep_orig=False,
    )  # fmt: skip
    assert y.cont_with_entries_as_lists().cont_to_dict() == {
        "A": [[1, 3], [2, 4]], "B": {"C": [2, 4, 6, 8], "D": [[3, 6], [9, 12]]}, "E": {"f": 1},
    }  # fmt: skip


FLAT = [
    ("a", 1, 1, "a"),
    ("b/c/d", None, None, "b__c__d"),
    ("b.c.d", None, None, "b__c__d"),
    ("b/e/f/g", 1, None, "b__e__f/g"),
    ("b/e/f/g", None, 1, "b/e__f__g"),
    ("b/e/f/g", 1, 1, "b/e__f/g"),
    ("b/c/d", 1, 1, "b/c/d"),
    ("b/c", 1, 1, "b/c"),
    ("b/c", 2, None, "b/c"),
    ("b/c", None, 3, "b/c"),
    ("b/c/d", 2, 2, "b/c/d"),
]


@pytest.mark.parametrize("chain, above_height, below_depth, expected", FLAT)
def test_flatten_key_chain(chain, above_height, below_depth, expected):
    flat = Container.cont_flatten_key_chain(
        chain, above_height=above_height, below_depth=below_depth
    )
    assert flat == expected
    assert Container.cont_flatten_key_chain("a/b", replacement="-") == "a-b"


def test_flatten_key_chains():
    layer = {"b": 1, "w": 2}
    x = Container(decoder={"l0": layer, "l1": layer}, l0=layer, e={"f": {}})
    assert x.cont_flatten_key_chains(above_height=1).cont_to_dict() == {
        "decoder__l0": layer, "decoder__l1": layer, "l0": layer,
    }  # fmt: skip
    assert x.cont_flatten_key_chains(below_depth=1).cont_to_dict() == {
        "decoder": {"l0__b": 1, "l0__w": 2, "l1__b": 1, "l1__w": 2}, "l0": layer,
    }  # fmt: skip
    assert x.cont_flatten_key_chains(include_empty=True).e__f is x.e.f


def test_cutoff_at_depth():
    x = Container(a=1, b={"c": {"d": {"e": 2}}}, f={"g": 3})
    expected = {
        0: {},
        1: {"a": 1, "b": {}, "f": {}},
        2: {"a": 1, "b": {"c": {}}, "f": {"g": 3}},
        4: x.cont_to_dict(),
    }
    for depth, nest in expected.items():
        assert x.cont_cutoff_at_depth(depth).cont_to_dict() == nest
    assert x.cont_cutoff_at_depth(1, inplace=True) is x and x.cont_to_dict() == expected[1]


def test_cutoff_at_height():
    x = Container(a={"c": {"d": 1}}, b={"c": {"d": {"e": 2}}})
    expected = {
        0: x.cont_to_dict(),
        1: {"a": {"c": {}}, "b": {"c": {"d": {}}}},
        2: {"a": {}, "b": {"c": {}}},
        3: {"a": {}, "b": {}},
        4: {},
    }
    for height, nest in expected.items():
        assert x.cont_cutoff_at_height(height).cont_to_dict() == nest
    assert x.cont_cutoff_at_height(1, inplace=True) is x and x.cont_to_dict() == expected[1]


@pytest.mark.parametrize("key_slice", ["b:d", slice(1, 4), slice(1, 4, 1)])
def test_slice_keys(key_slice):
    inner = Container(dict.fromkeys("abcde", 1))
    part = dict.fromkeys("bcd", 1)
    assert inner.cont_slice_keys(key_slice).cont_to_dict() == part
    whole = inner.cont_to_dict()
    x = Container(dict.fromkeys("abcde", inner))
    assert x.cont_slice_keys({0: key_slice}).cont_to_dict() == dict.fromkeys("bcd", whole)
    assert x.cont_slice_keys({1: key_slice}).cont_to_dict() == dict.fromkeys("abcde", part)
    both = dict.fromkeys("bcd", part)
    assert x.cont_slice_keys({0: key_slice, 1: key_slice}).cont_to_dict() == both
    assert x.cont_slice_keys(key_slice, all_depths=True).cont_to_dict() == both
    assert x.cont_slice_keys({0: key_slice}, all_depths=True).cont_to_dict() == both


def test_slice_keys_errors():
    x = Container(a=1, b=2)
    with pytest.raises(IvyKeyError, match="'a:z'"):
        x.cont_slice_keys("a:z")
    with pytest.raises(IvyValueError, match="'ab' was given; 'first:last' is allowed"):
        x.cont_slice_keys("ab")
    with pytest.raises(IvyTypeError, match="int was given"):
        x.cont_slice_keys(1)


def test_combine():
    x, y = Container(a=1, b={"c": 2, "d": 3}), Container(a=4, b={"c": 5, "e": 6}, print_limit=3)
    z = Container.cont_combine(x, y)
    assert z.cont_to_dict() == {"a": 4, "b": {"c": 5, "d": 3, "e": 6}}
    assert z._config is y._config and x.a == 1 and "d" not in y.b
    assert (
        Container.cont_combine(x, Container(b=1), y, config={"print_indent": 2}).cont_config[
            "print_indent"
        ]
        == 2
    )
    assert Container.cont_combine(y).cont_to_dict() == y.cont_to_dict()
    assert Container.cont_combine(x, 5) == 5
