"""Distributions in compiled functions: a program watches for arguments that are not allowed."""

from __future__ import annotations

import pytest
import torch as theirs

import frontends.torch as ours
import ivy_core as ivy

pytestmark = pytest.mark.parametrize("backend", ["jax"], indirect=True)


def log_probabilities(torch, logits, chosen, scale):
    categorical = torch.distributions.Categorical(logits=logits)
    normal = torch.distributions.Normal(logits, scale)
    return categorical.log_prob(chosen), categorical.entropy(), normal.log_prob(logits * 2).sum()


def arguments(torch, chosen: int = 2, scale: float = 1.5):
    logits = torch.tensor([[0.5, -1.0, 2.0], [0.0, 0.25, 1.0]])
    return logits, torch.tensor([0, chosen]), torch.tensor(scale)


def test_results_and_errors_are_those_of_pytorch(backend):
    compiled = ivy.compile(log_probabilities, fallback="raise")
    for given in ({}, {"chosen": 1}, {"chosen": 3}, {"scale": -1.0}, {}):
        try:
            wanted = log_probabilities(theirs, *arguments(theirs, **given))
        except ValueError as err:
            with pytest.raises(ValueError, match=str(err)[:30].replace("(", r"\(")):
                compiled(ours, *arguments(ours, **given))
            continue
        found = compiled(ours, *arguments(ours, **given))
        for mine, own in zip(found, wanted, strict=True):
            theirs.testing.assert_close(theirs.from_numpy(mine.numpy().copy()), own)
