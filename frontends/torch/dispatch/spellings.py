"""Other ways in which PyTorch takes the arguments of a function: further keywords, older orders."""

from __future__ import annotations

import warnings

_OF_ALL = {"axis": "dim", "keepdims": "keepdim", "a": "input", "x": "input", "x1": "input",
           "x2": "other"}  # fmt: skip
_PARTS = {"sections": "indices_or_sections", "indices": "indices_or_sections"}
_SPLIT = {"split_size": "split_size_or_sections", "input": "tensor"}
_SELF, _MATRIX = {"input": "self"}, {"input": "A"}
# overloads whose first operand is a number: pow(Number self, Tensor exponent)
_OF_NUMBERS = """
    pow float_power remainder bitwise_and bitwise_or bitwise_xor bitwise_left_shift
    bitwise_right_shift xlogy xlog1py zeta where
""".split()
_AXES = {"axis0": "dim0", "axis1": "dim1"}
_OF_ONE = {
    "split": _SPLIT, "unsafe_split": _SPLIT, "hsplit": _PARTS, "vsplit": _PARTS, "dsplit": _PARTS,
    "tensor_split": {"tensor_indices_or_sections": "indices_or_sections"}, "swapaxes": _AXES,
    "swapaxes_": _AXES, "copy_": {"other": "src"}, "view": {"dtype": "size"},
    "split_copy": _SPLIT, "expand_copy": _SELF, "unfold_copy": _SELF,
    "view_copy": _SELF | {"dtype": "size"}, "det": _MATRIX, "inverse": _MATRIX,
    "cholesky_inverse": {"input": "L"}, "cholesky_solve": {"input": "B", "input2": "L"},
    "isin": {"element": "elements", "test_element": "test_elements"}, "lu_solve": {"input": "b"},
    "triangular_solve": {"input": "b"}, "ormqr": {"input2": "tau", "input3": "other"},
    **dict.fromkeys(_OF_NUMBERS, {"self": "input"}),
}  # fmt: skip

_FACTORS = {
    **dict.fromkeys(("add", "sub"), ("alpha",)),
    **dict.fromkeys(("addcmul", "addcdiv"), ("value",)),
    **dict.fromkeys(("addmm", "addmv", "addr", "addbmm", "baddbmm"), ("beta", "alpha")),
}


def find_aliases(short_name: str, parameters: tuple[str, ...]) -> dict[str, str]:
    """Return the parameter that each further keyword of a function stands for."""
    more, found = _OF_ONE.get(short_name), {}
    for other, ours in _OF_ALL.items() if more is None else (_OF_ALL | more).items():
        if other not in parameters and ours in parameters:
            found[other] = ours
    return found


def find_factors(short_name: str) -> tuple[str, ...]:
    """Return the parameters that older code gives by position, before a tensor."""
    return _FACTORS.get(short_name.removesuffix("_"), ())


def move_factors_to_keywords(
    function, args: list, kwargs: dict, numbers: tuple[type, ...]
) -> tuple[list, dict]:
    """Return arguments with factors by keyword: ``x.addcmul_(2, y, z)`` has a value of 2.

    Parameters
    ----------
    function : Function
        One with factors.
    args, kwargs
        Nothing is moved where there are not as many tensors as the function takes.
    numbers : tuple of type
        The classes of factors.
    """
    if len(args) <= len(function.arrays):
        return args, kwargs
    given = [each for each in args if isinstance(each, numbers)]
    tensors = [each for each in args if not isinstance(each, numbers)]
    names = function.factors[: len(given)]
    is_last = isinstance(args[-1], numbers)
    if is_last or len(tensors) != len(function.arrays) or len(names) < len(given):
        return args, kwargs
    told = f"This overload of {function.short_name} is deprecated: give {{}} by keyword"
    warnings.warn(told.format(" and ".join(names)), stacklevel=2)
    return tensors, {**kwargs, **dict(zip(names, given, strict=True))}
