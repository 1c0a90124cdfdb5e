import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { urlOf } from './api.js';
import { axeFindings, axeFindingsOfThemes, waitForHydration, withoutAnimations } from './browser.js';
import { pngFile, textFile, wavFile } from './fixtures.js';
import { CONVERTED_MS, onHomePage } from './home-converter.js';

const FILES = [
  { name: 'picture.png', bytes: pngFile(), target: 'webp', result: 'picture.webp' },
  { name: 'tone.wav', bytes: wavFile(), target: 'mp3', result: 'tone.mp3' },
  { name: 'letter.txt', bytes: textFile(), target: 'pdf', result: 'letter.pdf' },
] as const;

describe('the converter in a browser', () => {
  const home = onHomePage(Object.fromEntries(FILES.map(({ name, bytes }) => [name, bytes])));
  let page: Page;
  beforeEach(() => {
    ({ page } = home());
  });

  const row = (name: string) => home().row(name);
  const pick = (name: string, target: string) => home().pick(`Output format of ${name}`, target);

  it('converts three files of different categories, and the saved files equal the linked ones', async () => {
    await home().choose(...FILES.map(({ name }) => name));
    for (const { name, target } of FILES) await pick(name, target);
    await page.getByRole('button', { name: 'Convert Files' }).click();
    for (const { name, result } of FILES) {
      const link = row(name).getByRole('link', { name: /Download/ });
      await link.waitFor({ timeout: CONVERTED_MS });
      const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
      expect(download.suggestedFilename()).toBe(result);
      const saved = await readFile(await download.path());
      const href = (await link.getAttribute('href')) ?? '';
      const direct = await fetch(urlOf(href));
      expect(direct.status).toBe(200);
      expect(Buffer.from(await direct.arrayBuffer()).equals(saved)).toBe(true);
      expect(saved.length).toBeGreaterThan(0);
    }
    expect(await axeFindingsOfThemes(page)).toEqual([]);
    expect(home().pageErrors).toEqual([]);
  });

  it('keeps the list of formats in place while the user types and clicks', async () => {
    await home().choose(...FILES.map(({ name }) => name));
    await page.getByRole('button', { name: 'Output format of tone.wav' }).click();
    const list = page.getByRole('dialog', { name: 'Output format' });
    const topOf = async () => (await list.boundingBox())?.y ?? Number.NaN;
    await withoutAnimations(page, async () => {
      const top = await topOf();
      const search = page.getByRole('combobox', { name: 'Search formats' });
      await search.fill('mp3');
      await page.waitForFunction(() => document.querySelectorAll('[role=option]').length === 1);
      expect(await topOf()).toBe(top);
      await page.getByRole('option', { name: 'mp3', exact: true }).hover();
      const scrolled = await page.evaluate(() => window.scrollY);
      await page.mouse.down();
      expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
      expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
      await page.mouse.up();
    });
    await page.getByRole('button', { name: 'Output format of tone.wav: mp3' }).waitFor();
  });

  it('compares a picture with its result by keys, and deletes it at once', async () => {
    await home().choose('picture.png');
    await pick('picture.png', 'jpg');
    await page.getByRole('button', { name: 'Convert Files' }).click();
    await page
      .getByRole('button', { name: 'Compare picture.png with its result' })
      .click({ timeout: CONVERTED_MS });
    await page.getByRole('img', { name: 'picture.jpg, the result' }).waitFor();
    const line = page.getByRole('slider', { name: 'How much of the result is shown' });
    await line.press('ArrowLeft');
    expect(await line.getAttribute('aria-valuetext')).toBe('51 % result');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const href = await row('picture.png')
      .getByRole('link', { name: /Download/ })
      .getAttribute('href');
    await page.getByRole('button', { name: 'Delete picture.png now' }).click();
    await page.waitForFunction(() => document.querySelectorAll('.row').length === 0);
    expect([404, 410]).toContain((await fetch(urlOf(href ?? ''))).status);
    expect(home().pageErrors).toEqual([]);
  });

  it('shows a simulated conversion in demo mode, says so, and sends nothing', async () => {
    const sent: string[] = [];
    page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
    await page.goto('/?demo=1');
    await home().choose('picture.png');
    await page.getByText('Nothing is uploaded and nothing is converted').waitFor();
    await pick('picture.png', 'webp');
    const begunAt = performance.now();
    await page.getByRole('button', { name: 'Convert Files' }).click();
    const link = row('picture.png').getByRole('link', { name: /Download/ });
    await link.waitFor();
    // Ten steps of 200 ms; timers may fire a little early.
    expect(performance.now() - begunAt).toBeGreaterThan(1_950);
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toBe('picture-sample.txt');
    expect(sent).toEqual([]);
  });

  it('shows the specified texts for a missing format and for no match', async () => {
    await home().choose('picture.png');
    await page.getByRole('button', { name: 'Convert Files' }).click();
    const toast = page.locator('.toast');
    await toast.getByText('Missing information').waitFor();
    expect(await toast.getByText('Please select files and output format').count()).toBe(1);
    await page.getByRole('button', { name: 'Output format of picture.png' }).click();
    await page.getByRole('combobox', { name: 'Search formats' }).fill('dwg');
    await page.getByText('No format found').waitFor();
    await page.getByText('Try modifying the search or select other files').waitFor();
  });

  it('takes files that are chosen before hydration', async () => {
    const { promise: scripts, resolve: wake } = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await scripts;
      await route.continue();
    });
    page.on('filechooser', () => undefined);
    await page.goto('/', { waitUntil: 'commit' });
    const button = page.getByRole('button', { name: 'Choose Files' });
    await button.waitFor();
    const [dialog] = await Promise.all([page.waitForEvent('filechooser'), button.click({ force: true })]);
    await dialog.setFiles(home().pathOf('picture.png'));
    wake();
    await page.getByTitle('picture.png').waitFor();
  });

  it('takes as many files as the plan allows and says so', async () => {
    const plans = (await (await fetch(urlOf('/api/plans'))).json()) as {
      plans: { guest: { filesAtOnce: number } };
    };
    const max = plans.plans.guest.filesAtOnce;
    const many = Array.from({ length: max + 2 }, (_, index) => ({
      name: `picture-${index}.png`,
      mimeType: 'image/png',
      buffer: pngFile(),
    }));
    await page.setInputFiles('input[type=file]', many);
    const text = `Only ${max} files allowed. Added ${max} files.`;
    await page.locator('.toast').getByText(text).waitFor();
    await page.getByRole('button', { name: 'Choose Files', disabled: true }).first().waitFor();
  });

  it('works by keyboard alone', async () => {
    // Playwright intercepts file dialogs only a moment after the first listener is added: the key press must come later.
    page.on('filechooser', () => undefined);
    await waitForHydration(page, '[data-choose]');
    await tabTo(page, 'Choose Files');
    const [dialog] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
    await dialog.setFiles(home().pathOf('picture.png'));
    const trigger = page.getByRole('button', { name: 'Output format of picture.png' });
    await trigger.waitFor();
    await tabTo(page, 'Output format of picture.png');
    await page.keyboard.press('/');
    await page.keyboard.type('webp');
    await page.keyboard.press('Enter');
    expect(await trigger.evaluate((element) => element === document.activeElement)).toBe(true);
    await tabTo(page, 'Convert Files');
    await page.keyboard.press('Enter');
    const link = row('picture.png').getByRole('link', { name: /Download/ });
    await link.waitFor({ timeout: CONVERTED_MS });
    // Nothing is left to convert: the focus is on the result.
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(download.suggestedFilename()).toBe('picture.webp');
    await page.keyboard.press('Delete');
    await page.waitForFunction(() => document.querySelectorAll('.row').length === 0);
  });

  it('offers the many settings of a video under headings, found and set by keys', async () => {
    // The page judges by the name: nothing is sent.
    await page.setInputFiles('input[type=file]', {
      name: 'film.mp4',
      mimeType: 'video/mp4',
      buffer: Buffer.from('no film'),
    });
    await pick('film.mp4', 'webm');
    await page.getByRole('button', { name: 'Options of film.mp4' }).press('Enter');
    const form = page.getByRole('dialog', { name: 'Options' });
    expect(await form.getByRole('group', { name: 'Sound' }).count()).toBe(0);
    expect(await form.locator('input:visible, select:visible').count()).toBe(3);
    await form.getByText('All options').press('Enter');
    for (const heading of ['Size and cut', 'Time', 'Picture', 'Sound', 'Tracks', 'Quality and encoding'])
      await form.getByRole('group', { name: heading }).waitFor();
    expect(await form.getByRole('group', { name: 'Sound' }).getByLabel('Volume').count()).toBe(1);
    expect(await axeFindingsOfThemes(page)).toEqual([]);
    const search = form.getByRole('searchbox', { name: 'Search options' });
    await tabTo(page, 'Search options');
    await page.keyboard.type('pictures a second');
    await form.getByRole('group', { name: 'Sound' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press('Tab');
    const rate = form.getByRole('slider', { name: 'Pictures a second' });
    expect(await rate.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press('Home');
    await tabTo(page, 'Apply');
    await page.keyboard.press('Enter');
    await row('film.mp4').getByText('Pictures a second 1').waitFor();
    expect(home().pageErrors).toEqual([]);
  });

  it('has no accessibility findings in either theme, also on the page for unknown addresses', async () => {
    await page.goto('/');
    await page.getByRole('heading', { name: 'Supported Formats' }).waitFor();
    expect(await axeFindingsOfThemes(page)).toEqual([]);
    await page.goto('/no-such-page');
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    expect(await page.title()).toContain('Page Not Found');
    expect(await axeFindings(page)).toEqual([]);
  });
});

/** Presses Tab until the control with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const MAX_STOPS = 40;
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    });
    if (focused.startsWith(name)) return;
  }
  throw new Error(`Tab never reached ${name}`);
}
