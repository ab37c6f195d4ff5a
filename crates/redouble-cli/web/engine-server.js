// The engine of the server that served the page.

import { events } from './events.js';

/** @typedef {import('./engine.js').Engine} Engine */

/** @implements {Engine} */
export class ServerEngine {
  where = 'The engine runs on the server that served this page.';
  onprogress = null;

  /** @param {{ ask: string }} question @param {AbortSignal} [signal] */
  async ask({ ask, ...question }, signal) {
    const response = await this.#send(ask, question, signal);
    return response.json();
  }

  /** Plays one game of a trial. @type {Engine['game']} */
  async game({ seed, number, until, keep, ...asked }, watch, signal) {
    const question = { agents: [asked], games: 1, first: number, seed, until: until ? String(until) : 'over', keep };
    const response = await this.#send('trial', question, signal);
    let outcome = null;
    for await (const { event, data } of events(response)) {
      if (event === 'board') watch(data.board, data.score);
      if (event === 'game') outcome = data;
      if (event === 'error') throw new Error(data.error);
    }
    if (!outcome) throw new Error('the server ended before the game did');
    return outcome;
  }

  jobs() { return navigator.hardwareConcurrency || 2; }

  async #send(ask, question, signal) {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`api/${ask}`, { method: 'POST', headers, body: JSON.stringify(question), signal });
    if (response.ok) return response;
    const { error } = await response.json().catch(() => ({ error: `the server answered ${response.status}` }));
    throw new Error(error);
  }
}
