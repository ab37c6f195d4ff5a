"""What sharing costs and brings: trials and training on Ray, by 1, 2 and 4 workers on this machine.

    python benches/cluster.py [--moves N] [--interval N] [--games N]

Training: the learning curves of 1, 2 and 4 workers at equal moves, and the moves in each second of 1 and 2. Trials: games
in each second by this process alone, and by tasks.
"""

import argparse
import os
import pathlib
import tempfile
import time

os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")  # Ray's word for: listen on loopback

import ray

import redouble
import redouble.ray

PATTERNS = "0.1.2.4.5 4.5.6.8.9 0.1.2.3 4.5.6.7"
AGENT = "expectimax(eval=snake,depth=3)"


def training(folder, asked):
    print(f"training {PATTERNS}, {asked.moves:,} moves, merged every {asked.interval:,} moves of a worker")
    for workers in (1, 2, 4):
        start, path = time.perf_counter(), folder / f"{workers}.net"
        done = redouble.ray.train(
            path, PATTERNS, moves=asked.moves, interval=asked.interval, workers=workers, rounds=5,
            evaluation=asked.evaluation, frame=False,
        )  # fmt: skip
        points = ", ".join(f"{mean:,.0f} ± {margin:,.0f}" for mean, margin in zip(done.curve["mean"], done.curve["margin"]))
        speed = done.moves / done.seconds
        print(f"{workers} workers: {speed:,.0f} moves/s in {time.perf_counter() - start:.0f} s; curve {points}", flush=True)
    start = time.perf_counter()
    done = redouble.train(
        folder / "alone.net", PATTERNS, moves=asked.moves, threads=1, rounds=5, evaluation=asked.evaluation, frame=False
    )
    points = ", ".join(f"{mean:,.0f} ± {margin:,.0f}" for mean, margin in zip(done.curve["mean"], done.curve["margin"]))
    print(f"without Ray, 1 thread: {done.moves / done.seconds:,.0f} moves/s; curve {points}", flush=True)


def trials(asked):
    print(f"trials of {AGENT}, {asked.games} games")
    for name, play in (
        ("one process, 1 thread", lambda: redouble.trial(AGENT, asked.games, jobs=1, frame=False)),
        ("one process, 2 threads", lambda: redouble.trial(AGENT, asked.games, jobs=2, frame=False)),
        ("Ray, tasks on 2 processors", lambda: redouble.ray.trial(AGENT, asked.games, frame=False)),
    ):
        start = time.perf_counter()
        table = play()
        seconds = time.perf_counter() - start
        print(f"{name}: {asked.games / seconds:.2f} games/s, {table['moves'].sum() / seconds:,.0f} moves/s", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=20_000_000)
    parser.add_argument("--interval", type=int, default=500_000)
    parser.add_argument("--evaluation", type=int, default=500)
    parser.add_argument("--games", type=int, default=200)
    asked = parser.parse_args()
    ray.init(num_cpus=4, include_dashboard=False, log_to_driver=False, object_store_memory=500_000_000)
    redouble.ray.trial("random", 8, frame=False)  # starts the workers
    with tempfile.TemporaryDirectory() as folder:
        training(pathlib.Path(folder), asked)
    ray.shutdown()
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=100_000_000)
    redouble.ray.trial("random", 8, frame=False)
    trials(asked)


if __name__ == "__main__":
    main()
