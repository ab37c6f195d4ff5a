// Luck: spawn n of a game is a pure function of seed, number, n and the empty cells, as in the engine (SplitMix64).

/** @typedef {import('./board.js').Board} Board */
/** @typedef {{ cell: number, exponent: 1 | 2 }} Spawn */

const WORD = (1n << 64n) - 1n;
const STEP = 0x9e3779b97f4a7c15n;

/** @param {bigint} z */
function mix(z) {
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & WORD;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & WORD;
  return z ^ (z >> 31n);
}

/** Output n of the generator started at a seed. @param {bigint} seed @param {bigint} n */
const output = (seed, n) => mix((seed + STEP * (n + 1n)) & WORD);

/** A number below a bound, of 32 bits. @param {bigint} bits @param {number} bound */
const below = (bits, bound) => Number((bits * BigInt(bound)) >> 32n);

/** The key of a game's luck. @param {number} seed @param {number} number */
export const luckOf = (seed, number) => output(BigInt(seed), BigInt(number));

/**
 * Spawn n of a game, should it happen on this board.
 * @param {bigint} luck @param {number} n @param {Board} board @returns {Spawn}
 */
export function spawn(luck, n, board) {
  const bits = output(luck, BigInt(n));
  const empty = [...board.keys()].filter((cell) => board[cell] === 0);
  const cell = empty[below(bits >> 32n, empty.length)];
  return { cell, exponent: below(bits & 0xffffffffn, 10) === 0 ? 2 : 1 };
}

/** A seed that nobody can foresee. */
export const freshSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];
