"""Containers compared with each other, and searched for each other's parts."""

from __future__ import annotations

import numpy as np

from ..arrays.array import Array
from ..backends.loading import backend_for
from ..binding.nestable import is_container
from ..utils.exceptions import IvyTypeError, IvyValueError
from .chains import Selection, joined
from .config import as_config
from .files import host_of
from .leaves import is_array

MODES = ("all", "same_only", "diff_only")


class ContainerComparison:
    """The methods of a Container which compare keys, structures and leaves."""

    __slots__ = ()

    # differences

    @classmethod
    def cont_diff(
        cls,
        *containers,
        mode: str = "all",
        diff_keys="diff",
        detect_key_diffs: bool = True,
        detect_value_diffs: bool = True,
        detect_shape_diffs: bool = True,
        config=None,
    ):
        """Return one Container of several: where they are equal their value, else all values.

        Parameters
        ----------
        *containers : Container
            Two or more of them.
        mode : {'all', 'same_only', 'diff_only'}
            What is returned: both, only what is equal, only what differs.
        diff_keys : str or sequence of str
            Keys of the values that differ, one a Container; of a string they are ``'diff_0'``,
            ``'diff_1'`` and so on, and ``'diff_0, 1'`` where the first two agree against others.
        detect_key_diffs : bool
            Whether a key that is not in all of them is a difference. If not, the one value there is
            is taken, and a key of several of them, but not all, is left out.
        detect_value_diffs : bool
            Whether other values are a difference.
        detect_shape_diffs : bool
            Whether arrays of other shapes are a difference.
        config : dict, optional
            Settings of the Container returned; those of the first one if None.

        Returns: Container

        Raises
        ------
        IvyValueError
            If fewer than two are given, there are fewer ``diff_keys``, or there is no such mode.
        IvyTypeError
            If something else is given.

        >>> x, y = ivy.Container(a=1, b={"c": 2}), ivy.Container(a=1, b={"c": 3})
        >>> ivy.Container.cont_diff(x, y).cont_to_dict()
        {'a': 1, 'b': {'c': {'diff_0': 2, 'diff_1': 3}}}
        """
        if len(containers) < 2:
            raise IvyValueError(
                f"cont_diff: {len(containers)} Containers were given; at least two are compared"
            )
        if mode not in MODES:
            raise IvyValueError(
                f"cont_diff: mode {mode!r} was given; allowed are {', '.join(MODES)}"
            )
        if not isinstance(diff_keys, str) and len(diff_keys) < len(containers):
            raise IvyValueError(
                f"cont_diff: {len(diff_keys)} diff_keys were given for {len(containers)} Containers"
            )
        for container in containers:
            if not is_container(container):
                raise IvyTypeError(
                    f"cont_diff: {type(container).__name__} was given; Containers are compared"
                )
        config = as_config(config, containers[0]._config)
        detect = (detect_key_diffs, detect_value_diffs, detect_shape_diffs)
        found = _compare_values(containers, mode, diff_keys, detect)
        return cls._build({} if found is _NOTHING else cls._entries(found, config), config)

    @classmethod
    def cont_structural_diff(
        cls,
        *containers,
        mode: str = "all",
        diff_keys="diff",
        detect_key_diffs: bool = True,
        detect_shape_diffs: bool = True,
        config=None,
    ):
        """Return one Container of several, as :meth:`cont_diff` with the values left aside.

        Parameters
        ----------
        *containers : Container
            Two or more of them.
        mode, diff_keys, detect_key_diffs, detect_shape_diffs, config
            As in :meth:`cont_diff`.

        Returns: Container

        >>> x, y = ivy.Container(a=1, b=2), ivy.Container(a=5, c=6)
        >>> ivy.Container.cont_structural_diff(x, y).cont_to_dict()
        {'a': 1, 'b': {'diff_0': 2}, 'c': {'diff_1': 6}}
        """
        return cls.cont_diff(
            *containers,
            mode=mode,
            diff_keys=diff_keys,
            detect_key_diffs=detect_key_diffs,
            detect_value_diffs=False,
            detect_shape_diffs=detect_shape_diffs,
            config=config,
        )

    # identity

    @staticmethod
    def cont_common_key_chains(containers) -> list[str]:
        """Return the key chains of leaves that all of the Containers have.

        Parameters
        ----------
        containers : sequence of Container
            What is compared.

        Returns
        -------
        list of str
            In the order of the first one.

        >>> x, y = ivy.Container(a=1, b={"c": 2, "d": 3}), ivy.Container(b={"c": 4})
        >>> ivy.Container.cont_common_key_chains([x, y])
        ['b/c']
        """
        first, *others = [dict(c.cont_to_iterator()) for c in containers]
        return [chain for chain in first if all(chain in other for other in others)]

    @staticmethod
    def cont_identical(
        containers,
        check_types: bool = True,
        check_shapes: bool = True,
        same_arrays: bool = True,
        arrays_equal: bool = True,
        key_chains=None,
        to_apply: bool = True,
        partial: bool = False,
        key_chain: str = "",
        assert_and_assign: bool = False,
    ) -> bool:
        """Return whether Containers have the same key chains, and leaves that are alike.

        Parameters
        ----------
        containers : sequence of Container
            What is compared.
        check_types : bool
            Whether the leaves must be of one class.
        check_shapes : bool
            Whether arrays must be of one shape.
        same_arrays : bool
            Whether arrays must be one and the same object.
        arrays_equal : bool
            Whether the elements of arrays must be equal. Leaves that are no arrays must be equal if
            this or ``same_arrays`` is so.
        key_chains : str, or sequence of str, optional
            Key chains of what is compared; all if None.
        to_apply : bool
            Whether ``key_chains`` is what is compared, or what is not.
        partial : bool
            Whether only key chains that all of them have are compared.
        key_chain : str
            Where in a larger Container those given stand, for ``key_chains``.
        assert_and_assign : bool
            Whether, if so, the first one gets the leaves of the second; if not so, raise.

        Returns: bool

        Raises: IvyValueError if they are not, with ``assert_and_assign``.

        >>> x, y = ivy.Container(a=ivy.asarray([1])), ivy.Container(a=ivy.asarray([1]))
        >>> ivy.Container.cont_identical([x, y])
        False
        >>> ivy.Container.cont_identical([x, y], same_arrays=False)
        True
        """
        check = _Check(check_types, check_shapes, same_arrays, arrays_equal, partial)
        containers = list(containers)
        selection = Selection(key_chains, to_apply, "cont_identical")
        fault = check.fault(containers, key_chain, selection)
        if assert_and_assign:
            if fault is not None:
                raise IvyValueError(f"cont_identical: the Containers are not identical: {fault}")
            _assign_leaves(containers[0], containers[1], key_chain, selection)
        return fault is None

    @classmethod
    def cont_assert_identical(
        cls,
        containers,
        check_types: bool = True,
        check_shapes: bool = True,
        same_arrays: bool = True,
        arrays_equal: bool = True,
        key_chains=None,
        to_apply: bool = True,
        partial: bool = False,
    ) -> None:
        """Raise unless Containers have the same key chains, and leaves that are alike.

        Parameters
        ----------
        containers : sequence of Container
            What is compared.
        check_types, check_shapes, same_arrays, arrays_equal, key_chains, to_apply, partial
            As in :meth:`cont_identical`.

        Raises
        ------
        IvyValueError
            If they are not; the message names the first key chain where they differ.

        >>> ivy.Container.cont_assert_identical([ivy.Container(a=1), ivy.Container(a=1)])
        """
        check = _Check(check_types, check_shapes, same_arrays, arrays_equal, partial)
        selection = Selection(key_chains, to_apply, "cont_assert_identical")
        fault = check.fault(list(containers), "", selection)
        if fault is not None:
            raise IvyValueError(f"cont_assert_identical: the Containers are not identical: {fault}")

    @staticmethod
    def cont_identical_structure(
        containers,
        check_types: bool = True,
        check_shapes: bool = True,
        key_chains=None,
        to_apply: bool = True,
        partial: bool = False,
        key_chain: str = "",
        assert_and_assign: bool = False,
    ) -> bool:
        """Return whether Containers have the same key chains, and leaves of one class and shape.

        Parameters
        ----------
        containers : sequence of Container
            What is compared.
        check_types, check_shapes, key_chains, to_apply, partial, key_chain, assert_and_assign
            As in :meth:`cont_identical`.

        Returns: bool

        >>> x, y = ivy.Container(a=ivy.asarray([1])), ivy.Container(a=ivy.asarray([2]))
        >>> ivy.Container.cont_identical_structure([x, y])
        True
        """
        return ContainerComparison.cont_identical(
            containers,
            check_types,
            check_shapes,
            False,
            False,
            key_chains,
            to_apply,
            partial,
            key_chain,
            assert_and_assign,
        )

    @classmethod
    def cont_assert_identical_structure(
        cls,
        containers,
        check_types: bool = True,
        check_shapes: bool = True,
        key_chains=None,
        to_apply: bool = True,
        partial: bool = False,
        assert_and_assign: bool = False,
    ) -> None:
        """Raise unless Containers have the same key chains, and leaves of one class and shape.

        Parameters
        ----------
        containers : sequence of Container
            What is compared.
        check_types, check_shapes, key_chains, to_apply, partial
            As in :meth:`cont_identical`.
        assert_and_assign : bool
            Whether the first one then gets the leaves of the second, as weights are loaded.

        Raises
        ------
        IvyValueError
            If they are not; the message names the first key chain where they differ.

        >>> x, y = ivy.Container(a=1), ivy.Container(a=2)
        >>> ivy.Container.cont_assert_identical_structure([x, y], assert_and_assign=True)
        >>> x.a
        2
        """
        containers = list(containers)
        check = _Check(check_types, check_shapes, False, False, partial)
        selection = Selection(key_chains, to_apply, "cont_assert_identical_structure")
        fault = check.fault(containers, "", selection)
        if fault is not None:
            raise IvyValueError(
                f"cont_assert_identical_structure: the Containers are not of one structure: {fault}"
            )
        if assert_and_assign:
            _assign_leaves(containers[0], containers[1], "", selection)

    @staticmethod
    def cont_identical_configs(containers) -> bool:
        """Return whether Containers have equal settings.

        Parameters
        ----------
        containers : sequence of Container
            What is compared.

        Returns: bool

        >>> x, y = ivy.Container(a=1), ivy.Container(b=1, print_indent=2)
        >>> ivy.Container.cont_identical_configs([x, y])
        False
        """
        first, *others = containers
        return all(other._config == first._config for other in others)

    @staticmethod
    def cont_identical_array_shapes(containers, exclusive: bool = False) -> bool:
        """Return whether Containers hold arrays of the same shapes, wherever these stand.

        Parameters
        ----------
        containers : sequence of Container
            What is compared.
        exclusive : bool
            Whether variables, and arrays that gradients are recorded for, do not count.

        Returns: bool

        >>> x, y = ivy.Container(a=ivy.zeros(2)), ivy.Container(b={"c": ivy.ones(2), "d": 3})
        >>> ivy.Container.cont_identical_array_shapes([x, y])
        True
        """
        first, *others = [_sorted_array_shapes(container, exclusive) for container in containers]
        return all(other == first for other in others)

    # parts

    def cont_find_sub_container(self, sub_cont_to_find, partial: bool = False):
        """Find a Container in this one; return its key chain.

        Parameters
        ----------
        sub_cont_to_find : Container
            What is looked for; arrays must be the same objects.
        partial : bool
            Whether what is found may have more keys.

        Returns
        -------
        str or bool
            Key chain of the first one, the empty one for this Container itself; False if there is
            none.

        >>> x = ivy.Container(a=1, b={"c": 2, "d": 3})
        >>> x.cont_find_sub_container(ivy.Container(c=2, d=3))
        'b'
        >>> x.cont_find_sub_container(ivy.Container(d=3))
        False
        """
        return _find_sub_container(
            self, sub_cont_to_find, _Check(True, True, True, True, partial), ""
        )

    def cont_contains_sub_container(self, sub_cont, partial: bool = False) -> bool:
        """Return whether a Container stands in this one, or is this one.

        Parameters
        ----------
        sub_cont : Container
            What is looked for; arrays must be the same objects.
        partial : bool
            Whether what is found may have more keys.

        Returns: bool

        >>> ivy.Container(a=1, b={"c": 2}).cont_contains_sub_container(ivy.Container(c=2))
        True
        """
        return isinstance(self.cont_find_sub_container(sub_cont, partial), str)

    def cont_assert_contains_sub_container(self, sub_cont, partial: bool = False) -> None:
        """Raise unless a Container stands in this one, or is this one.

        Parameters
        ----------
        sub_cont : Container
            What is looked for; arrays must be the same objects.
        partial : bool
            Whether what is found may have more keys.

        Raises: IvyValueError if it is not there.

        >>> ivy.Container(a=1, b={"c": 2}).cont_assert_contains_sub_container(ivy.Container(c=2))
        """
        if not self.cont_contains_sub_container(sub_cont, partial):
            raise IvyValueError(
                "cont_assert_contains_sub_container: the Container, with the key chains "
                f"{_key_chains(self)}, holds no part {_key_chains(sub_cont)} with these leaves"
            )

    def cont_find_sub_structure(
        self, sub_struc_to_find, check_shapes: bool = True, partial: bool = False
    ):
        """Find a Container's structure in this one; return its key chain.

        Parameters
        ----------
        sub_struc_to_find : Container
            What is looked for: its keys, and the classes of its leaves.
        check_shapes : bool
            Whether arrays must be of its shapes.
        partial : bool
            Whether what is found may have more keys.

        Returns
        -------
        str or bool
            Key chain of the first one, the empty one for this Container itself; False if there is
            none.

        >>> x = ivy.Container(a=1, b={"c": 2, "d": 3})
        >>> x.cont_find_sub_structure(ivy.Container(c=0, d=0))
        'b'
        """
        check = _Check(True, check_shapes, False, False, partial)
        return _find_sub_container(self, sub_struc_to_find, check, "")

    def cont_contains_sub_structure(
        self, sub_cont, check_shapes: bool = True, partial: bool = False
    ) -> bool:
        """Return whether a Container's structure stands in this one, or is this one's.

        Parameters
        ----------
        sub_cont : Container
            What is looked for: its keys, and the classes of its leaves.
        check_shapes : bool
            Whether arrays must be of its shapes.
        partial : bool
            Whether what is found may have more keys.

        Returns: bool

        >>> ivy.Container(a=1, b={"c": 2}).cont_contains_sub_structure(ivy.Container(c=0))
        True
        """
        return isinstance(self.cont_find_sub_structure(sub_cont, check_shapes, partial), str)

    def cont_assert_contains_sub_structure(
        self, sub_cont, check_shapes: bool = True, partial: bool = False
    ) -> None:
        """Raise unless a Container's structure stands in this one, or is this one's.

        Parameters
        ----------
        sub_cont : Container
            What is looked for: its keys, and the classes of its leaves.
        check_shapes : bool
            Whether arrays must be of its shapes.
        partial : bool
            Whether what is found may have more keys.

        Raises: IvyValueError if it is not there.

        >>> ivy.Container(a=1, b={"c": 2}).cont_assert_contains_sub_structure(ivy.Container(c=0))
        """
        if not self.cont_contains_sub_structure(sub_cont, check_shapes, partial):
            raise IvyValueError(
                "cont_assert_contains_sub_structure: the Container, with the key chains "
                f"{_key_chains(self)}, holds no part {_key_chains(sub_cont)} of these "
                "classes and shapes"
            )

    def cont_duplicate_array_keychains(self) -> tuple[tuple[str, ...], ...]:
        """Return the key chains of arrays that the Container holds more than once.

        Returns
        -------
        tuple of tuple of str
            For each such array its key chains. Arrays are the same if they are one object, or hold
            one native array.

        >>> x = ivy.asarray([1])
        >>> ivy.Container(a=x, b={"c": x, "d": 2}).cont_duplicate_array_keychains()
        (('a', 'b/c'),)
        """
        places: dict[int, list[str]] = {}
        for chain, leaf in self.cont_to_iterator():
            if is_array(leaf):
                places.setdefault(id(_native_or_self(leaf)), []).append(chain)
        return tuple(tuple(chains) for chains in places.values() if len(chains) > 1)


