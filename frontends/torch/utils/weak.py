"""Dictionaries and references that find tensors by identity and do not keep them alive.

References
----------
Python documentation, ``weakref``; PyTorch's ``torch.utils.weak``.
"""

from __future__ import annotations

import copy
import weakref
from collections.abc import MutableMapping

import frontends.torch as torch


class WeakIdRef(weakref.ref):
    """A weak reference that hashes and compares as the identity of its object.

    ``==`` of two tensors compares elements, so that references of Python's own to tensors cannot
    be keys.

    Examples
    --------
    >>> import frontends.torch as torch
    >>> x, y = torch.ones(2), torch.ones(2)
    >>> WeakIdRef(x) == WeakIdRef(x), WeakIdRef(x) == WeakIdRef(y), WeakIdRef(x)() is x
    (True, False, True)
    """

    __slots__ = ("_id",)

    def __init__(self, key, callback=None):
        super().__init__(key, callback)
        self._id = id(key)

    def __hash__(self) -> int:
        return self._id

    def __eq__(self, other) -> bool:
        mine = self()
        if mine is None or not isinstance(other, weakref.ref):
            return self is other
        return mine is other()


class WeakIdKeyDictionary(MutableMapping):
    """A dictionary whose keys are compared by identity; an entry goes when its key does.

    Parameters
    ----------
    dict : mapping, optional
        First entries.
    ref_type : type, optional
        The class of references to keys.

    Examples
    --------
    >>> import frontends.torch as torch
    >>> x, y = torch.ones(2), torch.ones(2)
    >>> names = WeakIdKeyDictionary({x: "x", y: "y"})
    >>> names[x], len(names)
    ('x', 2)
    >>> del y
    >>> len(names)
    1
    """

    def __init__(self, dict=None, ref_type=WeakIdRef):
        self.ref_type = ref_type
        self.data = {}
        data = weakref.ref(self)

        def forget(reference):
            mine = data()
            if mine is not None:
                mine.data.pop(reference, None)

        self._forget = forget
        if dict is not None:
            self.update(dict)

    def __getitem__(self, key):
        return self.data[self.ref_type(key)]

    def __setitem__(self, key, value) -> None:
        self.data[self.ref_type(key, self._forget)] = value

    def __delitem__(self, key) -> None:
        del self.data[self.ref_type(key)]

    def __contains__(self, key) -> bool:
        try:
            return self.ref_type(key) in self.data
        except TypeError:  # what has no weak references is no key
            return False

    def __iter__(self):
        for reference in list(self.data):  # an entry may go between two keys
            key = reference()
            if key is not None:
                yield key

    def __len__(self) -> int:
        return len(self.data)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} at {id(self):#x}>"

    def items(self):
        """Return an iterator over pairs of a key that lives and its value."""
        return ((key, self.data[self.ref_type(key)]) for key in self)

    def keys(self):
        """Return an iterator over keys that live."""
        return iter(self)

    def values(self):
        """Return an iterator over values whose keys live."""
        return (value for _, value in self.items())

    def keyrefs(self) -> list:
        """Return the references to keys; what they refer to may be gone."""
        return list(self.data)

    def copy(self) -> WeakIdKeyDictionary:
        """Return a dictionary with the same keys and values."""
        found = WeakIdKeyDictionary(ref_type=self.ref_type)
        found.update(self.items())
        return found

    __copy__ = copy

    def __deepcopy__(self, memo):
        found = type(self)()
        for key, value in self.items():
            found[key] = copy.deepcopy(value, memo)
        return found

    def __or__(self, other):
        if not isinstance(other, MutableMapping | dict):
            return NotImplemented
        found = self.copy()
        found.update(other)
        return found

    def __ror__(self, other):
        if not isinstance(other, MutableMapping | dict):
            return NotImplemented
        found = WeakIdKeyDictionary(other, ref_type=self.ref_type)
        found.update(self.items())
        return found

    def __ior__(self, other):
        self.update(other)
        return self

    def __eq__(self, other) -> bool:
        if not isinstance(other, MutableMapping | dict):
            return NotImplemented
        mine, others = ({id(k): v for k, v in d.items()} for d in (self, other))
        return mine == others

    __hash__ = None


WeakTensorKeyDictionary = WeakIdKeyDictionary


class TensorWeakRef:
    """A weak reference to a tensor.

    Parameters
    ----------
    tensor : Tensor

    Raises
    ------
    AssertionError
        If it is given something else.
    """

    def __init__(self, tensor: torch.Tensor):
        if not isinstance(tensor, torch.Tensor):
            raise AssertionError(f"expected torch.Tensor, got {type(tensor)}.")
        self.ref = weakref.ref(tensor)

    def __call__(self) -> torch.Tensor | None:
        return self.ref()
