"""``torch.return_types``: the named results of functions that return several tensors."""

from __future__ import annotations

import operator

from frontends.common.sections import read_sections
from frontends.torch.dispatch.docstrings import citing

_SECTIONS = read_sections(__file__, "return_types.txt")
_FIELDS = {name: tuple(fields.split()) for name, fields in _SECTIONS.items()}
_WITHOUT_OUT = {"histogramdd", "_lu_with_info"}


class Result(tuple):
    """Several results in one tuple, each of which has a name besides.

    Parameters
    ----------
    values : sequence
        The results, as many as the type has names.

    References
    ----------
    PyTorch, ``torch.return_types``.

    Examples
    --------
    >>> from frontends.torch import return_types
    >>> both = return_types.sort(([1, 2], [1, 0]))
    >>> both.indices, both[0]
    ([1, 0], [1, 2])
    """

    __slots__ = ()
    __match_args__: tuple[str, ...] = ()
    n_fields = n_sequence_fields = n_unnamed_fields = 0

    def __new__(cls, sequence, dict=None, /):  # CPython's names for a structure's two arguments
        try:
            made = tuple.__new__(cls, sequence)
        except TypeError:
            raise TypeError("constructor requires a sequence") from None
        if len(made) != cls.n_fields:
            raise TypeError(
                f"torch.return_types.{cls.__name__}() takes a {cls.n_fields}-sequence "
                f"({len(made)}-sequence given)"
            )
        return made

    def __repr__(self) -> str:
        pairs = zip(self.__match_args__, self, strict=True)
        fields = ",\n".join([f"{name}={value!r}" for name, value in pairs])
        return f"torch.return_types.{type(self).__name__}(\n{fields})"

    def __reduce__(self):
        return (_unpickled, (type(self).__name__, tuple(self)))


class _Field(property):
    """A named element, which cannot be set."""

    def __init__(self, position: int):
        super().__init__(operator.itemgetter(position))

    def __set__(self, instance, value):
        raise AttributeError("readonly attribute")

    def __delete__(self, instance):
        raise AttributeError("readonly attribute")


def _make_result_class(name: str, fields: tuple[str, ...]) -> type[Result]:
    members = {
        "__doc__": f"The results of ``{name.removesuffix('_out')}``: {', '.join(fields)}.",
        "__module__": "torch.return_types",
        "__slots__": (),
        "__match_args__": fields,
        "n_fields": len(fields),
        "n_sequence_fields": len(fields),
        **{field: _Field(position) for position, field in enumerate(fields)},
    }
    return type(name, (Result,), members)


_TYPES = {name: _make_result_class(name, fields) for name, fields in _FIELDS.items()}
_TYPES |= {
    f"{name}_out": _make_result_class(f"{name}_out", fields)
    for name, fields in _FIELDS.items()
    if name not in _WITHOUT_OUT
}
all_return_types = [_TYPES[name] for name in sorted(_TYPES) if not name.startswith("_")]


def _unpickled(name: str, values: tuple) -> Result:
    # pickle looks a class up by module and name, and finds PyTorch's own under those of ours
    return _TYPES[name](values)


@citing(None)
def result_type(name: str) -> type[Result]:
    """Return the type of the results of the function of that name, ``'linalg_svd'``.

    Raises: KeyError if PyTorch has no such type.

    Examples
    --------
    >>> from frontends.torch.return_types import result_type
    >>> result_type("max").__match_args__
    ('values', 'indices')
    """
    return _TYPES[name]


globals().update(_TYPES)

__all__ = ["Result", "all_return_types", "result_type"]
__all__ += list(_TYPES)
