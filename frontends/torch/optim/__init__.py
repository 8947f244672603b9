"""``torch.optim``: what changes parameters by their gradients, and learning rates by schedules.

References
----------
PyTorch documentation, ``torch.optim``.
"""

from . import lr_scheduler, swa_utils
from .adam import Adam, Adamax, AdamW, NAdam, RAdam
from .adaptive import ASGD, Adadelta, Adagrad, RMSprop, Rprop
from .factored import Adafactor, Muon
from .lbfgs import LBFGS
from .optimizer import (
    Optimizer,
    register_optimizer_step_post_hook,
    register_optimizer_step_pre_hook,
)
from .sgd import SGD

__all__ = [
    "ASGD", "Adadelta", "Adafactor", "Adagrad", "Adam", "AdamW", "Adamax", "LBFGS", "Muon", "NAdam",
    "Optimizer", "RAdam", "RMSprop", "Rprop", "SGD", "lr_scheduler",
    "register_optimizer_step_post_hook", "register_optimizer_step_pre_hook", "swa_utils",
]  # fmt: skip
