"""A nestable function that meets a Container calls the static method of the Container's class."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.registry import FUNCTIONS

Container = ivy.Container
REPLACED = object()
NESTABLE = sorted(name for name, spec in FUNCTIONS.items() if spec.nestable)


@pytest.fixture
def nest():
    return Container(a=ivy.asarray([0.5]), b={"c": ivy.asarray([0.25, 0.75])})


@pytest.mark.checklist("N15")
@pytest.mark.parametrize("name", NESTABLE)
def test_a_replaced_static_method_is_what_a_nestable_function_calls(backend, monkeypatch, name):
    calls = []

    def static(*args, **kwargs):
        calls.append([*args, *kwargs.values()])
        return REPLACED

    monkeypatch.setattr(Container, f"static_{name}", staticmethod(static))
    c, spec = Container(a=ivy.asarray([0.5])), FUNCTIONS[name]
    sequences = {p.name for p in spec.parameters if p.carries == "arrays"}
    args = []
    for p in inspect.signature(spec.body).parameters.values():
        if p.kind is p.VAR_POSITIONAL:
            args += [c, c]
        elif p.kind is not p.KEYWORD_ONLY and (p.default is p.empty or not args):
            args.append([c, c] if p.name in sequences else c)
    kwargs = {} if args else {spec.parameters[0].name: c}
    for namespace in (ivy, ivy.get_backend(backend)):
        calls.clear()
        assert getattr(namespace, name)(*args, **kwargs) is REPLACED
        (given,) = calls
        assert len(given) == len(args) + len(kwargs)
        assert all(a is b for a, b in zip(given, [*args, *kwargs.values()], strict=True))


@pytest.mark.checklist("N15")
def test_it_may_call_the_method_that_it_replaces(backend, monkeypatch, nest):
    generated = Container.static_tan
    monkeypatch.setattr(Container, "static_tan", staticmethod(lambda x: generated(x) * 2))
    made = ivy.tan(nest)
    np.testing.assert_allclose(np.asarray(made.a), 2 * np.tan([0.5]))
    np.testing.assert_allclose(np.asarray(made.b.c), 2 * np.tan([0.25, 0.75]))
    np.testing.assert_allclose(np.asarray(nest.tan().a), 2 * np.tan([0.5]))


@pytest.mark.checklist("N15")
def test_a_subclass_has_its_own(backend, nest):
    class Weights(Container):
        __slots__ = ()

        @staticmethod
        def static_tan(x, /, **options):
            return "own", options

        @staticmethod
        def static_linear(x, weight, /, **options):
            return "own linear"

        @staticmethod
        def static_add(x1, x2, /, **options):
            return "own add"

    c = Weights(nest)
    assert ivy.tan(c) == c.tan() == ("own", {})
    out = nest.cont_copy()
    assert ivy.tan(c, out=out) == ("own", {"out": out})
    assert c.tan(key_chains=["a"]) == ("own", {"key_chains": ["a"]})
    assert ivy.linear(c, nest) == "own linear"  # a compositional function that is nestable itself
    assert ivy.add(c, nest) == ivy.add(nest, c) == ivy.add(1, c) == "own add"
    assert isinstance(ivy.tan(nest), Container)
    assert isinstance(ivy.sin(c), Container)
    np.testing.assert_array_equal(np.asarray(ivy.tan(c.a)), np.asarray(ivy.tan(nest.a)))


@pytest.mark.checklist("N15")
def test_without_a_backend_set_it_is_the_same(no_backend, monkeypatch, nest):
    monkeypatch.setattr(Container, "static_tan", staticmethod(lambda x: "replaced"))
    assert ivy.tan(nest) == "replaced"


@pytest.mark.checklist("N07", "N15")
def test_an_implicitly_nestable_function_reaches_it_by_its_inner_calls(backend, monkeypatch, nest):
    calls, generated = [], Container.static_log

    def static(x, **options):
        calls.append(x)
        return generated(x, **options)

    monkeypatch.setattr(Container, "static_log", staticmethod(static))
    made = ivy.cross_entropy(nest, nest)
    assert isinstance(made, Container) and len(calls) == 1


@pytest.mark.checklist("N15")
def test_the_generated_method_and_the_function_agree(backend, nest):
    for name in ("tan", "sum", "flip", "add", "concat"):
        args = {"add": (nest, nest), "concat": ([nest, nest],)}.get(name, (nest,))
        one, other = getattr(ivy, name)(*args), getattr(Container, f"static_{name}")(*args)
        np.testing.assert_array_equal(np.asarray(one.b.c), np.asarray(other.b.c))
