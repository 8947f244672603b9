"""Gradients, and the optimizers' steps that use them.

A function to be differentiated takes and returns Arrays, or nests of them, and may write into what
it is given. The gradient of a real function of complex numbers is the direction in which it rises.
"""

from __future__ import annotations

from collections.abc import Sequence

import ivy_core as ivy
from ivy_core.backend_handler import current_backend
from ivy_core.registry import compositional, primary


@primary
def is_variable(x: Array, /, *, exclusive: bool = False) -> bool:
    """Return whether an array is one that its framework differentiates by.

    Parameters
    ----------
    x, any dtype: Array to look at.
    exclusive: Whether a class of its own is asked for, which JAX, where any array will do, has not.

    Returns: pyTorch: whether it is a leaf that requires gradients. TensorFlow: whether it is a
        ``tf.Variable``. JAX: not ``exclusive``. NumPy: False.

    References: PyTorch: torch.Tensor.is_leaf. TensorFlow: tf.Variable.

    >>> ivy.is_variable(ivy.asarray([1.0, 2.0]))
    False
    """
    return current_backend(x).is_variable(x, exclusive=exclusive)


@primary
def requires_gradient(x: Array) -> bool:
    """Return whether operations on an array are being recorded for its gradient.

    Parameters
    ----------
    x, any dtype: Array to look at.

    Returns: pyTorch: whether it requires gradients. TensorFlow: whether it is a trainable
        ``tf.Variable``. JAX: whether it is traced by a differentiation. NumPy: False.

    References: PyTorch: torch.Tensor.requires_grad. TensorFlow: tf.Variable.

    >>> ivy.requires_gradient(ivy.asarray([1.0, 2.0]))
    False
    """
    return current_backend(x).requires_gradient(x)


@primary
def stop_gradient(x: Array, /, *, preserve_type: bool = True, out: Array | None = None) -> Array:
    """Copy an array without its history: gradients do not flow through the copy.

    Parameters
    ----------
    x, any dtype: Array to copy.
    preserve_type: Whether the copy of a variable (see :func:`is_variable`) is a variable again.
    out: Array to fill.

    Returns: Array, of the dtype and shape of x

    References
    ----------
    JAX: jax.lax.stop_gradient. PyTorch: torch.Tensor.detach. TensorFlow: tf.stop_gradient.

    >>> ivy.stop_gradient(ivy.asarray([1.0, 2.0]))
    ivy.array([1., 2.])
    """
    return current_backend(x).stop_gradient(x, preserve_type=preserve_type, out=out)


@primary
def execute_with_gradients(
    func: ArrayFunction,
    xs: Nest[Array],
    /,
    *,
    retain_grads: bool = False,
    xs_grad_idxs: Sequence[Sequence[str | int]] | None = ((0,),),
    ret_grad_idxs: Sequence[Sequence[str | int]] | None = ((0,),),
) -> tuple[Nest[Array], Nest[Array]]:
    """Call a function, and return with its result the gradients of it.

    Parameters
    ----------
    func : callable
        Function of ``xs``. What it returns may be a nest; what of that is differentiated must have
        one element and a real floating dtype.
    xs : Array, or nest of Arrays
        Variables. Integers become the default float dtype; an Array that stands at several places
        is one variable.
    retain_grads: Whether result and gradients can be differentiated in their turn.
    xs_grad_idxs : sequence of sequences, optional
        Indices of the variables, or of nests of them, to differentiate by. None means all; so does
        the default if ``xs`` is an Array, a dict or a Container.
    ret_grad_idxs : sequence of sequences, optional
        Indices of the results to differentiate. None means all that can be; so does the default if
        the result is an Array, a dict or a Container.

    Returns
    -------
    tuple
        What ``func`` returned, and the gradients: a nest as ``xs`` is, or what ``xs_grad_idxs``
        chooses of it. If ``func`` returned a nest, a Container of such by the results' indices,
        joined by ``"_"``. A dict of gradients is a Container too.

    Raises: IvyNotImplementedException on NumPy.
    Raises: IvyValueError if a result to be differentiated has more than one element.
    Raises: IvyTypeError if it is complex.

    References: JAX: jax.vjp. PyTorch: torch.autograd.grad. TensorFlow: tf.GradientTape.

    >>> with ivy.with_backend("torch"):
    ...     ivy.execute_with_gradients(lambda x: ivy.sum(x * x), ivy.asarray([1.0, 4.0, 6.0]))
    (ivy.array(53.), ivy.array([ 2.,  8., 12.]))
    """
    return current_backend(xs).execute_with_gradients(
        func,
        xs,
        retain_grads=retain_grads,
        xs_grad_idxs=xs_grad_idxs,
        ret_grad_idxs=ret_grad_idxs,
    )


