"""What sharing costs and brings: trials and training on Ray, by several workers on this machine.

    python benches/cluster.py [--moves N] [--interval N] [--rounds N] [--workers 1 2 4] [--games N]

Training: the learning curves at equal moves and the moves in each second, by workers on Ray and by threads without it.
Merging: what a round of a large network costs. Trials: games in each second by this process alone, and by tasks.
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
from redouble._redouble import Trainer, keep_sheet, merge_changes
from redouble.trials import course

PATTERNS = "0.1.2.4.5 4.5.6.8.9 0.1.2.3 4.5.6.7"
AGENT = "expectimax(eval=snake,depth=3)"


def training(folder, asked):
    print(f"training {PATTERNS}, {asked.moves:,} moves, merged every {asked.interval:,} moves of a worker")
    words = {"moves": asked.moves, "rounds": asked.rounds, "evaluation": asked.evaluation, "frame": False}
    for workers in asked.workers:
        path = folder / f"workers{workers}.net"
        tell(f"{workers} workers", redouble.ray.train(path, PATTERNS, workers=workers, interval=asked.interval, **words))
    for threads in (1, 2):
        tell(f"without Ray, {threads} threads", redouble.train(folder / f"{threads}.net", PATTERNS, threads=threads, **words))


def tell(who, done):
    curve = ", ".join(f"{mean:,.0f} ± {margin:,.0f}" for mean, margin in zip(done.curve["mean"], done.curve["margin"]))
    print(f"{who}: {done.moves / done.seconds:,.0f} moves/s; curve {curve}", flush=True)


def merging(moves):
    trainer = Trainer("4x6", threads=1)
    numbers = trainer.numbers()
    print(f"a 4x6 network: {numbers.nbytes / 1e6:.0f} MB")
    timed(f"{moves:,} moves", lambda: trainer.round(moves=moves))
    places, steps = timed("finding what changed", lambda: trainer.changes_since(numbers))
    print(f"{len(places):,} weights changed, {(places.nbytes + steps.nbytes) / 1e6:.0f} MB")
    timed("merging two such lists", lambda: merge_changes(numbers, [(places, steps)] * 2))
    timed("taking the numbers over", lambda: trainer.set_numbers(numbers))


def timed(what, work):
    start = time.perf_counter()
    done = work()
    print(f"{what}: {time.perf_counter() - start:.2f} s", flush=True)
    return done


def keeping(games):
    asked = course(AGENT, games=games, seed=1, first=0, until="over", start=None, records=False, time=None, nodes=None)
    sheet = asked.sheet(jobs=1)
    print(f"a game as a line of a sheet: {len(sheet) / games:.0f} bytes")
    with tempfile.TemporaryDirectory() as folder:
        timed(f"keeping {games} games", lambda: keep_sheet(os.path.join(folder, "notebook.sqlite"), sheet))


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
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--games", type=int, default=20_000)
    asked = parser.parse_args()
    ray.init(num_cpus=4, include_dashboard=False, log_to_driver=False, object_store_memory=500_000_000)
    redouble.ray.trial("random", 8, frame=False)  # starts the workers
    with tempfile.TemporaryDirectory() as folder:
        training(pathlib.Path(folder), asked)
    ray.shutdown()
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=100_000_000)
    redouble.ray.trial("random", 8, frame=False)
    trials(asked)
    keeping(1000)
    merging(5_000_000)


if __name__ == "__main__":
    main()
