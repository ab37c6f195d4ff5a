// What the page must do, whatever engine is behind it. Searches are limited by nodes, so that answers repeat.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { gameOf, shown, spokenBoard } from './harness.mjs';

const REDOUBLE = process.env.REDOUBLE;
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const BOARD = 'ba98456732100001';

/** @param {string[]} words */
const redouble = (words) => execFileSync(REDOUBLE, words, { encoding: 'utf8', maxBuffer: 1 << 26 });
const until = (page, test, argument) => page.waitForFunction(test, argument, { timeout: 120_000 });
const setAgent = async (page, spec) => {
  await page.click('#tab-agent');
  await page.fill('#agent-spec', spec);
  await page.focus('#board'); // which also ends the typing
};
const setSpeed = (page, value) => page.$eval('#speed', (input, value) => { input.value = value; input.dispatchEvent(new Event('input')); }, value);

/** A swipe with one finger across the board. */
async function swipe(page, [dx, dy]) {
  const { x, y, width, height } = await (await page.$('#board')).boundingBox();
  const client = await page.context().newCDPSession(page);
  const [from, to] = [[x + width / 2, y + height / 2], [x + width / 2 + dx, y + height / 2 + dy]];
  const touch = (type, points) => client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([px, py]) => ({ x: px, y: py })) });
  await touch('touchStart', [from]);
  await touch('touchMove', [to]);
  await touch('touchEnd', []);
}

