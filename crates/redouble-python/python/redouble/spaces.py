"""What environments see, do and are paid, said once for one game and for many."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

KINDS = 18
"""Kinds of tiles: the empty cell, 2, 4, … 131072."""


def action_space():
    """0 up, 1 right, 2 down, 3 left: the order of the original game."""
    return spaces.Discrete(4)


def observation_space(observation):
    """Exponents from 0 to 17, or for each cell eighteen numbers of which one is 1."""
    if observation == "one-hot":
        return spaces.Box(0, 1, (4, 4, KINDS), np.uint8)
    return spaces.Box(0, KINDS - 1, (4, 4), np.uint8)


def shaped(view, observation):
    """The bytes of some boards in the shape of their space."""
    return view.reshape((-1, 4, 4, KINDS) if observation == "one-hot" else (-1, 4, 4))


def board_in(options):
    """The board and the score that ``options`` of a reset ask for; None for the usual start."""
    options = dict(options or {})
    board, score = options.pop("board", None), options.pop("score", 0)
    if options:
        known = "'board', 'score', 'game' or 'reset_mask'"
        raise ValueError(f"options {sorted(options)}: expected {known}")
    if board is None and score:
        raise ValueError("options 'score' without 'board': expected both or none")
    return None if board is None else (board, score)
