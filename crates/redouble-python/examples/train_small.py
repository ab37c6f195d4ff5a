"""Trains a small network from nothing and plots its learning curve.

    python train_small.py [MOVES] [FOLDER]
"""

import pathlib
import sys

import matplotlib.pyplot as plt

import redouble

moves = int(sys.argv[1]) if len(sys.argv) > 1 else 3_000_000
folder = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else ".")

done = redouble.train(folder / "small.net", "0.1.2.3 4.5.6.7 0.1.4.5 1.2.5.6", moves=moves, threads=1, evaluation=100)
curve = done.curve
plt.errorbar(curve["moves"], curve["mean"], curve["margin"], capsize=3)
plt.xlabel("moves")
plt.ylabel("mean score without search")
plt.savefig(folder / "small.png")

print(f"{done.games} games; the last evaluation: {list(curve['mean'])[-1]:.0f} points")
print(redouble.summary(redouble.trial(["random", done.spec(depth=1)], games=100, jobs=1), frame=False)["score"])
