// What is kept across reloads. Each tab keeps a game of its own, so that two tabs do not spoil each other's.

import { Game } from './game.js';

const KEPT = 6;
const keyOf = (tab) => `redouble.game.${tab}`;

/** @param {Storage} storage @param {string} key */
function read(storage, key) {
  try { return JSON.parse(storage.getItem(key) ?? 'null'); } catch { return null; }
}

/** @param {Storage} storage @param {string} key @param {unknown} value */
function write(storage, key, value) {
  try { storage.setItem(key, JSON.stringify(value)); } catch { /* full or forbidden: the game goes on unsaved */ }
}

/** The id of this tab: a new one for a copy of a tab that is still open. */
async function tabId() {
  const known = read(sessionStorage, 'redouble.tab');
  const id = known && (await hold(known)) ? known : crypto.getRandomValues(new Uint32Array(1))[0].toString(36);
  if (id !== known) await hold(id);
  write(sessionStorage, 'redouble.tab', id);
  return { id, from: known ?? read(localStorage, 'redouble.last') };
}

/** Holds an id as long as the tab lives; false if another tab does. Without locks every id is free. */
function hold(id) {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((answer) => {
    navigator.locks.request(`redouble.${id}`, { ifAvailable: true }, (lock) => {
      answer(lock !== null);
      return lock && new Promise(() => {});
    });
  });
}

export class Store {
  /** @param {string} id */
  constructor(id) { this.id = id; }

  /** Opens the store and the game that this tab had, or a copy of the last one. */
  static async open() {
    const { id, from } = await tabId();
    const saved = read(localStorage, keyOf(id)) ?? read(localStorage, keyOf(from));
    return { store: new Store(id), game: saved && Game.load(saved) };
  }

  /** @param {Game} game */
  save(game) {
    write(localStorage, keyOf(this.id), { ...game.save(), when: Date.now() });
    write(localStorage, 'redouble.last', this.id);
    this.#forgetOld();
  }

  #forgetOld() {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith('redouble.game.'));
    if (keys.length <= KEPT) return;
    const age = (key) => read(localStorage, key)?.when ?? 0;
    keys.sort((a, b) => age(b) - age(a)).slice(KEPT).forEach((key) => localStorage.removeItem(key));
  }

  /** The best score, which counts for all tabs. @param {number} score */
  best(score = 0) {
    const best = Math.max(score, Number(read(localStorage, 'redouble.best')) || 0);
    if (score === best && score > 0) write(localStorage, 'redouble.best', best);
    return best;
  }

  /** @param {string} name */
  setting(name) { return read(localStorage, `redouble.setting.${name}`); }
  /** @param {string} name @param {unknown} value */
  set(name, value) { write(localStorage, `redouble.setting.${name}`, value); }
}