def _native_or_self(leaf):
    """Return the native array of an Array; a view or any other leaf is returned as it is."""
    return leaf if hasattr(leaf, "_view") else getattr(leaf, "_data", leaf)


def _key_chains(container) -> list[str]:
    return [chain for chain, _ in container.cont_to_iterator()]


def _are_leaves_equal(a, b) -> bool:
    """Return whether two leaves are equal: arrays by shape and elements, others by ``==``."""
    if is_array(a) or is_array(b):
        return is_array(a) and is_array(b) and np.array_equal(host_of(a), host_of(b))
    if type(a) is type(b) and isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(_are_leaves_equal(x, y) for x, y in zip(a, b, strict=True))
    return a is b or bool(a == b)


# differences

_NOTHING = object()


def _compare_values(values, mode, diff_keys, detect):
    """Compare several values as the mode says; ``_NOTHING`` where it leaves nothing."""
    if not all(is_container(value) for value in values):
        return _compare_leaves(values, mode, diff_keys, detect)
    detect_key_diffs = detect[0]
    found = {}
    for key in dict.fromkeys(key for container in values for key in container.keys()):
        present = [i for i, c in enumerate(values) if dict.__contains__(c, key)]
        below = [dict.__getitem__(values[i], key) for i in present]
        if len(present) == len(values):
            result = _compare_values(below, mode, diff_keys, detect)
        elif detect_key_diffs:
            result = {
                _key_of_difference(diff_keys, [i]): value
                for i, value in zip(present, below, strict=True)
            }
            result = _NOTHING if mode == "same_only" else result
        else:
            result = below[0] if len(present) == 1 and mode != "diff_only" else _NOTHING
        if result is not _NOTHING:
            found[key] = result
    all_empty = not any(len(container) for container in values)
    return found if found or all_empty and mode != "diff_only" else _NOTHING


