"""Boards as pictures: HTML for notebooks, pixels for environments. The colours are those of the page."""

from __future__ import annotations

import html as _html

import numpy as np

DARK, LIGHT = "#5b5249", "#f9f6f2"
FRAME, EMPTY = "#bbada0", "#cdc1b4"
TILES = [
    (EMPTY, EMPTY), ("#eee4da", DARK), ("#ede0c8", DARK), ("#f2b179", "#40220a"), ("#f59563", "#3b1702"),
    ("#f67c5f", "#380f04"), ("#f65e3b", "#2c0600"), ("#edcf72", "#3d2f02"), ("#edcc61", "#3d2f02"),
    ("#edc850", "#3d2f02"), ("#edc53f", "#3a2c00"), ("#edc22e", "#382a00"), ("#7a3fa0", LIGHT),
    ("#5c3d9e", LIGHT), ("#2f5aa8", LIGHT), ("#14706f", LIGHT), ("#8c1d3a", LIGHT), ("#111111", "#ffd257"),
]  # fmt: skip


def html(exponents, caption=""):
    """A board as HTML that needs nothing else."""
    rows = "".join("<tr>" + "".join(_cell_html(int(cell)) for cell in row) + "</tr>" for row in exponents)
    caption = f"<caption>{_html.escape(caption)}</caption>" if caption else ""
    style = f"border-collapse:separate;border-spacing:4px;background:{FRAME};border-radius:6px"
    return f'<table class="redouble-board" style="{style}">{caption}{rows}</table>'


def _cell_html(exponent):
    paper, ink = TILES[exponent]
    face = str(2**exponent) if exponent else ""
    size = 20 if len(face) < 4 else 16 if len(face) < 6 else 13
    style = (
        f"width:48px;height:48px;padding:0;text-align:center;background:{paper};color:{ink};"
        f"border-radius:4px;font:700 {size}px sans-serif"
    )
    return f'<td style="{style}">{face}</td>'


def analysis_html(exponents, best, values, agent):
    """A board with what each move is worth."""
    rows = "".join(_move_html(mv, value, mv == best) for mv, value in values.items())
    return f"{html(exponents)}<table><caption>{_html.escape(agent)}</caption>{rows}</table>"


def _move_html(mv, value, is_best):
    shown = "" if value is None else f"{value:,.2f}"
    weight = "700" if is_best else "400"
    return f'<tr style="font-weight:{weight}"><td>{mv}</td><td>{shown}</td></tr>'


# Digits of three by five dots, a row a number of three bits.
_DIGITS = [
    (7, 5, 5, 5, 7), (2, 6, 2, 2, 7), (7, 1, 7, 4, 7), (7, 1, 7, 1, 7), (5, 5, 7, 1, 1),
    (7, 4, 7, 1, 7), (7, 4, 7, 5, 7), (7, 1, 1, 2, 2), (7, 5, 7, 5, 7), (7, 5, 7, 1, 7),
]  # fmt: skip
_SIDE, _GAP = 64, 8


def pixels(exponents):
    """A board as an image: an array of uint8 of shape (296, 296, 3)."""
    whole = 4 * _SIDE + 5 * _GAP
    image = np.empty((whole, whole, 3), np.uint8)
    image[:] = _colour(FRAME)
    for row in range(4):
        for column in range(4):
            top, left = _GAP + row * (_SIDE + _GAP), _GAP + column * (_SIDE + _GAP)
            image[top : top + _SIDE, left : left + _SIDE] = _tile(int(exponents[row][column]))
    return image


def _tile(exponent):
    paper, ink = TILES[exponent]
    tile = np.empty((_SIDE, _SIDE, 3), np.uint8)
    tile[:] = _colour(paper)
    if exponent:
        dots = _number(2**exponent)
        scale = min(6, (_SIDE - 8) // dots.shape[1])
        dots = dots.repeat(scale, 0).repeat(scale, 1)
        top, left = (_SIDE - dots.shape[0]) // 2, (_SIDE - dots.shape[1]) // 2
        tile[top : top + dots.shape[0], left : left + dots.shape[1]][dots] = _colour(ink)
    return tile


def _number(face):
    """The digits of a number as dots, with a column of none between them."""
    rows = [[(row >> 2) & 1, (row >> 1) & 1, row & 1, 0] for digit in str(face) for row in _DIGITS[int(digit)]]
    dots = np.array(rows, bool).reshape(len(str(face)), 5, 4)
    return np.concatenate(list(dots), axis=1)[:, :-1]


def _colour(text):
    return [int(text[place : place + 2], 16) for place in (1, 3, 5)]
