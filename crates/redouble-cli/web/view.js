// Draws a board: tiles slide, merge and appear.

import { face } from './board.js';

/** @typedef {import('./board.js').Board} Board */
/** @typedef {import('./rules.js').Motion} Motion */

export class View {
  /** @param {HTMLElement} root an element with `.cells` and `.tiles` inside */
  constructor(root) {
    root.querySelector('.cells').replaceChildren(...Array.from({ length: 16 }, () => document.createElement('i')));
    this.layer = /** @type {HTMLElement} */ (root.querySelector('.tiles'));
    /** The tile in each cell. @type {Map<number, HTMLElement>} */
    this.tiles = new Map();
  }

  /** Shows a board at once. @param {Board} board */
  show(board) {
    this.layer.classList.add('still');
    this.tiles.clear();
    const tiles = [...board.keys()].filter((cell) => board[cell] > 0).map((cell) => this.#tile(cell, board[cell]));
    this.layer.replaceChildren(...tiles);
  }

  /**
   * Shows what a turn did: the motions, what merged, and the spawn.
   * @param {{ board: Board, motions: Motion[], spawn: { cell: number, exponent: number } }} turn
   */
  turn({ board, motions, spawn }) {
    this.layer.classList.remove('still');
    const before = this.tiles;
    const standing = new Set(before.values());
    for (const tile of [...this.layer.children]) if (!standing.has(tile)) tile.remove(); // what merged last time
    this.tiles = new Map();
    for (const tile of before.values()) tile.classList.remove('new', 'merged');
    for (const { from, to, merges } of motions) {
      const tile = before.get(from);
      if (tile) this.#put(tile, to);
      if (tile && !merges) this.tiles.set(to, tile);
      if (merges && !this.tiles.has(to)) this.layer.append(this.#tile(to, board[to], 'merged'));
    }
    this.layer.append(this.#tile(spawn.cell, spawn.exponent, 'new'));
  }

  #tile(cell, exponent, kind = '') {
    const [tile, inner] = [document.createElement('div'), document.createElement('b')];
    inner.textContent = String(face(exponent));
    tile.className = `tile t${exponent} d${inner.textContent.length} ${kind}`;
    tile.append(inner);
    this.#put(tile, cell);
    this.tiles.set(cell, tile);
    return tile;
  }

  #put(tile, cell) {
    tile.style.transform = `translate(${100 * (cell % 4)}%, ${100 * Math.floor(cell / 4)}%)`;
  }
}

/** Fills a table with the tiles for those who hear the page. @param {HTMLTableElement} table @param {Board} board */
export function speakBoard(table, board) {
  const rows = [0, 4, 8, 12].map((start) => {
    const row = document.createElement('tr');
    for (const exponent of board.slice(start, start + 4)) row.insertCell().textContent = exponent ? String(face(exponent)) : 'empty';
    return row;
  });
  table.tBodies[0].replaceChildren(...rows);
}
