// A trial: every agent plays the same games, some at once.

/**
 * @typedef {import('./engine.js').Outcome} Outcome
 * @typedef {{ agent: string, number: number, wall: number } & Outcome} Played
 * @typedef {{ agents: string[], games: number, seed: number, until: number | null, jobs: number }} Plan
 */

export class Trial extends EventTarget {
  /** @type {Played[]} */
  played = [];
  paused = false;
  #stop = new AbortController();
  #resume = () => {};

  /** @param {import('./engine.js').Engine} engine @param {Plan} plan */
  constructor(engine, plan) {
    super();
    Object.assign(this, { engine, plan });
    const numbers = Array.from({ length: plan.games }, (_, number) => number);
    this.waiting = numbers.flatMap((number) => plan.agents.map((agent) => ({ agent, number })));
    this.all = this.waiting.length;
  }

  /** Plays all games; ends early when it is stopped. */
  async run() {
    const lanes = Math.min(this.plan.jobs, this.all);
    await Promise.all(Array.from({ length: lanes }, (_, lane) => this.#lane(lane === 0)));
  }

  /** Games that are begun are played to their end; no others are begun until it goes on. */
  pause() { this.paused = true; }

  resume() {
    this.paused = false;
    this.#resume();
  }

  stop() {
    this.#stop.abort();
    this.resume();
  }

  get isStopped() { return this.#stop.signal.aborted; }

  async #lane(watched) {
    for (;;) {
      while (this.paused && !this.isStopped) await new Promise((go) => this.#onResume(go));
      const next = this.waiting.shift();
      if (!next || this.isStopped) return;
      await this.#play(next, watched);
    }
  }

  #onResume(go) {
    const before = this.#resume;
    this.#resume = () => { before(); go(); };
  }

  async #play({ agent, number }, watched) {
    const [start, { seed, until }] = [performance.now(), this.plan];
    const watch = (board, score) => watched && this.dispatchEvent(new CustomEvent('board', { detail: { board, score, agent } }));
    const budget = agent === 'best' ? { time: 1 } : {};
    const outcome = await this.engine.game({ agent, seed, number, until, keep: true, ...budget }, watch, this.#stop.signal);
    this.played.push({ ...outcome, agent, number, wall: performance.now() - start });
    this.dispatchEvent(new Event('game'));
  }
}

/** Every game as comma-separated values. @param {Played[]} played @param {Trial['plan']} plan */
export function csv(played, plan) {
  const quoted = (text) => `"${String(text).replaceAll('"', '""')}"`;
  const rows = played.map(({ agent, number, score, board, moves, wall, ms, nodes }) =>
    [quoted(agent), plan.seed, number, score, tile(board), moves, wall.toFixed(1), ms.toFixed(1), nodes, board].join(','));
  return ['agent,seed,game,score,highest_tile,moves,time_ms,thinking_ms,nodes,board', ...rows, ''].join('\n');
}

/** The highest tile of a board in hex. @param {string} board */
export const tile = (board) => 2 ** Math.max(...[...board].map((digit) => parseInt(digit, 18)));
