"""docs/debugging.md shows what is printed now."""

from __future__ import annotations

import importlib.util
import re

import pytest

from docs import make_debugging


def without_versions(page: str) -> str:
    """Return a page without line numbers, and with JAX's frames in a row as one."""
    page = re.sub(r'(?:  File "jax/.*\n(?:    .*\n)*)+', "  JAX\n", page)
    return re.sub(r", line \d+,", ",", page)


@pytest.mark.skipif(importlib.util.find_spec("jax") is None, reason="jax is not installed")
def test_the_page_is_current():
    page = make_debugging.PAGE.read_text()
    now = make_debugging.current(page)
    assert without_versions(page) == without_versions(now), "run python docs/make_debugging.py"
    assert now.count("Traceback") == 5
