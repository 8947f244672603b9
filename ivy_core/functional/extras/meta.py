"""Steps of meta-learning: variables that adapt to a task in a few steps.

A step adapts the variables to each task of a batch by steps down the gradients of an inner cost. It
returns the cost of what is adapted, and gradients by which the variables are to be changed.

Tasks come one after another, each as a part of the batch with a leading axis of length one, or
(``batched``) all at once. Then each variable has a leading axis, with one row a task, and costs are
means over the tasks: each row steps down the gradient of its own task's cost.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.registry import compositional
from ivy_core.utils.assertions import check_elem_in_list
from ivy_core.utils.exceptions import IvyBroadcastShapeError, IvyValueError


@dataclass(frozen=True)
class _Part:
    """Choice of variables that a loop differentiates by: those named, the others, or all."""

    names: ivy.Container | None
    keep: bool

    def of(self, variables):
        if self.names is None:
            return variables
        choose = variables.cont_at_key_chains if self.keep else variables.cont_prune_key_chains
        return choose(self.names)

    def put(self, variables, part):
        return part if self.names is None else variables.cont_set_at_key_chains(part)


@dataclass(frozen=True)
class _Inner:
    """Steps by which variables adapt to a task."""

    cost: Callable
    prepare: Callable | None
    part: _Part
    steps: int
    rate: float
    update: Callable
    tasks: int  # how many are adapted to at once
    differentiable: bool


def _cost_of_part(cost, batch, variables, part):
    """Return a cost as a function of a part of the variables."""
    return lambda chosen: cost(batch, part.put(variables, chosen))


def _prepare_batch(prepare, batch):
    return batch if prepare is None else prepare(batch)


def _inner_loop_variables(inner, task, variables):
    """Run the inner gradient steps; return the variables before the first and after each."""
    batch = _prepare_batch(inner.prepare, task)
    states = [variables]
    for _ in range(inner.steps):
        chosen = inner.part.of(variables)
        _, slopes = ivy.execute_with_gradients(
            _cost_of_part(inner.cost, batch, variables, inner.part),
            chosen,
            retain_grads=inner.differentiable,
        )
        if inner.tasks != 1:  # the cost is a mean over them
            slopes = ivy.multiply(slopes, inner.tasks)
        stepped = inner.update(chosen, slopes, inner.rate, stop_gradients=not inner.differentiable)
        variables = inner.part.put(variables, stepped)
        states.append(variables)
    return states


def _mean_of_values(values):
    """Return the mean of several Arrays or Containers; one alone as it is."""
    total = values[0]
    for value in values[1:]:
        total = ivy.add(total, value)
    return total if len(values) == 1 else ivy.divide(total, len(values))


def _split_by_task(function, batch, variables, batched, num_tasks):
    """Return the batch's parts, one a task or all in one, and how many tasks one part has."""
    lengths = {x.shape[0] if x.ndim else None for _, x in batch.cont_to_iterator()}
    if num_tasks is None:
        if len(lengths) != 1 or None in lengths:
            raise IvyBroadcastShapeError(
                f"{function}: leading axes of lengths {sorted(map(str, lengths))} are in the "
                "batch; with num_tasks=None all must be the number of tasks"
            )
        (num_tasks,) = lengths
    if num_tasks < 1:
        raise IvyValueError(f"{function}: {num_tasks} tasks were given; at least one is needed")
    if not batched:
        return batch.cont_unstack_conts(0, keepdims=True, dim_size=num_tasks), 1
    for chain, x in variables.cont_to_iterator():
        if not x.ndim or x.shape[0] != num_tasks:
            raise IvyBroadcastShapeError(
                f"{function}: the variable {chain!r} of shape {x.shape} was given for {num_tasks} "
                "tasks at once; it must have a row for each, or batched must be False"
            )
    return [batch], num_tasks


def _check_inner_options(function, inner_grad_steps, return_inner_v):
    if inner_grad_steps < 1:
        raise IvyValueError(
            f"{function}: {inner_grad_steps} inner steps were given; at least one is needed"
        )
    check_elem_in_list(
        return_inner_v,
        (False, "first", "all"),
        message=f"{function}: return_inner_v {return_inner_v!r} was given; "
        "False, 'first' and 'all' are allowed",
    )


def _results_of_step(cost, slopes, adapted, batched, return_inner_v, stop_gradients):
    """Return (cost, slopes), for "first" or "all" also adapted variables, tasks along axis 0."""
    if stop_gradients:
        cost, slopes = ivy.stop_gradient(cost), ivy.stop_gradient(slopes)
    if not return_inner_v:
        return cost, slopes
    if batched:
        (found,) = adapted
        found = found[0:1] if return_inner_v == "first" else found
    else:
        chosen = adapted[:1] if return_inner_v == "first" else adapted
        found = ivy.stack(chosen)
    return cost, slopes, ivy.stop_gradient(found) if stop_gradients else found


