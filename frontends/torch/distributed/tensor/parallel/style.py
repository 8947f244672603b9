"""Styles of cutting a module: ``ColwiseParallel``, ``RowwiseParallel``, ``SequenceParallel``, ...

References
----------
PyTorch documentation, ``torch.distributed.tensor.parallel``.
"""

from __future__ import annotations

import abc

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing

from ..distribution import distribute_module, distribute_tensor
from ..dtensors import DTensor
from ..placement_types import Placement, Replicate, Shard


@citing("torch.distributed.tensor.parallel.{}")
class ParallelStyle(abc.ABC):
    """Base of the styles: how a module is cut.

    Attributes
    ----------
    src_data_rank : int or None
        Whose parameters count; None: each rank's own.
    """

    src_data_rank: int | None = 0

    @abc.abstractmethod
    def _apply(self, module, device_mesh):
        """Cut a module, and return it."""


def _described(style, **options) -> str:
    named = ", ".join([f"{key}={value}" for key, value in options.items()])
    return f"{type(style).__name__}({named})"


def _entering(x, mesh, given: tuple, wanted: tuple) -> DTensor:
    """Return an input as a DTensor that lies as wanted; a plain one lies as ``given``."""
    if not isinstance(x, DTensor):
        x = DTensor.from_local(x, mesh, given, run_check=False)
    return x.redistribute(placements=wanted) if given != wanted else x


class _LinearStyle(ParallelStyle):
    """Base of the styles that cut the weights of a linear layer or an embedding."""

    def __init__(self, given: Placement, result: Placement, use_local_output: bool) -> None:
        self.input_layouts, self.output_layouts = (given,), (result,)
        self.use_local_output = use_local_output

    def _cut_of(self, module) -> tuple[dict[str, Placement], Placement]:
        """Return the placements of a module's parameters, and that of its input."""
        raise NotImplementedError

    def _apply(self, module, device_mesh):
        cut, wanted = self._cut_of(module)
        self.desired_input_layouts = (wanted,)

        def part(name, inner, mesh) -> None:
            for key, placement in cut.items():
                parameter = inner._parameters.get(key)
                if parameter is not None:
                    made = distribute_tensor(
                        parameter, mesh, [placement], src_data_rank=self.src_data_rank
                    )
                    made = torch.nn.Parameter(made, parameter.requires_grad)
                    inner.register_parameter(key, made)

        def before(inner, inputs, mesh):
            return _entering(inputs[0], mesh, self.input_layouts, self.desired_input_layouts)

        def after(inner, outputs, mesh):
            if outputs.placements != self.output_layouts:
                outputs = outputs.redistribute(placements=self.output_layouts)
            return outputs.to_local() if self.use_local_output else outputs

        return distribute_module(module, device_mesh, part, before, after)

    def __repr__(self) -> str:
        return _described(
            self, input_layouts=self.input_layouts, output_layouts=self.output_layouts,
            use_local_output=self.use_local_output,
        )  # fmt: skip


@citing("torch.distributed.tensor.parallel.{}")
class ColwiseParallel(_LinearStyle):
    """Cut the results of a linear layer, or the features of an embedding.

    Parameters
    ----------
    input_layouts : Placement, optional
        How plain inputs lie; by default whole.
    output_layouts : Placement, optional
        How results are to lie; by default cut along the last dimension.
    use_local_output : bool
        Whether a rank's own tensor is returned in place of a DTensor.
    """

    def __init__(self, *, input_layouts=None, output_layouts=None, use_local_output: bool = True):
        super().__init__(
            input_layouts or Replicate(), output_layouts or Shard(-1), use_local_output
        )

    def _cut_of(self, module) -> tuple[dict[str, Placement], Placement]:
        if isinstance(module, torch.nn.Linear):
            return {"weight": Shard(0), "bias": Shard(0)}, Replicate()
        if isinstance(module, torch.nn.Embedding):
            return {"weight": Shard(1)}, Replicate()
        raise NotImplementedError(
            "ColwiseParallel currently only support nn.Linear and nn.Embedding!"
        )


@citing("torch.distributed.tensor.parallel.{}")
class RowwiseParallel(_LinearStyle):
    """Cut the inputs of a linear layer, or the rows of an embedding.

    Parameters
    ----------
    input_layouts : Placement, optional
        How plain inputs lie; by default cut along the last dimension.
    output_layouts : Placement, optional
        How results are to lie; by default whole.
    use_local_output : bool
        Whether a rank's own tensor is returned in place of a DTensor.
    """

    def __init__(self, *, input_layouts=None, output_layouts=None, use_local_output: bool = True):
        super().__init__(
            input_layouts or Shard(-1), output_layouts or Replicate(), use_local_output
        )

    def _cut_of(self, module) -> tuple[dict[str, Placement], Placement]:
        if isinstance(module, torch.nn.Linear):
            return {"weight": Shard(1), "bias": Replicate()}, Shard(-1)
        if isinstance(module, torch.nn.Embedding):
            return {"weight": Shard(0)}, Replicate()
        raise NotImplementedError(
            "RowwiseParallel currently only support nn.Linear and nn.Embedding!"
        )


