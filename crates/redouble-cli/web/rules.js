// The rules: what a slide does. The engine has them too; the tests compare the two over whole games.

import { MOST, MOVES } from './board.js';

/**
 * @typedef {import('./board.js').Board} Board
 * @typedef {import('./board.js').Move} Move
 * @typedef {{ from: number, to: number, merges: boolean }} Motion
 * @typedef {{ after: Board, reward: number, motions: Motion[] }} Slide
 */

/** The cells of each line, from the wall that a move slides to. */
const LINES = {
  up: [0, 1, 2, 3].map((column) => [0, 4, 8, 12].map((row) => row + column)),
  right: [0, 4, 8, 12].map((row) => [3, 2, 1, 0].map((column) => row + column)),
  down: [0, 1, 2, 3].map((column) => [12, 8, 4, 0].map((row) => row + column)),
  left: [0, 4, 8, 12].map((row) => [0, 1, 2, 3].map((column) => row + column)),
};

/**
 * Slides a board, or says with null that nothing would change. Each tile merges once at most, nearest the wall first.
 * @param {Board} board @param {Move} move @returns {Slide | null}
 */
export function slide(board, move) {
  const slid = { after: Array(16).fill(0), reward: 0, motions: [] };
  for (const line of LINES[move]) slideLine(board, line, slid);
  const changed = slid.motions.some(({ from, to }) => from !== to);
  return changed ? slid : null;
}

/** @param {Board} board @param {number[]} line @param {Slide} slid */
function slideLine(board, line, slid) {
  const tiles = line.filter((cell) => board[cell] > 0);
  for (let at = 0, rest = 0; at < tiles.length; at += 1, rest += 1) {
    const [from, next, to] = [tiles[at], tiles[at + 1], line[rest]];
    const merges = next !== undefined && board[next] === board[from] && board[from] < MOST;
    slid.after[to] = board[from] + (merges ? 1 : 0);
    slid.motions.push({ from, to, merges });
    if (merges) {
      slid.motions.push({ from: next, to, merges });
      slid.reward += 2 ** slid.after[to];
      at += 1;
    }
  }
}

/** Whether no slide is legal. @param {Board} board */
export const isOver = (board) => MOVES.every((move) => slide(board, move) === null);
