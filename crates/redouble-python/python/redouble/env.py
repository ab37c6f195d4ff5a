"""One game as a Gymnasium environment."""

from __future__ import annotations

import gymnasium
import numpy as np

from redouble._redouble import Lanes
from redouble.picture import pixels
from redouble.spaces import action_space, board_in, observation_space, shaped


class Env(gymnasium.Env):
    """2048, one game at a time.

    Observations are exponents (``observation="exponents"``: 0 empty, 1 for 2, … 17 for 131072) or one-hot. Rewards are
    the points of a slide (``reward="points"``) or their logarithm to base 2 (``"log"``, 0 for none). Actions are 0 up,
    1 right, 2 down, 3 left. A slide that changes nothing is allowed and does nothing; ``info["illegal"]`` says so, and
    ``info["action_mask"]`` which actions would do something. A game ends when none would.

    ``reset(seed=s)`` begins game 0 of the engine's seed ``s``, each further ``reset()`` the next one: game n of seed s is
    the same game as the command's. ``options`` may name a ``game`` number, or a ``board`` and a ``score`` to start from.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}

    def __init__(
        self, observation: str = "exponents", reward: str = "points", render_mode: str | None = None
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode {render_mode!r}: expected one of {self.metadata['render_modes']} or None")
        self.observation, self.render_mode = observation, render_mode
        self._lanes = Lanes(1, view=observation, reward=reward, ending="stays")
        self.observation_space = observation_space(observation)
        self.action_space = action_space()
        self._seed, self._next, self._seen = None, 0, None

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        if seed is not None:
            self._seed, self._next = seed, 0
        elif self._seed is None:
            self._seed = int(self.np_random.integers(2**63))
        options = dict(options or {})
        number = options.pop("game", self._next)
        start = board_in(options)
        self._lanes.begin_each([self._seed], number)
        if start is not None:
            self._lanes.set_board(*start)
        self._next = number + 1
        self._seen = self._lanes.look()
        return self._view(), self._info()

    def step(self, action):
        if self._seen is None:
            raise gymnasium.error.ResetNeeded("step before the first reset")
        self._seen = self._lanes.step(np.array([action], dtype=np.int64))
        return self._view(), float(self._seen["reward"][0]), bool(self._seen["ended"][0]), False, self._info()

    def action_masks(self):
        """Which actions would do something, for libraries that ask for it by this name."""
        return self._seen["mask"][0].astype(bool)

    def render(self):
        if self.render_mode is None:
            gymnasium.logger.warn("render() without a render_mode: name one when making the environment.")
            return None
        exponents = self._exponents()
        if self.render_mode == "rgb_array":
            return pixels(exponents)
        rows = ("".join(f"{2 ** int(cell) if cell else '.':>7}" for cell in row) for row in exponents)
        return "\n".join(rows) + f"\nscore {int(self._seen['score'][0])}\n"

    def _view(self):
        return shaped(self._seen["view"], self.observation)[0]

    def _exponents(self):
        view = self._view()
        return view.argmax(2) if self.observation == "one-hot" else view

    def _info(self):
        seed, number = self._lanes.games()[0]
        return {
            "action_mask": self._seen["mask"][0],
            "illegal": bool(self._seen["illegal"][0]),
            "score": int(self._seen["score"][0]),
            "seed": seed,
            "game": number,
        }