@primary
def value_and_grad(func: ArrayFunction, *, checkpoints: bool | int = False) -> ArrayFunction:
    """Return the function that computes another one and its gradient.

    Parameters
    ----------
    func: Function that returns one Array of one element, of a real floating dtype.
    checkpoints: As of :func:`grad`.

    Returns
    -------
    callable
        Function of the same arguments that returns the value of ``func`` and the gradient by its
        first argument, a nest as that is; integers there become the default float dtype.

    Raises
    ------
    IvyNotImplementedException
        On NumPy.
    IvyTypeError
        If ``func`` returns anything but one real floating Array; raised by the function returned.
    IvyValueError
        If that has more than one element; raised by it as well.

    References: JAX: jax.value_and_grad. PyTorch: torch.func.grad_and_value.

    >>> with ivy.with_backend("torch"):
    ...     ivy.value_and_grad(lambda x: ivy.sum(x**2))(ivy.asarray([1.0, 3.0]))
    (ivy.array(10.), ivy.array([2., 6.]))
    """
    return current_backend(func).value_and_grad(func, checkpoints=checkpoints)


@primary
def grad(
    func: ArrayFunction, argnums: int | Sequence[int] = 0, *, checkpoints: bool | int = False
) -> ArrayFunction:
    """Return the gradient of a function.

    Parameters
    ----------
    func: Function that returns one Array of one element, of a real floating dtype.
    argnums: Position of the argument to differentiate by, or positions.
    checkpoints : bool or int, optional
        Whether loops of fixed length are cut into segments, as many as the square root of their
        length or the number given: states are kept between them alone, and what a segment computes
        is computed once more. The function becomes a program as :func:`compile` makes it. JAX.

    Returns
    -------
    callable
        Function of the same arguments that returns a nest as the argument is, or a tuple of nests
        for a sequence of positions. It can be differentiated in its turn.

    Raises
    ------
    IvyNotImplementedException
        On NumPy.
    IvyNotImplementedException
        On PyTorch and TensorFlow with ``checkpoints``.
    CompileError
        If a loop cannot be cut; raised by the function returned, as are the others.
    IvyIndexError
        If there is no such argument.
    IvyTypeError
        If ``func`` returns anything but one real floating Array.
    IvyValueError
        If that has more than one element.

    References: JAX: jax.grad. PyTorch: torch.func.grad. TensorFlow: tf.GradientTape.

    >>> with ivy.with_backend("torch"):
    ...     ivy.grad(lambda x: ivy.sum(x**3))(ivy.asarray([1.0, 2.0]))
    ivy.array([ 3., 12.])
    """
    return current_backend(func).grad(func, argnums, checkpoints=checkpoints)


@primary
def jac(func: ArrayFunction) -> ArrayFunction:
    """Return the Jacobian of a function.

    Parameters
    ----------
    func: Function that returns floating Arrays, or nests of them.

    Returns
    -------
    callable
        Function of the same arguments that returns the derivative by the first of them, an Array of
        shape ``(*result.shape, *x.shape)``: nests as the argument is, in a nest as the result is.
        Of complex numbers it is the derivative itself, where a function has one.

    Raises: IvyNotImplementedException on NumPy.
    Raises: IvyTypeError if ``func`` returns no floating Array; raised by the function returned.

    References
    ----------
    JAX: jax.jacrev, jax.jacfwd. PyTorch: torch.func.jacrev. TensorFlow: tf.GradientTape.jacobian.

    >>> with ivy.with_backend("torch"):
    ...     ivy.jac(lambda x: x**2)(ivy.asarray([1.0, 3.0]))
    ivy.array([[2., 0.],
               [0., 6.]])
    """
    return current_backend(func).jac(func)