/** Each step gets `open`, which opens the page anew. */
export const STEPS = {
  async 'keys play by the rules, and their game is a record that the engine accepts with its seed'(open) {
    const { page, end } = await open();
    const keys = ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown', 'a', 'w', 'd', 's', 'h', 'k', 'l', 'j'];
    for (let turn = 0; turn < 120; turn += 1) await page.keyboard.press(keys[(turn * 7) % keys.length]);
    const score = await shown(page, '#score');
    const { seed } = await gameOf(page);
    await page.click('#tab-review');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save-record')]);
    const record = await readFile(await download.path(), 'utf8');
    assert.match(record, new RegExp(`^seed ${seed} 0$`, 'm'), 'all its luck is that of its seed');
    assert.match(record, new RegExp(`^result ${score} `, 'm'));
    const hint = JSON.parse(redouble(['hint', '--json', '--agent', 'random', record]));
    const faces = [...hint.board].map((digit) => (digit === '0' ? 0 : 2 ** parseInt(digit, 18)));
    assert.deepEqual(await spokenBoard(page), faces);
    await end();
  },

  async 'keys with modifiers and keys typed into fields do not play'(open) {
    const { page, end } = await open();
    const before = await spokenBoard(page);
    for (const key of ['Control+ArrowLeft', 'Alt+ArrowUp', 'Shift+ArrowDown', 'Meta+d']) await page.keyboard.press(key);
    await page.focus('#agent-spec');
    await page.keyboard.type('wasd');
    assert.deepEqual(await spokenBoard(page), before);
    await end();
  },

  async 'undo and redo go back and forth, and a reload keeps the game and the best score'(open) {
    const { page, end } = await open();
    const boards = [await spokenBoard(page)];
    for (let turn = 0; turn < 30; turn += 1) {
      await page.keyboard.press(['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp'][turn % 4]);
      const board = await spokenBoard(page);
      if (String(board) !== String(boards.at(-1))) boards.push(board);
    }
    for (let back = 0; back < 5; back += 1) await page.click('#undo');
    assert.deepEqual(await spokenBoard(page), boards.at(-6));
    await page.click('#redo');
    assert.deepEqual(await spokenBoard(page), boards.at(-5));
    const [score, best] = [await shown(page, '#score'), await shown(page, '#best')];
    await page.reload();
    await page.waitForSelector('html[data-ready="true"]');
    assert.deepEqual(await spokenBoard(page), boards.at(-5));
    assert.deepEqual([await shown(page, '#score'), await shown(page, '#best')], [score, best]);
    await page.click('#redo');
    assert.deepEqual(await spokenBoard(page), boards.at(-4), 'what was undone can still be redone');
    await page.keyboard.press('r');
    assert.equal(await shown(page, '#score'), 0);
    await end();
  },

  async 'two tabs keep a game each'(open) {
    const { page, context, end } = await open();
    await page.keyboard.press('ArrowLeft');
    const other = await context.newPage();
    await other.goto(page.url());
    await other.waitForSelector('html[data-ready="true"]');
    await other.keyboard.press('r');
    const board = await spokenBoard(other);
    await page.keyboard.press('ArrowDown');
    const mine = await spokenBoard(page);
    for (const [tab, expected] of [[other, board], [page, mine]]) {
      await tab.reload();
      await tab.waitForSelector('html[data-ready="true"]');
      assert.deepEqual(await spokenBoard(tab), expected);
    }
    await end();
  },

  async 'swipes play on a phone, and a stranger finds hint, editor and link'(open) {
    const { page, end } = await open({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 360, `nothing is wider than the phone: ${width}`);
    let moved = 0;
    for (const way of [[80, 0], [0, 80], [-80, 0], [0, -80]]) {
      const before = String(await spokenBoard(page));
      await swipe(page, way);
      moved += Number(String(await spokenBoard(page)) !== before);
    }
    assert.ok(moved >= 2, `${moved} of four swipes moved`);
    const before = String(await spokenBoard(page));
    await swipe(page, [8, 0]);
    assert.equal(String(await spokenBoard(page)), before, 'eight pixels are no swipe');
    await page.evaluate(() => scrollTo(0, 0));
    await page.tap('#tab-edit');
    await until(page, () => document.querySelector('#editor').getBoundingClientRect().top < innerHeight / 2);
    await page.tap('#edit-clear');
    await page.tap('#editor input >> nth=5');
    await page.tap('#editor input >> nth=5');
    assert.equal(await page.inputValue('#editor input >> nth=5'), '4', 'each tap doubles');
    await page.keyboard.type('2048');
    assert.equal(await page.inputValue('#editor input >> nth=5'), '2048', 'what is typed replaces what the tap made');
    await page.tap('#edit-clear');
    await page.tap('#editor input >> nth=0');
    await page.tap('#editor input >> nth=1');
    await until(page, () => /^(Up|Right|Down|Left)/.test(document.querySelector('#editor-answer').textContent));
    await page.tap('#share-board');
    assert.match(await page.inputValue('#link'), /#board=1100000000000000$/);
    await end();
  },

  async 'a hint is the answer of the engine for that board'(open) {
    const { page, end } = await open({}, `#board=${BOARD}`);
    for (const agent of ['best(nodes=3000)', 'expectimax(eval=gradient,depth=4)', 'expectimax(eval=snake,depth=3)']) {
      const expected = JSON.parse(redouble(['hint', '--json', '--agent', agent, BOARD]));
      await setAgent(page, agent);
      await page.click('#tab-edit');
      await page.fill('#paste', '');
      await page.fill('#paste', '2048 1024 512 256 / 16 32 64 128 / 8 4 2 . / . . . 2');
      const nodes = new Intl.NumberFormat('en').format(expected.nodes);
      await until(page, (nodes) => document.querySelector('#editor-answer').textContent.includes(`${nodes} nodes`), nodes);
      const answer = await page.textContent('#editor-answer');
      assert.ok(answer.toLowerCase().startsWith(expected.best), `${answer} for ${expected.best}`);
      assert.ok(answer.includes(`depth ${expected.depth},`), answer);
    }
    await page.fill('#paste', 'ba98456732x00001');
    await until(page, () => document.querySelector('#paste-fault').textContent.includes('row 3, column 3'));
    await end(/status of 400/); // which the browser tells of a served page
  },

  async 'the values of all moves stand around the board'(open) {
    const { page, end } = await open();
    await setAgent(page, 'expectimax(eval=grid,depth=3)');
    await page.keyboard.press('i');
    await until(page, () => /depth 3/.test(document.querySelector('#verdict').textContent));
    const bars = await page.$$eval('.worth.shown', (all) => all.length);
    const best = await page.$$eval('.worth.best.shown', (all) => all.map(({ id }) => id));
    assert.ok(bars >= 2 && best.length === 1, `${bars} bars, best ${best}`);
    await page.keyboard.press({ 'worth-up': 'w', 'worth-right': 'd', 'worth-down': 's', 'worth-left': 'a' }[best[0]]);
    assert.equal(await page.$$eval('.worth.shown', (all) => all.length), 0, 'a move takes them away');
    await end();
  },

  async 'the agent reaches 2048, and a key takes over'(open) {
    const { page, end } = await open();
    await setAgent(page, 'best(nodes=300)');
    await setSpeed(page, 6);
    await page.keyboard.press('p');
    await until(page, () => [...document.querySelectorAll('#spoken-board td')].some(({ textContent }) => Number(textContent) >= 2048));
    await setSpeed(page, 2);
    await page.keyboard.press('ArrowLeft');
    assert.equal(await page.getAttribute('#autoplay', 'aria-pressed'), 'false');
    const score = await shown(page, '#score');
    await page.waitForTimeout(400);
    assert.equal(await shown(page, '#score'), score, 'the agent is quiet');
    await end();
  },

  async 'a link brings a whole game, and a review rates its moves'(open) {
    const { page, end } = await open();
    for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
    const game = await gameOf(page);
    const board = await spokenBoard(page);
    const link = await page.inputValue('#link');
    await page.keyboard.press('Escape');
    await page.goto('about:blank');
    await page.goto(link);
    await page.waitForSelector('html[data-ready="true"]');
    assert.deepEqual(await spokenBoard(page), board);
    await page.click('#review-game');
    const all = game.turns.length / 2;
    await until(page, (all) => document.querySelector('#review-summary').textContent.startsWith(`${all} of ${all} moves rated`), all);
    assert.equal(await page.textContent('#review-fault'), '');
    assert.ok(await page.$('#review-chart svg polyline'), 'the chances are drawn');
    await page.click('#review-next');
    assert.match(await page.textContent('#review-move'), /^Move 2 of \d+, score \d+\. (up|right|down|left): /);
    await end();
  },

  async 'a long record is reviewed, one that is too long refused with its size'(open) {
    const { page, end } = await open();
    for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
    const moves = (await gameOf(page)).turns.length / 2;
    await page.keyboard.press('Escape');
    await page.click('#tab-review');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save-record')]);
    const record = await readFile(await download.path(), 'utf8');
    const file = (bytes) => ({ name: 'games.redouble', mimeType: 'text/plain', buffer: Buffer.from(record.repeat(Math.ceil(bytes / record.length))) });
    await page.setInputFiles('#review-file', file(2_500_000));
    await until(page, (all) => document.querySelector('#review-summary').textContent.startsWith(`${all} of ${all} moves rated`), moves);
    await page.setInputFiles('#review-file', file(4_500_000));
    await until(page, () => document.querySelector('#review-fault').textContent === 'record: 4.5 MB, expected 4 MB at most');
    await end();
  },

  async 'a trial plays the games of the engine and saves them'(open) {
    const agents = ['greedy(eval=merges)', 'expectimax(eval=grid,depth=2)'];
    const { page, end } = await open();
    await page.click('#tab-trial');
    await page.fill('[aria-label="Agent 1"]', agents[0]);
    await page.fill('[aria-label="Agent 2"]', agents[1]);
    await page.fill('#trial-games', '3');
    await page.fill('#trial-seed', '7');
    await page.click('#trial-run');
    await until(page, () => document.querySelector('#trial-status').textContent.startsWith('Done: 6 of 6'));
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#trial-csv')]);
    const rows = (await readFile(await download.path(), 'utf8')).trim().split('\n').slice(1);
    for (const agent of agents) {
      const { agents: [expected] } = JSON.parse(redouble(['trial', agent, '--games', '3', '--seed', '7', '--no-notebook', '--json']));
      const scores = rows.filter((row) => row.startsWith(`"${agent}"`)).map((row) => Number(row.slice(agent.length + 3).split(',')[2]));
      assert.equal(scores.length, 3);
      const mean = scores.reduce((sum, score) => sum + score, 0) / 3;
      assert.ok(Math.abs(mean - expected.score.mean) < 0.01, `${agent}: ${mean} for ${expected.score.mean}`);
    }
    await page.keyboard.press('Escape');
    await end();
  },

  async 'a trial rests the keys and can be stopped'(open) {
    const { page, end } = await open();
    const board = await spokenBoard(page);
    await page.click('#tab-trial');
    await page.fill('[aria-label="Agent 1"]', 'expectimax(eval=snake,depth=3)');
    await page.fill('#trial-games', '500');
    await page.click('#trial-run');
    await page.waitForFunction(() => /keys and swipes rest/.test(document.querySelector('#trial-status').textContent));
    await page.focus('#board');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowDown');
    assert.deepEqual(await spokenBoard(page), board);
    await page.click('#trial-stop');
    await until(page, () => document.querySelector('#trial-status').textContent.startsWith('Stopped'));
    await page.focus('#board');
    for (const key of ['ArrowLeft', 'ArrowDown']) await page.keyboard.press(key);
    assert.notDeepEqual(await spokenBoard(page), board);
    await end();
  },

  async 'nothing keeps people with disabilities out, light or dark'(open) {
    for (const colorScheme of ['light', 'dark']) {
      const { page, end } = await open({ colorScheme, reducedMotion: 'reduce' });
      await page.evaluate(await readFile(AXE, 'utf8'));
      await page.keyboard.press('ArrowLeft');
      for (const tab of ['agent', 'edit', 'review', 'trial']) {
        await page.click(`#tab-${tab}`);
        const { violations } = await page.evaluate(() => globalThis.axe.run());
        const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
        assert.deepEqual(grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`), [], `${tab}, ${colorScheme}`);
      }
      await end();
    }
  },
};
