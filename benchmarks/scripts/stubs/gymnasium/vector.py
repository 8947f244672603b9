"""Several environments that take a step each."""

from __future__ import annotations

import numpy as np

from . import spaces


class SyncVectorEnv:
    """Environments in this process; one that is at its end begins anew at once."""

    def __init__(self, makers):
        self.envs = [make() for make in makers]
        self.num_envs = len(self.envs)
        self.single_observation_space = self.envs[0].observation_space
        self.single_action_space = self.envs[0].action_space
        shape = (self.num_envs, *self.single_observation_space.shape)
        self.observation_space = spaces.Box(-np.inf, np.inf, shape)
        one = self.single_action_space
        if isinstance(one, spaces.Box):
            self.action_space = spaces.Box(one.low, one.high, (self.num_envs, *one.shape))

    def reset(self, *, seed: int | None = None):
        seeds = [None if seed is None else seed + i for i in range(self.num_envs)]
        found = [env.reset(seed=each)[0] for env, each in zip(self.envs, seeds, strict=True)]
        return np.stack(found), {}

    def step(self, actions):
        states, rewards, ends, cuts = [], [], [], []
        last, told = [None] * self.num_envs, [None] * self.num_envs
        for i, (env, action) in enumerate(zip(self.envs, actions, strict=True)):
            seen, reward, is_over, is_cut, known = env.step(action)
            if is_over or is_cut:
                last[i], told[i] = seen, known
                seen, _ = env.reset()
            states.append(seen)
            rewards.append(reward)
            ends.append(is_over)
            cuts.append(is_cut)
        known = {}
        if any(each is not None for each in told):
            known = {"final_observation": np.array(last, object), "final_info": told}
        return np.stack(states), np.array(rewards), np.array(ends), np.array(cuts), known

    def close(self) -> None:
        for env in self.envs:
            env.close()
