// The chances of the next tiles, by quick games from the board in play.

import { toHex } from './board.js';
import { isAborted } from './engine.js';

const $ = (id) => document.getElementById(id);
const ROUNDS = [50, 400];
const percent = (share) => `${(100 * share).toFixed(0)} %`;

export class ChancesPanel {
  #stop = new AbortController();

  /** @param {import('./table.js').Table} table @param {import('./engine.js').Engine} engine */
  constructor(table, engine) {
    Object.assign(this, { table, engine });
    $('chances').addEventListener('toggle', () => this.update());
    table.addEventListener('change', ({ detail }) => { if (detail.who !== 'agent') this.update(); });
  }

  async update() {
    this.#stop.abort();
    if (!$('chances').open) return;
    const { signal } = (this.#stop = new AbortController());
    const board = toHex(this.table.game.board);
    try {
      for (const playouts of ROUNDS) this.#show(await this.engine.ask({ ask: 'chances', board, playouts }, signal));
    } catch (error) {
      if (!isAborted(error)) $('chances-note').textContent = error.message;
    }
  }

  #show({ playouts, tiles }) {
    $('chances-note').textContent = `${playouts} quick games from this board, each slide the one that the network likes best.`;
    const rows = tiles.map(({ tile, share, low, high }) => {
      const row = document.createElement('tr');
      for (const text of [tile, percent(share), `${percent(low)} to ${percent(high)}`]) row.insertCell().textContent = text;
      return row;
    });
    $('chances-table').tBodies[0].replaceChildren(...rows);
  }
}
