// The network, stage by stage: what an answer can depend on is there before it is asked for; the stage after that
// is fetched ahead.

/** @typedef {{ file: string, bytes: number }} Part */
/** @typedef {{ head: Part, stages: Part[] }} Manifest */

const CACHE = 'redouble-network';
/** Questions that play quick games, which need the network whatever the agent is. */
const WITH_PLAYOUTS = ['chances', 'rate'];

export class Network {
  #wasm;
  #tell;
  /** @type {Manifest | null} */
  #manifest = null;
  #come = 0;
  /** @type {Promise<ArrayBuffer> | null} */
  #ahead = null;

  /** @param {import('./wasm.js').Wasm} wasm @param {(progress: { part: number | null, text: string }) => void} tell */
  constructor(wasm, tell) {
    this.#wasm = wasm;
    this.#tell = tell;
  }

  /** Fetches what the answer to a question can depend on. @param {any} question */
  async bring(question) {
    const { ask, board, agent = 'best', most = 1, whole = false, up_to = null } = question;
    if (!['hint', 'play', ...WITH_PLAYOUTS].includes(ask)) return;
    const playouts = WITH_PLAYOUTS.includes(ask);
    if (!playouts && !/best|ntuple/.test(agent)) return;
    await this.#open();
    const asked = { ask: 'stages', board, agent, moves: whole ? null : Math.min(most, 2000), playouts, up_to };
    const { needed, all } = JSON.parse(this.#wasm.call('ask', JSON.stringify(asked)));
    while (this.#come < needed) await this.#next();
    if (this.#come < all && needed > 0) this.#ahead ??= this.#fetch(this.#manifest.stages[this.#come], false);
    this.#ahead?.catch(() => { this.#ahead = null; });
  }

  async #open() {
    if (this.#manifest) return;
    const manifest = await (await fetch(new URL('network/parts.json', import.meta.url), { cache: 'no-cache' })).json();
    this.#wasm.call('head', new Uint8Array(await this.#fetch(manifest.head, false)));
    this.#manifest = manifest;
  }

  async #next() {
    const stage = this.#manifest.stages[this.#come];
    const fetched = this.#ahead ?? this.#fetch(stage, true);
    this.#ahead = null;
    const bytes = new Uint8Array(await fetched);
    this.#tell({ part: 1, text: 'Unpacking the network' });
    this.#wasm.call('stage', bytes);
    this.#come += 1;
    this.#tell({ part: null, text: '' });
  }

  /** The bytes of a part, from the browser's cache if it was fetched before. @param {Part} part @param {boolean} aloud */
  async #fetch({ file, bytes }, aloud) {
    const url = new URL(`network/${file}`, import.meta.url);
    const cache = await self.caches?.open(CACHE).catch(() => null);
    const kept = await cache?.match(url);
    if (kept) return kept.arrayBuffer();
    const response = await fetch(url);
    if (!response.ok) throw new Error(`the network could not be fetched: ${response.status} for ${file}`);
    const whole = await this.#count(response, bytes, aloud);
    await cache?.put(url, new Response(whole.slice(0))).catch(() => {});
    return whole;
  }

  /** Reads a response and tells how much of it has come. */
  async #count(response, bytes, aloud) {
    const [whole, reader] = [new Uint8Array(bytes), response.body.getReader()];
    let come = 0;
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      if (come + value.length > bytes) throw new Error('the network could not be fetched: it is longer than expected');
      whole.set(value, come);
      come += value.length;
      if (aloud) this.#tell({ part: come / bytes, text: `Fetching the network, part ${this.#come + 1}` });
    }
    if (come < bytes) throw new Error(`the network could not be fetched: ${come} of ${bytes} bytes came`);
    return whole.buffer;
  }
}
