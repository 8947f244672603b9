"""All parameters as one vector, and back.

References
----------
PyTorch documentation, ``torch.nn.utils.parameters_to_vector`` and ``vector_to_parameters``.
"""

from __future__ import annotations

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing


def _list_on_one_device(parameters) -> list:
    parameters = list(parameters)
    if len({str(p.device) for p in parameters}) > 1:
        raise TypeError(
            "Found two parameters on different devices, this is currently not supported."
        )
    return parameters


@citing("``torch.nn.utils.{}``")
def parameters_to_vector(parameters):
    """Return the elements of all parameters in one vector."""
    return torch.cat([p.view(-1) for p in _list_on_one_device(parameters)])


@citing("``torch.nn.utils.{}``")
def vector_to_parameters(vec, parameters) -> None:
    """Give parameters the elements of one vector, in order; they share its memory."""
    if not isinstance(vec, torch.Tensor):
        raise TypeError(f"expected torch.Tensor, but got: {torch.typename(vec)}")
    start = 0
    for parameter in _list_on_one_device(parameters):
        stop = start + parameter.numel()
        parameter.data = vec[start:stop].view_as(parameter).data
        start = stop
