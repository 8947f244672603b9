"""Patches of images as columns of matrices, and back, each as one compiled program."""

from __future__ import annotations

import functools

import jax.numpy as jnp

from ivy_core.backends.common.patches import planned, planned_back, put_back, taken

from ..runtime.stored_programs import jit_of_layer

_planned = functools.partial(jit_of_layer, static_argnames="plan")


def im2col(x, kernel_size, /, *, dilation=1, padding=0, stride=1):
    plan = planned(x, kernel_size, dilation, padding, stride)
    return _take_patches(x, plan=plan)


@_planned
def _take_patches(x, *, plan):
    return taken(x, plan, jnp.pad, jnp.stack, jnp.reshape)


def col2im(x, output_size, kernel_size, /, *, dilation=1, padding=0, stride=1):
    plan = planned_back(x, output_size, kernel_size, dilation, padding, stride)
    return _add_patches_back(x, plan=plan)


@_planned
def _add_patches_back(x, *, plan):
    return put_back(x, plan, jnp.pad, jnp.reshape)
