// How values of moves are shown, whatever they count. The one place that knows units.

/** @typedef {import('./engine.js').Hint} Hint */

/** @typedef {{ name: string, short: (value: number) => string, long: (value: number) => string }} Shown */

const whole = new Intl.NumberFormat('en');
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });
const plain = (value) => (Math.abs(value) < 1e7 ? whole.format(Math.round(10 * value) / 10) : value.toExponential(3));

/** @type {Record<Hint['unit'], Shown>} */
const UNITS = {
  points: { name: 'points to come', short: (value) => whole.format(Math.round(value)), long: (value) => `${whole.format(Math.round(value))} points to come` },
  chance: { name: 'out of 100', short: (value) => (100 * value).toFixed(2), long: (value) => `${(100 * value).toFixed(2)} out of 100` },
  own: { name: 'of its own measure', short: (value) => (Math.abs(value) < 1e5 ? plain(value) : compact.format(value)), long: plain },
};

/** @param {Hint['unit']} unit */
const unitOf = (unit) => UNITS[unit] ?? UNITS.own;

/** A value beside a move. @param {Hint} hint @param {import('./board.js').Move} move */
export function shortValue(hint, move) {
  const worth = hint.moves[move];
  if (!worth) return '';
  if (worth.value !== null) return unitOf(hint.unit).short(worth.value);
  return hint.best === move ? 'chosen' : '–';
}

/** The answer in a sentence. @param {Hint} hint */
export function sentence(hint) {
  if (!hint.best) return 'No slide is legal: the game is over.';
  const value = hint.moves[hint.best]?.value;
  const worth = value === null || value === undefined ? '' : `: ${unitOf(hint.unit).long(value)}`;
  const work = hint.depth ? ` (depth ${hint.depth}, ${whole.format(hint.nodes)} nodes, ${Math.max(0.1, hint.ms).toFixed(1)} ms)` : '';
  return `${hint.best[0].toUpperCase()}${hint.best.slice(1)}${worth}${work}`;
}

/** How long the bar of each move is, from 0 to 1: the best 1, the worst 0.25. @param {Hint} hint @returns {Record<string, number>} */
export function lengths(hint) {
  const known = Object.entries(hint.moves).filter(([, worth]) => worth?.value !== null && worth?.value !== undefined);
  const values = known.map(([, worth]) => worth.value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const length = (value) => (most === least ? 1 : 0.25 + (0.75 * (value - least)) / (most - least));
  return Object.fromEntries(known.map(([move, worth]) => [move, length(worth.value)]));
}
