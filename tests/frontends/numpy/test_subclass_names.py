"""Names of subclasses: a user's class may define and set any that NumPy's class lacks."""

from __future__ import annotations

import inspect
import operator

import numpy as real
import pytest

import frontends.numpy as ours

pytestmark = pytest.mark.parametrize("backend", ["jax"], indirect=True)

NAMESPACES = "random ma polynomial lib exceptions linalg rec char testing".split()


def classes():
    """Yield each public class that is ours, with NumPy's of the same name."""
    for theirs, own in [(real, ours), *((getattr(real, n), getattr(ours, n)) for n in NAMESPACES)]:
        for name in dir(theirs):
            wanted, found = getattr(theirs, name), getattr(own, name, None)
            if not name.startswith("_") and inspect.isclass(wanted) and inspect.isclass(found):
                if found is not wanted and wanted.__module__.startswith("numpy"):
                    yield found, wanted


def is_apart(name: str) -> bool:
    """Return whether no program gives an attribute such a name by chance."""
    return name.endswith("_") or "__" in name


def test_helpers_of_classes_have_names_that_no_subclass_takes(backend):
    found = dict(classes())
    # what is derived from ndarray is derived from NumPy's
    assert real.ndarray in type("Own", (ours.ndarray,), {}).__mro__
    assert {ours.random.Generator, ours.vectorize, ours.nditer} <= found.keys()
    assert not {
        (own.__name__, name)
        for own, wanted in found.items()
        if own is not ours.ndarray and wanted is not real.ufunc  # which no class is derived from
        for cls in own.__mro__
        if cls.__module__.startswith(("numpy", "frontends", "ivy_core"))
        for name in vars(cls).keys() - set(dir(wanted))
        if not is_apart(name)
    }


@pytest.mark.parametrize(
    "make",
    [
        lambda np: np.vectorize(abs),
        lambda np: np.nditer(np.ones(2)),
        lambda np: np.ndenumerate(np.ones(2)),
        lambda np: np.random.default_rng(0),
        lambda np: np.random.RandomState(0),
    ],
)
def test_attributes_of_instances_have_names_that_no_subclass_takes(backend, make):
    found, wanted = make(ours), make(real)
    missing = getattr(found, "__dict__", {}).keys() - set(dir(wanted))
    assert not {name for name in missing if not is_apart(name)}


def unexpected(*args, **kwargs):
    raise AssertionError("the base class calls what a subclass defines for itself")


def taking(base, names: str):
    """Return a subclass that has attributes of its own, which its base has no use for."""
    return type("Own", (base,), dict.fromkeys(names.split(), unexpected))


@pytest.mark.parametrize(
    "compute",
    [
        lambda np: taking(np.random.Generator, "_real")(np.random.PCG64(3)).normal(size=3),
        lambda np: taking(np.random.RandomState, "_real _adopt_real_state")(3).rand(3),
        lambda np: taking(np.vectorize, "_real _options _set_function")(operator.neg)([1, 2]),
        lambda np: (np.arange(3.0).view(taking(np.ndarray, "_data _view to_list placement")) + 1)[
            1:
        ],
    ],
)
def test_what_a_subclass_defines_for_itself_changes_no_result(backend, compute):
    assert real.asarray(compute(ours)).tolist() == compute(real).tolist()
