// The agent plays: one move after the other, or as many as there is time for.

import { toHex as hex } from './board.js';
import { isAborted } from './engine.js';
import { showHint, hideHint } from './hints.js';

/** Moves a second; the last is as fast as it can. */
const SPEEDS = [1, 2, 5, 10, 20, 50, Infinity];
const BATCH = 60; // milliseconds between two pictures at full speed

export class Autoplay {
  #stop = null;

  /** @param {import('./table.js').Table} table @param {import('./engine.js').Engine} engine @param {{ spec: () => string, speed: () => number, onchange: (plays: boolean) => void, onfault: (why: string) => void }} options */
  constructor(table, engine, options) { Object.assign(this, { table, engine, options }); }

  get plays() { return this.#stop !== null; }
  toggle() { if (this.plays) this.stop(); else this.start(); }

  stop() {
    this.#stop?.abort();
    this.#stop = null;
    this.options.onchange(false);
  }

  async start() {
    if (this.table.rests || this.plays) return;
    if (this.table.game.isOver) this.table.begin();
    if (this.table.isWon) this.table.keepGoing();
    const stop = (this.#stop = new AbortController());
    this.options.onchange(true);
    try {
      while (!stop.signal.aborted && !this.table.game.isOver) await this.#step(stop.signal);
    } catch (error) {
      if (!isAborted(error)) this.options.onfault(error.message);
    }
    if (this.#stop === stop) this.stop();
  }

  async #step(signal) {
    this.table.game.kept = true; // an agent does not stop at 2048
    const speed = SPEEDS[this.options.speed()];
    if (speed === Infinity) await this.#batch(signal); else await this.#one(1000 / speed, signal);
  }

  async #one(pause, signal) {
    const { table } = this;
    const [pausing, board] = [new Promise((done) => setTimeout(done, pause)), table.game.board];
    const hint = await this.engine.ask({ ask: 'hint', board: hex(board), score: table.game.score, ...this.#asked() }, signal);
    if (signal.aborted || board !== table.game.board) return;
    showHint(hint);
    await pausing;
    if (signal.aborted || !hint.best || board !== table.game.board) return;
    table.move(hint.best, 'agent');
  }

  async #batch(signal) {
    const { game } = this.table;
    const question = { ask: 'play', board: hex(game.board), score: game.score, seed: game.seed, number: game.number, moves: game.at, most: 2000, within: BATCH };
    const played = await this.engine.ask({ ...question, ...this.#asked() }, signal);
    if (signal.aborted || this.table.game !== game || question.moves !== game.at) return;
    hideHint(`${(played.turns.length / 2 / Math.max(played.ms, 1) * 1000).toFixed(0)} moves a second`);
    this.table.takeTurns(played.turns);
    await new Promise((drawn) => setTimeout(drawn));
  }

  /** The agent with the budget of a move in a game. */
  #asked() {
    const agent = this.options.spec();
    return agent === 'best' ? { agent, time: 1 } : { agent };
  }
}

/** A speed in words. @param {number} index */
export function speedText(index) {
  const speed = SPEEDS[index];
  return speed === Infinity ? 'as fast as it can' : `${speed} ${speed === 1 ? 'move' : 'moves'} a second`;
}