@citing("torch.distributed.tensor.parallel.{}")
class SequenceParallel(ParallelStyle):
    """Cut the sequence that a normalization or a dropout is given; its weights are whole.

    Parameters
    ----------
    sequence_dim : int
    use_local_output : bool
        Whether a rank's own tensor is returned in place of a DTensor.
    """

    def __init__(self, *, sequence_dim: int = 1, use_local_output: bool = False) -> None:
        self.sequence_sharding = (Shard(sequence_dim),)
        self.use_local_output = use_local_output

    def _apply(self, module, device_mesh):
        def part(name, inner, mesh) -> None:
            for key, parameter in list(inner._parameters.items()):
                if parameter is not None and not isinstance(parameter, DTensor):
                    whole = DTensor.from_local(parameter, mesh, [Replicate()], run_check=False)
                    inner.register_parameter(key, torch.nn.Parameter(whole))

        def before(inner, inputs, mesh):
            x = inputs[0]
            if not isinstance(x, torch.Tensor):
                raise ValueError(
                    f"expecting input of {inner} to be a torch.Tensor or DTensor, but got {x}"
                )
            if not isinstance(x, DTensor):
                return DTensor.from_local(x, mesh, self.sequence_sharding, run_check=False)
            return x.redistribute(placements=self.sequence_sharding)

        def after(inner, outputs, mesh):
            return outputs.to_local() if self.use_local_output else outputs

        return distribute_module(module, device_mesh, part, before, after)

    def __repr__(self) -> str:
        dim = self.sequence_sharding[0].dim
        return _described(self, sequence_dim=dim, use_local_output=self.use_local_output)


def _as_tuple(layouts) -> tuple | None:
    return (layouts,) if isinstance(layouts, Placement) else layouts


@citing("torch.distributed.tensor.parallel.{}")
class PrepareModuleInput(ParallelStyle):
    """Bring the inputs of a module to lie as it wants them.

    Parameters
    ----------
    input_layouts : Placement or tuple of Placement or None
        How plain inputs lie; None leaves one as it is.
    desired_input_layouts : Placement or tuple of Placement or None
        How they are to lie.
    input_kwarg_layouts, desired_input_kwarg_layouts : dict of str to Placement, optional
        The same of arguments given by name.
    use_local_output : bool
        Whether a rank's own tensor is handed on in place of a DTensor.
    """

    def __init__(
        self, *, input_layouts=None, desired_input_layouts=None, input_kwarg_layouts=None,
        desired_input_kwarg_layouts=None, use_local_output: bool = False,
    ) -> None:  # fmt: skip
        self.input_layouts = _as_tuple(input_layouts)
        self.desired_input_layouts = _as_tuple(desired_input_layouts)
        self.use_local_output = use_local_output
        if self.input_layouts is not None:
            if self.desired_input_layouts is None:
                raise AssertionError("desired module inputs should not be None!")
            if len(self.input_layouts) != len(self.desired_input_layouts):
                raise AssertionError(
                    "input_layouts and desired_input_layouts should have same length!"
                )
        self.with_kwargs = input_kwarg_layouts is not None
        self.input_kwarg_layouts = input_kwarg_layouts or {}
        self.desired_input_kwarg_layouts = desired_input_kwarg_layouts or {}
        if self.with_kwargs:
            if len(self.input_kwarg_layouts) != len(self.desired_input_kwarg_layouts):
                raise AssertionError(
                    "input_kwarg_layouts and desired_input_kwarg_layouts should have same length!"
                )

    def _prepared(self, x, mesh, given: Placement | None, wanted: Placement | None):
        if given is None:
            return x
        if not isinstance(x, torch.Tensor):
            raise AssertionError("expecting input to be a torch.Tensor!")
        found = _entering(x, mesh, (given,), (given if wanted is None else wanted,))
        return found.to_local() if self.use_local_output else found

    def _prepared_inputs(self, inputs: tuple, mesh):
        if self.input_layouts is None:
            return inputs
        if len(inputs) != len(self.input_layouts):
            raise ValueError("module inputs and input_layouts should have same length!")
        triples = zip(inputs, self.input_layouts, self.desired_input_layouts, strict=True)
        return tuple([self._prepared(x, mesh, given, wanted) for x, given, wanted in triples])

    def _apply(self, module, device_mesh):
        def before(inner, inputs, kwargs):
            named = {
                key: self._prepared(
                    x, device_mesh, self.input_kwarg_layouts.get(key),
                    self.desired_input_kwarg_layouts.get(key),
                )
                for key, x in kwargs.items()
            }  # fmt: skip
            return self._prepared_inputs(inputs, device_mesh), named

        module.register_forward_pre_hook(before, with_kwargs=True)
        return module

    def __repr__(self) -> str:
        return _described(
            self, input_layouts=self.input_layouts,
            desired_input_layouts=self.desired_input_layouts,
            input_kwarg_layouts=self.input_kwarg_layouts,
            desired_input_kwarg_layouts=self.desired_input_kwarg_layouts,
            use_local_output=self.use_local_output,
        )  # fmt: skip


