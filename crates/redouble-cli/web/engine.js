// The engine behind the page: on the server that served it, or here by WebAssembly. Both answer the same questions.

import { ServerEngine } from './engine-server.js';
import { WasmEngine } from './engine-wasm.js';

/**
 * @typedef {object} Budget
 * @property {number} [time] milliseconds for a move
 * @property {number} [nodes] boards for a move
 *
 * @typedef {Budget & { agent: string }} Asked
 *
 * @typedef {object} Hint
 * @property {'points' | 'chance' | 'own'} unit what the values count
 * @property {import('./board.js').Move | null} best
 * @property {Record<import('./board.js').Move, { value: number | null } | null>} moves
 * @property {number} depth
 * @property {number} nodes
 * @property {number} ms
 * @property {string} agent
 *
 * @typedef {Asked & { seed: number, number: number, until: number | null, keep?: boolean }} Job
 * @typedef {{ board: string, score: number, moves: number, ms: number, nodes: number }} Outcome
 *
 * @typedef {object} Engine
 * @property {string} where what people are told about it
 * @property {(question: object, signal?: AbortSignal) => Promise<any>} ask a question of docs/api.md, with `ask` in it
 * @property {(job: Job, watch: (board: string, score: number) => void, signal: AbortSignal) => Promise<Outcome>} game
 * @property {(asked: string) => number} jobs how many games of an agent may be played at once
 * @property {((part: number | null, text: string) => void) | null} onprogress
 */

/** The engine of this page. @returns {Engine} */
export function openEngine() {
  return document.documentElement.dataset.engine === 'server' ? new ServerEngine() : new WasmEngine();
}

/** A question that was withdrawn. @param {unknown} error */
export const isAborted = (error) => error instanceof DOMException && error.name === 'AbortError';
