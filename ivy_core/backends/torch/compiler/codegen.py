"""Recorded steps written down as a function of Python's: what is not needed is left out before.

What is only copied to an array is computed into it, and intermediate results are freed after their
last use.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from ..kernels.arithmetic import INFIX
from ..runtime.internals import OperatorOverload, storage_identity, tree_flatten
from . import inductor
from .limits import MEMORY_LEAST_BYTES
from .symbolic_lengths import lengths_of
from .tracing import (
    COMPILABLE,
    VIEWS,
    Branch,
    Element,
    Graph,
    LoopStep,
    Name,
    Recorder,
    SetElement,
    Slice,
    Step,
)


def _host_variable(name: str) -> str:
    """Return the name of the variable that holds a tensor's host memory."""
    return f"{name}_host"


def _tensors_used_elementwise(steps: list, names: set) -> set:
    """Add the tensors of which steps read or write single elements to ``names``; return it."""
    for step in steps:
        if type(step) is Step:
            if step.function in (Element, SetElement):
                names.add(step.args[0])
        elif type(step) is LoopStep:
            _tensors_used_elementwise(step.steps, names)
        else:
            for side, _ in step.sides:
                _tensors_used_elementwise(side, names)
    return names


class Writer:
    """Writes steps down as Python's statements.

    Parameters
    ----------
    recorder : Recorder
        It knows the objects that are part of the code.
    """

    def __init__(self, recorder: Recorder):
        self._recorder = recorder
        self.lines: list[str] = []
        self.kernels: dict[str, list[str]] = {}  # functions that Inductor compiles
        self.on_host: set[str] = set()
        self.uses: dict[str, int] = {}  # of variables, in all steps

    def show(self, names, depth: int) -> None:
        """Have the host look at the memory of tensors, whose elements are needed."""
        for name in names:
            if name in self.on_host:
                # a memoryview gives Python's own numbers, in a tenth of NumPy's time
                self._append_line(depth, f"{_host_variable(name)} = memoryview({name}.numpy())")

    def write(self, steps: list, depth: int, frees: bool = True) -> None:
        """Write steps down; ``frees`` says whether their variables are no longer than needed."""
        last = self._variables_last_used(steps) if frees else {}
        for at, step in enumerate(steps):
            if type(step) is Step:
                self._append_line(depth, self._spell_step(step))
                self.show(step.results, depth)
            elif type(step) is Branch:
                self._write_branch(step, depth)
            else:
                self._write_loop(step, depth)
            if at in last:
                self._append_line(depth, f"del {', '.join(last[at])}")

    def _variables_last_used(self, steps: list) -> dict[int, list[str]]:
        """Return {step number: large variables not used by a later step}, to be freed after it."""
        like, large, made = self._recorder.like, set(), set()
        for step in steps:
            if type(step) is Step:
                names = [name for name in step.results if self._is_large(name)]
                if step.function not in _SHOWING:
                    made.update(storage_identity(like[name]) for name in names)
                large.update(name for name in names if storage_identity(like[name]) in made)
        if not large:
            return {}
        found, last = dict.fromkeys(large, 0), {}
        for at, step in enumerate(steps):
            for name, count in _add_uses([step], {}).items():
                if name in large:
                    found[name] += count
                    last[name] = at
        freed: dict[int, list[str]] = {}
        for name, at in sorted(last.items()):
            if found[name] == self.uses[name]:  # and not used around the body
                freed.setdefault(at, []).append(name)
        return freed

    def _is_large(self, name: str) -> bool:
        """Return whether a variable is a tensor of many bytes, not read on the host."""
        like = self._recorder.like.get(name)
        if like is None or like._ivy.is_number or name in self.on_host:
            return False
        return like.numel() * like.element_size() >= MEMORY_LEAST_BYTES

    def _append_line(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def _spell_step(self, step: Step) -> str:
        """Return a step as one line of Python, with its assignment if a result is kept."""
        args = [self._spell_value(each) for each in step.args]
        args += [f"{key}={self._spell_value(each)}" for key, each in step.kwargs.items()]
        if step.function is Element:
            call = f"{_host_variable(step.args[0])}[{', '.join(args[1:])}]"
        elif step.function is SetElement:
            return f"{_host_variable(step.args[0])}[{', '.join(args[1:-1])}] = {args[-1]}"
        elif step.function is Slice:
            entries = [
                ":".join(map(self._spell_value, entry)) or ":" if type(entry) is tuple else spelled
                for entry, spelled in zip(step.args[1:], args[1:], strict=True)
            ]
            call = f"{args[0]}[{', '.join(entries)}]"
        elif step.function in INFIX:
            call = f" {INFIX[step.function]} ".join(args)
        else:
            call = f"{self._recorder.constant(step.function)}({', '.join(args)})"
        if all(result == "_" for result in step.results):
            return call
        if len(step.results) == 1:
            return f"{step.results[0]} = {call}"
        return f"{', '.join(step.results)} = {call}"

    def _spell_value(self, value) -> str:
        """Return the text of a value: names, and lists and tuples of values, are code."""
        if isinstance(value, Name):
            return str(value)
        if isinstance(value, (list, tuple)) and type(value) in (list, tuple):
            inner = ", ".join(map(self._spell_value, value))
            return f"[{inner}]" if type(value) is list else f"({inner},)"
        return self._recorder.spelled(value)

    def _write_branch(self, step: Branch, depth: int) -> None:
        """Write ``if`` and ``else``, each side ending with the assignment of its results."""
        for word, (steps, outs) in zip((f"if {step.condition}:", "else:"), step.sides, strict=True):
            if word == "else:" and not steps and not outs:
                continue
            self._append_line(depth, word)
            self.write(steps, depth + 1)
            if step.results:
                values = ", ".join(map(self._spell_value, outs))
                self._append_line(depth + 1, f"{', '.join(step.results)} = {values}")
            elif not steps:
                self._append_line(depth + 1, "pass")
        self.show(step.results, depth)

    def _write_loop(self, step: LoopStep, depth: int) -> None:
        """Write a ``for``, without count a ``while``, or a kernel's call; outer views before it."""
        if step.carried:
            begin = ", ".join(map(self._spell_value, step.begin))
            self._append_line(depth, f"{', '.join(step.carried)} = {begin}")
        if _is_inductor_kernel(step, self._recorder):
            self._append_line(
                depth, f"for {step.number} in range({self._spell_value(step.count)}):"
            )
            self._append_line(depth + 1, self._write_kernel(step))
            return
        early, steps = _split_invariant_views(step)
        self.write(early, depth, frees=False)
        if step.count is None:
            self._append_line(depth, f"{step.number} = 0")
            self._append_line(depth, f"while {step.carried[0]}:")
        else:
            self._append_line(
                depth, f"for {step.number} in range({self._spell_value(step.count)}):"
            )
        self.show(step.carried, depth + 1)
        self.write(steps, depth + 1)
        if step.carried:
            after = ", ".join(map(self._spell_value, step.after))
            self._append_line(depth + 1, f"{', '.join(step.carried)} = {after}")
        if step.count is None:
            self._append_line(depth + 1, f"{step.number} += 1")
        elif not step.carried and not steps:
            self._append_line(depth + 1, "pass")
        self.show(step.carried, depth)

    def _write_kernel(self, loop: LoopStep) -> str:
        """Write the body down as a function of its own, and return the call of it."""
        inside: set[str] = set()
        defined(loop.steps, inside)
        used = tree_flatten([(step.args, step.kwargs) for step in loop.steps])[0]
        inside |= self._recorder.named  # constants are globals of the function
        given = {each for each in used if isinstance(each, Name) and each.isidentifier()}
        given = sorted(given - inside)
        lines, self.lines = self.lines, []
        self.write(loop.steps, 1, frees=False)
        name = f"kernel_{len(self.kernels)}"
        self.kernels[name] = [f"def {name}({', '.join(given)}):", *self.lines, "    return None"]
        self.lines = lines
        return f"{name}({', '.join(given)})"


def _split_invariant_views(loop: LoopStep) -> tuple[list, list]:
    """Split a loop's steps into views of outer arrays, made before it, and the others."""
    inside = {loop.number, *loop.carried}
    defined(loop.steps, inside)
    early, rest = [], []
    for step in loop.steps:
        if type(step) is Step and step.function in VIEWS:
            used = [x for x in tree_flatten((step.args, step.kwargs))[0] if isinstance(x, Name)]
            if not any(name in inside for name in used):
                early.append(step)
                inside.difference_update(step.results)
                continue
        rest.append(step)
    return early, rest


def defined(steps: list, names: set) -> None:
    """Add the variables that steps bind to names."""
    for step in steps:
        if type(step) is LoopStep:
            names.update(step.carried, [step.number])
            defined(step.steps, names)
        else:
            names.update(step.results)
            if type(step) is Branch:
                for side, _ in step.sides:
                    defined(side, names)
    names.difference_update(("_", ""))


def _remove_dead_steps(steps: list, wanted: set) -> list:
    """Return the steps that write or make ``wanted`` names, a set that grows; loops are changed."""
    kept = []
    for step in reversed(steps):
        if type(step) is Step:
            if step.is_pure and wanted.isdisjoint(step.results):
                continue
            used = tree_flatten((step.args, step.kwargs))[0]
        elif type(step) is LoopStep:
            # what one iteration leaves is what the next begins with
            wanted.update(name for name in (*step.after, *step.carried) if isinstance(name, Name))
            step.steps = _remove_dead_steps(step.steps, wanted)
            used = [step.count, *step.begin]
        else:
            for side, outs in step.sides:
                wanted.update(name for name in outs if isinstance(name, Name))
                side[:] = _remove_dead_steps(side, wanted)
            used = [step.condition]
        wanted.update(name for name in used if isinstance(name, Name))
        kept.append(step)
    return kept[::-1]


_SHOWING = {*VIEWS, Slice}
_INTO = {
    torch.add, torch.sub, torch.mul, torch.div, torch.maximum, torch.minimum, torch.sqrt, torch.exp,
    torch.abs, torch.neg, torch.where,
}  # fmt: skip


def _is_inductor_kernel(loop: LoopStep, recorder: Recorder) -> bool:
    """Return whether Inductor compiles a counted loop's body: operations on outer arrays alone."""
    if loop.count is None or loop.carried or not inductor.is_wanted(len(loop.steps)):
        return False
    for step in loop.steps:
        if type(step) is not Step:
            return False
        if step.function not in COMPILABLE:
            if not isinstance(step.function, OperatorOverload):
                return False
        for each in tree_flatten((step.args, step.kwargs))[0]:
            if isinstance(each, Name) and each.isidentifier() and each not in recorder.named:
                if each not in recorder.like or recorder.like[each]._ivy.is_number:
                    return False
    return True


def _compute_in_place(steps: list, recorder: Recorder, uses: dict) -> list:
    """Return the steps; what is only copied to an array is computed into that array."""
    done: list = []
    for step in steps:
        if type(step) is LoopStep:
            if not _is_inductor_kernel(step, recorder):  # Inductor does as much by itself
                step.steps = _compute_in_place(step.steps, recorder, uses)
        elif type(step) is Branch:
            for side, _ in step.sides:
                side[:] = _compute_in_place(side, recorder, uses)
        elif step.function is torch.Tensor.copy_ and done and not step.kwargs:
            target, at = step.args[0], len(done) - 1
            while at and type(done[at]) is Step and done[at].function in _SHOWING:
                at -= 1  # the target's view stands between
            before = done[at]
            if (
                type(before) is Step
                and before.function in _INTO
                and before.results == [step.args[1]]
                and uses[before.results[0]] == 1
                and not before.kwargs
                and _can_compute_into(before, target, recorder.like)
            ):
                del done[at]
                done.append(Step(["_"], before.function, before.args, {"out": target}))
                continue
        done.append(step)
    return done


def _can_compute_into(step: Step, target: str, like: dict) -> bool:
    """Return whether a result has its target's shape and dtype; no operand may share its memory."""
    made, wanted = like.get(step.results[0]), like.get(target)
    if made is None or wanted is None:
        return False
    if (made.shape, made.dtype) != (wanted.shape, wanted.dtype):
        return False
    if lengths_of(made) != lengths_of(wanted):  # as long as it is it need not be
        return False
    for operand in step.args:
        if isinstance(operand, Name) and operand != target and operand in like:
            known = like[operand]
            if known.ndim and storage_identity(known) == storage_identity(wanted):
                return False
    return True


def _add_uses(steps: list, uses: dict) -> dict:
    """Add how often steps, inner ones too, use each name to the dict ``uses``; return it."""
    for step in steps:
        if type(step) is Step:
            used = tree_flatten((step.args, step.kwargs))[0]
        elif type(step) is LoopStep:
            _add_uses(step.steps, uses)
            used = [step.count, *step.begin, *step.after, *step.carried]
        else:
            used = [step.condition]
            for side, outs in step.sides:
                _add_uses(side, uses)
                used += outs
        for name in used:
            if isinstance(name, Name):
                uses[name] = uses.get(name, 0) + 1
    return uses


def compiled_code(recorder: Recorder, graph: Graph, names: Sequence[str], outs: Sequence):
    """Return the function of a graph, and its text."""
    graph.steps = _remove_dead_steps(graph.steps, {name for name in outs if isinstance(name, Name)})
    uses = _add_uses(graph.steps, {})
    for name in outs:
        uses[name] = uses.get(name, 0) + 1
    graph.steps = _compute_in_place(graph.steps, recorder, uses)
    writer = Writer(recorder)
    writer.on_host = _tensors_used_elementwise(graph.steps, set())
    writer.uses = _add_uses(graph.steps, {})
    for name in outs:
        writer.uses[name] = writer.uses.get(name, 0) + 1
    writer.show(names, 1)
    writer.write(graph.steps, 1)
    for each in graph.inputs:
        if not each._ivy.is_number and storage_identity(each) in recorder.written_on_host:
            # functional views look at it
            told = recorder.constant(torch.autograd.graph.increment_version)
            writer.lines.append(f"    {told}({each._ivy.name})")
    results = ", ".join(map(writer._spell_value, outs))
    kernels = [line for lines in writer.kernels.values() for line in lines]
    text = "\n".join(
        [*kernels, f"def program({', '.join(names)}):", *writer.lines, f"    return [{results}]"]
    )
    namespace = {name: value for value, name in recorder.constants.values()}
    exec(compile(text, "<program of ivy.compile>", "exec"), namespace)
    for name in writer.kernels:
        namespace[name] = inductor.kernel(namespace[name])
    return namespace["program"], text
