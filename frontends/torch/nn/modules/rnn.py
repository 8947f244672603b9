"""Recurrent layers and their cells.

References
----------
PyTorch documentation, ``torch.nn``, Recurrent Layers.
"""

from __future__ import annotations

import math
import numbers
import warnings

import frontends.torch as torch
from frontends.torch.dispatch import native
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.nn import init
from frontends.torch.nn.functional.recurrent import lstm_cell_of_module
from frontends.torch.nn.parameter import Parameter
from frontends.torch.nn.utils.rnn import PackedSequence

from .module import Module

_GATES = {"LSTM": 4, "GRU": 3, "RNN_TANH": 1, "RNN_RELU": 1}


def _check_rnn_options(input_size, hidden_size, num_layers, bias, batch_first, dropout, proj_size):
    if (
        not isinstance(dropout, numbers.Number)
        or not 0 <= dropout <= 1
        or isinstance(dropout, bool)
    ):
        raise ValueError(
            "dropout should be a number in range [0, 1] representing the probability of an "
            "element being zeroed"
        )
    if dropout > 0 and num_layers == 1:
        warnings.warn(
            "dropout option adds dropout after all but last recurrent layer, so non-zero dropout "
            f"expects num_layers greater than 1, but got dropout={dropout} and "
            f"num_layers={num_layers}",
            stacklevel=4,
        )
    for name, value in (("bias", bias), ("batch_first", batch_first)):
        if not isinstance(value, bool):
            raise TypeError(f"{name} should be of type bool, got: {type(value).__name__}")
    for name, value in (("input_size", input_size), ("hidden_size", hidden_size)):
        if not isinstance(value, int):
            raise TypeError(f"{name} should be of type int, got: {type(value).__name__}")
        if value <= 0:
            raise ValueError(f"{name} must be greater than zero")
    if num_layers <= 0:
        raise ValueError("num_layers must be greater than zero")
    if proj_size < 0:
        raise ValueError("proj_size should be a positive integer or zero to disable projections")
    if proj_size >= hidden_size:
        raise ValueError("proj_size has to be smaller than hidden_size")


class RNNBase(Module):
    """Base of recurrent layers: weights of each layer and direction, and their checks.

    Attributes
    ----------
    weight_ih_l0, weight_hh_l0, bias_ih_l0, bias_hh_l0 : Parameter
        Of the first layer; ``weight_ih_l1`` and so on of the others, ``..._reverse`` of the
        direction from the end.
    """

    def __init__(
        self,
        mode: str,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        proj_size: int = 0,
        device=None,
        dtype=None,
    ):
        super().__init__()
        _check_rnn_options(
            input_size, hidden_size, num_layers, bias, batch_first, dropout, proj_size
        )
        if mode not in _GATES:
            raise ValueError("Unrecognized RNN mode: " + mode)
        self.mode = mode
        self.input_size, self.hidden_size = input_size, hidden_size
        self.num_layers = num_layers
        self.bias = bias
        self.batch_first = batch_first
        self.dropout = float(dropout)
        self.bidirectional = bidirectional
        self.proj_size = proj_size
        self._all_weights = []
        gates = _GATES[mode] * hidden_size
        output = proj_size or hidden_size
        directions = ("", "_reverse") if bidirectional else ("",)
        for layer in range(num_layers):
            width = output * len(directions) if layer else input_size
            shapes = {"weight_ih": (gates, width), "weight_hh": (gates, output)}
            if bias:
                shapes |= {"bias_ih": (gates,), "bias_hh": (gates,)}
            if proj_size:
                shapes["weight_hr"] = (proj_size, hidden_size)
            for direction in directions:
                names = [f"{name}_l{layer}{direction}" for name in shapes]
                for name, shape in zip(names, shapes.values(), strict=True):
                    made = torch.empty(shape, device=device, dtype=dtype)
                    setattr(self, name, Parameter(made))
                self._all_weights.append(names)
        self.reset_parameters()

    @property
    def all_weights(self) -> list:
        """The weights, a list of each layer and direction."""
        return [[getattr(self, name) for name in names] for names in self._all_weights]

    @property
    def _flat_weights_names(self) -> list[str]:
        return [name for names in self._all_weights for name in names]

    @property
    def _flat_weights(self) -> list:
        own = [getattr(self, name, None) for name in self._flat_weights_names]
        before, set_by_program = self.__dict__.get("flat_weights_", (None, None))
        if before is None or any(now is not old for now, old in zip(own, before, strict=True)):
            return own
        return set_by_program

    @_flat_weights.setter
    def _flat_weights(self, weights) -> None:
        # they are used until one of the attributes that hold the weights is set anew
        own = [getattr(self, name, None) for name in self._flat_weights_names]
        self.__dict__["flat_weights_"] = own, list(weights)

    def _apply(self, fn, recurse: bool = True):
        self.__dict__.pop("flat_weights_", None)
        return super()._apply(fn, recurse)

    def flatten_parameters(self) -> None:
        """Do nothing: cuDNN alone wants all weights in one piece of memory."""

    def reset_parameters(self) -> None:
        """Draw all weights anew, uniformly within ``1 / sqrt(hidden_size)``."""
        bound = 1.0 / math.sqrt(self.hidden_size)
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def state_sizes_(self) -> tuple[int, ...]:
        """Return the last size of each tensor of the hidden state."""
        return (self.proj_size or self.hidden_size,)

    def extra_repr(self) -> str:
        parts = [str(self.input_size), str(self.hidden_size)]
        usual = {
            "proj_size": 0,
            "num_layers": 1,
            "bias": True,
            "batch_first": False,
            "dropout": 0,
            "bidirectional": False,
        }
        for name, value in usual.items():
            if getattr(self, name) != value:
                parts.append(f"{name}={getattr(self, name)}")
        return ", ".join(parts)

    def __setstate__(self, state):
        super().__setstate__({"proj_size": 0, **state})


