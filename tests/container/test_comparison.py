"""Containers compared with each other, and searched for each other's parts."""

from __future__ import annotations

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.backends.loading import load_backend


def array(a):
    return ivy.asarray(np.asarray(a))


def tree():
    return ivy.Container(a=array([1.0]), b={"c": array([2.0]), "d": array([3.0, 4.0])}, e="text")


def plain(container):
    """Return a Container as nested dicts of Python's values."""
    return {
        key: plain(v) if isinstance(v, dict) else ivy.to_list(v) if ivy.is_array(v) else v
        for key, v in container.items()
    }


# differences


@pytest.mark.checklist("C07")
def test_diff_of_values(backend):
    x, y = tree(), tree()
    diff = ivy.Container.cont_diff(x, y)
    assert isinstance(diff, ivy.Container) and plain(diff) == plain(x)
    y["b/c"], y["e"] = array([9.0]), "other"
    diff = ivy.Container.cont_diff(x, y)
    assert isinstance(diff.b.c, ivy.Container)
    assert plain(diff) == {
        "a": [1.0],
        "b": {"c": {"diff_0": [2.0], "diff_1": [9.0]}, "d": [3.0, 4.0]},
        "e": {"diff_0": "text", "diff_1": "other"},
    }
    assert diff.b.c.diff_1 is y.b.c
    same = ivy.Container.cont_diff(x, y, mode="same_only")
    assert plain(same) == {"a": [1.0], "b": {"d": [3.0, 4.0]}}
    other = ivy.Container.cont_diff(x, y, mode="diff_only")
    assert plain(other) == {
        "b": {"c": {"diff_0": [2.0], "diff_1": [9.0]}},
        "e": {"diff_0": "text", "diff_1": "other"},
    }


@pytest.mark.checklist("C07")
def test_diff_of_several_groups_those_that_agree():
    x, y, z = (ivy.Container(a=n, b=[n]) for n in (1, 1, 2))
    assert plain(ivy.Container.cont_diff(x, y, z)) == {
        "a": {"diff_0, 1": 1, "diff_2": 2},
        "b": {"diff_0, 1": [1], "diff_2": [2]},
    }
    named = ivy.Container.cont_diff(x, z, y, diff_keys=["old", "new", "last"])
    assert plain(named)["a"] == {"old": 1, "new": 2}


@pytest.mark.checklist("C07")
def test_diff_of_keys():
    x, y, z = ivy.Container(a=1, b={"c": 2}), ivy.Container(a=1, d=3), ivy.Container(a=1, d=4)
    found = ivy.Container.cont_diff(x, y)
    assert plain(found) == {"a": 1, "b": {"diff_0": {"c": 2}}, "d": {"diff_1": 3}}
    assert plain(ivy.Container.cont_diff(x, y, mode="same_only")) == {"a": 1}
    taken = ivy.Container.cont_diff(x, y, z, detect_key_diffs=False)
    assert plain(taken) == {"a": 1, "b": {"c": 2}}
    leaf_and_nest = ivy.Container.cont_diff(ivy.Container(a=1), ivy.Container(a={"b": 1}))
    assert plain(leaf_and_nest) == {"a": {"diff_0": 1, "diff_1": {"b": 1}}}


@pytest.mark.checklist("C07")
def test_diff_of_equal_containers_and_of_empty_ones():
    x = ivy.Container(a=1, b={})
    assert plain(ivy.Container.cont_diff(x, x.cont_copy())) == {"a": 1, "b": {}}
    assert plain(ivy.Container.cont_diff(x, x.cont_copy(), mode="diff_only")) == {}
    made = ivy.Container.cont_diff(x, x, config={"print_indent": 2})
    assert made.cont_config["print_indent"] == 2


@pytest.mark.checklist("C07")
def test_structural_diff_looks_at_shapes_only(backend):
    x = ivy.Container(a=array([1.0]), b=array([1.0, 2.0]), c=1)
    y = ivy.Container(a=array([5.0]), b=array([1.0]), d=1)
    found = ivy.Container.cont_structural_diff(x, y)
    assert plain(found) == {
        "a": [1.0], "b": {"diff_0": [1.0, 2.0], "diff_1": [1.0]}, "c": {"diff_0": 1},
        "d": {"diff_1": 1},
    }  # fmt: skip
    found = ivy.Container.cont_structural_diff(x, y, detect_shape_diffs=False, mode="diff_only")
    assert plain(found) == {"c": {"diff_0": 1}, "d": {"diff_1": 1}}


