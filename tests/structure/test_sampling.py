"""What an ordinary run leaves out: never a pair of function, dtype and backend, never a case."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.sampling import BACKENDS, EACH, ONCE, Sampling

TESTS = Path(__file__).resolve().parents[1]


def items(path: str, **params):
    """Return what pytest collects of one test with these parameters, on each backend."""

    def test():
        pass

    found = []
    for values in product(BACKENDS, *params.values()):
        case = dict(zip(("backend", *params), values, strict=True))
        callspec = SimpleNamespace(params=case, id="-".join(map(str, values)))
        found.append(
            SimpleNamespace(
                callspec=callspec, function=test, path=TESTS / path, originalname="test"
            )
        )
    return found


def taken(found) -> list[dict]:
    sampling = Sampling(found)
    return [item.callspec.params for item in found if sampling.takes(item)]


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


def test_the_tables_name_files_that_are_there():
    assert [path for path in (*ONCE, *EACH) if not (TESTS / path).exists()] == []