@compositional
def fomaml_step(
    batch: Nest[Array],
    inner_cost_fn: Callable,
    outer_cost_fn: Callable | None,
    variables: Nest[Array],
    inner_grad_steps: int,
    inner_learning_rate: float,
    /,
    *,
    inner_optimization_step: Callable | None = None,
    inner_batch_fn: Callable | None = None,
    outer_batch_fn: Callable | None = None,
    average_across_steps: bool = False,
    batched: bool = True,
    inner_v: ivy.Container | None = None,
    keep_inner_v: bool = True,
    outer_v: ivy.Container | None = None,
    keep_outer_v: bool = True,
    return_inner_v: str | bool = False,
    num_tasks: int | None = None,
    stop_gradients: bool = True,
) -> tuple[Array, ...]:
    """Step of first-order model-agnostic meta-learning.

    The gradients are those of the outer cost by the adapted variables, as if these were no function
    of the others.

    Parameters
    ----------
    batch : Container of Arrays, shape (N, ...)
        Data of N tasks.
    inner_cost_fn, outer_cost_fn : callable
        From data of tasks and variables to the cost that variables adapt by, and to the one whose
        gradients are returned; None is the inner one.
    variables : Container of floating Arrays
        What is optimized; with ``batched`` of shape (N, ...).
    inner_grad_steps: How many steps adapt them to a task.
    inner_learning_rate: Length of these steps.
    inner_optimization_step : callable, optional
        One of them: from variables, gradients, learning rate and ``stop_gradients`` to variables.
    inner_batch_fn, outer_batch_fn : callable, optional
        What each cost gets of a task's data.
    average_across_steps : bool, optional
        Whether the outer cost is the mean over the variables before and after each step, not the
        one after the last.
    batched: Whether all tasks are adapted to at once: see above.
    inner_v, outer_v : Container, optional
        Keys of the variables that adapt, and of those whose gradients are returned; all if None.
    keep_inner_v, keep_outer_v : bool, optional
        Whether these are the ones, or all others are.
    return_inner_v : {False, 'first', 'all'}, optional
        Whether the variables adapted to the first task, or to all, are returned too.
    num_tasks: N; that of the batch if None.
    stop_gradients: Whether the results are cut off from what computed them.

    Returns
    -------
    tuple of Array and Container, and one more Container with ``return_inner_v``
        The mean of the tasks' costs; the gradients by the variables of the outer loop; the adapted
        variables, with a leading axis of tasks.

    Raises
    ------
    IvyNotImplementedException
        On NumPy, which has no gradients.
    IvyValueError
        If there are no steps or tasks, or ``return_inner_v`` is none of these.
    IvyBroadcastShapeError
        If the number of tasks is not clear, or variables of several tasks have not a row for each.

    References
    ----------
    Finn, Abbeel, Levine, "Model-agnostic meta-learning for fast adaptation of deep networks",
    arXiv:1703.03400.

    >>> with ivy.with_backend("torch"):
    ...     v = ivy.Container(w=ivy.asarray([1.0]))
    ...     tasks = ivy.Container(x=ivy.asarray([[1.0], [3.0]]))
    ...     cost = lambda task, v: ivy.mean(ivy.square(v.w - task.x))
    ...     cost, slopes = ivy.fomaml_step(
    ...         tasks, cost, None, v, 1, 0.25, batched=False
    ...     )
    ...     float(cost), slopes.w.to_list()
    (0.5, [-1.0])
    """
    _check_inner_options("fomaml_step", inner_grad_steps, return_inner_v)
    inner_part, outer_part = _Part(inner_v, keep_inner_v), _Part(outer_v, keep_outer_v)
    parts, at_once = _split_by_task("fomaml_step", batch, variables, batched, num_tasks)
    update = inner_optimization_step or ivy.gradient_descent_update
    inner = _Inner(
        inner_cost_fn, inner_batch_fn, inner_part, inner_grad_steps, inner_learning_rate, update,
        at_once, False,
    )  # fmt: skip
    outer_cost = inner_cost_fn if outer_cost_fn is None else outer_cost_fn
    costs, slopes, adapted = [], [], []
    for task in parts:
        states = _inner_loop_variables(inner, task, variables)
        data = _prepare_batch(outer_batch_fn, task)
        adapted.append(states[-1])
        for state in states if average_across_steps else states[-1:]:
            cost, slope = ivy.execute_with_gradients(
                _cost_of_part(outer_cost, data, state, outer_part),
                outer_part.of(state),
                retain_grads=not stop_gradients,
            )
            costs.append(cost)
            slopes.append(slope)
    found = _mean_of_values(costs), _mean_of_values(slopes)
    return _results_of_step(*found, adapted, batched, return_inner_v, stop_gradients)


