// The page as `redouble serve` serves it: the engine runs natively.

import { spawn } from 'node:child_process';
import { after, before, test } from 'node:test';
import { openBrowser } from './harness.mjs';
import { STEPS } from './steps.mjs';

let [server, url, browser] = [null, '', null];
before(async () => {
  server = spawn(process.env.REDOUBLE, ['serve', '--port', '0', '--no-notebook'], { stdio: ['ignore', 'pipe', 'inherit'] });
  url = await new Promise((ready, fail) => {
    server.once('exit', (code) => fail(new Error(`the server ended with ${code}`)));
    server.stdout.once('data', (line) => ready(String(line).trim()));
  });
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  server?.kill('SIGTERM');
});

const open = (options = {}, hash = '') => browser.page(url + hash, options);
for (const [name, step] of Object.entries(STEPS)) test(`server: ${name}`, { timeout: 240_000 }, () => step(open));