def test_diff_refuses_what_it_cannot_compare():
    x = ivy.Container(a=1)
    with pytest.raises(ValueError, match="at least two"):
        ivy.Container.cont_diff(x)
    with pytest.raises(ValueError, match="allowed are all, same_only, diff_only"):
        ivy.Container.cont_diff(x, x, mode="none")
    with pytest.raises(ValueError, match="1 diff_keys were given for 2"):
        ivy.Container.cont_diff(x, x, diff_keys=["only"])
    with pytest.raises(TypeError, match="int was given"):
        ivy.Container.cont_diff(x, 1)


# identity


def test_common_key_chains():
    x = ivy.Container(a=1, b={"c": 2, "d": 3})
    common = ivy.Container.cont_common_key_chains
    assert common([x]) == ["a", "b/c", "b/d"]
    assert common([x, ivy.Container(b={"d": 1, "c": 0}), ivy.Container(b={"d": 1}, a={})]) == [
        "b/d"
    ]
    assert common([x, ivy.Container(b=1)]) == []


@pytest.mark.checklist("C07")
def test_identical(backend):
    x, y = tree(), tree()
    identical = ivy.Container.cont_identical
    assert identical([x, x.cont_copy()])
    assert not identical([x, y])  # equal arrays, but not the same ones
    assert identical([x, y], same_arrays=False)
    y["b/c"] = array([9.0])
    assert not identical([x, y], same_arrays=False)
    assert identical([x, y], same_arrays=False, arrays_equal=False)
    assert identical([x, y], same_arrays=False, key_chains="b/c", to_apply=False)
    assert not identical([x, y], same_arrays=False, key_chains=["b"])
    y["b/c"] = array([[2.0]])
    assert not identical([x, y], same_arrays=False, arrays_equal=False)
    assert identical([x, y], check_shapes=False, same_arrays=False, arrays_equal=False)
    y["b/c"] = 2.0
    assert not identical([x, y], same_arrays=False, arrays_equal=False)
    assert identical([x, y], check_types=False, same_arrays=False, arrays_equal=False)
    assert identical([x, x, x.cont_copy()]) and not identical([x, x, y])


def test_identical_needs_the_same_key_chains():
    x = ivy.Container(a=1, b={"c": 2})
    identical = ivy.Container.cont_identical
    for other in ({"a": 1}, {"a": 1, "b": 2}, {"a": 1, "b": {"c": 2, "d": 3}}, {"a": 1, "b": {}}):
        assert not identical([x, ivy.Container(other)])
        assert not identical([ivy.Container(other), x])
    assert identical([x, ivy.Container(b={"c": 2}, a=1)])
    assert identical([x, ivy.Container(a=1, b={"c": 2, "d": 3})], partial=True)
    assert identical([x, ivy.Container(a=1)], key_chains="a")
    assert not identical([x, ivy.Container(a=2, z=1)], partial=True)
    assert not identical([x, ivy.Container(z=1)], partial=True)
    assert identical([ivy.Container(), ivy.Container()])


def test_identical_compares_other_leaves_by_value():
    assert not ivy.Container.cont_identical([ivy.Container(a=1), ivy.Container(a=2)])
    nan = float("nan")
    assert ivy.Container.cont_identical([ivy.Container(a=nan), ivy.Container(a=nan)])
    x, y = (ivy.Container(a=[ivy.asarray([1, 2]), 3]) for _ in range(2))
    assert ivy.Container.cont_identical([x, y])


@pytest.mark.checklist("C07")
def test_assertions_name_the_key_chain(backend):
    x, y = tree(), tree()
    x.cont_assert_identical([x, x])
    ivy.Container.cont_assert_identical_structure([x, y])
    with pytest.raises(ivy.exceptions.IvyValueError, match="'a' holds arrays"):
        ivy.Container.cont_assert_identical([x, y])
    y["b/c"] = array([[9.0]])
    with pytest.raises(
        ivy.exceptions.IvyValueError, match=r"'b/c' is of shape \(1,\) and \(1, 1\)"
    ):
        ivy.Container.cont_assert_identical_structure([x, y])
    with pytest.raises(ivy.IvyException, match="'b/c' differs in its values"):
        ivy.Container.cont_assert_identical([x, y], check_shapes=False, same_arrays=False)
    with pytest.raises(ivy.IvyException, match="'b' is in 1 of 2 only"):
        ivy.Container.cont_assert_identical_structure([x, ivy.Container(a=x.a, e="text")])
    with pytest.raises(ivy.IvyException, match="'a' is of type int and str"):
        ivy.Container.cont_assert_identical([ivy.Container(a=1), ivy.Container(a="1")])


