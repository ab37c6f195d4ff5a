"""Steps of a random policy in a CPU-second of one thread: ours, gymnasium-2048's and pgx's.

    python benches/steps.py [--seconds S] [--others FOLDER]

Actions are drawn by NumPy from the masks that the environment returned, each legal one as likely as the others, and
drawing them is part of the time. Only moves count, not the steps that begin a new game. With ``--others`` each of the
other two gets a virtual environment of its own in FOLDER (their pins clash), and is run the same way.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import time

# One thread, whoever would like more.
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

import numpy as np

# For each set of legal moves, as four bits, twelve moves of which each legal one has an equal part.
SETS = np.array(
    [np.resize([mv for mv in range(4) if bits >> mv & 1] or [0], 12) for bits in range(16)], dtype=np.int64
).ravel()


def draw(rng, mask):
    """For each row of a mask of int8 a legal action, each as likely as the others."""
    # The four bytes of a row, times 1, 2, 4 and 8, meet in the highest one.
    bits = (mask.view(np.uint32).ravel() * np.uint32(0x01020408)) >> np.uint32(24) & np.uint32(15)
    return SETS[bits * np.uint32(12) + rng.integers(0, 12, len(mask), dtype=np.uint8)]


def measured(step, seconds):
    """Calls ``step`` for a while: moves a CPU-second, in the best of five parts."""
    step()
    best = 0.0
    for _ in range(5):
        start, moves = time.process_time(), 0
        while time.process_time() - start < seconds / 5:
            moves += sum(step() for _ in range(16))
        best = max(best, moves / (time.process_time() - start))
    return best


def ours(count, seconds):
    import redouble

    env, rng = redouble.VectorEnv(count), np.random.default_rng(1)
    state = {"infos": env.reset(seed=1)[1], "over": 0}

    def step():
        _, _, ended, _, infos = env.step(draw(rng, state["infos"]["action_mask"]))
        begun, state["over"] = state["over"], int(np.count_nonzero(ended))
        state["infos"] = infos
        return count - begun - int(np.count_nonzero(infos["illegal"]))

    return measured(step, seconds)


def single(name, seconds, masked):
    """An environment of one game; without masks, uniform actions of which the illegal ones do nothing."""
    import gymnasium

    if name.startswith("gymnasium_2048"):
        import gymnasium_2048  # noqa: F401
    env, rng = gymnasium.make(name.split(":", 1)[-1] if not masked else name), np.random.default_rng(1)
    state = {"info": env.reset(seed=1)[1]}

    def step():
        action = rng.choice(np.flatnonzero(state["info"]["action_mask"])) if masked else int(rng.integers(4))
        _, _, ended, truncated, state["info"] = env.step(action)
        if ended or truncated:
            state["info"] = env.reset()[1]
        return 1

    return measured(step, seconds)


def pgx_loop(count, seconds):
    import jax
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env, rng = pgx.make("2048"), np.random.default_rng(1)
    init, advance = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    key, again = jax.random.PRNGKey(0), jax.jit(lambda key: tuple(jax.random.split(key)))
    split = jax.jit(lambda key: jax.random.split(key, count))
    state = {"key": key, "games": init(split(key))}

    def step():
        state["key"], now = again(state["key"])
        mask = np.asarray(state["games"].legal_action_mask).astype(np.int8)
        state["games"] = jax.block_until_ready(advance(state["games"], draw(rng, mask), split(now)))
        return count

    return measured(step, seconds)


OTHERS = {"gymnasium-2048": ["gymnasium-2048==0.1.2"], "pgx": ["pgx==2.6.0", "jax==0.10.2"]}


def line(what, speed):
    print(f"{what:<44}{speed:>14,.0f}", flush=True)


def run_other(name, folder, seconds):
    venv = pathlib.Path(folder) / name
    python = venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    installed = subprocess.run([python, "-m", "pip", "install", "--quiet", *OTHERS[name]]).returncode == 0
    if not installed:
        print(f"{name}: it does not install here")
        return
    subprocess.run([python, __file__, "--only", name, "--seconds", str(seconds)], check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10.0, help="CPU-seconds for each figure")
    parser.add_argument("--others", help="a folder for the environments of the others")
    parser.add_argument("--only", choices=["redouble", *OTHERS], default=None, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.only in (None, "redouble"):
        print(f"{'environment':<44}{'moves/CPU-s':>14}")
        for count in (1, 1024, 4096):
            line(f"redouble.VectorEnv, {count} games", ours(count, asked.seconds))
        line("redouble, gymnasium.make", single("redouble:redouble/Game2048-v0", asked.seconds, True))
    if asked.only == "gymnasium-2048":
        line("gymnasium-2048, gymnasium.make, any action", single("gymnasium_2048:gymnasium_2048/TwentyFortyEight-v0", asked.seconds, False))
    if asked.only == "pgx":
        line("pgx, 1024 games, loop in Python", pgx_loop(1024, asked.seconds))
    if asked.others and asked.only is None:
        for name in OTHERS:
            run_other(name, asked.others, asked.seconds)


if __name__ == "__main__":
    main()