@compositional(like=fomaml_step)
def maml_step(
    batch: Nest[Array],
    inner_cost_fn: Callable,
    outer_cost_fn: Callable | None,
    variables: Nest[Array],
    inner_grad_steps: int,
    inner_learning_rate: float,
    /,
    *,
    inner_optimization_step: Callable | None = None,
    inner_batch_fn: Callable | None = None,
    outer_batch_fn: Callable | None = None,
    average_across_steps: bool = False,
    batched: bool = True,
    inner_v: ivy.Container | None = None,
    keep_inner_v: bool = True,
    outer_v: ivy.Container | None = None,
    keep_outer_v: bool = True,
    return_inner_v: str | bool = False,
    num_tasks: int | None = None,
    stop_gradients: bool = True,
) -> tuple[Array, ...]:
    """Step of model-agnostic meta-learning.

    The gradients go through the steps that adapt the variables: they are of second order.

    >>> with ivy.with_backend("torch"):
    ...     v = ivy.Container(w=ivy.asarray([1.0]))
    ...     tasks = ivy.Container(x=ivy.asarray([[1.0], [3.0]]))
    ...     cost = lambda task, v: ivy.mean(ivy.square(v.w - task.x))
    ...     cost, slopes = ivy.maml_step(
    ...         tasks, cost, None, v, 1, 0.25, batched=False
    ...     )
    ...     float(cost), slopes.w.to_list()
    (0.5, [-0.5])
    """
    _check_inner_options("maml_step", inner_grad_steps, return_inner_v)
    inner_part, outer_part = _Part(inner_v, keep_inner_v), _Part(outer_v, keep_outer_v)
    parts, at_once = _split_by_task("maml_step", batch, variables, batched, num_tasks)
    update = inner_optimization_step or ivy.gradient_descent_update
    inner = _Inner(
        inner_cost_fn, inner_batch_fn, inner_part, inner_grad_steps, inner_learning_rate, update,
        at_once, True,
    )  # fmt: skip
    outer_cost = inner_cost_fn if outer_cost_fn is None else outer_cost_fn

    def cost_of(chosen):
        start, costs = outer_part.put(variables, chosen), []
        for task in parts:
            states = _inner_loop_variables(inner, task, start)
            data = _prepare_batch(outer_batch_fn, task)
            used = states if average_across_steps else states[-1:]
            costs.append(_mean_of_values([outer_cost(data, state) for state in used]))
        return _mean_of_values(costs)

    cost, slopes = ivy.execute_with_gradients(
        cost_of, outer_part.of(variables), retain_grads=not stop_gradients
    )
    adapted = [
        _inner_loop_variables(inner, task, variables)[-1] for task in parts if return_inner_v
    ]
    return _results_of_step(cost, slopes, adapted, batched, return_inner_v, stop_gradients)


@compositional(like=fomaml_step)
def reptile_step(
    batch: Nest[Array],
    cost_fn: Callable,
    variables: Nest[Array],
    inner_grad_steps: int,
    inner_learning_rate: float,
    /,
    *,
    inner_optimization_step: Callable | None = None,
    batched: bool = True,
    return_inner_v: str | bool = False,
    num_tasks: int | None = None,
    stop_gradients: bool = True,
) -> tuple[Array, ...]:
    """Step of Reptile: the variables are to move to where they adapt to.

    What stands for the gradients is the way from the adapted variables to the others, divided by
    the learning rate; the cost is the mean over the variables before and after each step.

    Parameters
    ----------
    cost_fn: From data of tasks and variables to a cost.

    Returns
    -------
    tuple of Array and Container, and one more Container with ``return_inner_v``
        The mean of the tasks' costs; the gradients by the variables; the adapted
        variables, with a leading axis of tasks.

    References
    ----------
    Nichol, Achiam, Schulman, "On first-order meta-learning algorithms", arXiv:1803.02999.

    >>> with ivy.with_backend("torch"):
    ...     v = ivy.Container(w=ivy.asarray([1.0]))
    ...     tasks = ivy.Container(x=ivy.asarray([[1.0], [3.0]]))
    ...     cost = lambda task, v: ivy.mean(ivy.square(v.w - task.x))
    ...     cost, slopes = ivy.reptile_step(
    ...         tasks, cost, v, 1, 0.25, batched=False
    ...     )
    ...     float(cost), slopes.w.to_list()
    (1.25, [-2.0])
    """
    _check_inner_options("reptile_step", inner_grad_steps, return_inner_v)
    parts, at_once = _split_by_task("reptile_step", batch, variables, batched, num_tasks)
    update = inner_optimization_step or ivy.gradient_descent_update
    inner = _Inner(
        cost_fn, None, _Part(None, True), inner_grad_steps, inner_learning_rate, update, at_once,
        not stop_gradients,
    )  # fmt: skip
    costs, slopes, adapted = [], [], []
    for task in parts:
        states = _inner_loop_variables(inner, task, variables)
        costs.append(_mean_of_values([cost_fn(task, state) for state in states]))
        way = ivy.subtract(states[0], states[-1])
        slopes.append(ivy.divide(way, inner_learning_rate * at_once))
        adapted.append(states[-1])
    found = _mean_of_values(costs), _mean_of_values(slopes)
    return _results_of_step(*found, adapted, batched, return_inner_v, stop_gradients)
