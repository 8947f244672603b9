"""The methods of a Container that say something about all its leaves, or take them apart alike."""

from __future__ import annotations

from ..utils.exceptions import IvyTypeError, IvyValueError
from .chains import Selection, leaves, split
from .leaves import is_array


class ContainerSummary:
    """Container methods about truth, shapes, dtypes, devices and sizes."""

    __slots__ = ()

    # truth

    def cont_as_bools(
        self,
        assert_is_bool: bool = False,
        key_chains=None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool = False,
    ):
        """Return a Container of the truth of each leaf.

        Parameters
        ----------
        assert_is_bool : bool, optional
            Take nothing but bools.
        key_chains, to_apply, prune_unapplied, map_sequences
            As in :meth:`cont_map`.

        Raises: IvyTypeError if a leaf is no bool, and shall be one.

        >>> ivy.Container(a=1, b={"c": []}).cont_as_bools().cont_to_dict()
        {'a': True, 'b': {'c': False}}
        """

        def truth(value, chain):
            if assert_is_bool and not isinstance(value, bool):
                raise IvyTypeError(
                    f"cont_as_bools: {type(value).__name__} is at key chain {chain!r}; bools are "
                    "wanted"
                )
            return bool(value)

        return self.cont_map(truth, key_chains, to_apply, prune_unapplied, map_sequences)

    def cont_all_true(
        self,
        assert_is_bool: bool = False,
        key_chains=None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool = False,
    ) -> bool:
        """Return whether all leaves are true; parameters as in :meth:`cont_as_bools`.

        >>> ivy.Container(a=1, b={"c": True}).cont_all_true()
        True
        """
        return all(
            self._truths_of_leaves(
                assert_is_bool, key_chains, to_apply, prune_unapplied, map_sequences
            )
        )

    def cont_all_false(
        self,
        assert_is_bool: bool = False,
        key_chains=None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool = False,
    ) -> bool:
        """Return whether all leaves are false; parameters as in :meth:`cont_as_bools`.

        >>> ivy.Container(a=0, b={"c": True}).cont_all_false()
        False
        """
        return not any(
            self._truths_of_leaves(
                assert_is_bool, key_chains, to_apply, prune_unapplied, map_sequences
            )
        )

    def _truths_of_leaves(self, assert_is_bool, *selected):
        """Yield the truth of each selected leaf, of a list's elements one by one."""
        for value in self.cont_as_bools(assert_is_bool, *selected).cont_to_iterator_values():
            if isinstance(value, (list, tuple)):  # of members, with map_sequences
                yield from _flatten_to_bools(value)
            else:
                yield bool(value)

    # what the arrays have in common

    @property
    def cont_shape(self) -> list[int | None]:
        """The lengths of the first axes, which all arrays have; None where they differ."""
        return self._cont_get_shape()

    def _cont_get_shape(self) -> list[int | None]:
        """Return the leaves' common shape, None for other lengths; if empty, [number of queues]."""
        if not self:
            queues = getattr(self, "_queues", None)
            return [0 if queues is None else len(queues)]
        shapes = []
        for _, leaf in leaves(self):
            if is_array(leaf):
                shapes.append(tuple(leaf.shape))
            elif isinstance(leaf, (list, tuple)):
                shapes.append((len(leaf),))
        return [
            lengths[0] if len(set(lengths)) == 1 else None for lengths in zip(*shapes, strict=False)
        ]

    @property
    def cont_shapes(self):
        """A Container of the shape of each leaf, None for one without."""
        return self._cont_get_shapes()

    def _cont_get_shapes(self):
        """Return a Container of the leaves' shapes, None for those without."""
        return self.cont_map(lambda leaf, _: getattr(leaf, "shape", None))

    @property
    def cont_dtype(self):
        """The dtype of the arrays; None if they differ, or if there are none."""
        return self._cont_get_dtype()

    def _cont_get_dtype(self):
        """Return the dtype that all arrays have; None if they differ, or there are none."""
        dtype = self._cont_ivy.dtype
        return _common_value_or_none([dtype(leaf) for _, leaf in leaves(self) if is_array(leaf)])

    @property
    def cont_dev(self):
        """The device of the arrays; None if they differ, or if there are none."""
        return self._cont_get_dev()

    @property
    def cont_dev_str(self) -> str | None:
        """The name of the device of the arrays; None if they differ, or if there are none."""
        device = self._cont_get_dev()
        return None if device is None else str(device)

    def _cont_get_dev(self, as_native: bool = False):
        """Return the device that all arrays are on; None if they differ, or there are none."""
        dev = self._cont_ivy.dev
        found = [dev(leaf, as_native=as_native) for _, leaf in leaves(self) if is_array(leaf)]
        return _common_value_or_none(found)

    @property
    def cont_max_depth(self) -> int:
        """The number of keys in the longest key chain."""
        chains = [chain for chain, _ in leaves(self, include_empty=True)]
        return max((len(split(chain)) for chain in chains), default=0)

    def cont_num_arrays(self, exclusive: bool = False) -> int:
        """Return the number of arrays among the leaves.

        Parameters
        ----------
        exclusive : bool, optional
            Without those that belong to a computation of gradients.

        >>> ivy.Container(a=ivy.asarray([1, 2]), b="text").cont_num_arrays()
        1
        """
        return len(self._key_chains_and_arrays(exclusive))

    def _key_chains_and_arrays(self, exclusive):
        """List (key chain, array); ``exclusive`` leaves out those that need gradients."""
        counts = self._cont_ivy.is_array
        return [(chain, leaf) for chain, leaf in leaves(self) if counts(leaf, exclusive=exclusive)]

    def cont_size_ordered_arrays(self, exclusive: bool = False):
        """Return the arrays under flat keys, the smallest one first.

        Parameters
        ----------
        exclusive : bool, optional
            Without those that belong to a computation of gradients.

        >>> x = ivy.Container(a=ivy.asarray([1, 2]), b={"c": ivy.asarray([3])})
        >>> x.cont_size_ordered_arrays()
        {
            b__c: ivy.array([3]),
            a: ivy.array([1, 2])
        }
        """

        def size(pair):
            count = 1
            for length in pair[1].shape:
                count *= length
            return count

        made = self._with_entries(
            (self.cont_flatten_key_chain(chain), leaf)
            for chain, leaf in sorted(self._key_chains_and_arrays(exclusive), key=size)
        )
        made.cont_update_config(alphabetical_keys=False)
        return made

    # taking the arrays apart

    def cont_unstack_conts(self, axis: int, keepdims: bool = False, dim_size: int | None = None):
        """Return a list of Containers, one for each place along an axis of the leaves.

        Parameters
        ----------
        axis : int
            The axis.
        keepdims : bool, optional
            Keep it, with length one.
        dim_size : int, optional
            Its length; that of the leaves if None.

        Raises: IvyValueError if the leaves have not the same length there.

        >>> x = ivy.Container(a=[1, 2], b={"c": [3, 4]})
        >>> [part.cont_to_dict() for part in x.cont_unstack_conts(0)]
        [{'a': 1, 'b': {'c': 3}}, {'a': 2, 'b': {'c': 4}}]
        """
        if dim_size is None:
            dim_size = self._common_length_of_axis(axis)
        parts = []
        for i in range(dim_size):
            here = slice(i, i + 1) if keepdims else i
            if axis >= 0:
                query = (*[slice(None)] * axis, here) if axis else here
            else:
                query = (Ellipsis, here, *[slice(None)] * (-axis - 1))
            parts.append(self[query])
        return parts

    def _common_length_of_axis(self, axis: int) -> int:
        """Return the length of an axis of all leaves with axes; IvyValueError if it differs."""
        lengths = set()
        for _, leaf in leaves(self):
            shape = getattr(leaf, "shape", None)
            if shape is None and isinstance(leaf, (list, tuple)):
                shape = (len(leaf),)
            if shape:
                lengths.add(shape[axis] if -len(shape) <= axis < len(shape) else None)
        if len(lengths) != 1 or None in lengths:
            raise IvyValueError(
                f"cont_unstack_conts: the leaves have no common length along axis {axis}; give "
                "dim_size, or leaves that have one"
            )
        return lengths.pop()

    def split_conts(
        self,
        num_or_size_splits=None,
        axis: int = 0,
        with_remainder: bool = False,
        key_chains=None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool = False,
    ):
        """Return a list of Containers, each with a part of every array.

        Parameters
        ----------
        num_or_size_splits : int or sequence of int, optional
            Number of equal parts, or the length of each; None is parts of length one.
        axis : int, optional
            Axis along which to split.
        with_remainder : bool, optional
            Allow a last part that is shorter.
        key_chains, to_apply, prune_unapplied, map_sequences
            As in :meth:`cont_map`; what is not split is in every part.

        Raises
        ------
        IvyValueError
            If the arrays do not make equally many parts.

        Examples
        --------
        >>> import ivy_core as ivy
        >>> x = ivy.Container(a=ivy.asarray([1, 2, 3, 4]))
        >>> x.split_conts(2)[1]
        {
            a: ivy.array([3, 4])
        }
        """
        split_array = self._cont_ivy.split
        selection = Selection(key_chains, to_apply, "split_conts")
        counts = set()

        def parts(value, chain):
            if map_sequences and isinstance(value, (list, tuple)):
                return _SplitLeaf(
                    zip(*[_of(parts(member, chain)) for member in value], strict=True)
                )
            if not is_array(value) or not value.shape:
                return value
            made = _SplitLeaf(
                split_array(
                    value,
                    num_or_size_splits=num_or_size_splits,
                    axis=axis,
                    with_remainder=with_remainder,
                )
            )
            counts.add(len(made))
            return made

        def _of(value):
            if not isinstance(value, _SplitLeaf):
                raise IvyValueError("split_conts: a sequence holds what is no array")
            return value

        found = self._map_selected_leaves(parts, selection, prune_unapplied, False, "")
        if len(counts) > 1:
            raise IvyValueError(
                f"split_conts: the arrays make {sorted(counts)} parts; equally many are allowed"
            )
        return [
            found.cont_map(lambda v, _: v[i] if isinstance(v, _SplitLeaf) else v)  # noqa: B023
            for i in range(counts.pop() if counts else 1)
        ]


class _SplitLeaf(tuple):
    """The parts of one leaf."""

    __slots__ = ()


def _common_value_or_none(values: list):
    return values[0] if values and all(value == values[0] for value in values) else None


def _flatten_to_bools(values):
    """Yield the truth of each element of nested lists or tuples."""
    for value in values:
        if isinstance(value, (list, tuple)):
            yield from _flatten_to_bools(value)
        else:
            yield bool(value)
