"""Docstrings of declared functions: what many have in common is written once, and filled in here.

In the source a docstring is numpy-style, with these abbreviations, which :func:`complete` expands
when the function is declared; ``help`` and ``__doc__`` show sections of numpydoc's layout.

* ``Returns: of the same shape.``: a sentence describes a result of the annotated type; text without
  a full stop, as in ``Returns: tuple of Array``, is the type.
* ``Raises: IvyValueError if ``n`` is negative.``: a line for each class of errors.
* ``References: NumPy, ``numpy.pad``.``: a section in one paragraph. Where a function follows one of
  its own name, the decorator says whose: ``@primary(follows="array_api")``; see ``SOURCES``.
* ``>>> ivy.abs(x)``, without the heading ``Examples``: it and the import of ``ivy`` go before.
* ``x, any real dtype: Values.``, an entry of ``Parameters`` on one line: its type is that of the
  annotation and what stands after the name, and it is optional where the parameter has a default.
* A parameter of ``STOCK`` that is left out of ``Parameters`` comes last there.
* ``@primary(like=rfft)``: other parameters, and the sections of results, errors and references, are
  described as of that function where they are left out.
"""

from __future__ import annotations

import functools
import re
import sys

# What a function follows, by the names that ``follows`` takes; {} is the function's name.
SOURCES = {
    "array_api": "Array API standard 2024.12, ``{}``.",
    "array_api.fft": "Array API standard 2024.12, ``fft.{}``.",
    "ivy": "Ivy, ``ivy.{}``.",
    "numpy": "NumPy, ``numpy.{}``.",
    "numpy.linalg": "NumPy, ``numpy.linalg.{}``.",
    "scipy.special": "SciPy, ``scipy.special.{}``.",
    "tensorly": "TensorLy, ``tensorly.{}``.",
    "tf": "TensorFlow, ``tf.{}``.",
    "tf.math": "TensorFlow, ``tf.math.{}``.",
    "torch": "PyTorch, ``torch.{}``.",
    "torch.nn.functional": "PyTorch, ``torch.nn.functional.{}``.",
}

# Parameters that mean the same wherever a docstring does not describe them.
STOCK = {
    "keepdims": ("bool, optional", "Keep the reduced axes, with length one."),
    "copy": ("bool, optional", "True for a copy."),
    "device": ("Device, optional", "Where the array shall live."),
    "as_native": ("bool, optional", "Return the backend's own object."),
    "out": ("Array, optional", "Filled with the result, and returned."),
}

# How docstrings say the types of annotations that are not said as they are written.
_TYPES = {
    "Any": "any",
    "ArrayFunction": "callable",
    "Axis": "int or tuple of int",
    "Callable": "callable",
    "Sequence[Array]": "sequence of Array",
    "Sequence[int]": "sequence of int",
    "Shape": "sequence of int",
    "complex": "scalar",
    "tuple[int, ...]": "tuple of int",
}

_INDENT = "" if sys.version_info >= (3, 13) else "    "  # of docstrings: 3.13 compiles it away
_LINE = f"\n{_INDENT}"
PARAGRAPH = f"\n{_LINE}"  # begins a paragraph


def _section_heading(name: str) -> str:
    return f"\n\n{_INDENT}{name}\n{_INDENT}{'-' * len(name)}\n{_INDENT}"


_PARAMETERS, _RETURNS, _RAISES, _REFERENCES, EXAMPLES = map(
    _section_heading, ("Parameters", "Returns", "Raises", "References", "Examples")
)
_SHORT_RETURNS, _SHORT_RAISES, _SHORT_REFERENCES, _SHORT_EXAMPLES = (
    f"\n\n{_INDENT}{start}" for start in ("Returns: ", "Raises: ", "References: ", ">>> ")
)
_NEXT_ERROR = f"{_LINE}Raises: "
_IMPORT = f"{EXAMPLES}>>> import ivy_core as ivy\n{_INDENT}>>> "
_STOCK = {
    name: (f"\n{_INDENT}{name} : ", f"\n{_INDENT}{name} : {kind}\n{_INDENT}    {text}")
    for name, (kind, text) in STOCK.items()
}
_STOCK_ENTRIES = frozenset(entry[len(_LINE) :] for _, entry in _STOCK.values())


