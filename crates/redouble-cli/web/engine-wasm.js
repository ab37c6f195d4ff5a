// The engine in this browser: Web Workers with WebAssembly, one for questions and more for the games of a trial.

import { toHex } from './board.js';
import { Game } from './game.js';

/** @typedef {import('./engine.js').Engine} Engine */

/** A worker and the questions it has not answered yet. */
class Desk {
  #worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
  #open = new Map();
  #last = 0;

  /** @param {(part: number | null, text: string) => void} onprogress */
  constructor(onprogress) {
    this.#worker.onmessage = ({ data: { id, answer, fault, progress } }) => {
      if (progress) return onprogress(progress.part, progress.text);
      const { resolve, reject } = this.#open.get(id) ?? {};
      this.#open.delete(id);
      if (fault === undefined) resolve?.(answer); else reject?.(new Error(fault));
    };
    this.#worker.onerror = (event) => this.#fail(event.message || 'the engine could not be loaded');
  }

  /** @param {object} question @param {AbortSignal} [signal] what is withdrawn in time is never begun */
  ask(question, signal) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const id = (this.#last += 1);
      this.#open.set(id, { resolve, reject });
      signal?.addEventListener('abort', () => {
        this.#worker.postMessage({ forget: id });
        this.#open.delete(id);
        reject(signal.reason);
      }, { once: true });
      this.#worker.postMessage({ id, question });
    });
  }

  get isIdle() { return this.#open.size === 0; }
  end() { this.#worker.terminate(); }

  #fail(why) {
    for (const { reject } of this.#open.values()) reject(new Error(why));
    this.#open.clear();
  }
}

const WEIGHTS = 0.95; // gigabytes that all stages take in each worker
const SLICE = 100; // milliseconds between two looks at a game

/** @implements {Engine} */
export class WasmEngine {
  where = 'The engine runs in your browser: nothing you do here leaves it.';
  /** @type {Engine['onprogress']} */
  onprogress = null;
  #desk = new Desk((part, text) => this.onprogress?.(part, text));
  /** @type {Desk[]} */
  #idle = [];

  /** @type {Engine['ask']} */
  ask(question, signal) { return this.#desk.ask(question, signal); }

  /** Plays one game in a worker of its own, a slice at a time. @type {Engine['game']} */
  async game({ seed, number, until, keep: _, ...asked }, watch, signal) {
    const desk = this.#idle.pop() ?? new Desk((part, text) => this.onprogress?.(part, text));
    try {
      const outcome = { board: toHex(Game.fresh(seed, number).board), score: 0, moves: 0, ms: 0, nodes: 0 };
      for (let ended = false; !ended;) {
        const { board, score, moves } = outcome;
        const played = await desk.ask({ ask: 'play', board, score, moves, seed, number, until, most: 20000, within: SLICE, whole: true, ...asked }, signal);
        outcome.moves += played.turns.length / 2;
        outcome.ms += played.ms;
        outcome.nodes += played.nodes;
        [outcome.board, outcome.score, ended] = [played.board, played.score, played.ended];
        watch(played.board, played.score);
      }
      this.#idle.push(desk);
      return outcome;
    } catch (error) {
      desk.end();
      throw error;
    }
  }

  /** @param {string} agent */
  jobs(agent) {
    const cores = Math.max(1, (navigator.hardwareConcurrency || 2) - 1);
    const learned = /best|ntuple/.test(agent);
    const room = Math.max(1, Math.floor(((navigator.deviceMemory ?? 4) * 0.4) / WEIGHTS));
    return learned ? Math.min(cores, room) : cores;
  }
}
