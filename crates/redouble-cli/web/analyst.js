// Answers that deepen while you look: the same board again with more time, until another board is asked for.

import { isAborted } from './engine.js';

/** Milliseconds of each round: the first answer comes at once. */
const ROUNDS = [30, 200, 1000];

export class Analyst {
  #stop = new AbortController();

  /** @param {import('./engine.js').Engine} engine */
  constructor(engine) { this.engine = engine; }

  /**
   * Asks about a board until `show` has seen the last answer or another board is asked for.
   * @param {{ board: string, score?: number, agent: string }} question @param {(hint: import('./engine.js').Hint) => void} show
   */
  async ask(question, show) {
    this.stop();
    const { signal } = (this.#stop = new AbortController());
    const rounds = question.agent === 'best' ? ROUNDS.map((time) => ({ time })) : [{}];
    try {
      for (const round of rounds) show(await this.engine.ask({ ask: 'hint', ...question, ...round }, signal));
    } catch (error) {
      if (!isAborted(error)) throw error;
    }
  }

  stop() { this.#stop.abort(); }
}