def _compare_leaves(values, mode, diff_keys, detect):
    """Return the leaf if all match, else {key: leaf} by group; _NOTHING if ``mode`` omits it."""
    _, detect_values, detect_shapes = detect
    groups: list[list[int]] = []
    for i, value in enumerate(values):
        for group in groups:
            if _do_leaves_match(values[group[0]], value, detect_values, detect_shapes):
                group.append(i)
                break
        else:
            groups.append([i])
    if len(groups) == 1:
        return _NOTHING if mode == "diff_only" else values[0]
    if mode == "same_only":
        return _NOTHING
    return {_key_of_difference(diff_keys, group): values[group[0]] for group in groups}


def _key_of_difference(diff_keys, group: list[int]) -> str:
    """Return "prefix_0, 2" for a group of indices, or of a list of keys the first index's."""
    if isinstance(diff_keys, str):
        return f"{diff_keys}_{str(group)[1:-1]}"
    return diff_keys[group[0]]


def _do_leaves_match(a, b, detect_values: bool, detect_shapes: bool) -> bool:
    """Return whether two values match in what is detected; never if one is a Container."""
    if is_container(a) or is_container(b):
        return False
    if detect_shapes and _shape_of_array(a) != _shape_of_array(b):
        return False
    return not detect_values or _are_leaves_equal(a, b)


