"""Cases of functions that work element by element, and of activations."""

from __future__ import annotations

import numpy as np

from .case import (
    DTYPE,
    Case,
    between,
    integers,
    normal,
    powers,
    waves,
)  # fmt: skip

_WIDE = powers(-30, 30)
_ABOVE = powers(-30, 30, signed=False)
_UNIT = between(-1, 1)
_MIDDLE = powers(-4, 4)
_Z = waves(500)

# NumPy's function of the same name, and its arguments
_OF_NUMPY = {
    "abs": [_WIDE], "add": [_MIDDLE, _MIDDLE], "ceil": [_MIDDLE], "conj": [_Z], "fabs": [_WIDE],
    "fix": [_MIDDLE], "floor": [_MIDDLE], "heaviside": [normal(), _UNIT], "imag": [_Z],
    "multiply": [powers(-15, 15), powers(-15, 15)], "nan_to_num": [_WIDE], "negative": [_WIDE],
    "positive": [_WIDE], "real": [_Z], "rint": [_MIDDLE], "round": [_MIDDLE], "sign": [_WIDE],
    "sqrt": [_ABOVE], "square": [powers(-15, 15)], "trunc": [_MIDDLE],
    "subtract": [_MIDDLE, _MIDDLE],
    "acos": [_UNIT], "acosh": [powers(0, 30, signed=False)], "angle": [_Z], "asin": [_UNIT],
    "asinh": [_WIDE], "atan": [_WIDE], "atan2": [_WIDE, _WIDE], "atanh": [between(-0.999, 0.999)],
    "cbrt": [_WIDE], "cos": [powers(-6, 8)], "cosh": [between(-85, 85)], "deg2rad": [_WIDE],
    "exp": [between(-85, 85)], "exp2": [between(-120, 120)], "expm1": [powers(-10, 1.9)],
    "hypot": [powers(-18, 18), powers(-18, 18)], "log": [_ABOVE], "log10": [_ABOVE],
    "log1p": [powers(-10, 30, signed=False)], "log2": [_ABOVE],
    "logaddexp": [powers(-3, 4), powers(-3, 4)], "logaddexp2": [powers(-3, 4), powers(-3, 4)],
    "rad2deg": [powers(-25, 25)], "sin": [powers(-6, 8)], "sinc": [powers(-4, 2)],
    "sinh": [powers(-10, 1.9)], "tan": [powers(-6, 8)], "tanh": [powers(-10, 2)],
    "divide": [powers(-15, 15), powers(-15, 15)], "floor_divide": [_MIDDLE, powers(-1, 2)],
    "divmod": [_MIDDLE, powers(-1, 2)], "fmod": [_MIDDLE, powers(-1, 2)],
    "reciprocal": [_WIDE], "remainder": [_MIDDLE, powers(-1, 2)],
    "frexp": [_WIDE], "ldexp": [normal(), integers(-20, 20)], "modf": [_MIDDLE],
    "fmax": [_WIDE, _WIDE], "fmin": [_WIDE, _WIDE], "maximum": [_WIDE, _WIDE],
    "minimum": [_WIDE, _WIDE],
}  # fmt: skip
_ANOTHER_NAME = {
    "acos": "arccos", "acosh": "arccosh", "asin": "arcsin", "asinh": "arcsinh",
    "atan": "arctan", "atan2": "arctan2", "atanh": "arctanh",
}  # fmt: skip
_WITH_ZEROS = ("logaddexp", "logaddexp2", "sinc")

_COMPLEX = (
    "acos", "acosh", "asin", "asinh", "atan", "atanh", "cos", "cosh", "exp", "expm1", "log",
    "log10", "log1p", "log2", "sin", "sinh", "sqrt", "tan", "tanh",
)  # fmt: skip
_NORMAL = normal(scale=3)
_OF_GELU = 2 * (2 / 3.141592653589793) ** 0.5
_SIGMOID_RANGE = between(-60, 60)

# PyTorch's function of the same name in torch.nn.functional, the arguments, options for both
_ACTIVATIONS = {
    "celu": ([_SIGMOID_RANGE], {"alpha": 1.3}),
    "elu": ([_SIGMOID_RANGE], {"alpha": 1.3}),
    "hardswish": ([_NORMAL], {}),
    "logsigmoid": ([_SIGMOID_RANGE], {}),
    "mish": ([_SIGMOID_RANGE], {}),
    "relu": ([_NORMAL], {}),
    "relu6": ([_NORMAL], {}),
    "selu": ([_SIGMOID_RANGE], {}),
    "silu": ([_SIGMOID_RANGE], {}),
    "softsign": ([_NORMAL], {}),
    "hardshrink": ([_NORMAL], {}),
    "softshrink": ([_NORMAL], {}),
    "threshold": ([_NORMAL], {"threshold": 0.5, "value": 2.0}),
}


def _of_numpy(name: str, arguments: list) -> Case:
    by = f"numpy.{_ANOTHER_NAME.get(name, name)}"
    return Case(name, by, arguments, relative="one" if name in _WITH_ZEROS else "element")


