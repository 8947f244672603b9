"""Steps in time."""

from . import explicit, implicit

SOLVERS = {module.__name__.rpartition(".")[2]: module.step for module in (explicit, implicit)}
