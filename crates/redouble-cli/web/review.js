// Rates every move of a game against the engine's best, and estimates the chances along the way.

import { face, largest, toHex } from './board.js';

/**
 * @typedef {import('./game.js').Game} Game
 * @typedef {{ number: number, rating: string, played: string, best: string, cost: string, points_lost: number, chance_lost: number }} Rated
 * @typedef {{ moves: Rated[], samples: { at: number, shares: Map<number, number> }[] }} Review
 */

const NAMES = { u: 'up', r: 'right', d: 'down', l: 'left' };
const SAMPLES = 60;
const PLAYOUTS = 40;

/** From worst to best. */
export const RATINGS = ['blunder', 'mistake', 'inexact', 'good'];

/** The tiles whose chances are worth a line: 2048, the largest reached, the next one. @param {Game} game */
export function tilesOfInterest(game) {
  const top = largest(game.positions.at(-1).board);
  return [...new Set([11, top, Math.min(top + 1, 17)])].filter((exponent) => exponent >= 9).sort((a, b) => a - b).map(face);
}

/**
 * Looks a game over.
 * @param {import('./engine.js').Engine} engine @param {Game} game @param {import('./engine.js').Asked} asked
 * @param {(done: number, all: number, review: Review) => void} progress @param {AbortSignal} signal
 * @returns {Promise<Review>}
 */
export async function review(engine, game, asked, progress, signal) {
  const [all, review] = [game.turns.length, { moves: [], samples: [] }];
  const every = Math.max(1, Math.ceil(all / SAMPLES));
  const upTo = Math.max(...tilesOfInterest(game));
  for (let at = 0; at < all; at += 1) {
    const { board, score } = game.positions[at];
    const move = NAMES[game.turns[at][0].toLowerCase()];
    const verdict = await engine.ask({ ask: 'rate', board: toHex(board), score, move, ...asked }, signal);
    review.moves.push({ number: at + 1, ...verdict });
    if (at % every === 0) review.samples.push({ at, shares: await chances(engine, board, upTo, signal) });
    progress(at + 1, all, review);
  }
  return review;
}

async function chances(engine, board, upTo, signal) {
  const reached = face(largest(board));
  const { tiles } = await engine.ask({ ask: 'chances', board: toHex(board), playouts: PLAYOUTS, up_to: upTo }, signal);
  return new Map([[reached, 1], ...tiles.map(({ tile, share }) => [tile, share])]);
}

/** How many moves have each rating. @param {Review} review */
export const counts = ({ moves }) => Object.fromEntries(RATINGS.map((rating) => [rating, moves.filter((move) => move.rating === rating).length]));

/** The faulty moves, the worst first. @param {Review} review */
export const worst = ({ moves }) =>
  moves.filter(({ rating }) => rating === 'blunder' || rating === 'mistake')
    .sort((a, b) => RATINGS.indexOf(a.rating) - RATINGS.indexOf(b.rating) || b.chance_lost - a.chance_lost || b.points_lost - a.points_lost);

/** The chances as lines of a chart. @param {Review} review @param {number[]} tiles */
export const lines = ({ samples }, tiles) =>
  tiles.map((tile) => ({
    name: String(tile),
    points: samples.map(({ at, shares }) => [at, shares.get(tile) ?? (tile <= Math.max(...shares.keys()) ? 1 : 0)]),
  }));