@citing("torch.distributed.tensor.parallel.{}")
class PrepareModuleOutput(ParallelStyle):
    """Bring the results of a module to lie as its caller wants them.

    Parameters
    ----------
    output_layouts : Placement or tuple of Placement or None
        How plain results lie; None leaves one as it is.
    desired_output_layouts : Placement or tuple of Placement
        How they are to lie.
    use_local_output : bool
        Whether a rank's own tensor is returned in place of a DTensor.
    """

    def __init__(
        self, *, output_layouts, desired_output_layouts, use_local_output: bool = True
    ) -> None:
        self.output_layouts = _as_tuple(output_layouts)
        self.desired_output_layouts = _as_tuple(desired_output_layouts)
        self.use_local_output = use_local_output
        if len(self.output_layouts) != len(self.desired_output_layouts):
            raise AssertionError(
                "output_layouts and desired_output_layouts should have same length!"
            )

    def _apply(self, module, device_mesh):
        def after(inner, inputs, outputs):
            given = outputs if isinstance(outputs, tuple) else (outputs,)
            if len(given) != len(self.output_layouts):
                raise ValueError("module outputs and output_layouts should have same length!")
            found = []
            for x, lies, wanted in zip(
                given, self.output_layouts, self.desired_output_layouts, strict=True
            ):
                if lies is not None:
                    x = _entering(x, device_mesh, (lies,), (wanted,))
                    x = x.to_local() if self.use_local_output else x
                found.append(x)
            return found[0] if len(found) == 1 else tuple(found)

        module.register_forward_hook(after)
        return module

    def __repr__(self) -> str:
        return _described(
            self, output_layouts=self.output_layouts,
            desired_output_layouts=self.desired_output_layouts,
            use_local_output=self.use_local_output,
        )  # fmt: skip


@citing("torch.distributed.tensor.parallel.{}")
class PrepareModuleInputOutput(ParallelStyle):
    """Bring inputs and results of a module to lie as wanted: both styles together.

    Parameters
    ----------
    use_local_input : bool
        Whether a rank's own tensor is handed on in place of a DTensor.
    """

    def __init__(
        self, *, input_layouts=None, desired_input_layouts=None, input_kwarg_layouts=None,
        desired_input_kwarg_layouts=None, use_local_input: bool = False, output_layouts,
        desired_output_layouts, use_local_output: bool = True,
    ) -> None:  # fmt: skip
        self.prepare_module_input = PrepareModuleInput(
            input_layouts=input_layouts, desired_input_layouts=desired_input_layouts,
            input_kwarg_layouts=input_kwarg_layouts,
            desired_input_kwarg_layouts=desired_input_kwarg_layouts,
            use_local_output=use_local_input,
        )  # fmt: skip
        self.prepare_module_output = PrepareModuleOutput(
            output_layouts=output_layouts, desired_output_layouts=desired_output_layouts,
            use_local_output=use_local_output,
        )  # fmt: skip

    def _apply(self, module, device_mesh):
        self.prepare_module_input._apply(module, device_mesh)
        return self.prepare_module_output._apply(module, device_mesh)

    def __repr__(self) -> str:
        given, result = self.prepare_module_input, self.prepare_module_output
        return _described(
            self, input_layouts=given.input_layouts,
            desired_input_layouts=given.desired_input_layouts,
            input_kwarg_layouts=given.input_kwarg_layouts,
            desired_input_kwarg_layouts=given.desired_input_kwarg_layouts,
            use_local_input=given.use_local_output, output_layouts=result.output_layouts,
            desired_output_layouts=result.desired_output_layouts,
            use_local_output=result.use_local_output,
        )  # fmt: skip


__all__ = [
    "ColwiseParallel", "ParallelStyle", "PrepareModuleInput", "PrepareModuleInputOutput",
    "PrepareModuleOutput", "RowwiseParallel", "SequenceParallel",
]  # fmt: skip
