"""The best move on your board, in three lines."""

import redouble

board = redouble.Board("2048 1024 512 256 / 16 32 64 128 / 8 4 2 . / . . . 2")
print(redouble.Agent("best").choose(board))
