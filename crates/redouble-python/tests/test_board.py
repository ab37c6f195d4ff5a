"""Boards and games agree with the rule in words, with text and with NumPy."""

import copy
import pickle

import numpy as np
import pytest
from conftest import naive_slide, random_boards

import redouble


def test_slides_are_those_of_the_rule_in_words(rng):
    for board in random_boards(rng, 2000):
        for mv in redouble.MOVES:
            after, points = naive_slide(board.exponents(), mv)
            slide = board.slide(mv)
            if (after == board.exponents()).all():
                assert slide is None and mv not in board.legal_moves()
            else:
                assert (slide[0].exponents() == after).all() and slide[1] == points
                assert mv in board.legal_moves()
        assert board.is_over == (board.legal_moves() == [])


def test_large_tiles_merge_up_to_131072_and_no_further():
    board = redouble.Board.from_faces([[65536, 65536, 0, 0], [131072, 131072, 0, 0], [0] * 4, [2] * 4])
    after, points = board.slide("left")
    assert after.faces().tolist() == [[131072, 0, 0, 0], [131072, 131072, 0, 0], [0] * 4, [4, 4, 0, 0]]
    assert points == 131072 + 8


def test_a_board_is_read_in_every_form_and_printed_as_it_is_read():
    text = "2048 1024 512 256 / 16 32 64 128 / 8 4 2 . / . . . 2"
    board = redouble.Board(text)
    assert str(board) == "ba98456732100001" and repr(board) == "Board('ba98456732100001')"
    for form in (board, str(board), board.exponents(), board.exponents().ravel(), board.exponents().tolist()):
        assert redouble.Board(form) == board
    assert redouble.Board.from_faces(board.faces()) == board
    assert hash(redouble.Board(text)) == hash(board) and len({board, redouble.Board(text)}) == 1
    assert pickle.loads(pickle.dumps(board)) == board == copy.deepcopy(board)
    assert np.asarray(board).dtype == np.uint8 and np.asarray(board, dtype=float).dtype == float
    assert board.max_tile == 2048 and board.empties == 4
    assert board.with_tile(3, 0, 4).faces()[3, 0] == 4


@pytest.mark.parametrize(
    ("wrong", "error", "said"),
    [
        ("2 2 2", ValueError, "expected"),
        (np.zeros((3, 4), np.uint8), ValueError, r"shape \[3, 4\]: expected \(4, 4\)"),
        (np.zeros((4, 4)), TypeError, "float64: expected text or whole numbers"),
        (np.full((4, 4), 18), ValueError, "row 1, column 1: exponent 18, expected 0 to 17"),
        ([[2048, 0, 0, 0]] * 4, ValueError, "Board.from_faces"),
        (None, TypeError, "expected text or whole numbers"),
    ],
)
def test_what_is_no_board_is_refused_with_what_was_expected(wrong, error, said):
    with pytest.raises(error, match=said):
        redouble.Board(wrong)


def test_moves_are_names_letters_or_numbers():
    board = redouble.Board("1000000000000000")
    assert board.slide("right") == board.slide("r") == board.slide(1) == board.slide(np.int64(1))
    for wrong in ("west", 4, -1, 0.5):
        with pytest.raises(ValueError, match="expected"):
            board.slide(wrong)


def test_chance_answers_an_afterstate():
    after, _ = redouble.Board("1100000000000000").slide("left")
    spawns = after.spawns()
    assert len(spawns) == 30 and abs(sum(chance for _, chance in spawns) - 1) < 1e-12
    assert after.spawn(3, 3, 4) in [board for board, _ in spawns]
    with pytest.raises(ValueError, match="expected an empty cell"):
        after.spawn(0, 0, 2)
    with pytest.raises(ValueError, match="expected a 2 or a 4"):
        after.spawn(3, 3, 8)


def test_a_game_repeats_from_its_seed_and_can_be_taken_back():
    one, other = redouble.Game(seed=7, number=3), redouble.Game(seed=7, number=3)
    while not one.is_over:
        mv = one.board.legal_moves()[0]
        assert one.play(mv) == other.play(mv) and one.board == other.board
    assert one.score == other.score > 0 and one.moves > 20
    end = one.board
    assert one.undo() and one.board != end and one.redo() and one.board == end
    with pytest.raises(ValueError, match="the game is over"):
        one.play("up")
    with pytest.raises(ValueError, match="left changes nothing on 1000000000000000, expected one of right, down"):
        redouble.Game(board="1000000000000000").play("left")


def test_a_game_is_the_commands_game():
    """An agent's game of a number is the game of that number; test_trials.py asks the command itself."""
    assert str(redouble.Game(seed=1, number=0).board) != str(redouble.Game(seed=1, number=1).board)
    record = redouble.Agent("random").play(seed=7, number=2)
    replayed = redouble.Game(seed=7, number=2)
    for mv in record.moves():
        replayed.play(mv)
    assert (replayed.board, replayed.score) == (record.board, record.score)
    assert record.seed == (7, 2)


def test_a_board_shows_itself_in_a_notebook():
    shown = redouble.Board("ba98456732100001")._repr_html_()
    assert shown.startswith("<table") and shown.count("<td") == 16 and ">2048<" in shown
    assert "score 0" in redouble.Game()._repr_html_()
