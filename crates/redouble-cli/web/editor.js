// The board editor: tap, type or paste any position and see the best move at once.

import { EMPTY, MOST, exponentOf, face, fromHex, place, scoreByTiles, toHex } from './board.js';
import { Game } from './game.js';
import { freshSeed } from './luck.js';
import { isOver } from './rules.js';
import { sentence } from './values.js';

const $ = (id) => document.getElementById(id);
const LONG = 450; // milliseconds of a long press

export class Editor {
  /** @param {import('./table.js').Table} table @param {import('./engine.js').Engine} engine @param {import('./analyst.js').Analyst} analyst @param {() => string} spec */
  constructor(table, engine, analyst, spec) {
    Object.assign(this, { table, engine, analyst, spec });
    this.board = [...EMPTY];
    this.score = null;
    this.inputs = Array.from({ length: 16 }, (_, cell) => this.#cell(cell));
    $('editor').replaceChildren(...this.inputs);
    $('paste').addEventListener('input', () => this.#paste());
    $('edit-take').addEventListener('click', () => this.set(table.game.board, table.game.score));
    $('edit-clear').addEventListener('click', () => this.set([...EMPTY]));
    $('edit-play').addEventListener('click', () => this.#play());
  }

  /** Shows a board and asks for its best move. @param {import('./board.js').Board} board @param {number | null} score */
  set(board, score = null) {
    [this.board, this.score] = [[...board], score];
    this.inputs.forEach((input, cell) => this.#draw(input, this.board[cell]));
    this.#ask();
  }

  #cell(cell) {
    const input = Object.assign(document.createElement('input'), { inputMode: 'numeric', autocomplete: 'off', type: 'text' });
    input.setAttribute('aria-label', place(cell));
    let timer, held, tapped;
    const step = (by) => {
      tapped = true;
      this.#put(cell, (this.board[cell] + by + MOST + 1) % (MOST + 1));
    };
    input.addEventListener('pointerdown', (event) => {
      held = false;
      if (event.button === 0) timer = setTimeout(() => { held = true; step(-1); }, LONG);
    });
    for (const name of ['pointerup', 'pointerleave', 'pointercancel']) input.addEventListener(name, () => clearTimeout(timer));
    input.addEventListener('click', (event) => { if (!held && event.detail > 0) step(1); });
    input.addEventListener('contextmenu', (event) => { event.preventDefault(); if (!held) step(-1); held = true; });
    input.addEventListener('focus', () => input.select());
    // What is typed after a tap replaces what the tap made. (Selected, it would not: the next tap would open a menu.)
    input.addEventListener('beforeinput', ({ inputType }) => {
      if (tapped && inputType.startsWith('insert')) input.value = '';
      tapped = false;
    });
    input.addEventListener('input', () => this.#typed(cell, input));
    input.addEventListener('blur', () => { tapped = false; this.#draw(input, this.board[cell]); });
    return input;
  }

  /** @param {number} cell @param {number} exponent */
  #put(cell, exponent) {
    this.board[cell] = exponent;
    this.score = null;
    this.#draw(this.inputs[cell], exponent);
    this.#ask();
  }

  #typed(cell, input) {
    const exponent = exponentOf(Number(input.value.trim() || 0));
    input.setAttribute('aria-invalid', String(exponent === null));
    if (exponent === null) return;
    [this.board[cell], this.score, input.className] = [exponent, null, `t${exponent}`];
    this.#ask();
  }

  #draw(input, exponent) {
    [input.value, input.className] = [exponent ? String(face(exponent)) : '', `t${exponent}`];
    input.setAttribute('aria-invalid', 'false');
  }

  async #paste() {
    const text = $('paste').value.trim();
    $('paste-fault').textContent = '';
    if (!text) return;
    try {
      const { games } = await this.engine.ask({ ask: 'read', text });
      const last = games.at(-1);
      this.set(fromHex(last.end), last.end_score);
    } catch (error) {
      $('paste-fault').textContent = error.message;
    }
  }

  async #ask() {
    const answer = $('editor-answer');
    if (this.board.every((exponent) => exponent === 0)) return this.#say(answer, 'Put tiles on the board.');
    if (isOver(this.board)) return this.#say(answer, 'No slide is legal: the game is over.');
    this.#say(answer, 'Thinking …');
    const question = { board: toHex(this.board), score: this.score ?? 0, agent: this.spec() };
    try {
      await this.analyst.ask(question, (hint) => { answer.textContent = sentence(hint); });
    } catch (error) {
      answer.textContent = error.message;
    }
  }

  #say(element, text) {
    this.analyst.stop();
    element.textContent = text;
  }

  #play() {
    if (this.board.every((exponent) => exponent === 0)) return;
    const start = { board: [...this.board], score: this.score ?? scoreByTiles(this.board) };
    this.table.begin(new Game(start, freshSeed()));
  }
}
