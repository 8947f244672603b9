"""Options of ``FullyShardedDataParallel``.

References
----------
PyTorch documentation, ``torch.distributed.fsdp``.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Sequence
from typing import Any

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing


@citing("torch.distributed.fsdp.{}")
class ShardingStrategy(enum.Enum):
    """Strategies: ranks keep parts of parameters and gradients, or all; in groups or together."""

    FULL_SHARD = 1
    SHARD_GRAD_OP = 2
    NO_SHARD = 3
    HYBRID_SHARD = 4
    _HYBRID_SHARD_ZERO2 = 5


@citing("torch.distributed.fsdp.{}")
class BackwardPrefetch(enum.Enum):
    """Times at which the next unit's parameters are gathered in a backward: without effect."""

    BACKWARD_PRE = 1
    BACKWARD_POST = 2


@citing("torch.distributed.fsdp.{}")
@dataclasses.dataclass
class MixedPrecision:
    """Dtypes in which units compute and exchange.

    Parameters
    ----------
    param_dtype : dtype, optional
        Of gathered parameters and of the root's inputs.
    reduce_dtype : dtype, optional
        In which gradients are reduced; by default ``param_dtype``.
    buffer_dtype : dtype, optional
        Of buffers, from the first call on.
    keep_low_precision_grads : bool
        Not supported: gradients have the parameters' dtype.
    cast_forward_inputs : bool
        Whether inputs become ``param_dtype`` in units within others, too.
    cast_root_forward_inputs : bool
        Whether the root's inputs do.

    >>> from frontends.torch.distributed.fsdp import MixedPrecision
    >>> MixedPrecision().cast_root_forward_inputs
    True
    """

    param_dtype: Any = None
    reduce_dtype: Any = None
    buffer_dtype: Any = None
    keep_low_precision_grads: bool = False
    cast_forward_inputs: bool = False
    cast_root_forward_inputs: bool = True
    _module_classes_to_ignore: Sequence[type] = (torch.nn.modules.batchnorm._BatchNorm,)


@citing("torch.distributed.fsdp.{}")
@dataclasses.dataclass
class CPUOffload:
    """Option to keep parameters on the CPU between calls: of models on the CPU they are there.

    Parameters
    ----------
    offload_params : bool
    """

    offload_params: bool = False


@citing("torch.distributed.fsdp.{}")
class StateDictType(enum.Enum):
    """Kinds of states that ``state_dict`` returns and ``load_state_dict`` takes."""

    FULL_STATE_DICT = 1
    LOCAL_STATE_DICT = 2
    SHARDED_STATE_DICT = 3


@citing("torch.distributed.fsdp.{}")
@dataclasses.dataclass
class StateDictConfig:
    """Options of the states of models.

    Parameters
    ----------
    offload_to_cpu : bool
        Whether tensors are on the CPU.
    """

    offload_to_cpu: bool = False


@citing("torch.distributed.fsdp.{}")
@dataclasses.dataclass
class FullStateDictConfig(StateDictConfig):
    """Options of states of whole tensors.

    Parameters
    ----------
    offload_to_cpu : bool
        Whether tensors are on the CPU.
    rank0_only : bool
        Whether the first rank alone has them.
    """

    rank0_only: bool = False


@citing("torch.distributed.fsdp.{}")
@dataclasses.dataclass
class LocalStateDictConfig(StateDictConfig):
    """Options of states of flat parts, which are not supported."""


@citing("torch.distributed.fsdp.{}")
@dataclasses.dataclass
class ShardedStateDictConfig(StateDictConfig):
    """Options of states in parts, which are DTensors."""

    _use_dtensor: bool = False


@citing("torch.distributed.fsdp.{}")
@dataclasses.dataclass
class OptimStateDictConfig:
    """Options of the states of optimizers.

    Parameters
    ----------
    offload_to_cpu : bool
        Whether tensors are on the CPU.
    """

    offload_to_cpu: bool = True


@citing("torch.distributed.fsdp.{}")
@dataclasses.dataclass
class FullOptimStateDictConfig(OptimStateDictConfig):
    """Options of states of whole tensors.

    Parameters
    ----------
    offload_to_cpu : bool
        Whether tensors are on the CPU.
    rank0_only : bool
        Whether the first rank alone has them.
    """

    rank0_only: bool = False


@citing("torch.distributed.fsdp.{}")
@dataclasses.dataclass
class LocalOptimStateDictConfig(OptimStateDictConfig):
    """Options of states of flat parts, which are not supported."""

    offload_to_cpu: bool = False


@citing("torch.distributed.fsdp.{}")
@dataclasses.dataclass
class ShardedOptimStateDictConfig(OptimStateDictConfig):
    """Options of states in parts, which are DTensors."""

    _use_dtensor: bool = False


@citing("torch.distributed.fsdp.{}")
@dataclasses.dataclass
class StateDictSettings:
    """The kind of states that a model gives, and their options.

    Parameters
    ----------
    state_dict_type : StateDictType
    state_dict_config : StateDictConfig
    optim_state_dict_config : OptimStateDictConfig
    """

    state_dict_type: StateDictType
    state_dict_config: StateDictConfig
    optim_state_dict_config: OptimStateDictConfig


@citing("torch.distributed.fsdp.{}")
class OptimStateKeyType(enum.Enum):
    """Kinds of keys of an optimizer's state: names of parameters or numbers."""

    PARAM_NAME = 1
    PARAM_ID = 2


__all__ = [
    "BackwardPrefetch", "CPUOffload", "FullOptimStateDictConfig", "FullStateDictConfig",
    "LocalOptimStateDictConfig", "LocalStateDictConfig", "MixedPrecision", "OptimStateDictConfig",
    "OptimStateKeyType", "ShardedOptimStateDictConfig", "ShardedStateDictConfig",
    "ShardingStrategy", "StateDictConfig", "StateDictSettings", "StateDictType",
]  # fmt: skip
