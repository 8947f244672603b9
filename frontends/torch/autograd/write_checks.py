"""Checks of in-place writes that are recorded, with the errors that PyTorch raises."""

from __future__ import annotations

from ..tensors.tensor import Tensor
from .meta import ViewFacts, facts_of, requires_grad
from .nodes import grad_fn_of

_LEAF = "a leaf Variable that requires grad is being used in an in-place operation."
_VIEW_OF_LEAF = (
    "a view of a leaf Variable that requires grad is being used in an in-place operation."
)
_MADE = {
    "no_grad": (
        "A view was created in no_grad mode and is being modified inplace with grad mode enabled. "
        "Given that this use case is ambiguous and error-prone, it is forbidden. You can clarify "
        "your code by moving both the view and the inplace either both inside the no_grad block "
        "(if you don't want the inplace to be tracked) or both outside (if you want the inplace to "
        "be tracked)."
    ),
    "inference": (
        "A view was created in inference mode and is being modified inplace with grad mode "
        "enabled. Given that this use case is ambiguous and error-prone, it is forbidden. You can "
        "clarify your code by moving both the view and the inplace either both inside the "
        "inference_mode block (if you don't want the inplace to be tracked) or both outside (if "
        "you want the inplace to be tracked)."
    ),
    "several": (
        "Output {nr} of {name} is a view and is being modified inplace. This view is the output of "
        "a function that returns multiple views. Such functions do not allow the output views to "
        "be modified inplace. You should replace the inplace operation by an out-of-place one."
    ),
    "custom": (
        "Output {nr} of {name} is a view and is being modified inplace. This view was created "
        "inside a custom Function (or because an input was returned as-is) and the autograd logic "
        "to handle view+inplace would override the custom backward associated with the custom "
        "Function, leading to incorrect gradients. This behavior is forbidden. You can fix this by "
        "cloning the output of the custom Function."
    ),
}


def check_writable(target: Tensor) -> None:
    """Raise what PyTorch raises where a write that is recorded may not be done.

    Raises
    ------
    RuntimeError
        If the target is a leaf that requires gradients, a view of one, or a view of a kind that
        cannot be written to.
    """
    facts = facts_of(target)
    if facts is not None:
        if facts.made:
            raise RuntimeError(inplace_error_text(target, facts))
        if requires_grad(target) and grad_fn_of(facts.base) is None:
            raise RuntimeError(_VIEW_OF_LEAF)
    if is_leaf_that_requires_grad(target):
        raise RuntimeError(_LEAF)


def inplace_error_text(x: Tensor, facts: ViewFacts) -> str:
    """Return PyTorch's error for an in-place write to a view that was made by ``facts.made``."""
    meta = x._autograd
    name = "" if meta.grad_fn is None else meta.grad_fn.name().partition("Backward")[0]
    if facts.made == "several" and meta.grad_fn is None:
        return _MADE["several"].partition(". ")[2]
    text = _MADE[facts.made].format(nr=meta.output_nr, name=name)
    if meta.grad_fn is not None:
        of = f"Output {meta.output_nr} of {name} is a view of a view which was created"
        text = text.replace("A view was created", of)
    return text


def is_leaf_that_requires_grad(x: Tensor) -> bool:
    return type(x) is not Tensor and grad_fn_of(x) is None and requires_grad(x)


__all__ = ["check_writable", "inplace_error_text", "is_leaf_that_requires_grad"]