def _check_input(layer, input, batch_sizes) -> None:
    """Raise if dtype, rank (3, or 2 if packed) or last size of ``input`` misfit."""
    dtype = getattr(layer, layer._all_weights[0][0]).dtype
    if input.dtype != dtype:
        raise ValueError(
            f"RNN input dtype ({input.dtype}) does not match weight dtype ({dtype}). Convert "
            f"input: input.to({dtype}), or convert model: model.to({input.dtype})"
        )
    rank = 3 if batch_sizes is None else 2
    if input.dim() != rank:
        raise RuntimeError(f"input must have {rank} dimensions, got {input.dim()}")
    if input.size(-1) != layer.input_size:
        raise RuntimeError(
            f"input.size(-1) must be equal to input_size. Expected {layer.input_size}, got "
            f"{input.size(-1)}"
        )


def _check_state(state, shapes) -> None:
    for i, (x, shape) in enumerate(zip(state, shapes, strict=True)):
        if tuple(x.size()) != shape:
            which = f"hidden[{i}]" if len(shapes) > 1 else "hidden"
            raise RuntimeError(f"Expected {which} size {shape}, got {list(x.size())}")


def _add_batch_to_state(state, batched: bool) -> tuple:
    """Return a state with its batch axis, added unless ``batched``; raise for a wrong rank."""
    rank, kind = (3, "batched 3-D") if batched else (2, "unbatched 2-D")
    ranks = [x.dim() for x in state]
    if any(found != rank for found in ranks):
        if len(state) == 1:
            raise RuntimeError(
                f"For {kind} input, hx should also be {rank}-D but got {ranks[0]}-D tensor"
            )
        raise RuntimeError(
            f"For {kind} input, hx and cx should also be {rank}-D but got ({ranks[0]}-D, "
            f"{ranks[1]}-D) tensors"
        )
    return tuple(state) if batched else tuple(x.unsqueeze(1) for x in state)


