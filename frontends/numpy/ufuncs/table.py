"""The ufuncs by name."""

from __future__ import annotations

import numpy as np

from ..protocols import ufuncs
from .dispatch import BinaryUfunc, UnaryUfunc, ufunc
from .gufunc import OWN_FUNCTIONS

_REDUCTIONS = {
    "add": ("sum", "cumulative_sum"),
    "multiply": ("prod", "cumulative_prod"),
    "maximum": ("max", "cummax"),
    "minimum": ("min", "cummin"),
    "logical_and": ("all", None),
    "logical_or": ("any", None),
}
_CORE_NAMES = {
    "absolute": "abs", "arccos": "acos", "arccosh": "acosh", "arcsin": "asin",
    "arcsinh": "asinh", "arctan": "atan", "arctan2": "atan2", "arctanh": "atanh",
    "conjugate": "conj", "invert": "bitwise_invert", "left_shift": "bitwise_left_shift",
    "right_shift": "bitwise_right_shift", "power": "pow", "degrees": "rad2deg",
    "radians": "deg2rad",
}  # fmt: skip
_NAMES = """
absolute add arccos arccosh arcsin arcsinh arctan arctan2 arctanh bitwise_and bitwise_count
bitwise_or bitwise_xor cbrt ceil conjugate copysign cos cosh deg2rad degrees divide divmod equal
exp exp2 expm1 fabs float_power floor floor_divide fmax fmin fmod frexp gcd greater greater_equal
heaviside hypot invert isfinite isinf isnan lcm ldexp left_shift less less_equal log log10 log1p
log2 logaddexp logaddexp2 logical_and logical_not logical_or logical_xor matmul matvec maximum
minimum modf multiply negative nextafter not_equal positive power rad2deg radians reciprocal
remainder right_shift rint sign signbit sin sinh spacing sqrt square subtract tan tanh trunc vecdot
vecmat
""".split()


def _make_ufunc(name: str) -> ufunc:
    real = getattr(np, name)
    core = _CORE_NAMES.get(name, name)
    cls = ufunc if core in OWN_FUNCTIONS else UnaryUfunc if real.nin == 1 else BinaryUfunc
    return cls(real, core, *_REDUCTIONS.get(name, ()))


UFUNCS = {name: _make_ufunc(name) for name in _NAMES}
ufuncs.update({function.real_ufunc: function for function in UFUNCS.values()})
UFUNCS |= {
    "abs": UFUNCS["absolute"], "acos": UFUNCS["arccos"], "acosh": UFUNCS["arccosh"],
    "asin": UFUNCS["arcsin"], "asinh": UFUNCS["arcsinh"], "atan": UFUNCS["arctan"],
    "atan2": UFUNCS["arctan2"], "atanh": UFUNCS["arctanh"], "bitwise_invert": UFUNCS["invert"],
    "bitwise_left_shift": UFUNCS["left_shift"], "bitwise_not": UFUNCS["invert"],
    "bitwise_right_shift": UFUNCS["right_shift"], "conj": UFUNCS["conjugate"],
    "mod": UFUNCS["remainder"], "pow": UFUNCS["power"], "true_divide": UFUNCS["divide"],
}  # fmt: skip