def _shape_of_array(leaf) -> tuple[int, ...] | None:
    return tuple(leaf.shape) if is_array(leaf) else None


# identity


class _Check:
    """Comparison of Containers by a rule for leaves."""

    __slots__ = ("equal", "partial", "same", "shapes", "types")

    def __init__(self, types: bool, shapes: bool, same: bool, equal: bool, partial: bool):
        self.types = types
        self.shapes = shapes
        self.same = same
        self.equal = equal
        self.partial = partial

    def fault(self, containers: list, chain: str, selection: Selection) -> str | None:
        """Describe the first difference of Containers, None if there is none."""
        if self.partial and any(len(container) for container in containers):
            if not ContainerComparison.cont_common_key_chains(containers):
                return "they share no key chain"
        return self._describe_first_difference(containers, chain, selection)

    def _describe_first_difference(self, containers, chain, selection) -> str | None:
        """Return a phrase on the first difference, with its key chain; None if there is none."""
        for key in dict.fromkeys(key for container in containers for key in container.keys()):
            here = joined(chain, key)
            values = [dict.__getitem__(c, key) for c in containers if dict.__contains__(c, key)]
            if len(values) < len(containers):
                if not self.partial and _is_selected(values[0], here, selection):
                    return f"{here!r} is in {len(values)} of {len(containers)} only"
                continue
            if all(is_container(value) for value in values):
                found = self._describe_first_difference(values, here, selection)
            elif here not in selection or self.partial and any(is_container(v) for v in values):
                continue
            else:
                found = next(
                    (f for v in values[1:] if (f := self._describe_difference(values[0], v))), None
                )
                found = found and f"{here!r} {found}"
            if found is not None:
                return found
        return None

    def _describe_difference(self, a, b) -> str | None:
        """Return a phrase on how two leaves differ in what is checked; None if they do not."""
        if is_container(a) or is_container(b):
            return "is a leaf in some, a Container in others"
        if self.types and type(a) is not type(b):
            return f"is of type {type(a).__name__} and {type(b).__name__}"
        arrays = is_array(a) and is_array(b)
        if arrays and self.shapes and _shape_of_array(a) != _shape_of_array(b):
            return f"is of shape {_shape_of_array(a)} and {_shape_of_array(b)}"
        if arrays and self.same and a is not b:
            return "holds arrays that are not one and the same"
        # the same array is equal to itself, nan or not
        if (self.equal or self.same) and a is not b and not _are_leaves_equal(a, b):
            return "differs in its values"
        return None


