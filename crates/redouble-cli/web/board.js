// Boards: sixteen exponents from the top left, 0 for an empty cell.

/** @typedef {number[]} Board */
/** @typedef {'up' | 'right' | 'down' | 'left'} Move */

/** The moves, in the order in which ties are broken. */
export const MOVES = /** @type {Move[]} */ (['up', 'right', 'down', 'left']);
/** The largest exponent: 131072. */
export const MOST = 17;
const DIGITS = '0123456789abcdefgh';

/** @type {Board} */
export const EMPTY = Object.freeze(Array(16).fill(0));

/** The number on a tile; 0 for none. @param {number} exponent */
export const face = (exponent) => (exponent === 0 ? 0 : 2 ** exponent);

/** The exponent of a number on a tile, or null if there is no such tile. @param {number} number */
export function exponentOf(number) {
  const exponent = number === 0 ? 0 : Math.log2(number);
  return Number.isInteger(exponent) && exponent <= MOST && number !== 1 ? exponent : null;
}

/** The sixteen characters of a board. @param {Board} board */
export const toHex = (board) => board.map((exponent) => DIGITS[exponent]).join('');

/** The board of sixteen characters, or null. @param {string} text @returns {Board | null} */
export function fromHex(text) {
  const board = [...text.trim().toLowerCase()].map((digit) => DIGITS.indexOf(digit));
  return board.length === 16 && board.every((exponent) => exponent >= 0) ? board : null;
}

/** The largest exponent on a board. @param {Board} board */
export const largest = (board) => Math.max(...board);

/** What tiles are worth that were made from 2s: the score of a board whose past is unknown. @param {Board} board */
export const scoreByTiles = (board) =>
  board.reduce((sum, exponent) => sum + (exponent < 2 ? 0 : (exponent - 1) * 2 ** exponent), 0);

/** A cell in words. @param {number} cell */
export const place = (cell) => `row ${Math.floor(cell / 4) + 1}, column ${(cell % 4) + 1}`;
