"""``parallelize_module``: a plan of which submodules are cut, and how.

References
----------
PyTorch documentation, ``torch.distributed.tensor.parallel.parallelize_module``.
"""

from __future__ import annotations

import fnmatch
import warnings

from frontends.torch.dispatch.docstrings import citing

from ...device_mesh import current_mesh
from .style import ParallelStyle


@citing("torch.distributed.tensor.parallel.{}")
def parallelize_module(
    module, device_mesh=None, parallelize_plan=None, *, src_data_rank: int | None = 0
):
    """Cut the parameters of a module, or of submodules, and return it.

    Parameters
    ----------
    module : Module
    device_mesh : DeviceMesh, optional
        Of one dimension; by default that of the ``with`` block.
    parallelize_plan : ParallelStyle, or dict of str to ParallelStyle
        By names of submodules, in which ``*`` stands for any.
    src_data_rank : int or None
        Whose parameters count; None: each rank's own.

    Raises: TypeError for a plan of another kind.

    >>> from ivy_core import with_backend
    >>> from frontends.torch.distributed.tensor.parallel import ColwiseParallel, parallelize_module
    >>> with with_backend("jax"):
    ...     mesh = torch.distributed.init_device_mesh("cpu", (1,))
    ...     layer = parallelize_module(torch.nn.Linear(2, 4), mesh, ColwiseParallel())
    ...     torch.distributed.destroy_process_group()
    ...     layer.weight.placements
    (Shard(dim=0),)
    """
    mesh = device_mesh or current_mesh()
    if parallelize_plan is None:
        warnings.warn(
            "No parallelize_plan is provided and auto-parallel is not supported at the moment, so "
            "this parallelize_module call will do nothing.",
            stacklevel=2,
        )
        return module
    if isinstance(parallelize_plan, ParallelStyle):
        parallelize_plan.src_data_rank = src_data_rank
        return parallelize_plan._apply(module, mesh)
    if not isinstance(parallelize_plan, dict):
        raise TypeError(
            "Expect Union[ParallelStyle, Dict[str, ParallelStyle]] for parallelize_plan, "
            f"{type(parallelize_plan)} found!"
        )
    for path, style in parallelize_plan.items():
        chosen = _submodules(module, path)
        if not chosen:
            token = path.partition(".")[0]
            warnings.warn(
                f"Parallelize plan key '{path}' could not be resolved: no submodule matching token "
                f"'{token}' in module {module}, skipping this plan entry.",
                stacklevel=2,
            )
        for each in chosen:
            parallelize_module(each, mesh, style, src_data_rank=src_data_rank)
    return module


def _submodules(module, path: str) -> list:
    """List the submodules of which a name with ``*`` is."""
    if not path:
        return [module]
    token, _, rest = path.partition(".")
    found = [each for name, each in module.named_children() if fnmatch.fnmatch(name, token)]
    return [inner for each in found for inner in _submodules(each, rest)]


__all__ = ["parallelize_module"]
