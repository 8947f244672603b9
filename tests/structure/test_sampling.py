"""What an ordinary run leaves out: never a pair of function, dtype and backend, never a case."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import sampling
from tests.sampling import BACKENDS, BUDGET, COSTS, EACH, ONCE, QUICK, Sampling

TESTS = Path(__file__).resolve().parents[1]


def items(path: str, backends=BACKENDS, **params):
    """Return what pytest collects of one test with these parameters, on each backend."""

    def test():
        pass

    found = []
    for values in product(backends, *params.values()):
        case = dict(zip(("backend", *params), values, strict=True))
        callspec = SimpleNamespace(params=case, id="-".join(map(str, values)))
        found.append(
            SimpleNamespace(
                callspec=callspec,
                function=test,
                path=TESTS / path,
                originalname="test",
            )
        )
    return found


def taken(found) -> list[dict]:
    return [item.callspec.params for item in Sampling(found).chosen(found)]


@pytest.mark.parametrize("dtypes, names", [(4, 4), (5, 7), (12, 40)])
def test_each_pair_of_function_dtype_and_backend_is_tested(dtypes, names):
    cases = taken(items("core/test_x.py", name=range(names), dtype=range(dtypes)))
    assert len(cases) == dtypes * names
    for one, other in (("name", "dtype"), ("name", "backend"), ("dtype", "backend")):
        pairs = {(case[one], case[other]) for case in cases}
        sizes = {"name": names, "dtype": dtypes, "backend": len(BACKENDS)}
        assert len(pairs) == sizes[one] * sizes[other]


@pytest.mark.parametrize("dtypes, names", [(3, 40), (12, 3), (12, 1)])
def test_few_dtypes_or_functions_are_all_tested(dtypes, names):
    found = items("core/test_x.py", name=range(names), dtype=range(dtypes))
    assert len(taken(found)) == len(found)


@pytest.mark.parametrize("path", ["container/test_x.py", "errors/test_mistakes.py"])
def test_what_depends_on_binding_alone_runs_once(path):
    cases = taken(items(path, name=range(200)))
    assert sorted(case["name"] for case in cases) == list(range(200))
    assert {case["backend"] for case in cases} == set(BACKENDS)


def test_a_backend_that_is_the_reference_makes_a_fifth():
    cases = taken(items("frontends/numpy/test_x.py", name=range(20)))
    assert [case["backend"] for case in cases].count("numpy") == 4
    assert [case["backend"] for case in cases].count("jax") == 20


@pytest.fixture
def costs(monkeypatch):
    """Have no test cost anything but those that a test names: backend -> seconds a case."""
    table = {backend: {} for backend in BACKENDS}
    monkeypatch.setattr(sampling, "COSTS", table)

    def set_costs(**seconds):
        for backend, cost in seconds.items():
            table[backend]["core/test_x.py::test"] = cost

    return set_costs


def test_long_tests_make_the_cases_that_their_budget_allows(costs):
    costs(jax=0.1, torch=0.1)
    cases = taken(items("core/test_x.py", name=range(20)))
    made = [case["backend"] for case in cases]
    assert made.count("jax") == int(BUDGET["jax"] / 0.1)
    assert made.count("torch") == int(BUDGET["torch"] / 0.1)
    assert made.count("numpy") == 20
    drawn = [case["name"] for case in cases if case["backend"] == "jax"]
    assert drawn != list(range(len(drawn)))  # by their names, not the first ones


def test_a_case_that_takes_longer_than_the_budget_is_made_on_jax_and_on_one_more_at_most(costs):
    costs(jax=5.0, torch=5.0, tensorflow=5.0, numpy=5.0)
    made = [case["backend"] for case in taken(items("core/test_x.py", name=range(3)))]
    assert made.count("jax") == 1
    assert len(made) <= 2


def test_what_jax_does_not_make_is_made_where_it_is(costs):
    costs(tensorflow=5.0)
    assert len(taken(items("core/test_x.py", ["tensorflow"], name=range(3)))) == 1


def test_what_is_measured_is_long_and_there():
    for backend, costs_of in COSTS.items():
        assert backend in BUDGET
        for name, seconds in costs_of.items():
            assert seconds >= QUICK or backend == "jax"
            file, test = name.split("::")
            assert f"def {test}(" in (TESTS / file).read_text(), (
                f"take the line of {name} out of costs.json, or run `make test-costs`"
            )


def test_the_tables_name_files_that_are_there():
    assert [path for path in (*ONCE, *EACH) if not (TESTS / path).exists()] == []