def _tanhshrink(mpmath, x):
    with mpmath.workdps(40):
        return np.array([float(each - mpmath.tanh(each)) for each in map(mpmath.mpf, x.tolist())])


def _activation(name: str, arguments: list, options: dict) -> Case:
    return Case(
        name,
        f"torch.nn.functional.{name}",
        arguments,
        options,
        call=lambda f, *args: f(*args, **options),
    )


CASES = (
    *(_of_numpy(name, arguments) for name, arguments in _OF_NUMPY.items()),
    *(
        Case(name, f"numpy.{_ANOTHER_NAME.get(name, name)}", [_Z], variant="complex")
        for name in _COMPLEX
    ),
    *(_activation(name, *given) for name, given in _ACTIVATIONS.items()),
    Case("multiply", "numpy.multiply", [_Z, waves(500)], variant="complex"),
    Case("divide", "numpy.divide", [_Z, waves(500)], variant="complex"),
    Case("abs", "numpy.abs", [_Z], variant="complex"),
    Case("pow", "numpy.power", [powers(-3, 3, signed=False), between(-8, 8)]),
    Case("pow", "numpy.power", [_Z, waves(500)], variant="complex"),
    Case("float_power", "numpy.float_power", [between(0.1, 9), between(-8, 8)],
         always_double=True),
    Case("lerp", "torch.lerp", [normal(), normal(), between(0, 1)], relative="one"),
    Case("clip", "numpy.clip", [normal(), -0.5, 0.5]),
    Case("complex", "numpy", [normal(), normal()], call=lambda np, x, y: x + 1j * y),
    Case("trunc_divide", "numpy", [_MIDDLE, powers(-1, 2)],
         call=lambda np, x, y: np.trunc(x / y)),
    Case("linspace", "numpy.linspace", [-3.0, 7.5, 101], {"dtype": DTYPE}, relative="largest"),
    Case("logspace", "numpy.logspace", [-3.0, 3.0, 101], {"dtype": DTYPE}),
    # numerics
    Case("polyval", "numpy.polyval", [normal(6), between(-2, 2)], relative="largest"),
    Case("stable_divide", "numpy", [normal(), between(0.1, 5)], {"min_denominator": 1e-3},
         call=lambda np, x, y: x / (y + 1e-3)),
    Case("stable_pow", "numpy", [between(0.1, 5), normal()], {"min_base": 1e-3},
         call=lambda np, x, y: (x + 1e-3) ** y),
    Case("clip_vector_norm", "numpy", [normal(30, 40), 2.0], relative="largest",
         call=lambda np, x, most: x * (most / np.linalg.norm(x))),
    Case("clip_matrix_norm", "numpy", [normal(4, 6, 5), 2.0], relative="largest",
         call=lambda np, x, most: x
         * (most / np.linalg.norm(x, 2, (1, 2), keepdims=True)).clip(max=1)),
    # activations
    Case("gelu", "scipy.special.ndtr", [between(-9, 9)], call=lambda f, x: x * f(x)),
    Case("gelu", "scipy.special.expit", [between(-9, 9)], {"approximate": True},
         call=lambda f, x: x * f(_OF_GELU * (x + 0.044715 * x**3)), variant="approximate"),
    Case("hardsilu", "torch.nn.functional.hardswish", [_NORMAL]),
    Case("leaky_relu", "torch.nn.functional.leaky_relu", [_NORMAL],
         call=lambda f, x: f(x, 0.2)),
    Case("log_softmax", "torch.nn.functional.log_softmax", [normal(20, 50, scale=5)],
         {"axis": -1}, call=lambda f, x: f(x, dim=-1), relative="one"),
    Case("softmax", "torch.nn.functional.softmax", [normal(20, 50, scale=5)],
         {"axis": -1}, call=lambda f, x: f(x, dim=-1)),
    Case("logit", "scipy.special.logit", [between(0.001, 0.999)], relative="one"),
    Case("prelu", "torch.nn.functional.prelu", [normal(20, 50), normal(50)],
         call=lambda f, x, slope: f(x, slope)),
    # PyTorch's own gives the argument itself from 20 on
    Case("softplus", "numpy.logaddexp", [_SIGMOID_RANGE], call=lambda f, x: f(x, 0)),
    Case("scaled_tanh", "numpy", [powers(-8, 2)],
         call=lambda np, x: 1.7159 * np.tanh(0.67 * x)),
    Case("sigmoid", "torch.sigmoid", [_SIGMOID_RANGE]),
    Case("sigmoid", "numpy", [_Z], call=lambda np, z: 1 / (1 + np.exp(-z)), variant="complex"),
    # PyTorch's own cancels near zero
    Case("tanhshrink", "mpmath", [powers(-3, 1, 300)], call=_tanhshrink),
    Case("hardtanh", "torch.nn.functional.hardtanh", [_NORMAL]),
    Case("thresholded_relu", "numpy", [_NORMAL], {"threshold": 0.7},
         call=lambda np, x: np.where(x > 0.7, x, 0)),
    Case("soft_thresholding", "numpy", [_NORMAL, between(0, 2)],
         call=lambda np, x, t: np.sign(x) * np.maximum(np.abs(x) - t, 0)),
)  # fmt: skip
