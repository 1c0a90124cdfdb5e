import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axeFindingsOfThemes, withoutAnimations } from './browser.js';
import { pngFile, wavFile } from './fixtures.js';
import { CONVERTED_MS, onHomePage } from './home-converter.js';

const exec = promisify(execFile);
describe('one file of several, in a browser', () => {
  const home = onHomePage({
    'first.png': pngFile(),
    'second.png': pngFile(),
    'third.png': pngFile(),
    'tone.wav': wavFile(),
  });
  let page: Page;
  beforeEach(() => {
    ({ page } = home());
  });

  const names = () => page.locator('.row .fname').evaluateAll((rows) => rows.map((row) => row.textContent));

  const pick = (target: string) => home().pick(/^Format of the one file/, target);

  it('makes a PDF of pictures in the order that buttons and keys give them', async () => {
    await home().choose('first.png', 'second.png', 'third.png');
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
    expect(home().pageErrors).toEqual([]);
  });

  it('puts a dragged file into the place of another', async () => {
    // All rows are in view: a page that scrolls during the drag would move another row.
    await page.setViewportSize({ width: 1_280, height: 1_600 });
    await home().choose('first.png', 'second.png', 'third.png');
    await page.getByRole('switch', { name: 'Make one file of all' }).check();
    await page.getByText('The files follow each other').waitFor();
    await withoutAnimations(page, () => home().row('first.png').dragTo(home().row('third.png')));
    await page.waitForFunction(() => document.querySelector('.row .fname')?.textContent === 'second.png');
    expect(await names()).toEqual(['second.png', 'third.png', 'first.png']);
  });

  it('offers an archive for files of different kinds, and nothing for one file', async () => {
    await home().choose('first.png');
    await page.getByRole('button', { name: 'Output format of first.png' }).waitFor();
    expect(await page.getByRole('switch', { name: 'Make one file of all' }).count()).toBe(0);
    await home().choose('tone.wav');
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
