"""Environments with gymnasium's interface, as far as cleanrl's scripts use it, in NumPy."""

from __future__ import annotations

import numpy as np

from . import spaces, vector, wrappers

__all__ = ["Env", "make", "spaces", "vector", "wrappers"]

# (numbers of an observation, parts of an action, or how many actions there are) by name
_SIZES = {"CartPole-v1": (4, 2, True), "Hopper-v4": (11, 3, False)}
_LONGEST = 200  # steps of an episode


class Env:
    """A drawn system that is to be held near zero: its state is what is observed."""

    def __init__(self, name: str):
        size, actions, is_discrete = _SIZES[name]
        drawn = np.random.default_rng(size)
        self._turning = 0.98 * np.linalg.qr(drawn.standard_normal((size, size)))[0]
        self._pushing = 0.2 * drawn.standard_normal((actions, size))
        self._is_discrete = is_discrete
        self.observation_space = spaces.Box(-np.inf, np.inf, (size,), np.float32)
        if is_discrete:
            self.action_space = spaces.Discrete(actions)
        else:
            self.action_space = spaces.Box(-1.0, 1.0, (actions,), np.float32)
        self._draws = np.random.default_rng(0)

    def reset(self, *, seed: int | None = None):
        if seed is not None:
            self._draws = np.random.default_rng(seed)
        self._state = self._draws.uniform(-0.05, 0.05, self.observation_space.shape)
        self._steps = 0
        return self._state.astype(np.float32), {}

    def step(self, action):
        if self._is_discrete:
            push = self._pushing[int(action)]
        else:
            push = np.asarray(action, np.float64) @ self._pushing
        noise = 0.02 * self._draws.standard_normal(self._state.shape)
        self._state = self._turning @ self._state + push + noise
        self._steps += 1
        far = float(np.abs(self._state).max())
        is_over = far > 2.0
        reward = 1.0 - min(1.0, 0.5 * far)
        return self._state.astype(np.float32), reward, is_over, self._steps >= _LONGEST, {}

    def close(self) -> None:
        """Close nothing: an environment is its arrays."""


def make(name: str, **options) -> Env:
    return Env(name)
