"""The snake agent in plain Python: expectimax of full width on lists, without tables or tricks.

Usage: snake.py D. Reads boards from standard input, one a line as sixteen characters (0 empty, 1 a 2, 2 a 4 and so
on), and answers each with the best slide. D counts the plies below the first slide.
"""

import sys

SNAKE = [12, 8, 4, 0, 1, 5, 9, 13, 14, 10, 6, 2, 3, 7, 11, 15]
ROWS = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]]
COLUMNS = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15]]
SLIDES = {
    "up": COLUMNS,
    "right": [line[::-1] for line in ROWS],
    "down": [line[::-1] for line in COLUMNS],
    "left": ROWS,
}


def slide_line(tiles):
    """Four faces after a slide towards the first."""
    tiles = [tile for tile in tiles if tile]
    slid = []
    while tiles:
        tile = tiles.pop(0)
        if tiles and tiles[0] == tile:
            tile += tiles.pop(0)
        slid.append(tile)
    return slid + [0] * (4 - len(slid))


def slide(board, lines):
    """The board after a slide; None if nothing moves."""
    slid = board[:]
    for line in lines:
        for cell, tile in zip(line, slide_line([board[cell] for cell in line])):
            slid[cell] = tile
    return slid if slid != board else None


def slides(board):
    """The legal slides with their boards."""
    pairs = [(name, slide(board, lines)) for name, lines in SLIDES.items()]
    return [(name, slid) for name, slid in pairs if slid]


def heuristic(board):
    """Faces along the snake, each place worth a tenth of the one before."""
    value = sum(board[cell] / 10**place for place, cell in enumerate(SNAKE))
    head, largest = board[SNAKE[0]], max(board)
    return value if head == largest else value - (head - largest) ** 2


def after_slide(board, depth):
    """The mean over the spawns, with so many plies to go."""
    if depth == 0:
        return heuristic(board)
    empty = [cell for cell in range(16) if board[cell] == 0]
    total = 0.0
    for cell in empty:
        for face, chance in [(2, 0.9), (4, 0.1)]:
            board[cell] = face
            total += chance * after_spawn(board, depth - 1)
        board[cell] = 0
    return total / len(empty)


def after_spawn(board, depth):
    """The best slide, with so many plies to go."""
    if depth == 0 and 0 in board:
        return heuristic(board)
    legal = slides(board)
    if not legal:
        return float("-inf")
    if depth == 0:
        return heuristic(board)
    return max(after_slide(slid, depth - 1) for _, slid in legal)


def best_slide(board, depth):
    """The slide of the highest value, the first of equals."""
    return max(slides(board), key=lambda pair: after_slide(pair[1], depth))[0]


def main():
    depth = int(sys.argv[1])
    for line in sys.stdin:
        board = [2 ** int(tile, 36) if tile != "0" else 0 for tile in line.strip()]
        print(best_slide(board, depth), flush=True)


if __name__ == "__main__":
    main()
