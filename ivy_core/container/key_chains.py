"""The methods of a Container that look up, set, cut out and rename by keys and key chains."""

from __future__ import annotations

from ..binding.nestable import is_container
from ..utils.exceptions import IvyKeyError, IvyTypeError, IvyValueError
from .chains import joined, leaves, leaves_of_dict, listed, split
from .config import as_config


class ContainerKeyChains:
    """Container methods around keys and key chains."""

    __slots__ = ()

    # looking up

    def cont_has_key(self, query_key) -> bool:
        """Return whether a key is somewhere in the Container, at any level.

        >>> ivy.Container(a={"b": 1}).cont_has_key("b")
        True
        """
        return dict.__contains__(self, query_key) or any(
            is_container(value) and value.cont_has_key(query_key) for value in self.values()
        )

    def cont_has_key_chain(self, key_chain: str) -> bool:
        """Return whether a key chain leads to a leaf or to a Container within.

        >>> ivy.Container(a={"b": 1}).cont_has_key_chain("a/b")
        True
        """
        try:
            self._at(key_chain)
        except KeyError:
            return False
        return True

    def cont_at_keys(self, queries, ignore_none=True, containing=False, ignore_key_errors=False):
        """Return the values at or below keys, under their key chains.

        Parameters
        ----------
        queries : str or sequence of str
            Keys, at any level.
        ignore_none : bool, optional
            Return the Container itself if ``queries`` is None.
        containing : bool, optional
            Take keys that contain a query as well.
        ignore_key_errors : bool, optional
            Say nothing about a query that is not found.

        Raises: IvyKeyError if a query is not found.

        >>> x = ivy.Container(a=1, b={"c": 2, "d": 3})
        >>> x.cont_at_keys(["a", "c"]).cont_to_dict()
        {'a': 1, 'b': {'c': 2}}
        """
        if queries is None and ignore_none:
            return self
        queries = listed(queries, "cont_at_keys")
        missing = set(queries)
        kept = []
        for chain, value in leaves(self, include_empty=True):
            keys = split(chain)
            hits = {q for q in queries if q in keys or containing and any(q in k for k in keys)}
            missing -= hits
            if hits:
                kept.append((chain, value))
        if missing and not ignore_key_errors:
            raise IvyKeyError(f"cont_at_keys: no key {min(missing)!r}")
        return type(self)._from_chains(kept, self._config)

    def cont_at_key_chain(self, key_chain: str, ignore_key_errors: bool = False):
        """Return the leaf or Container at a key chain.

        Parameters
        ----------
        key_chain : str
            Keys, separated by ``/`` or ``.``.
        ignore_key_errors : bool, optional
            Return None if there is none.

        Raises: IvyKeyError if there is no such key chain.

        >>> ivy.Container(a={"b": 1}).cont_at_key_chain("a/b")
        1
        """
        try:
            return self._at(key_chain)
        except KeyError:
            if ignore_key_errors:
                return None
            raise

    def cont_at_key_chains(self, key_chains, ignore_none=True, ignore_key_errors=False):
        """Return the values at key chains, under these chains.

        Parameters
        ----------
        key_chains : str, sequence of str, dict or Container
            The chains; of a nest, those of its leaves.
        ignore_none : bool, optional
            Return the Container itself if ``key_chains`` is None.
        ignore_key_errors : bool, optional
            Leave out chains that are not there.

        Raises: IvyKeyError if there is no such key chain.

        >>> x = ivy.Container(a=1, b={"c": 2, "d": 3})
        >>> x.cont_at_key_chains(["a", "b/d"]).cont_to_dict()
        {'a': 1, 'b': {'d': 3}}
        """
        if key_chains is None and ignore_none:
            return self
        if isinstance(key_chains, dict):
            return self._cont_at_key_chains_input_as_dict(
                key_chains, ignore_key_errors=ignore_key_errors
            )
        chains = listed(key_chains, "cont_at_key_chains")
        return self._cont_at_key_chains_input_as_seq(chains, ignore_key_errors)

    def _cont_at_key_chains_input_as_seq(self, key_chains, ignore_key_errors=False):
        """Return a Container of the values at these key chains; IvyKeyError if one is missing."""
        found = [
            (chain, self._at(chain))
            for chain in key_chains
            if not ignore_key_errors or self.cont_has_key_chain(chain)
        ]
        return type(self)._from_chains(found, self._config)

    def _cont_at_key_chains_input_as_dict(
        self, key_chains, current_chain="", ignore_key_errors=False
    ):
        """Return a Container of the values at a dict's key chains below ``current_chain``."""
        chains = [joined(current_chain, chain) for chain in listed(key_chains, "")]
        found = self._cont_at_key_chains_input_as_seq(chains, ignore_key_errors)
        return found[current_chain]

    def cont_all_key_chains(self, include_empty: bool = False) -> list[str]:
        """Return the key chains of all leaves.

        Parameters
        ----------
        include_empty : bool, optional
            Those of empty Containers too.

        >>> ivy.Container(a=1, b={"c": 2}).cont_all_key_chains()
        ['a', 'b/c']
        """
        return [chain for chain, _ in leaves(self, include_empty=include_empty)]

    def cont_key_chains_containing(self, sub_str: str, include_empty: bool = False) -> list[str]:
        """Return the key chains of the leaves that contain a piece of text.

        >>> ivy.Container(a=1, b={"c": 2}).cont_key_chains_containing("c")
        ['b/c']
        """
        return [chain for chain in self.cont_all_key_chains(include_empty) if sub_str in chain]

    def cont_if_exists(self, key: str):
        """Return the value at a key or key chain, None if there is none.

        >>> print(ivy.Container(a=1).cont_if_exists("b"))
        None
        """
        return self.cont_at_key_chain(key, ignore_key_errors=True)

    def cont_try_kc(self, key: str):
        """Return the value at a key or key chain, the Container itself if there is none.

        >>> x = ivy.Container(a=1)
        >>> x.cont_try_kc("b") is x
        True
        """
        return self._at(key) if self.cont_has_key_chain(key) else self

    def cont_slice_via_key(self, slice_key):
        """Return the Container with each one within that has a key replaced by what it has there.

        >>> x = ivy.Container(a={"x": 1, "y": 2}, b={"c": {"x": 3, "y": 4}})
        >>> x.cont_slice_via_key("x").cont_to_dict()
        {'a': 1, 'b': {'c': 3}}
        """
        if dict.__contains__(self, slice_key):
            return dict.__getitem__(self, slice_key)
        return self._with_entries(
            (key, value.cont_slice_via_key(slice_key) if is_container(value) else value)
            for key, value in self.items()
        )

    def _with_entries(self, pairs):
        """Return a Container with the settings of this one and other entries."""
        return type(self)._build(dict(pairs), self._config)

    # setting

    def cont_set_at_keys(self, target_dict):
        """Return the Container with new values at keys, wherever these stand.

        Parameters
        ----------
        target_dict : dict
            From key to value.

        >>> x = ivy.Container(a=1, b={"c": 2, "d": 3})
        >>> x.cont_set_at_keys({"a": 5, "c": 6}).cont_to_dict()
        {'a': 5, 'b': {'c': 6, 'd': 3}}
        """

        def value_at(key, value):
            if key in target_dict:
                return self._entry(target_dict[key], self._config)
            return value.cont_set_at_keys(target_dict) if is_container(value) else value

        return self._with_entries((key, value_at(key, value)) for key, value in self.items())

    def cont_set_at_key_chain(self, key_chain: str, val, inplace: bool = False):
        """Return the Container with a value at a key chain, new or not.

        Parameters
        ----------
        key_chain : str
            Containers that lack on the way are made.
        val : object
            The value.
        inplace : bool, optional
            Set it in this Container, and return it.

        Raises: IvyValueError if there is a leaf on the way.

        >>> ivy.Container(a=1).cont_set_at_key_chain("b/c", 2).cont_to_dict()
        {'a': 1, 'b': {'c': 2}}
        """
        made = self if inplace else self.cont_copy()
        made[key_chain] = val
        return made

    def cont_overwrite_at_key_chain(self, key_chain: str, val, inplace: bool = False):
        """Return the Container with another value at a key chain, which must be there.

        Parameters
        ----------
        key_chain : str
            Keys, separated by ``/`` or ``.``.
        val : object
            The value.
        inplace : bool, optional
            Set it in this Container, and return it.

        Raises: IvyKeyError if there is no such key chain.

        >>> ivy.Container(a={"b": 1}).cont_overwrite_at_key_chain("a/b", 2).cont_to_dict()
        {'a': {'b': 2}}
        """
        self._at(key_chain)
        return self.cont_set_at_key_chain(key_chain, val, inplace)

    def cont_set_at_key_chains(self, target_dict, return_dict=None, inplace: bool = False):
        """Return the Container with values at several key chains, new or not.

        Parameters
        ----------
        target_dict : dict or Container
            The values, nested or under key chains.
        return_dict : Container, optional
            What is changed in place of a copy of this Container.
        inplace : bool, optional
            Change this Container, and return it.

        Raises: IvyValueError if there is a leaf on the way.

        >>> x = ivy.Container(a=1, b={"c": 2, "d": 3})
        >>> x.cont_set_at_key_chains({"a": 4, "b": {"d": 5}}).cont_to_dict()
        {'a': 4, 'b': {'c': 2, 'd': 5}}
        """
        made = return_dict
        if made is None:
            made = self if inplace else self.cont_copy()
        for chain, value in leaves_of_dict(target_dict):
            made[chain] = value
        return made

    def cont_overwrite_at_key_chains(self, target_dict, return_dict=None, inplace: bool = False):
        """Return the Container with other values at several key chains, which must be there.

        Parameters
        ----------
        target_dict : dict or Container
            The values, nested or under key chains.
        return_dict : Container, optional
            What is changed in place of a copy of this Container.
        inplace : bool, optional
            Change this Container, and return it.

        Raises: IvyKeyError if there is no such key chain; nothing is changed then.

        >>> x = ivy.Container(a=1, b={"c": 2})
        >>> x.cont_overwrite_at_key_chains({"b": {"c": 5}}).cont_to_dict()
        {'a': 1, 'b': {'c': 5}}
        """
        for chain, _ in leaves_of_dict(target_dict):
            (self if return_dict is None else return_dict)._at(chain)
        return self.cont_set_at_key_chains(target_dict, return_dict, inplace)

    def cont_create_if_absent(self, key: str, value, inplace: bool = True):
        """Set a value at a key or key chain unless there is one.

        Parameters
        ----------
        key : str
            Key or key chain.
        value : object
            The value.
        inplace : bool, optional
            Set it in this Container, else in a copy.

        Returns
        -------
        Container
            The Container, or its copy.

        >>> ivy.Container(a=1).cont_create_if_absent("b/c", 2).cont_to_dict()
        {'a': 1, 'b': {'c': 2}}
        """
        made = self if inplace else self.cont_copy()
        if key not in made:
            made[key] = value
        return made

    # cutting out

    def cont_prune_keys(self, query_keys, ignore_none: bool = True):
        """Return the Container without keys, and all below them, wherever these stand.

        Parameters
        ----------
        query_keys : str or sequence of str
            The keys. A Container that loses all its entries goes too.
        ignore_none : bool, optional
            Return the Container itself if ``query_keys`` is None.

        >>> ivy.Container(a=1, b={"c": 2, "d": 3}).cont_prune_keys(["a", "c"]).cont_to_dict()
        {'b': {'d': 3}}
        """
        if query_keys is None and ignore_none:
            return self
        unwanted = set(listed(query_keys, "cont_prune_keys"))
        chains = [
            chain
            for chain in self.cont_all_key_chains(True)
            if not unwanted.isdisjoint(split(chain))
        ]
        return self._cont_prune_key_chains_input_as_seq(chains)

    def cont_prune_key_chain(self, key_chain: str):
        """Return the Container without what stands at a key chain, if there is something.

        Parameters
        ----------
        key_chain : str
            Keys, separated by ``/`` or ``.``. A Container on the way that is empty then goes too.

        >>> ivy.Container(a=1, b={"c": 2, "d": 3}).cont_prune_key_chain("b/c").cont_to_dict()
        {'a': 1, 'b': {'d': 3}}
        """
        made = self.cont_copy()
        made._prune_key_chain(split(key_chain))
        return made

    def _prune_key_chain(self, keys) -> None:
        """Delete the item at these keys, if any, and each Container that this empties."""
        key = keys[0]
        if not dict.__contains__(self, key):
            return
        if len(keys) == 1:
            dict.__delitem__(self, key)
            return
        below = dict.__getitem__(self, key)
        if is_container(below):
            below._prune_key_chain(keys[1:])
            if not below:
                dict.__delitem__(self, key)

    def cont_prune_key_chains(self, key_chains, ignore_none: bool = True):
        """Return the Container without what stands at key chains, where there is something.

        Parameters
        ----------
        key_chains : str, sequence of str, dict or Container
            The chains; of a nest, those of its leaves.
        ignore_none : bool, optional
            Return the Container itself if ``key_chains`` is None.

        >>> x = ivy.Container(a=1, b={"c": 2, "d": 3})
        >>> x.cont_prune_key_chains(["a", "b/c"]).cont_to_dict()
        {'b': {'d': 3}}
        """
        if key_chains is None and ignore_none:
            return self
        if isinstance(key_chains, dict):
            return self._cont_prune_key_chains_input_as_dict(key_chains)
        chains = listed(key_chains, "cont_prune_key_chains")
        return self._cont_prune_key_chains_input_as_seq(chains)

    def _cont_prune_key_chains_input_as_seq(self, key_chains):
        """Return a copy without the items at a list of key chains; one that lacks is ignored."""
        made = self.cont_copy()
        for chain in key_chains:
            made._prune_key_chain(split(chain))
        return made

    def _cont_prune_key_chains_input_as_dict(self, key_chains, return_cont=None):
        """Delete a dict's key chains in ``return_cont`` itself (None: in a copy); return it."""
        made = self.cont_copy() if return_cont is None else return_cont
        for chain in listed(key_chains, ""):
            made._prune_key_chain(split(chain))
        return made

    def cont_prune_empty(self, keep_nones: bool = False, base: bool = True):
        """Return the Container without empty Containers and without None.

        Parameters
        ----------
        keep_nones : bool, optional
            Keep None.
        base : bool, optional
            Return an empty Container if nothing is left, else None.

        >>> ivy.Container(a=1, b={"c": {}, "d": None}).cont_prune_empty().cont_to_dict()
        {'a': 1}
        """
        kept = {}
        for key, value in self.items():
            if is_container(value):
                value = value.cont_prune_empty(keep_nones, base=False)
                if value is not None:
                    kept[key] = value
            elif value is not None or keep_nones:
                kept[key] = value
        return self._with_entries(kept) if kept or base else None

    def cont_prune_key_from_key_chains(self, absolute=None, containing=None):
        """Return the Container with a level taken out of key chains: what is below it moves up.

        Parameters
        ----------
        absolute : str, optional
            Key of the Containers that are dissolved.
        containing : str, optional
            Dissolve those too whose key contains this text.

        Raises: IvyValueError if neither is given.

        Notes
        -----
        A leaf keeps its own key.

        >>> x = ivy.Container(a=1, b={"c": 2, "d": 3})
        >>> x.cont_prune_key_from_key_chains("b").cont_to_dict()
        {'a': 1, 'c': 2, 'd': 3}
        """
        return self.cont_prune_keys_from_key_chains(
            None if absolute is None else [absolute], None if containing is None else [containing]
        )

    def cont_prune_keys_from_key_chains(self, absolute=None, containing=None):
        """Return the Container with levels taken out of key chains: what is below them moves up.

        Parameters
        ----------
        absolute : sequence of str, optional
            Keys of the Containers that are dissolved.
        containing : sequence of str, optional
            Dissolve those too whose key contains one of these texts.

        Raises: IvyValueError if neither is given.

        >>> x = ivy.Container(a=1, b={"c": 2}, e={"f": 3})
        >>> x.cont_prune_keys_from_key_chains(["b", "e"]).cont_to_dict()
        {'a': 1, 'c': 2, 'f': 3}
        """
        if absolute is None and containing is None:
            raise IvyValueError(
                "cont_prune_keys_from_key_chains: nothing was given; absolute or containing is "
                "needed"
            )
        exact, parts = absolute or (), containing or ()
        kept = []
        for chain, value in leaves(self, include_empty=True):
            *above, last = split(chain)
            keys = [k for k in above if k not in exact and not any(part in k for part in parts)]
            kept.append(("/".join((*keys, last)), value))
        return type(self)._from_chains(kept, self._config)

    # other structures

    def cont_format_key_chains(self, format_fn):
        """Return the Container with other key chains.

        Parameters
        ----------
        format_fn : callable
            From each leaf's key chain to its new one.

        >>> ivy.Container(a=1, b={"c": 2}).cont_format_key_chains(str.upper).cont_to_dict()
        {'A': 1, 'B': {'C': 2}}
        """
        pairs = [(format_fn(chain), value) for chain, value in leaves(self, include_empty=True)]
        return type(self)._from_chains(pairs, self._config)

    def cont_sort_by_key(self):
        """Return the Container with its keys, at every level, in alphabetical order.

        >>> x = ivy.Container({"b": 1, "a": 2}, alphabetical_keys=False)
        >>> list(x.cont_sort_by_key())
        ['a', 'b']
        """
        return self._with_entries(
            (key, value.cont_sort_by_key() if is_container(value) else value)
            for key, value in sorted(self.items(), key=lambda pair: str(pair[0]))
        )

    def cont_restructure_key_chains(
        self, keychain_mapping, keep_orig: bool = True, replace: bool = True
    ):
        """Return the Container with entries moved to other key chains.

        Parameters
        ----------
        keychain_mapping : dict
            From the key chain of a leaf or Container to its new one.
        keep_orig : bool, optional
            Keep the entries that are not mentioned.
        replace : bool, optional
            Take entries away from their old key chains.

        Raises: IvyKeyError if there is no such key chain.

        >>> x = ivy.Container(a=1, b={"c": 2})
        >>> x.cont_restructure_key_chains({"a": "A/B"}).cont_to_dict()
        {'A': {'B': 1}, 'b': {'c': 2}}
        """
        return self.cont_restructure(keychain_mapping, keep_orig, replace)

    def cont_restructure(self, mapping, keep_orig: bool = True, replace: bool = True):
        """Return the Container with entries moved to other key chains, and arrays rearranged.

        Parameters
        ----------
        mapping : dict
            From the key chain of a leaf or Container to its new one, or to a dict with
            ``key_chain`` and, if wanted, ``pattern`` and ``axes_lengths`` of ``einops_rearrange``.
        keep_orig : bool, optional
            Keep the entries that are not mentioned.
        replace : bool, optional
            Take entries away from their old key chains.

        Raises: IvyKeyError if there is no such key chain.

        >>> x = ivy.Container(a=ivy.asarray([[1, 2], [3, 4]]))
        >>> x.cont_restructure({"a": {"key_chain": "b", "pattern": "i j -> (j i)"}})
        {
            b: ivy.array([1, 3, 2, 4])
        }
        """
        kept = self.cont_copy() if keep_orig else self._with_entries(())
        if replace:
            for old in mapping:
                kept._prune_key_chain(split(old))
        moved = []
        for old, new in mapping.items():
            value = self._at(old)
            if isinstance(new, dict):
                if "pattern" in new:
                    lengths = new.get("axes_lengths") or {}
                    value = self._cont_ivy.einops_rearrange(value, new["pattern"], **lengths)
                new = new["key_chain"]
            moved.append((new, value))
        pairs = [*leaves(kept, include_empty=True), *moved]
        return type(self)._from_chains(pairs, self._config)

    @staticmethod
    def cont_flatten_key_chain(
        key_chain: str,
        replacement: str = "__",
        above_height: int | None = None,
        below_depth: int | None = None,
    ) -> str:
        """Return a key chain with keys joined into one.

        Parameters
        ----------
        key_chain : str
            Keys, separated by ``/`` or ``.``.
        replacement : str, optional
            What joins them.
        above_height : int, optional
            Leave that many keys at the end.
        below_depth : int, optional
            Leave that many keys at the beginning.

        >>> ivy.Container.cont_flatten_key_chain("a/b/c/d", above_height=1)
        'a__b__c/d'
        """
        keys = split(key_chain)
        begin = min(below_depth or 0, len(keys))
        end = max(begin, len(keys) - (above_height or 0))
        middle = [replacement.join(keys[begin:end])] if end > begin else []
        return "/".join([*keys[:begin], *middle, *keys[end:]])

    def cont_flatten_key_chains(
        self,
        include_empty: bool = False,
        above_height: int | None = None,
        below_depth: int | None = None,
    ):
        """Return the Container with keys of successive levels joined by ``__``.

        Parameters
        ----------
        include_empty : bool, optional
            Keep empty Containers.
        above_height : int, optional
            Leave that many levels above the leaves, counting theirs.
        below_depth : int, optional
            Leave that many levels at the top.

        >>> ivy.Container(a=1, b={"c": {"d": 2}}).cont_flatten_key_chains().cont_to_dict()
        {'a': 1, 'b__c__d': 2}
        """
        flatten = self.cont_flatten_key_chain
        pairs = [
            (flatten(chain, above_height=above_height, below_depth=below_depth), value)
            for chain, value in leaves(self, include_empty=include_empty)
        ]
        return type(self)._from_chains(pairs, self._config)

    def cont_cutoff_at_depth(self, depth_cutoff: int, inplace: bool = False):
        """Return the Container with those within empty that are some levels deep.

        Parameters
        ----------
        depth_cutoff : int
            Number of levels to keep.
        inplace : bool, optional
            Cut this Container, and return it.

        >>> ivy.Container(a=1, b={"c": {"d": 2}}).cont_cutoff_at_depth(2).cont_to_dict()
        {'a': 1, 'b': {'c': {}}}
        """
        made = self if inplace else self.cont_copy()
        if depth_cutoff <= 0:
            made.clear()
        for value in made.values():
            if is_container(value):
                value.cont_cutoff_at_depth(depth_cutoff - 1, inplace=True)
        return made

    def cont_cutoff_at_height(self, height_cutoff: int, inplace: bool = False):
        """Return the Container with those empty that hold no more than some levels.

        Parameters
        ----------
        height_cutoff : int
            Number of levels, counted from the deepest leaf of each, to cut.
        inplace : bool, optional
            Cut this Container, and return it.

        >>> ivy.Container(b={"c": {"d": 2}}).cont_cutoff_at_height(1).cont_to_dict()
        {'b': {'c': {}}}
        """
        made = self if inplace else self.cont_copy()
        if made.cont_max_depth <= height_cutoff:
            made.clear()
        for value in made.values():
            if is_container(value):
                value.cont_cutoff_at_height(height_cutoff, inplace=True)
        return made

    def _cont_slice_keys(self, key_slice):
        """Return a Container of a slice of the keys; "a:c" is by prefixes, the last included."""
        keys = list(self)
        if isinstance(key_slice, str):
            first, separator, last = key_slice.partition(":")
            if not separator or not self._config.alphabetical_keys:
                raise IvyValueError(
                    f"cont_slice_keys: {key_slice!r} was given; 'first:last' is allowed, and that "
                    "of alphabetical keys only"
                )
            keys.sort()
            begins = [i for i, key in enumerate(keys) if key.startswith(first)]
            ends = [i for i, key in enumerate(keys) if key.startswith(last)]
            if not begins or not ends:
                raise IvyKeyError(f"cont_slice_keys: {key_slice!r} was given; there are {keys}")
            key_slice = slice(begins[0], ends[-1] + 1)
        elif not isinstance(key_slice, slice):
            raise IvyTypeError(
                f"cont_slice_keys: {type(key_slice).__name__} was given; a slice, a str such as "
                "'a:c' and a dict from depth to one of these are allowed"
            )
        return self._with_entries((key, dict.__getitem__(self, key)) for key in keys[key_slice])

    def cont_slice_keys(self, key_slice, all_depths: bool = False):
        """Return the Container with a range of its keys.

        Parameters
        ----------
        key_slice : slice, str, or dict of these
            Places of the keys; or ``'b:d'``, from the first key that begins with ``b`` to the last
            that begins with ``d``; or a dict from a depth to the slice of the keys there.
        all_depths : bool, optional
            The same at every level; of a dict, its first slice at the levels that it lacks.

        Raises: IvyKeyError if no key begins so.

        >>> ivy.Container(a=1, b=2, c=3).cont_slice_keys("b:c").cont_to_dict()
        {'b': 2, 'c': 3}
        """
        slices = dict(key_slice) if isinstance(key_slice, dict) else {0: key_slice}
        if all_depths:
            first = next(iter(slices.values()))
            slices = dict.fromkeys(range(self.cont_max_depth + 1), first) | slices
        return self._slice_keys_by_depth(slices, 0)

    def _slice_keys_by_depth(self, slices, depth):
        """Return a copy of some keys: ``slices`` maps a depth to its slice, others stay whole."""
        made = self._cont_slice_keys(slices[depth]) if depth in slices else self
        return made._with_entries(
            (key, value._slice_keys_by_depth(slices, depth + 1) if is_container(value) else value)
            for key, value in made.items()
        )

    @staticmethod
    def cont_combine(*containers, config=None):
        """Return a Container with the entries of all; of two at a key chain the last one stays.

        Parameters
        ----------
        *containers : Container
            Those to combine.
        config : dict, optional
            Settings of the result; those of the last Container if None.

        >>> x, y = ivy.Container(a=1, b={"c": 2}), ivy.Container(b={"c": 3, "d": 4})
        >>> ivy.Container.cont_combine(x, y).cont_to_dict()
        {'a': 1, 'b': {'c': 3, 'd': 4}}
        """
        last = containers[-1]
        if not is_container(last):
            return last
        made = last._with_entries(())
        config = as_config(config, last._config)
        for container in containers:
            if is_container(container):
                made._merge_nested(container.cont_copy())
        return type(last)._build(last._entries(made, config), config)

    @staticmethod
    def cont_trim_key(key: str, max_length: int | None) -> str:
        """Return a key with no more characters than some, picked evenly.

        >>> ivy.Container.cont_trim_key("abcdefg", 3)
        'adg'
        """
        if max_length is None or len(key) <= max_length:
            return key
        if max_length < 2:
            return key[:max_length]
        step = (len(key) - 1) / (max_length - 1)
        return "".join(key[round(i * step)] for i in range(max_length))