def _run_recurrent(layer, function, input, state):
    """Call PyTorch's function of the layer; return the output and the state as a tuple."""
    packed = isinstance(input, PackedSequence)
    batched, batch_dim = True, 0 if layer.batch_first else 1
    batch_sizes = order = back = None
    if packed:
        input, batch_sizes, order, back = input
        batch = int(batch_sizes[0])
    else:
        if input.dim() not in (2, 3):
            name = layer.mode.partition("_")[0]
            noun = "D tensor" if name == "RNN" else "D"
            raise ValueError(
                f"{name}: Expected input to be 2D or 3D, got {input.dim()}{noun} instead"
            )
        batched = input.dim() == 3
        if not batched:
            input = input.unsqueeze(batch_dim)
        batch = input.size(batch_dim)
        if state is not None:
            state = _add_batch_to_state(state, batched)
    layers = layer.num_layers * (2 if layer.bidirectional else 1)
    shapes = [(layers, batch, size) for size in layer.state_sizes_()]
    if state is None:
        if (
            type(input) is torch.Tensor
            and type(getattr(input, "_data", None)) is native.tensor_class
        ):
            state = [input.new_zeros(shape) for shape in shapes]  # PyTorch's own: the quicker call
        else:
            state = [torch.zeros(s, dtype=input.dtype, device=input.device) for s in shapes]
    elif order is not None:
        state = [x.index_select(1, order) for x in state]
    _check_input(layer, input, batch_sizes)
    _check_state(state, shapes)
    state = tuple(state) if len(state) > 1 else state[0]
    weights = layer._flat_weights
    options = (weights, layer.bias, layer.num_layers, layer.dropout, layer.training)
    if packed:
        result = function(input, batch_sizes, state, *options, layer.bidirectional)
    else:
        result = function(input, state, *options, layer.bidirectional, layer.batch_first)
    output, state = result[0], tuple(result[1:])
    if packed:
        output = PackedSequence(output, batch_sizes, order, back)
        if back is not None:
            state = tuple(x.index_select(1, back) for x in state)
    elif not batched:
        output = output.squeeze(batch_dim)
        state = tuple(x.squeeze(1) for x in state)
    return output, state


def _refuse_projection(options) -> None:
    if "proj_size" in options:
        raise ValueError("proj_size argument is only supported for LSTM, not RNN or GRU")


@citing("``torch.nn.{}``")
class RNN(RNNBase):
    """``h' = tanh(W x + b + V h + c)``, in layers.

    Parameters
    ----------
    input_size, hidden_size : int
    num_layers : int
    nonlinearity : {"tanh", "relu"}
    bias, batch_first : bool
    dropout : float
        Between layers, in training.
    bidirectional : bool
    """

    def __init__(self, *args, **kwargs):
        _refuse_projection(kwargs)
        if len(args) > 3:
            nonlinearity = args[3]
            args = args[:3] + args[4:]
        else:
            nonlinearity = kwargs.pop("nonlinearity", "tanh")
        if nonlinearity not in ("tanh", "relu"):
            raise ValueError(
                f"Unknown nonlinearity '{nonlinearity}'. Select from 'tanh' or 'relu'."
            )
        super().__init__(f"RNN_{nonlinearity.upper()}", *args, **kwargs)
        self.nonlinearity = nonlinearity

    def forward(self, input, hx=None):
        """Return the output of the last layer at each step, and the last state of each layer."""
        function = torch.rnn_tanh if self.mode == "RNN_TANH" else torch.rnn_relu
        output, state = _run_recurrent(self, function, input, None if hx is None else (hx,))
        return output, state[0]


@citing("``torch.nn.{}``; S. Hochreiter and J. Schmidhuber, 1997")
class LSTM(RNNBase):
    """Long short-term memory, in layers. Parameters as of ``RNN``, and ``proj_size``."""

    def __init__(self, *args, **kwargs):
        super().__init__("LSTM", *args, **kwargs)

    def state_sizes_(self) -> tuple[int, ...]:
        return (self.proj_size or self.hidden_size, self.hidden_size)

    def forward(self, input, hx=None):
        """Return the output at each step, and the last states and cells of each layer."""
        return _run_recurrent(self, torch.lstm, input, hx)


@citing("``torch.nn.{}``; K. Cho et al., 2014")
class GRU(RNNBase):
    """Gated recurrent units, in layers. Parameters as of ``RNN``."""

    def __init__(self, *args, **kwargs):
        _refuse_projection(kwargs)
        super().__init__("GRU", *args, **kwargs)

    def forward(self, input, hx=None):
        """Return the output of the last layer at each step, and the last state of each layer."""
        output, state = _run_recurrent(self, torch.gru, input, None if hx is None else (hx,))
        return output, state[0]


