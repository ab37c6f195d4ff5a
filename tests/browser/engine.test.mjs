// The engine for browsers, asked by node: it plays exactly as the native one does.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

test('engine: WebAssembly has the signature of the native engine', { timeout: 240_000 }, async (context) => {
  const bytes = await readFile(join(process.env.SITE, 'engine.wasm'));
  const { instance: { exports } } = await WebAssembly.instantiate(bytes, { page: { now: () => performance.now() } });
  exports.take(0);
  const length = exports.bench();
  const lines = new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.answer() >>> 0, length)).trim().split('\n');
  const native = JSON.parse(execFileSync(process.env.REDOUBLE, ['bench', '--json'], { encoding: 'utf8' }));
  assert.equal(lines[0], native.signature);
  for (const [index, line] of lines.slice(1).entries()) {
    const [search, nodes, ms] = line.split('\t');
    assert.equal(Number(nodes), native.searches[index].nodes, search);
    const speed = (1000 * Number(nodes)) / Number(ms);
    context.diagnostic(`${search}: ${(speed / 1e6).toFixed(2)} million nodes a second, native ${(native.searches[index].nodes_per_second / 1e6).toFixed(2)}`);
  }
});
