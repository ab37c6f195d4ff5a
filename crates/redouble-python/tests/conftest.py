"""What the tests share."""

import numpy as np
import pytest

import redouble


@pytest.fixture
def rng():
    return np.random.default_rng(2048)


def random_boards(rng, count):
    """Boards of random games, of every age."""
    boards = []
    game = None
    while len(boards) < count:
        if game is None or game.is_over:
            game = redouble.Game(seed=int(rng.integers(2**32)))
        boards.append(game.board)
        if not game.is_over:
            game.play(rng.choice(game.board.legal_moves()))
    return boards


def naive_line(line):
    """The rule in words: tiles go to the wall; equal neighbours merge once, nearest the wall first."""
    tiles, slid, points = [tile for tile in line if tile], [], 0
    while tiles:
        tile = tiles.pop(0)
        if tiles and tiles[0] == tile and tile < 17:
            tiles.pop(0)
            tile += 1
            points += 2**tile
        slid.append(tile)
    return slid + [0] * (4 - len(slid)), points


def naive_slide(exponents, mv):
    """A slide by the rule in words, written again: the exponents after it and its points."""
    turns = {"left": 0, "up": 1, "right": 2, "down": 3}[mv]
    turned = np.rot90(exponents, turns)
    lines = [naive_line([int(cell) for cell in row]) for row in turned]
    after = np.rot90(np.array([line for line, _ in lines], np.uint8), -turns)
    return after, sum(points for _, points in lines)