class RNNCellBase(Module):
    """Base of one step of recurrent layers: weights of input and state."""

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool,
        num_chunks: int,
        device=None,
        dtype=None,
    ):
        super().__init__()
        self.input_size, self.hidden_size = input_size, hidden_size
        self.bias = bias
        gates = num_chunks * hidden_size
        shapes = {"weight_ih": (gates, input_size), "weight_hh": (gates, hidden_size)}
        shapes |= {"bias_ih": (gates,), "bias_hh": (gates,)}
        for name, shape in shapes.items():
            if len(shape) == 1 and not bias:
                self.register_parameter(name, None)
            else:
                made = torch.empty(shape, device=device, dtype=dtype)
                self.register_parameter(name, Parameter(made))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw all weights anew, uniformly within ``1 / sqrt(hidden_size)``."""
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def extra_repr(self) -> str:
        parts = [str(self.input_size), str(self.hidden_size)]
        if self.bias is not True:
            parts.append(f"bias={self.bias}")
        if getattr(self, "nonlinearity", "tanh") != "tanh":
            parts.append(f"nonlinearity={self.nonlinearity}")
        return ", ".join(parts)


def _step(cell, function, input, state, names):
    """Call PyTorch's function of one step; return the new state as a tuple."""
    kind = type(cell).__name__
    if input.dim() not in (1, 2):
        raise ValueError(f"{kind}: Expected input to be 1D or 2D, got {input.dim()}D instead")
    for name, x in zip(names, state or (), strict=False):
        if x.dim() not in (1, 2):
            raise ValueError(f"{kind}: Expected {name} to be 1D or 2D, got {x.dim()}D instead")
    batched = input.dim() == 2
    if not batched:
        input = input.unsqueeze(0)
    if state is None:
        zeros = torch.zeros(input.size(0), cell.hidden_size, dtype=input.dtype, device=input.device)
        state = (zeros,) * len(names)
    elif not batched:
        state = tuple(x.unsqueeze(0) for x in state)
    state = tuple(state) if len(names) > 1 else state[0]
    weights = (cell.weight_ih, cell.weight_hh, cell.bias_ih, cell.bias_hh)
    result = function(input, state, *weights)
    result = result if isinstance(result, tuple) else (result,)
    return result if batched else tuple(x.squeeze(0) for x in result)


_WEIGHTS = dict.fromkeys(("weight_ih", "weight_hh", "bias_ih", "bias_hh")).keys()


def _are_matrices(*tensors) -> bool:
    """Return whether all are tensors of ours with two dimensions: a batch."""
    for x in tensors:
        native = getattr(x, "_data", None)
        if native is None:
            native = getattr(x, "_view", None)
        if native is None or len(native.shape) != 2:
            return False
    return True


class RNNCell(RNNCellBase):
    """One step of ``RNN``. PyTorch: ``torch.nn.RNNCell``."""

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool = True,
        nonlinearity: str = "tanh",
        device=None,
        dtype=None,
    ):
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input, hx=None):
        if self.nonlinearity not in ("tanh", "relu"):
            raise RuntimeError(f"Unknown nonlinearity: {self.nonlinearity}")
        function = torch.rnn_tanh_cell if self.nonlinearity == "tanh" else torch.rnn_relu_cell
        return _step(self, function, input, None if hx is None else (hx,), ("hidden",))[0]


class LSTMCell(RNNCellBase):
    """One step of ``LSTM``: state and cell. PyTorch: ``torch.nn.LSTMCell``."""

    def __init__(
        self, input_size: int, hidden_size: int, bias: bool = True, device=None, dtype=None
    ):
        super().__init__(input_size, hidden_size, bias, 4, device, dtype)

    def forward(self, input, hx=None):
        if type(hx) is tuple and len(hx) == 2 and _are_matrices(input, *hx):
            own = self.__dict__["_parameters"]
            if own.keys() >= _WEIGHTS:  # else they are computed, as by weight_norm
                return lstm_cell_of_module(input, hx, *[own[name] for name in _WEIGHTS])
        return _step(self, lstm_cell_of_module, input, hx, ("hx[0]", "hx[1]"))


class GRUCell(RNNCellBase):
    """One step of ``GRU``. PyTorch: ``torch.nn.GRUCell``."""

    def __init__(
        self, input_size: int, hidden_size: int, bias: bool = True, device=None, dtype=None
    ):
        super().__init__(input_size, hidden_size, bias, 3, device, dtype)

    def forward(self, input, hx=None):
        return _step(self, torch.gru_cell, input, None if hx is None else (hx,), ("hidden",))[0]
