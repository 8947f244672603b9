"""Docstrings of NumPy functions that are written short are whole when they are read."""

from __future__ import annotations

import inspect

import pytest

import frontends.numpy as np
from frontends.numpy.docstrings import complete


@pytest.mark.parametrize(
    "function, cited",
    [
        (np.cumsum, "numpy.cumsum"),
        (np.linalg.solve, "numpy.linalg.solve"),
        (np.fft.rfft, "numpy.fft.rfft"),
    ],
)
def test_a_function_cites_numpys(function, cited):
    assert f"\n\nReferences: NumPy reference, {cited}." in inspect.getdoc(function)


def halve():
    """Halve.

    >>> np.halve()
    """


def test_the_reference_goes_before_the_examples():
    complete(halve)
    assert inspect.getdoc(halve) == (
        "Halve.\n\nReferences: NumPy reference, numpy.halve.\n\n"
        "Examples\n--------\n>>> import frontends.numpy as np\n>>> np.halve()"
    )


def test_a_reference_to_something_else_stays_alone():
    def third():
        """Third.

        References: nothing.
        """

    complete(third)
    assert inspect.getdoc(third) == "Third.\n\nReferences: nothing."
