// Pictures of the page at the widths of a phone, a tablet and a desktop, light and dark: SITE=… node shots.mjs FOLDER

import { openBrowser, serve } from './harness.mjs';

const [folder, host, browser] = [process.argv[2], await serve(process.env.SITE), await openBrowser()];
const BOARD = '#board=ba98456732100001';
for (const [width, height] of [[360, 640], [768, 1024], [1440, 900]]) {
  for (const colorScheme of ['light', 'dark']) {
    const { page, end } = await browser.page(host.url + BOARD, { viewport: { width, height }, colorScheme });
    await page.click('#edit-play');
    await page.click('#tab-agent');
    await page.click('#keep-going');
    await page.click('#hint');
    await page.waitForFunction(() => /depth/.test(document.querySelector('#verdict').textContent));
    await page.waitForTimeout(1500);
    await page.screenshot({ path: `${folder}/${width}-${colorScheme}.png`, fullPage: true });
    await end();
  }
}
await browser.close();
await host.close();
