import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { axeFindingsOfThemes, launchBrowser, watchPage, withoutAnimations } from './browser.js';
import { pngFile, wavFile } from './fixtures.js';

const exec = promisify(execFile);
const url = process.env.FILEMILL_URL ?? '';
if (!url) throw new Error('FILEMILL_URL names no running site');
/** Long enough on a busy machine. */
const CONVERTED_MS = 60_000;

describe('one file of several, in a browser', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let folder: string;
  let pageErrors: readonly string[];

  beforeAll(async () => {
    browser = await launchBrowser();
    folder = await mkdtemp(join(tmpdir(), 'filemill-web-'));
    for (const name of ['first.png', 'second.png', 'third.png'])
      await writeFile(join(folder, name), pngFile());
    await writeFile(join(folder, 'tone.wav'), wavFile());
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    context = await browser.newContext({ acceptDownloads: true, baseURL: url, serviceWorkers: 'block' });
    page = await context.newPage();
    pageErrors = watchPage(page);
    await page.goto('/');
  });
  afterEach(() => context.close());

  const choose = (...names: string[]) =>
    page.setInputFiles(
      'input[type=file]',
      names.map((name) => join(folder, name)),
    );
  const names = () => page.locator('.row .fname').evaluateAll((rows) => rows.map((row) => row.textContent));

  async function pick(target: string): Promise<void> {
    await page.getByRole('button', { name: /^Format of the one file/ }).click();
    await page.getByRole('combobox', { name: 'Search formats' }).fill(target);
    await page.getByRole('option', { name: target, exact: true }).click();
  }

  it('makes a PDF of pictures in the order that buttons and keys give them', async () => {
    await choose('first.png', 'second.png', 'third.png');
    await page.getByRole('switch', { name: 'Make one file of all' }).check();
    await page.getByRole('button', { name: 'Move third.png up' }).click();
    expect(await names()).toEqual(['first.png', 'third.png', 'second.png']);
    await page.getByRole('button', { name: 'Move third.png up' }).press('Alt+ArrowUp');
    expect(await names()).toEqual(['third.png', 'first.png', 'second.png']);
    expect(await axeFindingsOfThemes(page)).toEqual([]);
    await pick('pdf');
    await page.getByRole('button', { name: 'Combine 3 files' }).click();
    const link = page.getByRole('link', { name: /Download/ });
    await link.waitFor({ timeout: CONVERTED_MS });
    expect(await names()).toEqual(['third.png']);
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toBe('third.pdf');
    expect((await exec('/usr/bin/pdfinfo', [await download.path()])).stdout).toMatch(/Pages:\s+3/);
    expect(pageErrors).toEqual([]);
  });

  it('puts a dragged file into the place of another', async () => {
    // All rows are in view: a page that scrolls during the drag would move another row.
    await page.setViewportSize({ width: 1_280, height: 1_600 });
    await choose('first.png', 'second.png', 'third.png');
    await page.getByRole('switch', { name: 'Make one file of all' }).check();
    const row = (name: string) => page.getByRole('listitem').filter({ has: page.getByTitle(name) });
    await page.getByText('The files follow each other').waitFor();
    await withoutAnimations(page, () => row('first.png').dragTo(row('third.png')));
    await page.waitForFunction(() => document.querySelector('.row .fname')?.textContent === 'second.png');
    expect(await names()).toEqual(['second.png', 'third.png', 'first.png']);
  });

  it('offers an archive for files of different kinds, and nothing for one file', async () => {
    await choose('first.png');
    await page.getByRole('button', { name: 'Output format of first.png' }).waitFor();
    expect(await page.getByRole('switch', { name: 'Make one file of all' }).count()).toBe(0);
    await choose('tone.wav');
    await page.getByRole('button', { name: 'Output format of tone.wav' }).waitFor();
    await page.getByRole('switch', { name: 'Make one file of all' }).check();
    await pick('zip');
    await page.getByRole('button', { name: 'Combine 2 files' }).click();
    const link = page.getByRole('link', { name: /Download/ });
    await link.waitFor({ timeout: CONVERTED_MS });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const { stdout } = await exec('/usr/bin/unzip', ['-Z1', await download.path()]);
    expect(stdout.trim().split('\n').sort()).toEqual(['first.png', 'tone.wav']);
  });
});
