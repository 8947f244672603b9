"""The modes of traces: set and taken back, and set from outside."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import ivy_core as ivy

ROOT = Path(__file__).resolve().parents[2]
SHOWN = "import ivy_core as i; print(i.exception_trace_mode, i.show_func_wrapper_trace_mode)"


@pytest.mark.checklist("E21")
def test_the_mode_is_full_until_it_is_set():
    assert ivy.exception_trace_mode == "full"
    ivy.set_exception_trace_mode("ivy")
    ivy.set_exception_trace_mode("frontend")
    assert ivy.exception_trace_mode == "frontend"
    ivy.unset_exception_trace_mode()
    assert ivy.exception_trace_mode == "ivy"
    ivy.unset_exception_trace_mode()
    ivy.unset_exception_trace_mode()
    assert ivy.exception_trace_mode == "full"


@pytest.mark.checklist("E27")
def test_wrappers_are_shown_until_they_are_not():
    assert ivy.show_func_wrapper_trace_mode is True
    ivy.set_show_func_wrapper_trace_mode(False)
    assert ivy.show_func_wrapper_trace_mode is False
    ivy.unset_show_func_wrapper_trace_mode()
    assert ivy.show_func_wrapper_trace_mode is True


@pytest.mark.checklist("E21", "E27")
def test_in_a_with_block_they_are_taken_back():
    with pytest.raises(ZeroDivisionError):
        with ivy.set_exception_trace_mode("ivy"), ivy.set_show_func_wrapper_trace_mode(False):
            assert (ivy.exception_trace_mode, ivy.show_func_wrapper_trace_mode) == ("ivy", False)
            1 / 0  # noqa: B018
    assert (ivy.exception_trace_mode, ivy.show_func_wrapper_trace_mode) == ("full", True)


@pytest.mark.parametrize("mode", ("loud", None, 3, ["full"]))
def test_a_wrong_mode_lists_the_modes(mode):
    with pytest.raises(ivy.exceptions.IvyValueError, match="allowed are full, ivy, frontend"):
        ivy.set_exception_trace_mode(mode)
    with pytest.raises(ivy.exceptions.IvyValueError, match="allowed are True and False"):
        ivy.set_show_func_wrapper_trace_mode(mode)
    assert (ivy.exception_trace_mode, ivy.show_func_wrapper_trace_mode) == ("full", True)


def started_with(**variables):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **variables}
    return subprocess.run(
        [sys.executable, "-c", SHOWN], capture_output=True, text=True, cwd=ROOT, env=environment
    )


def test_the_environment_sets_the_modes():
    done = started_with(IVY_EXCEPTION_TRACE_MODE="frontend", IVY_SHOW_FUNC_WRAPPER_TRACE="off")
    assert done.stdout == "frontend False\n"


def test_a_wrong_mode_in_the_environment_lists_the_modes():
    done = started_with(IVY_EXCEPTION_TRACE_MODE="loud")
    assert done.returncode == 1
    wanted = "IVY_EXCEPTION_TRACE_MODE: 'loud' is no mode; allowed are full, ivy, frontend"
    assert done.stderr.strip().endswith(wanted)
    done = started_with(IVY_FALLBACK="loud")
    wanted = "IVY_FALLBACK: 'loud' is no mode; allowed are warn, error, silent"
    assert done.stderr.strip().endswith(wanted)
    done = started_with(IVY_SHOW_FUNC_WRAPPER_TRACE="loud")
    assert "IVY_SHOW_FUNC_WRAPPER_TRACE: 'loud' is neither true nor false" in done.stderr
