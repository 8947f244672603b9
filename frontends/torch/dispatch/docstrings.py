"""Docstrings of the frontend: stock parts are filled in, as in :mod:`ivy_core.utils.docstrings`."""

from __future__ import annotations

from collections.abc import Callable

from ivy_core.utils import docstrings

_IMPORT = "import frontends.torch as torch"


def citing(source: str | None) -> Callable:
    """Complete the docstring of a class or function, with the page of PyTorch's that it follows.

    Parameters
    ----------
    source : str or None
        What is cited of PyTorch's documentation, ``torch.optim.{}``, where {} is the name; None
        where nothing is.
    """

    def declare(described):
        if described.__doc__:
            cited = source and f"PyTorch documentation, {source.format(described.__name__)}."
            described.__doc__ = docstrings.complete_sections(
                described.__doc__, described, _IMPORT, docstrings.references(cited) if cited else ""
            )
        return described

    return declare


def complete(body: Callable, name: str) -> None:
    """Complete the docstring of a function of tensors, which cites itself unless it cites others.

    Parameters
    ----------
    name : str
        PyTorch's dotted name of it.
    """
    doc, (place, _, short_name) = body.__doc__, name.rpartition(".")
    if not doc:
        return
    cited = ""
    if (
        body.__name__ == short_name
        and place != "torch.Tensor"
        and not short_name.startswith("_")
        and "References" not in doc
    ):
        cited = f"{docstrings.PARAGRAPH}References: PyTorch documentation, {name}."
    if docstrings.EXAMPLES in doc:  # the reference comes last
        doc = doc.rstrip() + cited
        cited = ""
    body.__doc__ = docstrings.complete_sections(doc, body, _IMPORT, cited)


__all__ = ["citing", "complete"]
