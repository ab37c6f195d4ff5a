// The coach: rates each move of a person against the agent's best one.

import { toHex } from './board.js';
import { isAborted } from './engine.js';

/** What the coach says of a move. @param {{ rating: string, played: string, best: string, cost: string }} verdict */
export const coachSentence = ({ rating, played, best, cost }) =>
  rating === 'good' && played === best ? `${played}: the best move.`
    : rating === 'good' ? `${played}: good; ${best} is as good or better by ${cost}.`
      : `${played}: ${rating}. ${best} was better by ${cost}.`;

export class CoachLine {
  #stop = new AbortController();

  /** @param {import('./table.js').Table} table @param {import('./engine.js').Engine} engine @param {HTMLInputElement} box @param {HTMLElement} line */
  constructor(table, engine, box, line) {
    Object.assign(this, { engine, box, line });
    box.addEventListener('change', () => this.#say(''));
    table.addEventListener('change', ({ detail }) => this.#changed(detail));
  }

  async #changed({ who, move, before }) {
    this.#stop.abort();
    if (!this.box.checked || who !== 'person') return this.#say('');
    const { signal } = (this.#stop = new AbortController());
    const question = { ask: 'rate', board: toHex(before.board), score: before.score, move, agent: 'best', time: 30 };
    try {
      this.#say(coachSentence(await this.engine.ask(question, signal)));
    } catch (error) {
      if (!isAborted(error)) this.#say(error.message);
    }
  }

  #say(text) { this.line.textContent = text; }
}