@compositional
def hessian(func: ArrayFunction) -> ArrayFunction:
    """Return the Hessian of a function: the Jacobian of its gradient.

    Parameters
    ----------
    func: Function that returns one Array of one element, of a real floating dtype.

    Returns
    -------
    callable
        Function of the same arguments that returns the second derivatives by the first of them, an
        Array of shape ``(*x.shape, *x.shape)``: nests of nests as the argument is.

    Raises: IvyNotImplementedException on NumPy.
    Raises: IvyTypeError if ``func`` returns anything but one real floating Array; raised by the
        function returned.

    References: JAX: jax.hessian. PyTorch: torch.func.hessian.

    >>> with ivy.with_backend("torch"):
    ...     ivy.hessian(lambda x: ivy.sum(x**3))(ivy.asarray([1.0, 3.0]))
    ivy.array([[ 6.,  0.],
               [ 0., 18.]])
    """
    return ivy.jac(ivy.grad(func))


@primary
def jvp(
    func: ArrayFunction, primals: Nest[Array], tangents: Nest[Array]
) -> tuple[Nest[Array], Nest[Array]]:
    """Compute a function and its derivative along tangents of its arguments.

    Parameters
    ----------
    func: Function of Arrays, or of nests of them, that returns such.
    primals : tuple or list
        Arguments of ``func``.
    tangents : tuple or list
        A nest of the structure and the shapes of ``primals``.

    Returns
    -------
    tuple
        What ``func`` returned, and a nest as that is: the Jacobian times the tangents.

    Raises: IvyNotImplementedException on NumPy.
    Raises: IvyValueError if the tangents do not fit.

    References: JAX: jax.jvp. PyTorch: torch.func.jvp.

    >>> with ivy.with_backend("torch"):
    ...     x, t = ivy.asarray([1.0, 3.0]), ivy.asarray([1.0, 10.0])
    ...     ivy.jvp(lambda x: x**2, (x,), (t,))
    (ivy.array([1., 9.]), ivy.array([ 2., 60.]))
    """
    return current_backend(primals, tangents).jvp(func, primals, tangents)


@primary
def vjp(func: ArrayFunction, *primals: Nest[Array]) -> tuple[Nest[Array], ArrayFunction]:
    """Compute a function, and return what pulls cotangents of its result back to its arguments.

    Parameters
    ----------
    func: Function of Arrays, or of nests of them, that returns such.
    *primals : Array, or nest of Arrays
        Arguments of ``func``.

    Returns
    -------
    tuple
        What ``func`` returned, and a function from a nest of that structure and those shapes to a
        tuple of nests, one an argument: the cotangents times the Jacobian.

    Raises: IvyNotImplementedException on NumPy.
    Raises: IvyValueError if the cotangents do not fit; raised by the function returned.

    References: JAX: jax.vjp. PyTorch: torch.func.vjp.

    >>> with ivy.with_backend("torch"):
    ...     value, pull = ivy.vjp(lambda x, y: x * y, ivy.asarray([1.0, 3.0]), ivy.asarray(2.0))
    ...     pull(ivy.asarray([1.0, 1.0]))
    (ivy.array([2., 2.]), ivy.array(4.))
    """
    return current_backend(primals).vjp(func, *primals)


@primary
def bind_custom_gradient_function(
    func: ArrayFunction, custom_grad_func: ArrayFunction
) -> ArrayFunction:
    """Give a function a gradient of one's own.

    Parameters
    ----------
    func: Function of Arrays, or of nests of them, that returns such.
    custom_grad_func : callable
        Called with a tuple, the arguments of ``func`` and then what it returned, and with the
        gradient by what it returned. It returns the gradient by the argument, or a tuple of
        gradients by several.

    Returns
    -------
    callable
        Function of the arguments of ``func`` that returns what it returns. On NumPy it is ``func``.

    Raises
    ------
    IvyValueError
        If the gradients have not the structure and the shapes of the arguments; raised when they
        are computed.

    References
    ----------
    JAX: jax.custom_vjp. PyTorch: torch.autograd.Function. TensorFlow: tf.custom_gradient.

    >>> def clipped(inputs_and_result, upstream):
    ...     return ivy.clip(upstream, -1.0, 1.0)
    >>> with ivy.with_backend("torch"):
    ...     same = ivy.bind_custom_gradient_function(lambda x: x, clipped)
    ...     ivy.grad(lambda x: ivy.sum(same(x) ** 2))(ivy.asarray([0.25, 3.0]))
    ivy.array([0.5, 1. ])
    """
    return current_backend(func, custom_grad_func).bind_custom_gradient_function(
        func, custom_grad_func
    )
