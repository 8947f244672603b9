"""Docstrings of the PyTorch frontend that are written short are whole when they are read."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing


@citing("``torch.nn.{}``")
class Halves:
    """Halves.

    Returns: int

    Raises: ValueError if there is none, or
        several.
    Raises: TypeError for numbers.

    >>> torch.nn.Halves()
    """


WHOLE = """Halves.

Returns
-------
int

Raises
------
ValueError
    If there is none, or
    several.
TypeError
    For numbers.

References
----------
PyTorch documentation, ``torch.nn.Halves``.

Examples
--------
>>> import frontends.torch as torch
>>> torch.nn.Halves()"""


def test_each_abbreviation_is_expanded():
    assert inspect.getdoc(Halves) == WHOLE


def test_what_cites_nothing_has_no_references():
    def halve():
        """Halve.

        Raises: ValueError always.
        """

    assert "References" not in citing(None)(halve).__doc__


def test_a_function_of_tensors_cites_itself_before_its_examples():
    assert inspect.getdoc(torch.nn.functional.mse_loss).split("\n\n")[1:] == [
        "References: PyTorch documentation, torch.nn.functional.mse_loss.",
        "Examples\n--------\n>>> import frontends.torch as torch\n"
        ">>> torch.nn.functional.mse_loss(torch.tensor([1.0, 2.0]), torch.zeros(2)).item()\n2.5",
    ]


def test_no_abbreviation_is_left_anywhere():
    path = importlib.import_module("frontends.torch.nn").__path__[0].removesuffix("/nn")
    abbreviated = set()
    for module in pkgutil.walk_packages([path], "frontends.torch."):
        for name, value in vars(importlib.import_module(module.name)).items():
            if not (inspect.isfunction(value) or inspect.isclass(value)) or not value.__doc__:
                continue
            if not value.__module__.startswith(("frontends.torch", "torch")):
                continue
            doc = inspect.getdoc(value)
            if re.search("^(Returns|Raises): ", doc, re.MULTILINE):
                abbreviated.add(f"{value.__module__}.{name}")
            first = doc.find("\n\n>>> ")
            assert first < 0 or doc.find("\n\nExamples\n--------\n") < first, name
    assert not abbreviated
