"""``explain(stage=...)``: the text of each stage of a compilation, and of which there is none."""

from __future__ import annotations

import gc

import pytest

import frontends.numpy as np
import ivy_core as ivy
from ivy_core.compilation.call.function import CompileError
from ivy_core.utils.exceptions import IvyValueError


def total(x, n):
    t = 0.0
    for i in range(n):
        if x[i] > 0:
            t += x[i] * x[i]
    return t


STAGES = {
    "jax": {"trace": "scan", "passes": "scan", "hlo": "stablehlo.while"},
    "tensorflow": {"trace": "While", "hlo": "while"},
    "torch": {"trace": "def "},
}


@pytest.mark.parametrize("stage", ["trace", "passes", "hlo"])
def test_a_stage_prints_its_program(backend, stage):
    x = np.arange(60.0)
    compiled = ivy.compile(total)
    if backend == "numpy":
        with pytest.raises(CompileError, match="the numpy backend computes at once"):
            compiled.explain(x, 60, stage=stage)
        return
    stages = STAGES[backend]
    if stage in stages:
        text = compiled.explain(x, 60, stage=stage)
        assert stages[stage] in text
        assert repr(text) == str(text)
    else:
        names = ", ".join(map(repr, ("source", *stages)))
        with pytest.raises(IvyValueError, match=f"the {backend} backend .* it has {names}"):
            compiled.explain(x, 60, stage=stage)


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_passes_leave_out_what_is_computed_twice(backend):
    def twice(x):
        return np.sin(x) + np.sin(x)

    compiled = ivy.compile(twice)
    x = np.arange(4.0)
    traced, before, after = (
        compiled.explain(x, stage="trace"),
        *compiled.explain(x, stage="passes").split("\n\n# after cse_dce\n\n"),
    )
    assert before == f"# as traced\n\n{traced}"
    assert (before.count("name=sin"), after.count("name=sin")) == (2, 1)
    assert "# after" not in after


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_passes_are_shown_one_after_the_other(backend):
    def product_and_sines(x, y):
        return x.T @ y, np.sin(x) + np.sin(x)

    compiled = ivy.compile(product_and_sines)
    text = compiled.explain(np.ones((512, 2)), np.ones((512, 128)), stage="passes")
    titles = [line for line in text.splitlines() if line.startswith("# ")]
    assert titles == ["# as traced", "# after cse_dce", "# after matmul_layout"]


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_a_program_that_no_pass_changes_is_shown_once(backend):
    compiled = ivy.compile(lambda x: np.sin(x))
    x = np.arange(4.0)
    traced, text = (compiled.explain(x, stage=stage) for stage in ("trace", "passes"))
    assert text == f"# as traced\n\n{traced}"


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_the_source_needs_no_arguments(backend):
    text = ivy.compile(total).explain(stage="source")
    assert text.startswith("def ag__total(x, n):")
    assert "ag__.for_stmt" in text and "ag__.if_stmt" in text


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_a_stage_of_no_program_says_why(backend):
    def generator(x):
        yield x

    compiled = ivy.compile(generator, fallback="silent")
    with pytest.raises(CompileError, match="generator is a generator"):
        compiled.explain(stage="source")
    with pytest.raises(CompileError, match="runs eagerly: .*generator is a generator"):
        compiled.explain(np.ones(2), stage="trace")
    with pytest.raises(IvyValueError, match="stage must be one of .*, not 'jaxpr'"):
        compiled.explain(np.ones(2), stage="jaxpr")


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_a_parameter_of_that_name_is_the_functions(backend):
    def step(x, stage):
        return x * stage

    assert not ivy.compile(step).explain(np.ones(2), stage=2).eager


def test_the_collector_is_as_it_was_behind_a_trace(backend):
    before = gc.get_threshold()
    seen = []

    def function(x):
        seen.append(gc.get_threshold())
        return x + 1

    def failing(x):
        raise ValueError(x.shape)

    ivy.compile(function)(np.ones(3))
    assert backend != "jax" or any(each[0] > before[0] for each in seen)
    with pytest.raises(ValueError):
        ivy.compile(failing)(np.ones(3))
    assert gc.get_threshold() == before
