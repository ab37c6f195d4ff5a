// A worker with the engine in it: answers one question after the other, and fetches what each of them needs first.

import { Network } from './network.js';
import { Wasm } from './wasm.js';

const wasm = Wasm.open('engine.wasm');
const network = wasm.then((open) => new Network(open, (progress) => postMessage({ progress })));
const forgotten = new Set();
let turn = Promise.resolve();

addEventListener('message', ({ data: { id, question, forget } }) => {
  if (forget !== undefined) forgotten.add(forget);
  else turn = turn.then(() => answer(id, question));
});

/** @param {number} id @param {any} question */
async function answer(id, question) {
  await new Promise((ready) => setTimeout(ready)); // lets messages come in that withdraw this one
  if (forgotten.delete(id)) return;
  try {
    const open = await wasm;
    await (await network).bring(question);
    postMessage({ id, answer: JSON.parse(open.call('ask', JSON.stringify(question))) });
  } catch (error) {
    postMessage({ id, fault: error instanceof Error ? error.message : String(error) });
  }
}
