// The border to WebAssembly: bytes go in, text comes out. See crates/redouble-wasm.

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

export class Wasm {
  /** @param {any} exports */
  constructor(exports) { this.exports = exports; }

  /** @param {string} url */
  static async open(url) {
    const imports = { page: { now: () => performance.now() } };
    const response = fetch(new URL(url, import.meta.url));
    const { instance } = await WebAssembly.instantiateStreaming(response, imports)
      .catch(async () => WebAssembly.instantiate(await (await fetch(new URL(url, import.meta.url))).arrayBuffer(), imports));
    return new Wasm(instance.exports);
  }

  /**
   * Calls `ask`, `head`, `stage` or `bench` with bytes or a text; throws what it finds fault with.
   * @param {'ask' | 'head' | 'stage' | 'bench'} name @param {string | Uint8Array} input
   */
  call(name, input = '') {
    const bytes = typeof input === 'string' ? encoder.encode(input) : input;
    const place = this.exports.take(bytes.length) >>> 0;
    new Uint8Array(this.exports.memory.buffer, place, bytes.length).set(bytes);
    const length = this.exports[name]();
    const text = decoder.decode(new Uint8Array(this.exports.memory.buffer, this.exports.answer() >>> 0, Math.abs(length)));
    if (length < 0) throw new Error(text);
    return text;
  }
}
