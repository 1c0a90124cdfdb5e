import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser, watchPage } from './browser.js';

const url = process.env.FILEMILL_URL ?? '';
if (!url) throw new Error('FILEMILL_URL names no running site');

/** Long enough for three conversions on a busy machine. */
export const CONVERTED_MS = 60_000;

/** What a test does with the home page. */
export class HomeConverter {
  constructor(
    readonly page: Page,
    /** What the page's policy forbids and what its scripts throw. */
    readonly pageErrors: readonly string[],
    private readonly folder: string,
  ) {}

  pathOf(name: string): string {
    return join(this.folder, name);
  }

  choose(...names: readonly string[]): Promise<void> {
    return this.page.setInputFiles(
      'input[type=file]',
      names.map((name) => this.pathOf(name)),
    );
  }

  row(name: string) {
    return this.page.getByRole('listitem').filter({ has: this.page.getByTitle(name) });
  }

  /** Picks a format with the button of a name. */
  async pick(button: string | RegExp, target: string): Promise<void> {
    await this.page.getByRole('button', { name: button }).click();
    await this.page.getByRole('combobox', { name: 'Search formats' }).fill(target);
    await this.page.getByRole('option', { name: target, exact: true }).click();
  }
}

/**
 * Opens the home page for each test of a suite, in a browser without anything stored.
 *
 * @param files - contents by name, which a test can choose
 * @returns the page of the running test
 */
export function onHomePage(files: Readonly<Record<string, Buffer>>): () => HomeConverter {
  let browser: Browser;
  let context: BrowserContext;
  let folder: string;
  let home: HomeConverter;
  beforeAll(async () => {
    browser = await launchBrowser();
    folder = await mkdtemp(join(tmpdir(), 'filemill-web-'));
    await Promise.all(Object.entries(files).map(([name, bytes]) => writeFile(join(folder, name), bytes)));
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    // A route cannot delay what a service worker answers.
    context = await browser.newContext({ acceptDownloads: true, baseURL: url, serviceWorkers: 'block' });
    const page = await context.newPage();
    home = new HomeConverter(page, watchPage(page), folder);
    await page.goto('/');
  });
  afterEach(() => context.close());
  return () => home;
}
