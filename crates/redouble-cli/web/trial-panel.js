// The panel of trials: who plays, how many games, a live table, charts and every game.

import { element } from './agents.js';
import { fromHex } from './board.js';
import { dotChart } from './chart.js';
import { isAborted } from './engine.js';
import { download } from './review-panel.js';
import { mean, share } from './statistics.js';
import { Trial, csv, tile } from './trial.js';
import { View } from './view.js';

const $ = (id) => document.getElementById(id);
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const percent = ({ value, low, high }) => `${(100 * value).toFixed(0)} % (${(100 * low).toFixed(0)}–${(100 * high).toFixed(0)})`;
const interval = ({ value, low, high }) => `${whole.format(value)}${Number.isFinite(low) ? ` ± ${whole.format((high - low) / 2)}` : ''}`;

export class TrialPanel {
  /** @type {Trial | null} */
  #trial = null;
  #agents = ['expectimax(eval=grid,depth=3)', 'expectimax(eval=grid,depth=5)'];

  /** @param {import('./table.js').Table} table @param {import('./engine.js').Engine} engine @param {() => string} spec @param {() => void} onstart */
  constructor(table, engine, spec, onstart) {
    Object.assign(this, { table, engine, onstart, view: new View($('trial-board')) });
    $('trial-add').addEventListener('click', () => this.#set([...this.#agents, spec()]));
    $('trial-depths').addEventListener('click', () => this.#set([1, 2, 3, 4, 5].map((depth) => `expectimax(eval=grid,depth=${depth})`)));
    $('trial-run').addEventListener('click', () => this.#run());
    $('trial-pause').addEventListener('click', () => this.#pause());
    $('trial-stop').addEventListener('click', () => this.#trial?.stop());
    $('trial-csv').addEventListener('click', () => download('trial.csv', csv(this.#trial.played, this.#trial.plan), 'text/csv'));
    $('trial-jobs').value = String(engine.jobs('grid'));
    this.#set(this.#agents);
  }

  #set(agents) {
    this.#agents = agents;
    const rows = agents.map((agent, index) => {
      const input = element('input', { type: 'text', value: agent, spellcheck: false, autocomplete: 'off' });
      input.setAttribute('aria-label', `Agent ${index + 1}`);
      input.addEventListener('change', () => { this.#agents[index] = input.value.trim(); });
      const remove = element('button', { type: 'button', textContent: 'Remove' });
      remove.setAttribute('aria-label', `Remove agent ${index + 1}`);
      remove.addEventListener('click', () => this.#set(this.#agents.toSpliced(index, 1)));
      return element('div', {}, input, remove);
    });
    $('trial-agents').replaceChildren(...rows);
  }

  /** What the fields say. */
  #plan() {
    const agents = this.#agents.filter(Boolean);
    const [games, seed, jobs] = ['games', 'seed', 'jobs'].map((name) => Math.trunc(Number($(`trial-${name}`).value)));
    if (agents.length === 0) throw new Error('Choose at least one agent.');
    if (!(games >= 1 && games <= 10000)) throw new Error(`${$('trial-games').value} games, expected 1 to 10000.`);
    if (!(seed >= 0 && Number.isSafeInteger(seed))) throw new Error(`The seed is ${$('trial-seed').value}, expected a whole number from 0 up.`);
    const most = Math.min(...agents.map((agent) => this.engine.jobs(agent)));
    return { agents, games, seed, until: Number($('trial-until').value) || null, jobs: Math.min(Math.max(jobs || 1, 1), most) };
  }

  async #run() {
    $('trial-fault').textContent = '';
    try {
      this.#trial = new Trial(this.engine, this.#plan());
    } catch (error) {
      $('trial-fault').textContent = error.message;
      return;
    }
    const trial = this.#trial;
    trial.addEventListener('game', () => this.#draw());
    trial.addEventListener('board', ({ detail }) => this.#watch(detail));
    this.#running(true);
    await trial.run().catch((error) => {
      trial.stop();
      if (!isAborted(error)) $('trial-fault').textContent = error.message;
    });
    this.#running(false);
    this.#draw();
  }

  #running(runs) {
    this.onstart(runs);
    this.table.rests = runs;
    document.body.classList.toggle('trial-runs', runs);
    $('trial-run').disabled = runs;
    [$('trial-pause').disabled, $('trial-stop').disabled] = [!runs, !runs];
    $('trial-board').hidden = !runs;
    $('trial-pause').textContent = 'Pause';
    this.#status();
  }

  #pause() {
    if (this.#trial.paused) this.#trial.resume(); else this.#trial.pause();
    $('trial-pause').textContent = this.#trial.paused ? 'Go on' : 'Pause';
    this.#status();
  }

  #status() {
    const { played, all, paused, isStopped } = this.#trial;
    const rests = this.table.rests ? ' Your keys and swipes rest until it ends.' : '';
    const state = isStopped ? 'Stopped' : paused ? 'Paused' : this.table.rests ? 'Running' : 'Done';
    $('trial-status').textContent = `${state}: ${played.length} of ${all} games.${rests}`;
    $('trial-csv').disabled = played.length === 0;
  }

  #watch({ board, score, agent }) {
    this.view.show(fromHex(board));
    $('trial-board').setAttribute('aria-label', `${agent}, score ${score}`);
  }

  #draw() {
    this.#status();
    const groups = this.#trial.plan.agents.map((agent) => ({ agent, games: this.#trial.played.filter((game) => game.agent === agent) }));
    $('trial-table').replaceChildren(...summary(groups));
    const chart = groups.map(({ agent, games }, index) => {
      const { value, low, high } = mean(games.map(({ score }) => score));
      return { name: groups.length > 3 ? String(index + 1) : agent.slice(0, 28), values: games.map(({ score }) => score), mean: value, low, high };
    });
    $('trial-chart').replaceChildren(dotChart({ label: 'The score of every game by agent', groups: chart }));
    $('trial-list').replaceChildren(...list(this.#trial.played));
  }
}

function row(cells, header = false) {
  return element('tr', {}, ...cells.map((text, index) => {
    const cell = element(header ? 'th' : 'td', { textContent: String(text), className: index === 0 ? 'wrap' : '' });
    if (header) cell.scope = 'col';
    return cell;
  }));
}

function summary(groups) {
  const head = ['Agent', 'Games', 'Mean score', 'Highest tile', '2048', '4096', 'Time, ms', 'Moves a second'];
  const rows = groups.filter(({ games }) => games.length > 0).map(({ agent, games }) => {
    const of = (key) => games.map((game) => game[key]);
    const reached = (face) => share(games.filter(({ board }) => tile(board) >= face).length, games.length);
    const speed = (1000 * of('moves').reduce((a, b) => a + b, 0)) / Math.max(of('ms').reduce((a, b) => a + b, 0), 1);
    return row([agent, games.length, interval(mean(of('score'))), Math.max(...games.map(({ board }) => tile(board))),
      percent(reached(2048)), percent(reached(4096)), interval(mean(of('wall'))), whole.format(speed)]);
  });
  return [element('thead', {}, row(head, true)), element('tbody', {}, ...rows)];
}

function list(played) {
  const rows = played.map(({ agent, number, score, board, moves, wall }) => row([agent, number, score, tile(board), moves, whole.format(wall)]));
  return [element('thead', {}, row(['Agent', 'Game', 'Score', 'Highest tile', 'Moves', 'Time, ms'], true)), element('tbody', {}, ...rows)];
}
