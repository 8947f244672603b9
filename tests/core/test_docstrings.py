"""Docstrings that are written short are whole when they are read."""

from __future__ import annotations

import inspect
import re
import types

import pytest

import ivy_core as ivy
from ivy_core.registry import FUNCTIONS
from ivy_core.utils.docstrings import SOURCES, STOCK, complete


def halve(
    x: Array | complex,  # noqa: F821
    depth: int = 1,
    /,
    *,
    copy: bool = False,
    out: Array | None = None,  # noqa: F821
) -> Array:  # noqa: F821
    """Half of each element.

    Parameters
    ----------
    x, floating: Values; a number: one value.
    depth: How often.

    Returns: of the same shape, floating or
        complex.

    Raises: IvyTypeError if ``x`` is boolean.
    Raises: IvyValueError for none.

    >>> ivy.halve(x)
    ivy.array([1.])

    >>> ivy.halve(y)
    ivy.array([2.])
    """


WHOLE = """Half of each element.

Parameters
----------
x : Array or scalar, floating
    Values; a number: one value.
depth : int, optional
    How often.
copy : bool, optional
    True for a copy.
out : Array, optional
    Filled with the result, and returned.

Returns
-------
Array
    Of the same shape, floating or
    complex.

Raises
------
IvyTypeError
    If ``x`` is boolean.
IvyValueError
    For none.

References
----------
NumPy, ``numpy.halve``.

Examples
--------
>>> import ivy_core as ivy
>>> ivy.halve(x)
ivy.array([1.])

>>> ivy.halve(y)
ivy.array([2.])"""


def test_each_abbreviation_is_expanded():
    assert inspect.cleandoc(complete(halve.__doc__, halve, "numpy")) == WHOLE


@pytest.mark.parametrize("follows", [None, "numpy"])
def test_a_whole_docstring_stays_as_it_is(follows):
    once = complete(halve.__doc__, halve, follows)
    assert complete(once, halve) == once


def pair() -> tuple:
    """Two.

    Returns: tuple of int

    References: NumPy, ``numpy.pad``.
    """


def test_text_without_full_stop_is_the_type():
    assert inspect.cleandoc(complete(pair.__doc__, pair)).splitlines() == [
        *("Two.", "", "Returns", "-------", "tuple of int", ""),
        *("References", "----------", "NumPy, ``numpy.pad``."),
    ]


def third(x, depth: int = 1, *, axis: int = 0, out=None) -> Array:  # noqa: F821
    """Third of each element.

    Parameters
    ----------
    axis: Where.

    Raises: IvyIndexError if it is out of bounds.

    >>> ivy.third(x)
    """


def test_what_is_left_out_is_described_as_of_another_function():
    model = types.SimpleNamespace(__doc__=complete(halve.__doc__, halve))
    own = inspect.cleandoc(complete(third.__doc__, third, "numpy", model))
    own, examples = own.split("\n\nExamples\n")
    assert examples.splitlines()[-1] == ">>> ivy.third(x)"
    parameters, results = WHOLE.partition("copy :")[0], WHOLE.partition("Returns\n")[2]
    assert own.splitlines() == [
        *parameters.replace("Half", "Third").splitlines(),
        *("axis : int, optional", "    Where."),
        *("out : Array, optional", "    Filled with the result, and returned.", "", "Returns"),
        *results.partition("IvyTypeError")[0].splitlines(),
        *("IvyIndexError", "    If it is out of bounds.", ""),
        *("References", "----------", "NumPy, ``numpy.third``."),
    ]


def test_sections_that_are_taken_stand_before_ones_own_references():
    model = types.SimpleNamespace(__doc__=complete(halve.__doc__, halve))
    own = inspect.cleandoc(complete("Third.", third, "numpy", model))
    assert re.findall("^(.+)\n---", own, re.MULTILINE) == [
        *("Parameters", "Returns", "Raises", "References"),
    ]


def test_a_docstring_without_parameters_takes_all_that_the_function_has():
    model = types.SimpleNamespace(__doc__=complete(halve.__doc__, halve, "numpy"))
    own = inspect.cleandoc(complete("Third.", third, None, model))
    whole = inspect.cleandoc(complete(halve.__doc__, halve, "numpy")).partition("\n\nExamples")[0]
    stays = "copy : bool, optional\n    True for a copy.\n"
    assert own == whole.replace("Half of each element.", "Third.").replace(stays, "")


def test_an_unknown_source_is_refused():
    with pytest.raises(KeyError, match="no such"):
        complete(halve.__doc__, halve, "no such")


def test_no_abbreviation_is_left_anywhere():
    for name, spec in FUNCTIONS.items():
        doc = inspect.getdoc(spec.body)
        assert not re.search("^(Returns|Raises|References): ", doc, re.MULTILINE), name
        parameters = doc.partition("\n\nParameters\n")[2].partition("\n\n")[0]
        assert not re.search(r"^\w+(, .+)?(?<! ): ", parameters, re.MULTILINE), name
        first = doc.find("\n\n>>> ")
        assert first < 0 or doc.find("\n\nExamples\n--------\n") < first, name
        described = {
            word.strip()
            for words in re.findall(r"^([\w, *]+) : ", doc, re.MULTILINE)
            for word in words.split(",")
        }
        if "\n\nParameters\n" in doc:
            assert set(STOCK) & set(inspect.signature(spec.body).parameters) <= described, name


def test_functions_and_methods_show_the_whole_text():
    for function in (ivy.add, ivy.Array.add, ivy.Container.add):
        doc = inspect.getdoc(function)
        assert "out : Array, optional\n    Filled with the result, and returned." in doc
        assert "\n\nReferences\n----------\nArray API standard 2024.12, ``add``.\n\n" in doc
        assert "\n\nExamples\n--------\n>>> import ivy_core as ivy\n>>> ivy.add(" in doc


def test_each_source_is_followed_by_some_function():
    docs = {name: spec.body.__doc__ for name, spec in FUNCTIONS.items()}
    for source, text in SOURCES.items():
        assert any(f" {text.format(name)}\n" in doc for name, doc in docs.items()), source
