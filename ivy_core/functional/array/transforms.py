"""Functions that make functions: vectorised ones."""

from __future__ import annotations

from collections.abc import Sequence

from ivy_core.backend_handler import current_backend
from ivy_core.registry import primary


@primary
def vmap(
    func: ArrayFunction, in_axes: int | Sequence[int | None] | None = 0, out_axes: int = 0
) -> ArrayFunction:
    """Map a function over an axis of its arguments.

    Parameters
    ----------
    func : callable
        Function of Arrays, or of nests of them, that returns such. It is called once with traced
        arrays on JAX, PyTorch and TensorFlow, and once an entry on NumPy, and where a compiled
        function (:func:`compile`) that it calls fails with traced arrays, as branches do.
    in_axes : int, None, or sequence of them, optional
        Axis to map over; of each argument, or of members of nested ones, where it is a sequence.
        None stands for what is not mapped.
    out_axes: Axis of the results that counts the entries; a nest of axes for a nest of results.

    Returns
    -------
    callable
        Function of arguments with one axis more. Keyword arguments are not mapped.

    Raises
    ------
    IvyIndexError
        If an axis is out of bounds; raised by the function returned.
    IvyValueError
        If the mapped axes are of different lengths, or there is none; raised by it as well.

    References: JAX: jax.vmap. PyTorch: torch.func.vmap. TensorFlow: tf.vectorized_map.

    >>> x = ivy.asarray([[1.0, 2.0], [3.0, 4.0]])
    >>> ivy.vmap(lambda row, scale: ivy.sum(row) * scale, in_axes=(0, None))(x, 10)
    ivy.array([30., 70.])
    """
    return current_backend(func).vmap(func, in_axes, out_axes)
