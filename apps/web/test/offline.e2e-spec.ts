import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { axeFindings, launchBrowser, watchPage } from './browser.js';

const url = process.env.FILEMILL_URL ?? '';
if (!url) throw new Error('FILEMILL_URL names no running site');

const ASK_EVERY_MS = 100;

/** Waits until the browser has kept a page and the one for pages that it does not have. */
async function isKept(page: Page, path: string): Promise<void> {
  const ask = () =>
    page.evaluate(
      async (paths) => {
        const found = await Promise.all(paths.map((one) => caches.match(one)));
        return found.every((kept) => kept?.ok === true);
      },
      [path, '/it/offline'],
    );
  // A predicate of `waitForFunction` may not be asynchronous.
  while (!(await ask())) await sleep(ASK_EVERY_MS);
}

describe('the site without a network', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  it('opens pages that were opened before, shows a notice for others, and stores no API answer', async () => {
    const context = await browser.newContext({ baseURL: url });
    const page = await context.newPage();
    const pageErrors = watchPage(page);
    await page.goto('/it');
    await isKept(page, '/it');

    await context.setOffline(true);
    await page.reload();
    await page.locator('[data-choose]').first().waitFor();
    // It is waitForHydration, and not only there.
    await page.locator('.bell').click();
    await page.locator('#notifications').waitFor();

    await page.goto('/it/terms');
    await page.getByRole('heading', { name: 'Nessuna connessione' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map((request) => new URL(request.url).pathname);
    });
    expect(kept.filter((path) => /^\/(api|admin)/.test(path))).toEqual([]);

    await context.setOffline(false);
    await page.getByRole('link', { name: 'Riprova' }).click();
    await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Nessuna connessione' }).waitFor();
    expect(pageErrors).toEqual([]);
    await context.close();
  });

  it('can be installed', async () => {
    const manifest = (await (await fetch(new URL('/manifest.webmanifest', url))).json()) as {
      name: string;
      start_url: string;
      display: string;
      icons: readonly { src: string; sizes: string; purpose?: string }[];
    };
    expect(manifest).toMatchObject({ name: 'Filemill', start_url: '/', display: 'standalone' });
    for (const { src, sizes } of manifest.icons.filter((icon) => icon.src.endsWith('.png'))) {
      const bytes = Buffer.from(await (await fetch(new URL(src, url))).arrayBuffer());
      // Width and height of the header (PNG specification, 11.2.2).
      expect([src, `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`]).toEqual([src, sizes]);
    }
    expect(await (await fetch(url)).text()).toContain('rel="manifest"');
  });
});
