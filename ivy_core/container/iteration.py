"""The methods of a Container that go through its leaves, and convert it to and from other nests."""

from __future__ import annotations

from ..binding.nestable import is_container
from ..utils.exceptions import IvyValueError
from .chains import Selection, joined, leaves
from .leaves import is_array


class ContainerIteration:
    """Container methods that map over leaves or list them."""

    __slots__ = ()

    def cont_map(
        self,
        func,
        key_chains=None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool = False,
        inplace: bool = False,
        key_chain: str = "",
    ):
        """Return a Container of what a function makes of each leaf.

        Parameters
        ----------
        func : callable
            From a leaf and its key chain to a new leaf.
        key_chains : str, sequence of str, dict or Container, optional
            Where to apply it: the leaves at and below these chains.
        to_apply : bool, optional
            False: everywhere but there.
        prune_unapplied : bool, optional
            Leave out the leaves that it is not applied to; else they stay as they are.
        map_sequences : bool, optional
            Apply it to the members of lists and tuples, in place of the whole.
        inplace : bool, optional
            Put the new leaves into this Container, and return it.
        key_chain : str, optional
            Chain that leads to this Container.

        >>> x = ivy.Container(a=1, b={"c": 2})
        >>> x.cont_map(lambda leaf, chain: f"{chain}: {leaf + 1}").cont_to_dict()
        {'a': 'a: 2', 'b': {'c': 'b/c: 3'}}
        """
        selection = Selection(key_chains, to_apply, "cont_map")

        def apply(value, chain):
            if map_sequences and isinstance(value, (list, tuple)):
                return sequence_like(value, [apply(member, chain) for member in value])
            return func(value, chain)

        return self._map_selected_leaves(apply, selection, prune_unapplied, inplace, key_chain)

    def _map_selected_leaves(self, apply, selection, prune, inplace, above):
        """Map ``apply(leaf, chain)`` over the selected leaves; ``prune`` drops the others."""
        results = {}
        for key, value in self.items():
            chain = joined(above, key)
            if is_container(value):
                results[key] = value._map_selected_leaves(apply, selection, prune, inplace, chain)
                if prune and not results[key]:
                    del results[key]
            elif chain in selection:
                results[key] = apply(value, chain)
            elif not prune:
                results[key] = value
        return self._replace_entries(results) if inplace else self._with_entries(results)

    def _replace_entries(self, entries):
        """Replace all entries of this Container in place, and return it."""
        self.clear()
        dict.update(self, entries)
        return self

    def cont_map_sub_conts(
        self,
        func,
        key_chains=None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        inplace: bool = False,
        key_chain: str = "",
        include_self: bool = True,
    ):
        """Return a Container of what a function makes of each Container within, innermost first.

        Parameters
        ----------
        func : callable
            From a Container and its key chain to what takes its place.
        key_chains : str, sequence of str, dict or Container, optional
            Where to apply it: the Containers at and below these chains.
        to_apply : bool, optional
            False: everywhere but there.
        prune_unapplied : bool, optional
            Leave out Containers that it is not applied to, nor to any within them.
        inplace : bool, optional
            Let it work on the Containers themselves, and return this one.
        key_chain : str, optional
            Chain that leads to this Container.
        include_self : bool, optional
            Apply it to this Container too, with its key chain.

        >>> x = ivy.Container(a=1, b={"c": 2})
        >>> x.cont_map_sub_conts(lambda cont, _: len(cont), include_self=False).cont_to_dict()
        {'a': 1, 'b': 1}
        """
        selection = Selection(key_chains, to_apply, "cont_map_sub_conts")
        made, _ = self._map_sub_containers(func, selection, prune_unapplied, inplace, key_chain)
        if not include_self or key_chains is not None and key_chain not in selection:
            return made
        result = func(made, key_chain)
        if inplace and result is not made and is_container(result):
            return made._replace_entries(dict(result.items()))
        return made if inplace else result

    def _map_sub_containers(self, func, selection, prune, inplace, above):
        """Map a function over nested Containers; also return whether it was applied to any."""
        results, any_applied = {}, False
        for key, value in self.items():
            if is_container(value):
                chain = joined(above, key)
                value, applied = value._map_sub_containers(func, selection, prune, inplace, chain)
                if chain in selection:
                    value, applied = func(value, chain), True
                if prune and not applied:
                    continue
                any_applied = any_applied or applied
            results[key] = value
        return (
            self._replace_entries(results) if inplace else self._with_entries(results)
        ), any_applied

    # lists and iterators

    def cont_to_iterator(
        self, key_chain: str = "", leaf_keys_only: bool = False, include_empty: bool = False
    ):
        """Yield the key chain and the value of each leaf.

        Parameters
        ----------
        key_chain : str, optional
            Chain that leads to this Container.
        leaf_keys_only : bool, optional
            Yield the last key in place of the chain.
        include_empty : bool, optional
            Empty Containers too.

        >>> list(ivy.Container(a=1, b={"c": 2}).cont_to_iterator())
        [('a', 1), ('b/c', 2)]
        """
        for chain, value in leaves(self, key_chain, include_empty):
            yield (chain.rpartition("/")[2] if leaf_keys_only else chain), value

    def cont_to_iterator_values(self, include_empty: bool = False):
        """Yield the value of each leaf.

        >>> list(ivy.Container(a=1, b={"c": 2}).cont_to_iterator_values())
        [1, 2]
        """
        for _, value in leaves(self, include_empty=include_empty):
            yield value

    def cont_to_iterator_keys(
        self, key_chain: str = "", leaf_keys_only: bool = False, include_empty: bool = False
    ):
        """Yield the key chain of each leaf; parameters as in :meth:`cont_to_iterator`.

        >>> list(ivy.Container(a=1, b={"c": 2}).cont_to_iterator_keys())
        ['a', 'b/c']
        """
        for chain, _ in self.cont_to_iterator(key_chain, leaf_keys_only, include_empty):
            yield chain

    def cont_to_flat_list(self) -> list:
        """Return the values of the leaves.

        >>> ivy.Container(a=1, b={"c": 2}).cont_to_flat_list()
        [1, 2]
        """
        return list(self.cont_to_iterator_values())

    def cont_from_flat_list(self, flat_list):
        """Return a Container of this structure, with the values of a list.

        Parameters
        ----------
        flat_list : sequence
            One value for each leaf.

        Raises: IvyValueError if there are more or fewer.

        >>> ivy.Container(a=1, b={"c": 2}).cont_from_flat_list([3, 4]).cont_to_dict()
        {'a': 3, 'b': {'c': 4}}
        """
        values = list(flat_list)
        count = sum(1 for _ in leaves(self))
        if len(values) != count:
            raise IvyValueError(
                f"cont_from_flat_list: {len(values)} values were given; there are {count} leaves"
            )
        remaining = iter(values)
        return self.cont_map(lambda leaf, chain: next(remaining))

    # other nests

    def cont_to_dict(self) -> dict:
        """Return nested dicts with the same leaves.

        >>> ivy.Container(a=1, b={"c": 2}).cont_to_dict()
        {'a': 1, 'b': {'c': 2}}
        """
        return {k: v.cont_to_dict() if is_container(v) else v for k, v in self.items()}

    def cont_to_raw(self):
        """Return the nest that the Container was made of: sequences again for numbered keys.

        >>> x = ivy.Container([1, {"a": 2}], types_to_iteratively_nest=[list])
        >>> x.cont_to_raw()
        [1, {'a': 2}]
        """
        types = self._config.types_to_iteratively_nest
        raw = {k: v.cont_to_raw() if is_container(v) else v for k, v in self.items()}
        if raw and types and all(isinstance(k, str) and _is_iteration_key(k) for k in raw):
            values = [raw[key] for key in sorted(raw)]
            return tuple(values) if types == (tuple,) else values
        return raw

    def cont_to_nested_list(self) -> list:
        """Return nested lists with the same leaves, without keys and without None.

        >>> ivy.Container(a=1, b={"c": 2, "d": None}).cont_to_nested_list()
        [1, [2]]
        """
        return [
            value.cont_to_nested_list() if is_container(value) else value
            for value in self.values()
            if value is not None
        ]

    def cont_with_entries_as_lists(self):
        """Return the Container with arrays as nested lists of Python numbers.

        >>> x = ivy.Container(a=ivy.asarray([1, 2]), b="text")
        >>> x.cont_with_entries_as_lists().cont_to_dict()
        {'a': [1, 2], 'b': 'text'}
        """
        to_list = self._cont_ivy.to_list
        return self.cont_map(lambda leaf, _: to_list(leaf) if is_array(leaf) else leaf)

    def cont_reshape_like(self, target_dict, leading_shape=None, return_cont=None):
        """Return the Container with arrays in other shapes.

        Parameters
        ----------
        target_dict : dict or Container
            The shape for each leaf that is to be reshaped, or an array of this shape.
        leading_shape : sequence of int, optional
            Lengths of axes that come before.
        return_cont : Container, optional
            What is reshaped in place of this Container.

        >>> x = ivy.Container(a=ivy.asarray([[1], [2]]))
        >>> x.cont_reshape_like({"a": (2,)})
        {
            a: ivy.array([1, 2])
        }
        """
        source = self if return_cont is None else return_cont
        reshape = self._cont_ivy.reshape
        results = dict(source.items())
        for key, target in target_dict.items():
            if isinstance(target, dict):
                results[key] = source[key].cont_reshape_like(target, leading_shape)
            else:
                shape = (*(leading_shape or ()), *getattr(target, "shape", target))
                results[key] = reshape(source[key], shape)
        return source._with_entries(results)


def sequence_like(sequence, values: list):
    """Return values in a list, tuple or NamedTuple like the one that they come from."""
    if hasattr(sequence, "_fields"):
        return type(sequence)(*values)
    return tuple(values) if isinstance(sequence, tuple) else values


def _is_iteration_key(key: str) -> bool:
    return key.startswith("it_") and key[3:].isdecimal()