def complete(doc: str, body, follows: str | None = None, like=None) -> str:
    """Expand the abbreviations in a function's docstring.

    It runs for each function when the package is imported, so it searches the text for the few
    abbreviations: 8 us a function, where a loop over its paragraphs took 17 us.

    Parameters
    ----------
    doc : str
        The docstring as the compiler left it.
    body : callable
        The function: its parameters, its annotated result and its name are read.
    follows : str, optional
        A key of ``SOURCES``: a section of references goes before the examples.
    like : callable, optional
        A declared function, whose docstring describes what this one leaves out.
    """
    text, examples = _split_off_examples(doc, _IMPORT)
    code = body.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    if _PARAMETERS in text:
        text = _expand_parameters(text, names, body)
    text = _expand_short_sections(text, body)
    if follows is not None:
        text += _REFERENCES + SOURCES[follows].format(body.__name__)
    else:
        text = text.replace(_SHORT_REFERENCES, _REFERENCES, 1)
    if like is not None:
        text = _describe_as(text, like.__doc__, code.co_varnames)
    if _PARAMETERS in text:
        text = _add_stock_parameters(text, names)
    return text + examples


def complete_sections(doc: str, described, imported: str, reference: str = "") -> str:
    """Expand the abbreviations of sections; entries of parameters are whole, as in a frontend.

    Parameters
    ----------
    doc : str
        The docstring as the compiler left it.
    described : callable or type
        A function, whose annotated result is read, or a class.
    imported : str
        The import that goes before examples without a heading.
    reference : str, optional
        A section of references, or a paragraph, that goes before the examples.
    """
    text, examples = doc.rstrip(), ""
    if ">>>" in text:
        text, examples = _split_off_examples(text, f"{EXAMPLES}>>> {imported}{_LINE}>>> ")
    if _SHORT_RETURNS in text or _SHORT_RAISES in text:
        text = _expand_short_sections(text, described)
    return text + reference + examples


def complete_method(method, imported: str) -> None:
    """Expand the abbreviations in a method's docstring, as :func:`complete_sections` does."""
    if method.__doc__ is not None:  # python -OO has none
        doc = method.__doc__.replace("\n    ", "\n") if _INDENT else method.__doc__
        method.__doc__ = complete_sections(doc, method, imported)


def references(text: str) -> str:
    """Write a section of references."""
    return _REFERENCES + text


def _split_off_examples(doc: str, start: str) -> tuple[str, str]:
    """Split a docstring into text and examples; ``start`` is the heading they get."""
    at = doc.find(EXAMPLES)
    if at >= 0:
        return doc[:at], doc[at:]
    text, short, examples = doc.partition(_SHORT_EXAMPLES)
    return text, start + examples if short else ""


def _expand_short_sections(text: str, described) -> str:
    """Replace short ``Returns`` and ``Raises`` in a text by whole sections."""
    before, found, rest = text.partition(_SHORT_RETURNS)
    if found:
        result, blank, rest = rest.partition("\n\n")
        if result[-1] == ".":
            result = _section_entry(f"{described.__annotations__['return']} {result}")
        text = before + _RETURNS + result + blank + rest
    before, found, rest = text.partition(_SHORT_RAISES)
    if found:
        errors, blank, rest = rest.partition("\n\n")
        entries = [_section_entry(error) for error in errors.split(_NEXT_ERROR)]
        text = before + _RAISES + f"\n{_INDENT}".join(entries) + blank + rest
    return text


def _section_entry(text: str) -> str:
    """Format ``type description`` as an entry of a section: the type, the sentence below it."""
    kind, _, sentence = text.partition(" ")
    return f"{kind}\n{_INDENT}    {sentence[0].upper()}{sentence[1:]}"