@pytest.mark.checklist("C07")
def test_identical_structure_assigns_when_all_of_it_fits(backend):
    x, y = tree(), tree()
    y["b/d"] = array([8.0, 9.0])
    inner = x.b
    ivy.Container.cont_assert_identical_structure([x, y], assert_and_assign=True)
    assert x.b is inner and x.b.d is y.b.d and x.a is y.a
    z = tree()
    z["e"] = 5
    before = plain(x)
    with pytest.raises(ivy.IvyException):
        ivy.Container.cont_assert_identical_structure([x, z], assert_and_assign=True)
    with pytest.raises(ivy.IvyException):
        ivy.Container.cont_identical([x, z], assert_and_assign=True)
    assert plain(x) == before and x.a is y.a
    part = ivy.Container(b={"c": array([7.0])})
    assert x.cont_identical_structure([x, part], partial=True, assert_and_assign=True)
    assert x.b.c is part.b.c and x.b.d is y.b.d
    assert x.cont_identical_structure([x, y], key_chains=["a", "b/c"], assert_and_assign=True)
    assert x.b.c is y.b.c


def test_identical_configs():
    x, y, z = ivy.Container(a=1), ivy.Container(b=2), ivy.Container(a=1, print_limit=3)
    assert ivy.Container.cont_identical_configs([x, y])
    assert not ivy.Container.cont_identical_configs([x, y, z])


def test_identical_array_shapes(backend):
    x = ivy.Container(a=array([1.0]), b={"c": array([[1.0, 2.0]])})
    same = ivy.Container.cont_identical_array_shapes
    assert same([x, ivy.Container(z=array([[3.0, 4.0]]), y="text", x=array([0.0]))])
    assert not same([x, ivy.Container(a=array([1.0]))])
    assert not same([x, ivy.Container(a=array([1.0]), b={"c": array([1.0, 2.0])})])


def test_identical_array_shapes_without_recorded_ones():
    torch = pytest.importorskip("torch")
    x = ivy.Container(a=torch.zeros(2), b=torch.zeros(3, requires_grad=True))
    y = ivy.Container(a=torch.zeros(2))
    assert not ivy.Container.cont_identical_array_shapes([x, y])
    assert ivy.Container.cont_identical_array_shapes([x, y], exclusive=True)


# parts


@pytest.mark.checklist("C07")
def test_sub_containers(backend):
    x = tree()
    same = ivy.Container(c=x.b.c, d=x.b.d)
    assert x.cont_find_sub_container(same) == "b"
    assert x.cont_find_sub_container(x) == ""
    assert x.cont_contains_sub_container(x) and x.cont_contains_sub_container(same)
    x.cont_assert_contains_sub_container(same)
    part = ivy.Container(d=x.b.d)
    assert x.cont_find_sub_container(part) is False
    assert x.cont_find_sub_container(part, partial=True) == "b"
    assert x.cont_find_sub_container(ivy.Container(b={"d": x.b.d}), partial=True) == ""
    equal = tree().b
    assert not x.cont_contains_sub_container(equal)  # other arrays
    with pytest.raises(ivy.exceptions.IvyValueError, match=r"holds no part \['c', 'd'\]"):
        x.cont_assert_contains_sub_container(equal)


@pytest.mark.checklist("C23")
def test_contains_of_a_container_looks_for_the_part():
    x = tree()
    assert x.b in x and x in x and tree().b not in x


@pytest.mark.checklist("C07")
def test_sub_structures(backend):
    x = tree()
    like = ivy.Container(c=array([0.0]), d=array([0.0, 0.0]))
    assert x.cont_find_sub_structure(like) == "b"
    assert x.cont_find_sub_structure(tree()) == ""
    x.cont_assert_contains_sub_structure(like)
    other = ivy.Container(c=array([0.0, 0.0]), d=array([0.0]))
    assert x.cont_find_sub_structure(other) is False
    assert x.cont_find_sub_structure(other, check_shapes=False) == "b"
    part = ivy.Container(d=array([0.0, 0.0]))
    assert not x.cont_contains_sub_structure(part)
    assert x.cont_contains_sub_structure(part, partial=True)
    with pytest.raises(ivy.exceptions.IvyValueError, match="of these classes and shapes"):
        x.cont_assert_contains_sub_structure(other)


def test_the_first_of_several_parts_is_found():
    x = ivy.Container(a={"p": 1}, b={"p": 1}, c={"d": {"p": 1}})
    assert x.cont_find_sub_container(ivy.Container(p=1)) == "a"
    assert x.cont_find_sub_container(ivy.Container(d={"p": 1})) == "c"


@pytest.mark.checklist("C07")
def test_duplicate_array_keychains(backend):
    native = load_backend(backend).from_host(np.ones(2))
    shared = ivy.Array(native)
    x = ivy.Container(
        a=shared, b={"c": ivy.Array(native), "d": native, "e": array(np.ones(2)), "f": 1}, g=1
    )
    assert x.cont_duplicate_array_keychains() == (("a", "b/c", "b/d"),)
    assert tree().cont_duplicate_array_keychains() == ()
