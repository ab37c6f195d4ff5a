// A game with its whole past: undo and redo without limit, the same luck again after both.

import { EMPTY, fromHex, toHex } from './board.js';
import { freshSeed, luckOf, spawn } from './luck.js';
import { isOver, slide } from './rules.js';

/**
 * @typedef {import('./board.js').Board} Board
 * @typedef {import('./board.js').Move} Move
 * @typedef {{ board: Board, score: number }} Position
 * @typedef {{ start: string, score: number, turns: string, seed: number, number: number, at: number, kept: boolean, own: boolean }} SavedGame
 */

const LETTERS = { u: 'up', r: 'right', d: 'down', l: 'left' };

export class Game {
  /** @param {Position} start @param {number} seed @param {number} number */
  constructor(start, seed, number = 0) {
    [this.seed, this.number, this.luck] = [seed, number, luckOf(seed, number)];
    /** Every position, those that were undone included. @type {Position[]} */
    this.positions = [start];
    /** The turns between them, two characters each. @type {string[]} */
    this.turns = [];
    this.at = 0;
    /** Whether the game goes on after 2048. */
    this.kept = false;
    /** Whether all its luck is that of its seed. */
    this.own = true;
  }

  /** A game that begins with two tiles. */
  static fresh(seed = freshSeed(), number = 0) {
    const luck = luckOf(seed, number);
    const put = (board, n) => {
      const { cell, exponent } = spawn(luck, n, board);
      return board.with(cell, exponent);
    };
    return new Game({ board: put(put([...EMPTY], 0), 1), score: 0 }, seed, number);
  }

  get board() { return this.positions[this.at].board; }
  get score() { return this.positions[this.at].score; }
  get isOver() { return isOver(this.board); }
  /** The letters of the turns up to now. */
  get past() { return this.turns.slice(0, this.at).join(''); }

  /** Plays a move; null if it is illegal. @param {Move} move */
  play(move) {
    const slid = slide(this.board, move);
    return slid && this.#add(move, slid, spawn(this.luck, this.at + 2, slid.after));
  }

  /** Plays turns as records write them; false at the first that is against the rules. @param {string} turns */
  playTurns(turns) {
    for (let at = 0; at < turns.length; at += 2) {
      const [letter, digit] = [turns[at], turns[at + 1]];
      const move = LETTERS[letter.toLowerCase()];
      const slid = move && slide(this.board, move);
      const cell = parseInt(digit, 16);
      if (!slid || !(slid.after[cell] === 0)) return false;
      const spawned = { cell, exponent: letter === letter.toLowerCase() ? 1 : 2 };
      const lucky = this.own && spawn(this.luck, this.at + 2, slid.after);
      this.own = lucky && lucky.cell === cell && lucky.exponent === spawned.exponent;
      this.#add(move, slid, spawned);
    }
    return true;
  }

  #add(move, slid, spawned) {
    const board = slid.after.with(spawned.cell, spawned.exponent);
    const letter = spawned.exponent === 2 ? move[0].toUpperCase() : move[0];
    this.turns.splice(this.at, Infinity, letter + spawned.cell.toString(16));
    this.positions.splice(this.at + 1, Infinity, { board, score: this.score + slid.reward });
    this.at += 1;
    return { ...slid, board, spawn: spawned };
  }

  undo() { return this.at > 0 && Boolean((this.at -= 1) + 1); }
  redo() { return this.at < this.turns.length && Boolean((this.at += 1)); }
  get canUndo() { return this.at > 0; }
  get canRedo() { return this.at < this.turns.length; }

  /** @returns {SavedGame} */
  save() {
    const { board, score } = this.positions[0];
    const { seed, number, at, kept, own } = this;
    return { start: toHex(board), score, turns: this.turns.join(''), seed, number, at, kept, own };
  }

  /** The game that was saved, or null if it makes no sense. @param {SavedGame} saved */
  static load(saved) {
    const board = fromHex(String(saved?.start));
    if (!board || !Number.isSafeInteger(saved.seed) || saved.seed < 0) return null;
    const game = new Game({ board, score: Number(saved.score) || 0 }, saved.seed, Number(saved.number) || 0);
    if (!game.playTurns(String(saved.turns ?? ''))) return null;
    game.at = Math.min(Math.max(Number(saved.at ?? game.at), 0), game.turns.length);
    game.kept = Boolean(saved.kept);
    return game;
  }
}
