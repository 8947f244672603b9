"""Policies of ``fully_shard``: dtypes, and where parameters lie.

References
----------
PyTorch documentation, ``torch.distributed.fsdp``.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from frontends.torch.dispatch.docstrings import citing


@citing("torch.distributed.fsdp.{}")
@dataclasses.dataclass(frozen=True)
class MixedPrecisionPolicy:
    """Dtypes in which the modules of ``fully_shard`` compute and exchange.

    Parameters
    ----------
    param_dtype : dtype, optional
        Of gathered parameters and of inputs; by default the parameters' own.
    reduce_dtype : dtype, optional
        In which gradients are reduced; by default that of gathered parameters.
    output_dtype : dtype, optional
        Of results.
    cast_forward_inputs : bool
        Whether inputs become ``param_dtype``.

    >>> from frontends.torch.distributed.fsdp import MixedPrecisionPolicy
    >>> MixedPrecisionPolicy().cast_forward_inputs
    True
    """

    param_dtype: Any = None
    reduce_dtype: Any = None
    output_dtype: Any = None
    cast_forward_inputs: bool = True


@citing("torch.distributed.fsdp.{}")
@dataclasses.dataclass
class OffloadPolicy:
    """Policy to keep parameters where the mesh is."""


@citing("torch.distributed.fsdp.{}")
@dataclasses.dataclass
class CPUOffloadPolicy(OffloadPolicy):
    """Policy to keep parameters on the CPU: on a mesh of CPUs they are there.

    Parameters
    ----------
    pin_memory : bool
        Without effect.
    """

    pin_memory: bool = True


__all__ = ["CPUOffloadPolicy", "MixedPrecisionPolicy", "OffloadPolicy"]
