"""``function_kind``: what it says of each public name, and of names that there are none of."""

from __future__ import annotations

import inspect

import pytest

import ivy_core as ivy
from ivy_core.backends.frameworks import BACKENDS
from ivy_core.utils.exceptions import IvyException

KINDS = {"primary", "compositional", "mixed", "standalone"}


def public_functions(namespace):
    return [
        name
        for name in dict.fromkeys(ivy.__all__)
        if callable(getattr(namespace, name)) and not isinstance(getattr(namespace, name), type)
    ]


@pytest.mark.checklist("F01")
def test_every_public_function_has_a_kind():
    names = public_functions(ivy)
    assert len(names) > 450
    kinds = {name: ivy.function_kind(name) for name in names}
    assert set(kinds.values()) == KINDS
    for name in (
        "set_framework", "unset_backend", "function_kind", "add_ivy_array_instance_methods",
        "add_ivy_container_instance_methods", "__array_namespace_info__",
    ):  # fmt: skip
        assert kinds[name] == "standalone", name


@pytest.mark.checklist("F01")
@pytest.mark.parametrize("backend", BACKENDS)
def test_every_function_of_a_backends_namespace_has_a_kind(backend):
    bound = ivy.get_backend(backend)
    assert {ivy.function_kind(name) for name in public_functions(bound)} == KINDS


@pytest.mark.checklist("F29")
def test_another_name_has_the_kind_of_what_it_names():
    for other, name in (("set_framework", "set_backend"), ("unset_backend", "previous_backend")):
        assert getattr(ivy, other) is getattr(ivy, name)
        assert ivy.function_kind(other) == ivy.function_kind(name)


@pytest.mark.parametrize(
    ("given", "near"),
    [("tann", "tan"), ("set_frameworks", "set_framework"), ("reshap", "reshape")],
)
def test_an_unknown_name_is_refused_with_those_near_it(given, near):
    with pytest.raises(IvyException, match=f"function_kind: '{given}' .*; near are .*") as caught:
        ivy.function_kind(given)
    assert isinstance(caught.value, (KeyError, ValueError))
    assert near in str(caught.value).partition("near are ")[2].split(", ")


@pytest.mark.parametrize("given", ["Array", "float32", "pi", "utils", "@@", 3, None])
def test_what_is_no_function_is_refused(given):
    with pytest.raises(IvyException) as caught:
        ivy.function_kind(given)
    assert f"function_kind: {given!r} was given" in str(caught.value)


def test_no_public_function_is_written_outside_the_registry():
    for name in public_functions(ivy):
        function = inspect.unwrap(getattr(ivy, name))
        assert function.__module__.startswith("ivy_core."), name
        assert function.__doc__ and ">>>" in function.__doc__, name
