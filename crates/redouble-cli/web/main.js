// Puts the page together.

import { AgentChooser } from './agents.js';
import { Analyst } from './analyst.js';
import { Autoplay, speedText } from './autoplay.js';
import { toHex } from './board.js';
import { ChancesPanel } from './chances.js';
import { CoachLine } from './coach.js';
import { Editor } from './editor.js';
import { openEngine } from './engine.js';
import { Game } from './game.js';
import { hideHint, showHint } from './hints.js';
import { listenToKeys, listenToSwipes } from './input.js';
import { ReviewPanel } from './review-panel.js';
import { boardLink, gameLink, offerLink, readLink } from './share.js';
import { Store } from './store.js';
import { Table } from './table.js';
import { tabs } from './tabs.js';
import { TrialPanel } from './trial-panel.js';

/** @returns {any} */
const $ = (id) => document.getElementById(id);

const { store, game } = await Store.open();
const table = new Table(store, game ?? Game.fresh());
table.view.show(table.game.board);
table.refresh();

const engine = openEngine();
$('where').textContent = engine.where;
engine.onprogress = (part, text) => {
  $('loading').hidden = part === null;
  [$('loading-bar').value, $('loading-text').textContent] = [part ?? 0, text];
};

let chooser = null;
const spec = () => chooser?.spec ?? 'best';
const analyst = new Analyst(engine);
const autoplay = new Autoplay(table, engine, {
  spec,
  speed: () => Number($('speed').value),
  onchange: (plays) => {
    $('autoplay').setAttribute('aria-pressed', String(plays));
    $('autoplay').textContent = plays ? 'Stop agent' : 'Agent plays';
  },
  onfault: (why) => complain(why),
});

const openTab = tabs(document.querySelector('[role="tablist"]'), (id) => {
  if (id === 'edit' && editor.board.every((exponent) => exponent === 0)) editor.set(table.game.board, table.game.score);
});
const editor = new Editor(table, engine, new Analyst(engine), spec);
const reviews = new ReviewPanel(table, engine);
new ChancesPanel(table, engine);
new CoachLine(table, engine, $('coach'), $('coach-line'));
new TrialPanel(table, engine, spec, () => autoplay.stop());

function complain(why) {
  if (chooser) chooser.complain(why);
  hideHint(why);
}

/** A person's move: it stops the agent and takes over. */
function move(direction) {
  if (table.rests) return;
  if (autoplay.plays) autoplay.stop();
  table.move(direction);
}

async function hint() {
  if (table.rests || table.game.isOver) return;
  const question = { board: toHex(table.game.board), score: table.game.score, agent: spec() };
  if ($('verdict').textContent === '') $('verdict').textContent = 'Thinking …';
  await analyst.ask(question, showHint).catch((error) => complain(error.message));
}

function begin() {
  autoplay.stop();
  table.begin();
}

table.addEventListener('change', ({ detail }) => {
  if (detail.who === 'agent') return;
  analyst.stop();
  hideHint();
  if ($('always-hint').checked) hint();
});

listenToKeys(move, { KeyR: begin, KeyU: () => undo(), KeyY: () => redo(), KeyI: hint, KeyP: () => autoplay.toggle() });
listenToSwipes($('board'), move);
const undo = () => { autoplay.stop(); table.undo(); };
const redo = () => { autoplay.stop(); table.redo(); };
for (const [id, act] of Object.entries({
  'new-game': begin, 'try-again': begin, undo, redo, hint,
  autoplay: () => autoplay.toggle(),
  'keep-going': () => table.keepGoing(),
  'review-it': () => { openTab('review'); reviews.takeGame(); $('panels').scrollIntoView(); },
  'share-board': () => offerLink(boardLink(editor.board, editor.score)),
  'share-game': () => offerLink(gameLink(table.game)),
})) $(id).addEventListener('click', act);

for (const id of ['speed', 'always-hint', 'coach']) {
  const [box, kept] = [$(id), store.setting(id)];
  if (kept !== null) box.type === 'checkbox' ? (box.checked = kept) : (box.value = kept);
  box.addEventListener('input', () => store.set(id, box.type === 'checkbox' ? box.checked : box.value));
}
const showSpeed = () => { $('speed-text').textContent = speedText(Number($('speed').value)); };
$('speed').addEventListener('input', showSpeed);
$('always-hint').addEventListener('change', () => ($('always-hint').checked ? hint() : hideHint()));
showSpeed();

/** Opens what the address links to. */
function followLink() {
  const linked = readLink(location.hash);
  if (!linked) return;
  if (linked.game) table.begin(linked.game);
  openTab(linked.game ? 'review' : 'edit');
  if (linked.board) editor.set(linked.board, linked.score);
  if (linked.board) $('panels').scrollIntoView(); // on a phone the answer would be out of sight
  if (linked.fault) $('paste-fault').textContent = linked.fault;
}
addEventListener('hashchange', followLink);
followLink();

engine.ask({ ask: 'agents' }).then((catalogue) => {
  chooser = new AgentChooser($('agent-chooser'), catalogue, store.setting('agent'));
  chooser.addEventListener('change', () => {
    store.set('agent', chooser.spec);
    hideHint();
  });
  document.documentElement.dataset.ready = 'true';
}).catch((error) => hideHint(`The engine could not be loaded: ${error.message}`));

if (document.documentElement.dataset.engine === 'wasm') navigator.serviceWorker?.register('sw.js').catch(() => {});
