// The game in play and what is seen of it: score, tiles, overlays. Everything else listens to its changes.

import { face, largest, place } from './board.js';
import { Game } from './game.js';
import { View, speakBoard } from './view.js';

/** @typedef {import('./board.js').Move} Move */

const $ = (id) => document.getElementById(id);
const number = new Intl.NumberFormat('en');
const WIN = 11;

export class Table extends EventTarget {
  /** @param {import('./store.js').Store} store @param {Game} game */
  constructor(store, game) {
    super();
    [this.store, this.game] = [store, game];
    this.view = new View($('board'));
    /** While something else has the board, such as a trial, input rests. */
    this.rests = false;
    addEventListener('pagehide', () => this.store.save(this.game));
    document.addEventListener('visibilitychange', () => document.hidden && this.store.save(this.game));
  }

  /** Plays a person's or an agent's move; false if it is illegal. @param {Move} move @param {'person' | 'agent'} who */
  move(move, who = 'person') {
    if (this.rests || this.#waits()) return false;
    const before = { board: this.game.board, score: this.game.score };
    const turn = this.game.play(move);
    if (!turn) return false;
    this.view.turn(turn);
    this.#gain(turn.reward);
    this.#changed({ who, move, before }, `${move}, ${face(turn.spawn.exponent)} in ${place(turn.spawn.cell)}, score ${this.game.score}`);
    return true;
  }

  /** Takes turns that the agent played elsewhere; shows only where they lead. @param {string} turns */
  takeTurns(turns) {
    const before = this.game.score;
    this.game.playTurns(turns);
    this.view.show(this.game.board);
    this.#gain(this.game.score - before);
    this.#changed({ who: 'agent' }, '');
  }

  undo() { this.#step(this.game.undo(), 'undone'); }
  redo() { this.#step(this.game.redo(), 'redone'); }

  /** Begins another game. @param {Game} game */
  begin(game = Game.fresh()) {
    if (this.rests) return;
    this.game = game;
    this.view.show(game.board);
    this.#changed({ who: 'begin' }, `a new game, score ${game.score}`);
  }

  /** Goes on after 2048. */
  keepGoing() {
    this.game.kept = true;
    this.#changed({ who: 'keep' }, 'the game goes on');
  }

  /** Whether 2048 was reached and nobody said yet that the game goes on. */
  #waits() { return this.isWon && !this.game.kept; }
  get isWon() { return largest(this.game.board) >= WIN; }

  #step(stepped, word) {
    if (!stepped || this.rests) return;
    this.view.show(this.game.board);
    this.#changed({ who: 'step' }, `${word}, score ${this.game.score}`);
  }

  #gain(reward) {
    const gain = $('gain');
    gain.classList.remove('rises');
    if (reward <= 0) return;
    gain.textContent = `+${number.format(reward)}`;
    void gain.offsetWidth; // begins the animation anew
    gain.classList.add('rises');
  }

  #changed(detail, spoken) {
    this.refresh(spoken);
    this.#saveSoon();
    this.dispatchEvent(new CustomEvent('change', { detail }));
  }

  #saveSoon() {
    this.saving ??= setTimeout(() => {
      this.saving = undefined;
      this.store.save(this.game);
    }, 300);
  }

  /** Brings all that is seen up to date. */
  refresh(spoken = '') {
    const { game } = this;
    $('score').textContent = number.format(game.score);
    $('best').textContent = number.format(this.store.best(game.score));
    [$('undo').disabled, $('redo').disabled] = [!game.canUndo, !game.canRedo];
    speakBoard(/** @type {HTMLTableElement} */ ($('spoken-board')), game.board);
    const [over, won] = [game.isOver, this.#waits()];
    $('overlay').hidden = !over && !won;
    $('overlay-text').textContent = won ? 'You win!' : 'Game over!';
    $('keep-going').hidden = !won || over;
    const end = over ? ' The game is over.' : won ? ' 2048: you win.' : '';
    if (spoken) $('announcer').textContent = spoken + end;
  }
}
