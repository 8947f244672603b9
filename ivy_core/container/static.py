"""The static methods of Container: functions of several Containers at once."""

from __future__ import annotations

import functools
import operator
import sys

from ..binding.nestable import LeafCall, fill, is_container, map_function, refuse, unstack
from ..utils.exceptions import IvyTypeError, IvyValueError
from .chains import Selection, joined
from .config import as_config
from .iteration import sequence_like


class ContainerStatic:
    """Container methods that take their Containers as arguments."""

    __slots__ = ()

    @staticmethod
    def cont_multi_map_in_function(
        fn,
        *args,
        key_chains=None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool | None = None,
        out=None,
        **kwargs,
    ):
        """Call a function once a leaf, with leaves in the places of the Containers.

        Parameters
        ----------
        fn : callable or str
            The function; of a name, the one of the first Container's namespace.
        *args, **kwargs
            Its arguments, Containers among them or in lists. Without any it is called once.
        key_chains, to_apply, prune_unapplied, map_sequences
            As in :meth:`cont_map`.
        out : Container, optional
            Its leaves are filled with the results, and it is returned.

        Returns: Container, or a list of one a result for a function with several results

        Raises: IvyValueError if the structures are not shared; the message names the key chain.

        >>> x = ivy.Container(a=1, b=2)
        >>> ivy.Container.cont_multi_map_in_function(divmod, x, 2).cont_to_dict()
        {'a': (0, 1), 'b': (1, 0)}
        """
        call = LeafCall(fn, args, kwargs)
        if isinstance(fn, str):
            handle = call.containers[0]._cont_ivy if call.containers else sys.modules["ivy_core"]
            fn = call.fn = handle.__dict__[fn]
        if out is not None and (not is_container(out) or not call.containers):
            if call.containers:
                raise IvyTypeError(
                    f"out: with Containers among the arguments it must be one, not "
                    f"{type(out).__name__}"
                )
            kwargs["out"] = out
        if not call.containers:
            return fn(*args, **kwargs)
        if key_chains is None and not map_sequences:
            return map_function(fn, args, kwargs, out)
        several = False

        def at_leaf(leaves, chain):
            nonlocal several
            made = call.at_leaf(leaves)
            several = several or isinstance(made, (list, tuple))
            return made

        result = ContainerStatic.cont_multi_map(
            at_leaf,
            call.containers,
            key_chains,
            to_apply,
            prune_unapplied,
            map_nests=bool(map_sequences),
        )
        if out is None:
            return unstack(result) if several else result
        return ContainerStatic.cont_handle_inplace(result, out)

    @staticmethod
    def cont_handle_inplace(ret, out):
        """Return ``out`` with the values of ``ret``; ``ret`` itself if ``out`` is None.

        Parameters
        ----------
        ret : Container
            The values.
        out : Container or None
            Its Arrays are written into; an empty one takes the entries.

        >>> out = ivy.Container()
        >>> ivy.Container.cont_handle_inplace(ivy.Container(a=1), out) is out
        True
        """
        if out is None:
            return ret
        if out:
            fill(out, ret)
        else:
            out.cont_inplace_update(ret)
        return out

    @staticmethod
    def cont_multi_map(
        func,
        containers,
        key_chains=None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        key_chain: str = "",
        config=None,
        map_nests: bool = False,
        assert_identical: bool = False,
    ):
        """Return a Container of what a function makes of the leaves of several.

        Parameters
        ----------
        func : callable
            From the list of leaves, one a Container, and their key chain to the new leaf.
        containers : sequence of Container
            Of shared structure; what is no Container goes to every leaf.
        key_chains, to_apply, prune_unapplied, key_chain
            As in :meth:`cont_map`. Where it is not applied, the first one's leaf stays.
        config : dict, optional
            Settings of the result; those of the first Container if None.
        map_nests : bool, optional
            Go into lists and tuples.
        assert_identical : bool, optional
            Allow no leaf of one where another goes deeper.

        Raises: IvyValueError if the structures are not shared, or not identical.

        >>> x, y = ivy.Container(a={"b": 2, "c": 4}), ivy.Container(a=2)
        >>> ivy.Container.cont_multi_map(lambda v, _: v[0] / v[1], [x, y]).cont_to_dict()
        {'a': {'b': 1.0, 'c': 2.0}}
        """
        found = [value for value in containers if is_container(value)]
        if not found:
            raise IvyTypeError("cont_multi_map: no Container was given; one at least is needed")
        selection = Selection(key_chains, to_apply, "cont_multi_map")
        config = as_config(config, found[0]._config)

        def descend(values, above):
            lead, *others = [value for value in values if is_container(value)]
            for other in others:
                if other.keys() != lead.keys():
                    refuse(lead, other, (above,) if above else ())
            results = {}
            for key in lead:
                chain = joined(above, key)
                below = [dict.__getitem__(v, key) if is_container(v) else v for v in values]
                nested = [is_container(value) for value in below]
                if any(nested):
                    if assert_identical and not all(nested):
                        raise IvyValueError(
                            f"cont_multi_map: at key chain {chain!r} there is a leaf and a "
                            "Container; the structures must be identical"
                        )
                    results[key] = descend(below, chain)
                    if prune_unapplied and not results[key]:
                        del results[key]
                elif chain in selection:
                    results[key] = apply(below, chain)
                elif not prune_unapplied:
                    results[key] = below[0]
            return type(lead)._build(results, config)

        def apply(values, chain):
            if map_nests and isinstance(values[0], (list, tuple)):
                rows = zip(
                    *[_spread_to_count(v, len(values[0]), chain) for v in values], strict=True
                )
                return sequence_like(values[0], [apply(list(row), chain) for row in rows])
            return func(values, chain)

        return descend(list(containers), key_chain)

    @staticmethod
    def cont_list_join(containers, config=None):
        """Return a Container of the lists at each leaf, joined.

        Parameters
        ----------
        containers : sequence of Container
            Their leaves are lists.
        config : dict, optional
            Settings of the result; those of the first Container if None.

        >>> x, y = ivy.Container(a=[1]), ivy.Container(a=[2, 3])
        >>> ivy.Container.cont_list_join([x, y]).cont_to_dict()
        {'a': [1, 2, 3]}
        """
        return ContainerStatic.cont_multi_map(
            lambda lists, _: [item for members in lists for item in members],
            containers,
            config=config,
        )

    @staticmethod
    def cont_list_stack(containers, dim: int, config=None):
        """Return a Container of lists of the leaves.

        Parameters
        ----------
        containers : sequence of Container
            The Containers.
        dim : int
            How deep in nested lists the new list is: 0 is around the leaves.
        config : dict, optional
            Settings of the result; those of the first Container if None.

        >>> x, y = ivy.Container(a=[1, 2]), ivy.Container(a=[3, 4])
        >>> ivy.Container.cont_list_stack([x, y], 0).cont_to_dict()
        {'a': [[1, 2], [3, 4]]}
        >>> ivy.Container.cont_list_stack([x, y], 1).cont_to_dict()
        {'a': [[1, 3], [2, 4]]}
        """
        return ContainerStatic.cont_multi_map(
            lambda values, _: _stack_nested_lists(values, dim), containers, config=config
        )

    @staticmethod
    def cont_reduce(containers, reduction, config=None):
        """Return a Container of what a function makes of the list of leaves at each key chain.

        Parameters
        ----------
        containers : sequence of Container
            The Containers.
        reduction : callable
            From the list of leaves to one.
        config : dict, optional
            Settings of the result; those of the first Container if None.

        >>> x, y = ivy.Container(a=1), ivy.Container(a=2)
        >>> ivy.Container.cont_reduce([x, y], sum).cont_to_dict()
        {'a': 3}
        """
        return ContainerStatic.cont_multi_map(
            lambda values, _: reduction(values), containers, config=config
        )

    @staticmethod
    def cont_unify(containers, device, mode: str, axis: int = 0):
        """Return one Container on one device for several on any devices.

        Parameters
        ----------
        containers : dict or sequence of Container
            The Containers; of a dict (by device, say) its values.
        device : Device
            Where the result shall be.
        mode : {'concat', 'sum', 'mean'}
            What is made of the arrays at each key chain.
        axis : int, optional
            Axis along which they are concatenated.

        Raises: IvyValueError if the mode is another.

        >>> x = ivy.Container(a=ivy.asarray([1, 2]))
        >>> ivy.Container.cont_unify({"cpu:0": x, "cpu": x}, "cpu", "sum")
        {
            a: ivy.array([2, 4])
        }
        """
        unify = {
            "concat": ContainerStatic._cont_concat_unify,
            "sum": ContainerStatic._cont_sum_unify,
            "mean": ContainerStatic._cont_mean_unify,
        }
        if mode not in unify:
            raise IvyValueError(
                f"cont_unify: {mode!r} was given for mode; 'concat', 'sum' and 'mean' are allowed"
            )
        return unify[mode](containers, device, axis)

    @staticmethod
    def _cont_concat_unify(containers, device, axis=0):
        """Concatenate Containers (a list, or a dict's values) that are moved to a device first."""
        moved = _move_to_device(containers, device)
        return map_function(moved[0]._cont_ivy.concat, (moved,), {"axis": axis})

    @staticmethod
    def _cont_sum_unify(containers, device, _=None, _1=None):
        """Add Containers (a list, or a dict's values) that are moved to a device first."""
        return functools.reduce(operator.add, _move_to_device(containers, device))

    @staticmethod
    def _cont_mean_unify(containers, device, _=None, _1=None):
        return ContainerStatic._cont_sum_unify(containers, device) / len(containers)

    def _cont_call_static_method_with_flexible_args(
        self,
        static_method,
        *args,
        kw,
        required,
        defaults,
        self_idx=0,
        key_chains=None,
        to_apply=True,
        prune_unapplied=False,
        map_sequences=None,
        out=None,
    ):
        """Call a static method with this Container in the place of the argument that lacks.

        Parameters
        ----------
        *args
            Positional arguments; the Container stands at ``self_idx`` among all arguments.
        kw : dict
            All arguments by name, in order, None where not given. Without positional ones the
            Container is the first of ``required`` that is None, else the first that is None at all.
        required : sequence of str
            Names of the arguments that must be given.
        defaults : dict
            What to take for others that are None.
        self_idx : int, optional
            Place of the Container among positional arguments.
        """
        given = dict(kw)
        names = list(given)
        if args:
            positions = [i for i in range(len(names)) if i != self_idx]
            given |= {names[i]: value for i, value in zip(positions, args, strict=False)}
            given[names[self_idx]] = self
        else:
            missing = [name for name in required if given[name] is None]
            missing += [name for name in names if given[name] is None]
            if missing:
                given[missing[0]] = self
        for name, value in defaults.items():
            if given.get(name) is None:
                given[name] = value
        return static_method(
            **given,
            key_chains=key_chains,
            to_apply=to_apply,
            prune_unapplied=prune_unapplied,
            map_sequences=map_sequences,
            out=out,
        )


def _move_to_device(containers, device) -> list:
    """Return Containers with their arrays on a device."""
    found = list(containers.values() if isinstance(containers, dict) else containers)
    return [map_function(c._cont_ivy.to_device, (c, device), {}) for c in found]


def _stack_nested_lists(values: list, dim: int) -> list:
    """Stack nested lists along a new axis ``dim`` of lists; 0 puts them into one list."""
    if dim == 0:
        return list(values)
    return [_stack_nested_lists(list(row), dim - 1) for row in zip(*values, strict=True)]


def _spread_to_count(value, count: int, chain: str):
    """Repeat ``value`` ``count`` times; return a sequence as it is, raise if its length differs."""
    if not isinstance(value, (list, tuple)):
        return [value] * count
    if len(value) != count:
        raise IvyValueError(
            f"cont_multi_map: sequences of {count} and {len(value)} members are at key chain "
            f"{chain!r}; equally many are allowed"
        )
    return value
