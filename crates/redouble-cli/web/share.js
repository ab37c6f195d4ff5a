// Links to a board (`#board=…`) and to a whole game (`#game=…`).

import { fromHex, toHex } from './board.js';
import { Game } from './game.js';

const here = () => `${location.origin}${location.pathname}${location.search}`;

/** @param {import('./board.js').Board} board @param {number | null} score */
export const boardLink = (board, score) => `${here()}#board=${toHex(board)}${score ? `&score=${score}` : ''}`;

/** @param {Game} game */
export function gameLink(game) {
  const { start, score, turns, seed, number, at } = game.save();
  return `${here()}#game=${[start, score, seed, number, turns.slice(0, 2 * at)].join('.')}`;
}

/**
 * What a link leads to.
 * @param {string} hash @returns {{ board: import('./board.js').Board, score: number | null } | { game: Game } | { fault: string } | null}
 */
export function readLink(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const [board, game] = [fields.get('board'), fields.get('game')];
  if (board !== null) {
    const read = fromHex(board);
    const score = Number(fields.get('score') ?? NaN);
    return read ? { board: read, score: Number.isFinite(score) ? score : null } : { fault: 'The link has no board of sixteen characters 0 to h in it.' };
  }
  if (game !== null) {
    const [start, score, seed, number, turns] = game.split('.');
    const read = Game.load({ start, score: Number(score), seed: Number(seed), number: Number(number), turns });
    return read ? { game: read } : { fault: 'The link holds no game that follows the rules.' };
  }
  return null;
}

/** Shows a link and copies it where the browser lets it. @param {string} link */
export async function offerLink(link) {
  const input = /** @type {HTMLInputElement} */ (document.getElementById('link'));
  input.value = link;
  input.focus();
  input.select();
  await navigator.clipboard?.writeText(link).catch(() => {});
}
