"""What is put around an environment."""

from __future__ import annotations


class RecordEpisodeStatistics:
    """Adds an episode's return and length to what is known of its last step."""

    def __init__(self, env):
        self.env = env
        self.observation_space, self.action_space = env.observation_space, env.action_space

    def reset(self, **options):
        self._gain, self._steps = 0.0, 0
        return self.env.reset(**options)

    def step(self, action):
        seen, reward, is_over, is_cut, known = self.env.step(action)
        self._gain += reward
        self._steps += 1
        if is_over or is_cut:
            known = {**known, "episode": {"r": self._gain, "l": self._steps}}
        return seen, reward, is_over, is_cut, known

    def close(self) -> None:
        self.env.close()
