// The static site: the engine runs in the browser.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBrowser, serve, spokenBoard } from './harness.mjs';
import { STEPS } from './steps.mjs';

let [host, browser] = [null, null];
before(async () => { [host, browser] = [await serve(process.env.SITE), await openBrowser()]; });
after(async () => { await browser?.close(); await host?.close(); });

const open = (options = {}, hash = '') => browser.page(host.url + hash, options);
for (const [name, step] of Object.entries(STEPS)) test(`site: ${name}`, { timeout: 240_000 }, () => step(open));

test('site: only the stages that a game needs are fetched', { timeout: 60_000 }, async () => {
  host.asked.length = 0;
  const { page, end } = await open();
  await page.click('#hint');
  await page.waitForFunction(() => /depth/.test(document.querySelector('#verdict').textContent));
  const stages = new Set(host.asked.filter((path) => /stage\d/.test(path)).map((path) => path.match(/stage(\d)/)[1]));
  assert.ok(stages.has('0') && [...stages].every((stage) => Number(stage) <= 1), `the first, and the next ahead: ${[...stages]}`);
  await end();
});

test('site: a second visit works without the network', { timeout: 60_000 }, async () => {
  const { page, context, end } = await open();
  await page.click('#hint');
  await page.waitForFunction(() => /depth/.test(document.querySelector('#verdict').textContent));
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await page.reload();
  await page.waitForSelector('html[data-ready="true"]');
  assert.equal((await spokenBoard(page)).length, 16);
  await page.click('#hint');
  await page.waitForFunction(() => /depth/.test(document.querySelector('#verdict').textContent));
  await end();
});
