"""Thousands of games at once, by Gymnasium's vector API."""

from __future__ import annotations

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from redouble._redouble import Lanes
from redouble.picture import pixels
from redouble.spaces import action_space, board_in, observation_space, shaped

_ENDINGS = {
    AutoresetMode.NEXT_STEP: "next-step",
    AutoresetMode.SAME_STEP: "same-step",
    AutoresetMode.DISABLED: "stays",
}


class VectorEnv(gymnasium.vector.VectorEnv):
    """2048, ``num_envs`` games side by side, stepped in Rust on ``threads`` threads.

    Observations, rewards and actions are those of :class:`redouble.Env`. ``reset(seed=s)`` gives environment i of N the
    games i, i + N, i + 2N … of the engine's seed ``s``; with a list of seeds, environment i plays games 0, 1, 2 … of its
    own. ``infos`` hold ``action_mask`` of shape (N, 4), ``illegal`` and ``score``; in the mode SAME_STEP also
    ``final_obs`` and ``final_info`` of the games that ended.
    """

    def __init__(
        self,
        num_envs: int,
        observation: str = "exponents",
        reward: str = "points",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, "rgb_array"):
            raise ValueError(f"render_mode {render_mode!r}: expected 'rgb_array' or None")
        mode = autoreset_mode if isinstance(autoreset_mode, AutoresetMode) else AutoresetMode(autoreset_mode)
        self.num_envs, self.observation, self.render_mode = num_envs, observation, render_mode
        self._lanes = Lanes(num_envs, view=observation, reward=reward, ending=_ENDINGS[mode], threads=threads)
        self.metadata = {"render_modes": ["rgb_array"], "render_fps": 4, "autoreset_mode": mode}
        self.single_observation_space = observation_space(observation)
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._begun, self._seen = False, None
        self._everywhere = np.ones(num_envs, bool)
        self._everywhere.flags.writeable = False

    def reset(self, *, seed=None, options=None):
        options = dict(options or {})
        mask = options.pop("reset_mask", None)
        start = board_in(options)
        if mask is not None:
            self._lanes.next_games(self._checked_mask(mask))
        else:
            self._begin(seed)
        if start is not None:
            self._lanes.set_board(*start)
        self._begun = True
        self._seen = self._lanes.look()
        return shaped(self._seen["view"], self.observation), self._infos()

    def _begin(self, seed):
        if seed is None and self._begun:
            return self._lanes.next_games([True] * self.num_envs)
        if seed is None:
            seed = int(self.np_random.integers(2**63))
        if isinstance(seed, (int, np.integer)):
            self._np_random, self._np_random_seed = gymnasium.utils.seeding.np_random(int(seed))
            return self._lanes.begin(int(seed))
        return self._lanes.begin_each([int(one) for one in seed])

    def step(self, actions):
        if not self._begun:
            raise gymnasium.error.ResetNeeded("step before the first reset")
        seen = self._seen = self._lanes.step(self._checked(actions))
        truncations = np.zeros(self.num_envs, bool)
        return shaped(seen["view"], self.observation), seen["reward"], seen["ended"], truncations, self._infos()

    def _checked(self, actions):
        actions = np.asarray(actions)
        if actions.dtype.kind not in "iu":
            raise TypeError(f"actions of {actions.dtype}: expected whole numbers from 0 to 3")
        if actions.shape != (self.num_envs,):
            raise ValueError(f"actions of shape {actions.shape}: expected ({self.num_envs},)")
        return np.ascontiguousarray(actions, dtype=np.int64)

    def _checked_mask(self, mask):
        mask = np.asarray(mask)
        if mask.dtype != bool or mask.shape != (self.num_envs,):
            raise ValueError(f"reset_mask of {mask.dtype} {mask.shape}: expected bool ({self.num_envs},)")
        return mask.tolist()

    def _infos(self):
        seen, there = self._seen, self._everywhere
        infos = {
            "action_mask": seen["mask"],
            "_action_mask": there,
            "illegal": seen["illegal"],
            "_illegal": there,
            "score": seen["score"],
            "_score": there,
        }
        if "finished" in seen:
            self._add_finished(infos, seen["finished"])
        return infos

    def _add_finished(self, infos, finished):
        """What the games that ended looked like, since their successors are in the observation."""
        index = finished["index"]
        last, ended = np.full(self.num_envs, None, object), np.zeros(self.num_envs, bool)
        views = shaped(finished["view"], self.observation)
        for at, view in zip(index.tolist(), views):
            last[at] = view
        ended[index] = True
        score = np.zeros(self.num_envs, np.int64)
        score[index] = finished["score"]
        mask = np.zeros((self.num_envs, 4), np.int8)
        final = {"score": score, "_score": ended, "action_mask": mask, "_action_mask": ended}
        infos |= {"final_obs": last, "_final_obs": ended, "final_info": final, "_final_info": ended}

    def action_masks(self):
        """Which actions would do something, for libraries that ask for it by this name."""
        return self._seen["mask"].astype(bool)

    def games(self):
        """The seed and the number of each environment's game: shape (N, 2)."""
        return np.array(self._lanes.games(), dtype=np.uint64)

    def render(self):
        if self.render_mode is None:
            return None
        views = shaped(self._seen["view"], self.observation)
        boards = views.argmax(3) if self.observation == "one-hot" else views
        return tuple(pixels(board) for board in boards)
