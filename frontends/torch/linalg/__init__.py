"""torch.linalg: products, norms, factors and solutions of matrices."""

from __future__ import annotations

import importlib as _importlib

from ..dispatch.errors import LinAlgError

# Which file defines which functions; a file is imported when one of them is first asked for.
_AREAS = {
    "factors": """
        cholesky cholesky_ex eig eigh eigvals eigvalsh householder_product inv inv_ex lu
        lu_factor lu_factor_ex lu_solve pinv qr svd svdvals
    """,
    "norms": "cond matrix_norm matrix_rank norm vector_norm",
    "products": """
        cross diagonal matmul matrix_exp matrix_power multi_dot vander vecdot
    """,
    "solutions": """
        det lstsq slogdet solve solve_ex solve_triangular tensorinv tensorsolve
    """,
}
_HOMES = {name: area for area, names in _AREAS.items() for name in names.split()}


def __getattr__(name: str):
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(name)
    found = getattr(_importlib.import_module(f".{home}", __name__), name)
    globals()[name] = found
    return found


def __dir__():
    return sorted({*_HOMES, "LinAlgError"})
