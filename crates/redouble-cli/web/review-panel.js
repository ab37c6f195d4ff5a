// The panel of reviews: opens a game, shows its chart and its mistakes, and steps through it.

import { element } from './agents.js';
import { fromHex } from './board.js';
import { lineChart } from './chart.js';
import { coachSentence } from './coach.js';
import { isAborted } from './engine.js';
import { Game } from './game.js';
import { RATINGS, counts, lines, review, tilesOfInterest, worst } from './review.js';
import { View } from './view.js';

const $ = (id) => document.getElementById(id);
/** The most the engine reads (crates/redouble-api); a larger file is not even opened. */
const MOST_BYTES = 4e6;
/** What the engine may spend on each move. */
const BUDGET = { agent: 'best', time: 10 };

export class ReviewPanel {
  /** @type {import('./review.js').Review} */
  #review = { moves: [], samples: [] };
  #at = 0;
  #stop = new AbortController();
  #chart = null;

  /** @param {import('./table.js').Table} table @param {import('./engine.js').Engine} engine */
  constructor(table, engine) {
    Object.assign(this, { table, engine, game: null, view: new View($('review-board')) });
    $('review-game').addEventListener('click', () => this.takeGame());
    $('review-file').addEventListener('change', ({ target }) => target.files[0] && this.#file(target.files[0]));
    $('review-text').addEventListener('input', ({ target }) => target.value.trim() && this.#read({ text: target.value }));
    $('panel-review').addEventListener('dragover', (event) => event.preventDefault());
    $('panel-review').addEventListener('drop', (event) => this.#drop(event));
    $('review-stop').addEventListener('click', () => this.#stop.abort());
    $('save-record').addEventListener('click', () => this.#save());
    $('review-back').addEventListener('click', () => this.#show(this.#at - 1));
    $('review-next').addEventListener('click', () => this.#show(this.#at + 1));
    $('review-next-fault').addEventListener('click', () => this.#nextFault());
    $('review-slider').addEventListener('input', ({ target }) => this.#show(Number(target.value)));
    $('review-take').addEventListener('click', () => this.#play());
  }

  /** Reviews the game in play. */
  takeGame() {
    const game = Game.load({ ...this.table.game.save(), turns: this.table.game.past, at: undefined });
    this.#begin(game);
  }

  async #drop(event) {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) await this.#file(file); else await this.#read({ text: event.dataTransfer.getData('text') });
  }

  async #file(file) {
    if (file.size > MOST_BYTES) {
      $('review-fault').textContent = `record: ${(file.size / 1e6).toFixed(1)} MB, expected ${MOST_BYTES / 1e6} MB at most`;
      return;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    await this.#read({ hex: Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') });
  }

  /** Reads a record in whatever format and reviews its last game. */
  async #read(source) {
    $('review-fault').textContent = '';
    try {
      const { games } = await this.engine.ask({ ask: 'read', ...source });
      const { start, score, turns } = games.at(-1);
      const game = new Game({ board: fromHex(start), score }, 0);
      if (!game.playTurns(turns)) throw new Error('the record does not follow the rules');
      await this.#begin(game);
    } catch (error) {
      $('review-fault').textContent = error.message;
    }
  }

  /** @param {Game} game */
  async #begin(game) {
    this.#stop.abort();
    const stop = (this.#stop = new AbortController());
    [this.game, this.#review, $('review-fault').textContent] = [game, { moves: [], samples: [] }, ''];
    $('review-slider').max = String(game.turns.length);
    $('review-body').hidden = false;
    [$('review-stop').hidden, $('review-progress').hidden] = [false, false];
    this.#show(0);
    try {
      await review(this.engine, game, this.budget ?? BUDGET, (done, all, found) => this.#progress(done, all, found), stop.signal);
    } catch (error) {
      if (!isAborted(error)) $('review-fault').textContent = error.message;
    }
    if (this.#stop === stop) [$('review-stop').hidden, $('review-progress').hidden] = [true, true];
  }

  #progress(done, all, found) {
    this.#review = found;
    $('review-progress').value = done / all;
    if (done < all && done % Math.ceil(all / 40) !== 0) return;
    const numbers = counts(found);
    $('review-summary').textContent = `${done} of ${all} moves rated: ${RATINGS.map((rating) => `${numbers[rating]} ${rating}`).join(', ')}.`;
    this.#draw();
    this.#show(this.#at);
  }

  #draw() {
    const { moves } = this.#review;
    const marks = moves.filter(({ rating }) => rating === 'blunder' || rating === 'mistake').map(({ number, rating }) => ({ at: number - 1, kind: rating }));
    const tiles = tilesOfInterest(this.game);
    this.#chart = lineChart({ label: `The chances of ${tiles.join(', ')} by move`, lines: lines(this.#review, tiles), marks, moves: this.game.turns.length });
    this.#chart.root.addEventListener('click', (event) => this.#show(this.#chart.moveAt(event)));
    $('review-chart').replaceChildren(this.#chart.root);
    const items = worst(this.#review).map((rated) => {
      const button = element('button', { type: 'button', textContent: `Move ${rated.number}: ${coachSentence(rated)}` });
      button.addEventListener('click', () => this.#show(rated.number - 1));
      return element('li', {}, button);
    });
    $('review-faults').replaceChildren(...(items.length ? items : [element('li', { textContent: 'None so far.' })]));
  }

  /** Shows the board before a move. @param {number} at */
  #show(at) {
    if (!this.game) return;
    this.#at = Math.min(Math.max(at, 0), this.game.turns.length);
    this.view.show(this.game.positions[this.#at].board);
    $('review-slider').value = String(this.#at);
    this.#chart?.point(this.#at);
    const rated = this.#review.moves[this.#at];
    const where = `Move ${this.#at + 1} of ${this.game.turns.length}, score ${this.game.positions[this.#at].score}.`;
    const end = this.#at === this.game.turns.length;
    $('review-move').textContent = end ? `The end, score ${this.game.positions.at(-1).score}.` : `${where} ${rated ? coachSentence(rated) : 'Not rated yet.'}`;
  }

  #nextFault() {
    const next = this.#review.moves.find(({ number, rating }) => number - 1 > this.#at && (rating === 'blunder' || rating === 'mistake'));
    if (next) this.#show(next.number - 1);
  }

  #play() {
    if (!this.game) return;
    const game = Game.load({ ...this.game.save(), at: this.#at });
    game.kept = true;
    this.table.begin(game);
  }

  async #save() {
    const { start, score, seed, number, own } = this.table.game.save();
    const date = new Date().toISOString().slice(0, 10);
    const question = { ask: 'record', start, score, turns: this.table.game.past, seed: own ? [seed, number] : null, date };
    const { record } = await this.engine.ask(question);
    download('game.redouble', record, 'text/plain');
  }
}

/** Saves a text as a file. @param {string} name @param {string} text @param {string} type */
export function download(name, text, type) {
  const link = element('a', { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
