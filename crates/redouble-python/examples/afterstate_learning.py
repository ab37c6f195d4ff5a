"""Learns the values of afterstates on the vector environment, in plain NumPy.

Each row and each column of a board selects one weight of a table; the value of a board is their sum. After every step
the value of the last afterstate moves towards the reward of the next slide and the value after it: TD(0).

    python afterstate_learning.py [STEPS] [GAMES AT ONCE]
"""

import sys

import numpy as np

import redouble

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
count = int(sys.argv[2]) if len(sys.argv) > 2 else 256

LINES = np.array([range(4 * i, 4 * i + 4) for i in range(4)] + [range(i, 16, 4) for i in range(4)])
POWERS = 18 ** np.arange(4)
weights = np.zeros((2, 18**4))  # rows and columns at the edge, rows and columns within
KIND = np.array([0, 1, 1, 0, 0, 1, 1, 0])


def places(boards):
    """For each board the eight weights that it selects."""
    return boards.reshape(-1, 16)[:, LINES].astype(np.int64) @ POWERS


def values(boards):
    return weights[KIND, places(boards)].sum(1)


def slide_left(rows):
    """All rows of many boards at once: the rows after a slide to the left, and their points."""
    rows = np.take_along_axis(rows, np.argsort(rows == 0, axis=1, kind="stable"), 1)
    points = np.zeros(len(rows), np.int64)
    for at in range(3):
        merges = (rows[:, at] == rows[:, at + 1]) & (rows[:, at] > 0) & (rows[:, at] < 17)
        rows[merges, at] += 1
        points[merges] += 1 << rows[merges, at].astype(np.int64)
        rows[merges, at + 1 : 3] = rows[merges, at + 2 :]
        rows[merges, 3] = 0
    return rows, points


def slides(boards):
    """The afterstates and the points of all four moves: 0 up, 1 right, 2 down, 3 left."""
    afters, points = [], []
    for turns in (1, 2, 3, 0):
        rows, paid = slide_left(np.rot90(boards, turns, (1, 2)).reshape(-1, 4).copy())
        afters.append(np.rot90(rows.reshape(-1, 4, 4), -turns, (1, 2)))
        points.append(paid.reshape(-1, 4).sum(1))
    return np.stack(afters, 1), np.stack(points, 1)


env = redouble.VectorEnv(count, autoreset_mode="NextStep")
boards, infos = env.reset(seed=1)
last, going = np.zeros((count, 4, 4), np.uint8), np.zeros(count, bool)  # the afterstates to learn about
scores = []
for step in range(steps):
    afters, points = slides(boards)
    worth = points + values(afters).reshape(count, 4)
    worth[infos["action_mask"] == 0] = -np.inf
    best = worth.max(1)
    target = np.where(np.isfinite(best), best, 0)  # a game that is over is worth no more
    error = (target - values(last))[going]
    np.add.at(weights, (np.broadcast_to(KIND, (going.sum(), 8)), places(last[going])), error[:, None] * 0.1 / 8)
    alive = np.isfinite(best)
    actions = np.where(alive, worth.argmax(1), 0)
    last, going = afters[np.arange(count), actions], alive
    boards, rewards, ended, _, infos = env.step(actions)
    scores.extend(infos["score"][ended])

print(f"{len(scores)} games; the first 100: {np.mean(scores[:100]):.0f} points; the last 100: {np.mean(scores[-100:]):.0f}")
