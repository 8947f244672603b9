"""torch.special: special functions."""

from __future__ import annotations

from . import functions as _functions

# functions that the package has under another name, or the same
_SAME = {
    "digamma": "digamma", "psi": "digamma", "erf": "erf", "erfc": "erfc", "erfinv": "erfinv",
    "exp2": "exp2", "expit": "sigmoid", "expm1": "expm1", "gammainc": "igamma",
    "gammaincc": "igammac", "gammaln": "lgamma", "i0": "i0", "log1p": "log1p", "logit": "logit",
    "logsumexp": "logsumexp", "multigammaln": "mvlgamma", "polygamma": "polygamma",
    "round": "round", "sinc": "sinc", "xlogy": "xlogy",
}  # fmt: skip


def __getattr__(name: str):
    if name in _functions.__all__:
        found = getattr(_functions, name)
    elif name in _SAME:
        found = _functions.spelled(name, _SAME[name])
    else:
        raise AttributeError(name)
    globals()[name] = found
    return found


def __dir__():
    return sorted({*_functions.__all__, *_SAME})