def _is_selected(value, chain: str, selection: Selection) -> bool:
    """Return whether the value at a key chain, or a leaf below it, is selected."""
    if is_container(value) and len(value):
        return any(_is_selected(v, joined(chain, key), selection) for key, v in value.items())
    return chain in selection


def _assign_leaves(target, source, chain: str, selection: Selection) -> None:
    """Replace leaves of ``target`` by the selected ones of ``source`` at the same key chains."""
    for key, value in source.items():
        there = dict.get(target, key)
        here = joined(chain, key)
        if is_container(value) and is_container(there):
            _assign_leaves(there, value, here, selection)
        elif dict.__contains__(target, key) and here in selection:
            dict.__setitem__(target, key, value)


def _sorted_array_shapes(container, exclusive: bool) -> list[tuple[int, ...]]:
    """Return the shapes of arrays; ``exclusive`` leaves out those that need gradients."""
    arrays = [leaf for _, leaf in container.cont_to_iterator() if is_array(leaf)]
    return sorted(_shape_of_array(a) for a in arrays if not (exclusive and _needs_gradient(a)))


def _needs_gradient(x) -> bool:
    """Return whether an array is a variable, or gradients are recorded for it."""
    native = getattr(x, "_data", x) if isinstance(x, Array) else x
    return backend_for(native).needs_gradient(native)


# parts


def _find_sub_container(container, part, check: _Check, chain: str):
    """Return the chain ("" for itself) of the first Container like ``part``, False without one."""
    if _matches_part(container, part, check):
        return chain
    for key, value in container.items():
        if is_container(value):
            found = _find_sub_container(value, part, check, joined(chain, key))
            if found is not False:
                return found
    return False


def _matches_part(container, part, check: _Check) -> bool:
    """Return whether no check fails between both; if ``partial``, other keys may be there too."""
    if check.partial and not _has_keys_of(container, part):
        return False
    return check.fault([container, part], "", _EVERYWHERE) is None


def _has_keys_of(container, part) -> bool:
    """Return whether every key chain of ``part`` is in ``container``."""
    for key, value in part.items():
        if not dict.__contains__(container, key):
            return False
        there = dict.__getitem__(container, key)
        if is_container(value) and not (is_container(there) and _has_keys_of(there, value)):
            return False
    return True


_EVERYWHERE = Selection(None, True, "cont_find_sub_container")
