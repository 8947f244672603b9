"""A step of long short-term memory, its gradients and those of layers, in NumPy's words.

A script that steps through a sequence itself calls a cell once a step: a body of twelve functions
of the core takes 60 us of it, and the program of its gradients 150, where these take 20 and 35.
"""

from __future__ import annotations

import numpy as np

from ..policy import HOST_FORM_MULTIPLICATIONS, HOST_FORM_PRODUCT_ELEMENTS


def _parts(gates: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return views of the four gates: input, forget, cell, output."""
    n = gates.shape[1] // 4
    return gates[:, :n], gates[:, n : 2 * n], gates[:, 2 * n : 3 * n], gates[:, 3 * n :]


def _are_of_a_step(input, state, cell, w_ih, w_hh, b_ih, b_hh) -> bool:
    """Return whether shapes and dtypes are those of a batch and one cell."""
    kind = input.dtype
    if kind.kind != "f" or kind.itemsize < 4 or input.ndim != 2 or state.ndim != 2:
        return False
    (batch, features), hidden = input.shape, state.shape[1]
    wanted = (batch, hidden), (batch, hidden), (4 * hidden, features), (4 * hidden, hidden)
    for x, shape in zip((state, cell, w_ih, w_hh), wanted, strict=True):
        if x.shape != shape or x.dtype != kind:
            return False
    for bias in (b_ih, b_hh):
        if bias is not None and (bias.shape != (4 * hidden,) or bias.dtype != kind):
            return False
    return (input.size + state.size) * 4 * hidden <= HOST_FORM_MULTIPLICATIONS


def lstm_step(input, state, cell, w_ih, w_hh, b_ih=None, b_hh=None):
    """Return the new state, the new cell, and the gates."""
    if not _are_of_a_step(input, state, cell, w_ih, w_hh, b_ih, b_hh):
        return NotImplemented
    sums, of_state = input @ w_ih.T, state @ w_hh.T
    if b_ih is not None:
        sums += b_ih
    if b_hh is not None:
        of_state += b_hh
    sums += of_state
    gates = np.negative(sums, out=of_state)
    with np.errstate(over="ignore"):  # where 0 is the nearest number but the subnormal ones
        np.exp(gates, out=gates)
    gates += 1
    np.reciprocal(gates, out=gates)
    i, f, g, o = _parts(gates)
    np.tanh(_parts(sums)[2], out=g)
    new = f * cell
    new += i * g
    made = np.tanh(new)
    made *= o
    return made, new, gates


def lstm_step_gradients(
    by_state, by_cell, by_gates, new, gates, input, state, cell, w_ih, w_hh, needs, sums=None
):
    """Return the gradients of ``lstm_step`` that ``needs`` asks for, by its arguments, in order.

    ``by_state``, ``by_cell`` and ``by_gates`` are those of its results, None where there is none.
    ``sums``, if given, get what the gradients of weights and biases are made of in their place.
    """
    i, f, g, o = _parts(gates)
    squashed = np.tanh(new)
    if by_state is None:
        inner = np.zeros_like(new) if by_cell is None else by_cell
    else:
        inner = squashed * squashed
        np.subtract(1, inner, out=inner)
        inner *= o
        inner *= by_state
        if by_cell is not None:
            inner += by_cell
    by_parts = np.empty_like(gates)
    for part, factor in zip(_parts(by_parts), (g, cell, i), strict=False):
        np.multiply(inner, factor, out=part)
    last = _parts(by_parts)[3]
    if by_state is None:
        last[...] = 0
    else:
        np.multiply(by_state, squashed, out=last)
    if by_gates is not None:
        by_parts += by_gates
    slopes = np.subtract(1, gates)
    slopes *= gates
    of_tanh = _parts(slopes)[2]
    np.multiply(g, g, out=of_tanh)
    np.subtract(1, of_tanh, out=of_tanh)
    by_parts *= slopes
    found = []
    if needs[0]:
        found.append(by_parts @ w_ih)
    if needs[1]:
        found.append(by_parts @ w_hh)
    if needs[2]:
        found.append(inner * f)
    if sums is not None:
        sums.add(by_parts, input, state)
        return tuple(found)
    if needs[3]:
        found.append(by_parts.T @ input)
    if needs[4]:
        found.append(by_parts.T @ state)
    found += [by_parts.sum(0) for _ in range(needs[5] + needs[6])]
    return tuple(found)


def linear_gradients(grad, input, weight, needs):
    """Return the gradients of ``linear`` that ``needs`` asks for: by input, weight and bias."""
    if grad.ndim < 2 or not grad.size or grad.dtype.kind != "f" or grad.dtype.itemsize < 4:
        return NotImplemented
    for x in (input, weight):
        if x is not None and x.dtype != grad.dtype:
            return NotImplemented
    rows, found = grad.reshape(-1, grad.shape[-1]), []
    others = 0 if input is None else input.shape[-1]
    if weight is not None:
        others = max(others, weight.shape[1])
    if grad.size * others > HOST_FORM_MULTIPLICATIONS:
        return NotImplemented
    if needs[0]:
        found.append((rows @ weight).reshape(*grad.shape[:-1], weight.shape[1]))
    if needs[1]:
        found.append(rows.T @ input.reshape(-1, input.shape[-1]))
    if len(needs) > 2 and needs[2]:
        found.append(rows.sum(0))
    return tuple(found)


for _form in (lstm_step, lstm_step_gradients, linear_gradients):
    _form.most_elements = HOST_FORM_PRODUCT_ELEMENTS

__all__ = ["linear_gradients", "lstm_step", "lstm_step_gradients"]
