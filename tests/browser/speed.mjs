// WebAssembly against the native engine: the same games, in nodes a second of processor time.
// REDOUBLE=… SITE=… node speed.mjs, which `cargo xtask speed` does; on Linux, which says what another process has taken.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Wasm } from '../../crates/redouble-cli/web/wasm.js';

const { SITE, REDOUBLE } = process.env;
const [ROUNDS, TICK, STAGES] = [4, 10, 3]; // a tick is ten milliseconds; games of so many moves need three stages
const AGENTS = [
  ['expectimax(eval=grid,depth=7)', 400],
  ['expectimax(eval=snake,depth=7)', 400],
  ['expectimax(eval=merges,depth=7)', 400],
  ['ntuple(depth=5)', 2500],
  ['best(depth=5)', 2500],
];

/** The engine of the site, with its network. */
async function openWasm() {
  const bytes = readFileSync(join(SITE, 'engine.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, { page: { now: () => performance.now() } });
  const wasm = new Wasm(instance.exports);
  const { head, stages } = JSON.parse(readFileSync(join(SITE, 'network/parts.json'), 'utf8'));
  const part = ({ file }) => readFileSync(join(SITE, 'network', file));
  wasm.call('head', part(head));
  stages.slice(0, STAGES).forEach((stage) => wasm.call('stage', part(stage)));
  const taken = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
  return { taken, play: async (question) => JSON.parse(wasm.call('ask', JSON.stringify({ ask: 'play', ...question }))), close() {} };
}

/** The engine of `redouble serve`, on loopback. */
async function openNative() {
  const server = spawn(REDOUBLE, ['serve', '--port', '0', '--threads', '1', '--no-notebook'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise((ready) => server.stdout.on('data', (text) => { const found = /http:\/\/[\d.:]+/.exec(String(text)); if (found) ready(found[0]); }));
  const play = async (question) => {
    const reply = await fetch(`${url}/api/play`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(question) });
    const answer = await reply.json();
    if (answer.error) throw new Error(answer.error);
    return answer;
  };
  const taken = () => {
    const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return TICK * (Number(fields[11]) + Number(fields[12]));
  };
  return { taken, play, close: () => server.kill() };
}

/** Millions of nodes a second of processor time. */
async function speed(engine, question) {
  const before = engine.taken();
  const { nodes } = await engine.play(question);
  return nodes / (engine.taken() - before) / 1000;
}

const [wasm, native] = [await openWasm(), await openNative()];
for (const [agent, most] of AGENTS) {
  const question = { board: '8765123400000000', score: 10000, moves: 0, seed: 5, number: 1, until: null, most, within: 60_000, whole: false, agent };
  const [ours, theirs] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await speed(wasm, question));
    theirs.push(await speed(native, question));
  }
  const [fast, base] = [Math.max(...ours), Math.max(...theirs)];
  console.log(`${agent}: ${fast.toFixed(1)} million nodes a second, native ${base.toFixed(1)}: ${Math.round((100 * fast) / base)} %`);
}
native.close();
