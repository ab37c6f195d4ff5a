// What the tests share: a static host on loopback, a browser, and pages whose every complaint is a failure.

import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { chromium } from 'playwright-core';

export const BROWSER = process.env.CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm', '.json': 'application/json', '.webmanifest': 'application/manifest+json' };

/** Serves a folder on loopback, as a static host would; counts what is asked for. */
export async function serve(folder) {
  const asked = [];
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://host').pathname)).replace(/\/$/, '/index.html');
    asked.push(path);
    const file = join(folder, path);
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream', 'content-length': found.size });
    createReadStream(file).pipe(response);
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  const close = () => new Promise((done) => { server.closeAllConnections(); server.close(done); });
  return { url: `http://127.0.0.1:${server.address().port}/`, asked, close };
}

/** A browser with a folder of its own. */
export async function openBrowser() {
  const folder = await mkdtemp(join(tmpdir(), 'redouble-browser-'));
  const browser = await chromium.launchPersistentContext(folder, { executablePath: BROWSER, args: FLAGS, headless: true, viewport: null });
  const contexts = browser.browser();
  return {
    /** A page in a clean profile; `end` fails if it complained, but for what is expected, or asked another host. */
    async page(url, options = {}) {
      const context = await contexts.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true, ...options });
      const page = await context.newPage();
      const complaints = watch(page, url);
      await page.goto(url);
      await page.waitForSelector('html[data-ready="true"]', { timeout: 60_000 });
      const end = async (expected = /^$/) => {
        await context.close();
        const others = complaints.filter((complaint) => !expected.test(complaint));
        if (others.length) throw new Error(`the page complained:\n${others.join('\n')}`);
      };
      return { page, context, end };
    },
    async close() {
      await browser.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Collects errors of a page and requests to other hosts. */
export function watch(page, url) {
  const complaints = [];
  const host = new URL(url).host;
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) complaints.push(`console: ${message.text()}`); });
  page.on('pageerror', (error) => complaints.push(`error: ${error.stack ?? error}`));
  page.on('request', (request) => {
    const asked = new URL(request.url());
    if (asked.protocol.startsWith('http') && asked.host !== host) complaints.push(`request to another host: ${asked}`);
  });
  return complaints;
}

/** The board in play, as the page says it to screen readers. */
export const spokenBoard = (page) =>
  page.$$eval('#spoken-board td', (cells) => cells.map(({ textContent }) => (textContent === 'empty' ? 0 : Number(textContent))));

/** A number that the page shows with thousands separated. */
export const shown = async (page, selector) => Number((await page.textContent(selector)).replaceAll(',', ''));

/** The link to the game in play: start, score, seed, number and turns. */
export async function gameOf(page) {
  await page.click('#tab-edit');
  await page.click('#share-game');
  const [start, score, seed, number, turns] = new URL(await page.inputValue('#link')).hash.replace('#game=', '').split('.');
  return { start, score: Number(score), seed: Number(seed), number: Number(number), turns };
}