@functools.cache
def _annotation_to_words(annotation: str) -> str:
    """Convert an annotation's text to the words of docstrings: ``"int | None"`` to "int"."""
    kinds = (_TYPES.get(kind, kind) for kind in annotation.split(" | ") if kind != "None")
    return " or ".join(kinds)


# an entry on one line: the name, what is said besides the type, and the sentence
_SHORT_ENTRY = re.compile(rf"{_LINE}(\w+)(, [^:\n]*[^:\s])?: ")


def _expand_parameters(text: str, names: tuple[str, ...], body) -> str:
    """Expand short entries of ``Parameters`` to two lines."""
    before, entries, rest = _split_section(text, _PARAMETERS)
    parts = _SHORT_ENTRY.split(_LINE + entries)
    if len(parts) == 1:
        return text
    annotations, options = body.__annotations__, body.__kwdefaults__ or ()
    count = body.__code__.co_argcount
    options = (*options, *names[count - len(body.__defaults__ or ()) : count])
    for i in range(1, len(parts), 3):
        name, besides, sentence = parts[i : i + 3]
        parts[i] = f"{_LINE}{name} : {_annotation_to_words(annotations[name])}"
        parts[i + 1] = (besides or "") + (", optional" if name in options else "")
        parts[i + 2] = f"{_LINE}    {sentence}"
    return before + "".join(parts)[len(_LINE) :] + rest


def _add_stock_parameters(text: str, names: tuple[str, ...]) -> str:
    """Add the entries of :data:`STOCK` for parameters that are not described."""
    before, entries, rest = _split_section(text, _PARAMETERS)
    for name, (first, entry) in _STOCK.items():
        if name in names and first not in _LINE + entries:
            entries += entry
    return before + entries + rest


def _split_section(text: str, heading: str) -> tuple[str, str, str]:
    """Split a text into what goes before a section's content, that, and what comes after."""
    start = text.index(heading) + len(heading)
    end = text.find("\n\n", start)
    return (
        (text[:start], text[start:], "") if end < 0 else (text[:start], text[start:end], text[end:])
    )


def _describe_as(text: str, model: str, names: tuple[str, ...]) -> str:
    """Return a text with the parameters and sections that it lacks, taken from ``model``."""
    end, parameters, others = len(text), *_sections_of(model)
    for heading, content in others:
        at = text.find(heading)
        if at >= 0:
            end = at
        elif content:
            text = text[:end] + heading + content + text[end:]
    if not parameters:
        return text
    at = text.find(_PARAMETERS)
    if at < 0:
        return text[:end] + _PARAMETERS + _merge_entries((), parameters, names) + text[end:]
    before, own, rest = _split_section(text, _PARAMETERS)
    return before + _merge_entries(_entries_of(own), parameters, names) + rest


@functools.cache
def _sections_of(doc: str) -> tuple[list, list]:
    """Return the entries of ``Parameters``, and the other sections, the last one first."""
    text = _split_off_examples(doc, "")[0]
    parameters = _entries_of(_split_section(text, _PARAMETERS)[1]) if _PARAMETERS in text else []
    others = [
        (heading, _split_section(text, heading)[1] if heading in text else "")
        for heading in (_REFERENCES, _RAISES, _RETURNS)
    ]
    return parameters, others


_ENTRY = re.compile(rf"{_LINE}(?=\S)")


def _entries_of(section: str) -> list[tuple[list[str], str]]:
    """Return the names that each entry of ``Parameters`` describes, and the entry."""
    return [
        (entry.partition(" :")[0].replace("*", "").split(", "), entry)
        for entry in _ENTRY.split(section)
    ]


def _merge_entries(own, model: list, names: tuple[str, ...]) -> str:
    """Add a model's entries for parameters that are not described, all in the signature's order."""
    described = {name for found, _ in own for name in found}
    added = [
        (found, entry)
        for found, entry in model
        if described.isdisjoint(found)
        and all(name in names for name in found)
        and entry not in _STOCK_ENTRIES
    ]
    both = sorted((*own, *added), key=lambda each: names.index(each[0][0]))
    return _LINE.join([entry for _, entry in both])
