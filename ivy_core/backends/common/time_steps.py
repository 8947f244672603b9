"""A user's function called for each time of a sequence, on whatever a backend loops with."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ivy_core.utils.exceptions import IvyValueError
from ivy_core.utils.nests import leaves_of, rebuilt


class SequenceKernels(NamedTuple):
    """Functions of a backend to go over a sequence with.

    Attributes
    ----------
    loop : callable
        ``loop(step, carry, xs, first)`` calls ``step(carry, slices)``, which returns the next carry
        and outputs, for each entry of the arrays ``xs``. It returns the last carry, and each output
        stacked. All are lists of arrays; ``first`` are outputs of an earlier call.
    host : callable
        ``host(array, x)`` brings a NumPy array to the device of ``x``.
    flip : callable
        Reverses the first axis.
    join : callable
        ``join(first, rest)`` puts an entry before others.
    stack, where, reshape, swapaxes, zeros_like
        As in NumPy.
    """

    loop: Callable
    host: Callable
    flip: Callable
    join: Callable
    stack: Callable
    where: Callable
    reshape: Callable
    swapaxes: Callable
    zeros_like: Callable


def unrolled(stack: Callable) -> Callable:
    """Return ``loop`` as a loop of Python's, which stacks by the function given."""

    def loop(step, carry, xs, first):
        outputs = []
        for t in range(xs[0].shape[0]):
            carry, ys = step(carry, [x[t] for x in xs])
            outputs.append(ys)
        return carry, [stack(each) for each in zip(*outputs, strict=True)]

    return loop


def steps_of(parts: SequenceKernels) -> Callable:
    """Return a backend's ``rnn``."""

    def rnn(
        step_function, inputs, initial_states, /, *, go_backwards=False, mask=None,
        constants=None, unroll=False, input_length=None, time_major=False,
        zero_output_for_mask=False, return_all_outputs=True,
    ):  # fmt: skip
        if len(inputs.shape) < 2:
            raise IvyValueError(
                f"rnn: inputs of shape {tuple(inputs.shape)} were given; "
                "they need an axis of batches, and one of times"
            )
        x = inputs if time_major else parts.swapaxes(inputs, 0, 1)
        x, mask = _trim_and_mask_steps(parts, x, mask, input_length, time_major)
        if go_backwards:
            x, mask = parts.flip(x), None if mask is None else parts.flip(mask)
        extra = [] if constants is None else list(constants)
        structure = []

        def call(arrays, entry):
            output, new = step_function(entry, [*arrays, *extra])
            new = list(new)
            if len(new) != len(arrays):
                raise IvyValueError(
                    f"rnn: step_function returned {len(new)} states; {len(arrays)} are needed"
                )
            structure[:] = [output]
            return new, leaves_of(output)

        def step(carry, slices):
            states, before = carry[:count], carry[count:]
            if mask is None:
                return call(states, *slices)
            entry, valid = slices
            new, outputs = call(states, entry)
            new = [
                _keep_old_where_invalid(parts, valid, *pair)
                for pair in zip(new, states, strict=True)
            ]
            other = before or [parts.zeros_like(y) for y in outputs]
            outputs = [
                _keep_old_where_invalid(parts, valid, *pair)
                for pair in zip(outputs, other, strict=True)
            ]
            return new + ([] if zero_output_for_mask else outputs), outputs

        initial = list(initial_states)
        count = len(initial)
        xs = [x] if mask is None else [x, mask]
        # the first call is made outside of the loop: it says what is carried and stacked
        carry, first = step(initial, [each[0] for each in xs])
        output = structure[0]
        last, outputs = first, [y[None] for y in first]
        if x.shape[0] != 1:
            rest = [each[1:] for each in xs]
            loop = unrolled(parts.stack) if unroll else parts.loop
            carry, stacked = loop(step, carry, rest, first)
            last = [ys[-1] for ys in stacked]
            outputs = [parts.join(y, ys) for y, ys in zip(first, stacked, strict=True)]
        if not return_all_outputs:
            outputs = [y[None] for y in last]
        outputs = outputs if time_major else [parts.swapaxes(y, 0, 1) for y in outputs]
        return rebuilt(output, last), rebuilt(output, outputs), list(carry[:count])

    return rnn


def _trim_and_mask_steps(parts, x, mask, input_length, time_major) -> tuple:
    """Return ``x``, given time first, cut to the longest sequence; mask of valid steps or None."""
    shape = tuple(x.shape[:2])
    if mask is not None:
        mask = mask if time_major else parts.swapaxes(mask, 0, 1)
        if tuple(mask.shape) not in (shape, (*shape, 1)):
            raise IvyValueError(
                f"rnn: a mask for times and batches {tuple(mask.shape)} was given; "
                f"{shape} are needed"
            )
        mask = parts.reshape(mask, shape)
    if input_length is not None:
        several = not isinstance(input_length, int)
        lengths = [int(n) for n in input_length] if several else [input_length]
        if min(lengths, default=0) < 0 or max(lengths, default=0) > shape[0] or (
            several and len(lengths) != shape[1]
        ):  # fmt: skip
            raise IvyValueError(
                f"rnn: lengths {lengths} were given for {shape[0]} times and {shape[1]} sequences"
            )
        most = max(lengths)
        x = x[:most]
        mask = None if mask is None else mask[:most]
        if several:
            valid = parts.host(np.arange(most)[:, None] < np.array(lengths), x)
            mask = valid if mask is None else mask & valid
        shape = (most, shape[1])
    if shape[0] == 0:
        raise IvyValueError("rnn: sequences of no times were given; at least one is needed")
    return x, mask


def _keep_old_where_invalid(parts, valid, new, old):
    """Return the new state of sequences with a valid entry, the old state of the others."""
    rank = len(new.shape)
    return parts.where(parts.reshape(valid, (-1, *(1,) * (rank - 1))), new, old)
