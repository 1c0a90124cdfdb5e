import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Download, Page } from 'playwright-core';
import { aPerson, convert as apiConvert, call, type Person, promote, urlOf } from './api.js';
import { axeFindingsOfThemes, launchBrowser, watchPage } from './browser.js';
import { pngFile, wavFile } from './fixtures.js';

const exec = promisify(execFile);
/** Long enough for a batch on a busy machine. */
const CONVERTED_MS = 60_000;
/** Converting this much sound to MP3 takes several seconds: enough time to reload and to cancel. */
const LONG_SOUND_BYTES = 48_000_000;

interface TestFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}
const picture = (name: string): TestFile => ({ name, mimeType: 'image/png', buffer: pngFile() });
const pictures = (count: number) =>
  Array.from({ length: count }, (_, index) => picture(`photo-${index + 1}.png`));

/** Noise, which every encoder needs long for. */
function longSound(): Buffer {
  const header = wavFile().subarray(0, 44);
  const samples = Buffer.alloc(LONG_SOUND_BYTES);
  for (let index = 0; index < samples.length; index += 4)
    samples.writeInt32LE((index * 2_654_435_761) | 0, index);
  header.writeUInt32LE(36 + samples.length, 4);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

/** Names of a zip's entries, and the bytes of one. */
const entriesOf = async (zip: string): Promise<readonly string[]> =>
  (await exec('bsdtar', ['-tf', zip])).stdout.trim().split('\n');
const entryOf = async (zip: string, name: string): Promise<Buffer> =>
  (await exec('bsdtar', ['-xOf', zip, name], { encoding: 'buffer', maxBuffer: 10_000_000 })).stdout;

describe('the converter of a user', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let pageErrors: readonly string[];
  let admin: Person;
  let requests: string[];
  let folder: string;
  let longSoundPath: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'filemill-web-'));
    longSoundPath = join(folder, 'long.wav');
    await writeFile(longSoundPath, longSound());
    browser = await launchBrowser();
    admin = await aPerson();
    await promote(admin);
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    context = await browser.newContext({ acceptDownloads: true, baseURL: urlOf('/') });
    page = await context.newPage();
    pageErrors = watchPage(page);
    requests = [];
    page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  });
  afterEach(() => context.close());

  /** Opens the dashboard as a new user. */
  async function signIn(plan: 'free' | 'pro' = 'free'): Promise<Person> {
    const person = await aPerson();
    if (plan === 'pro') {
      const path = `/api/admin/users/${person.id}/upgrade-to-pro`;
      await call('POST', path, admin.by, { reason: 'a test' });
    }
    const token = person.by.authorization?.slice('Bearer '.length) ?? '';
    const user = { id: person.id, email: person.email, username: 'Somebody', plan };
    await page.addInitScript(
      ([tokenText, userText]) => {
        localStorage.setItem('token', tokenText ?? '');
        localStorage.setItem('userData', userText ?? '');
      },
      [token, JSON.stringify(user)],
    );
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Choose Files' }).waitFor();
    return person;
  }
  const choose = (files: readonly TestFile[]) => page.setInputFiles('input[type=file]', [...files]);
  const row = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByTitle(name, { exact: true }) });
  const chooseForAll = (format: string) => page.getByRole('button', { name: format, exact: true }).click();
  const convert = () => page.getByRole('button', { name: 'Convert Files' }).click();
  const download = (): Promise<Download> => page.waitForEvent('download', { timeout: CONVERTED_MS });
  const countRequests = (wanted: string) => requests.filter((request) => request === wanted).length;

  it('converts ten files of which one fails, zips the others, and builds the zip in the browser if the server cannot', async () => {
    await signIn();
    const broken = { ...picture('broken.png'), buffer: pngFile().subarray(0, 60) };
    await choose([...pictures(9), broken, picture('one-too-many.png')]);
    const toast = page.locator('.toast');
    await toast.getByText('File Limit Exceeded').waitFor();
    await toast.getByText('Free plan allows up to 10 files at once.').waitFor();
    await chooseForAll('webp');
    const [zip] = await Promise.all([download(), convert()]);
    expect(zip.suggestedFilename()).toMatch(/^filemill-\d{8}-\d{6}\.zip$/);
    await toast.getByText('ZIP Download Completed').waitFor();
    await toast.getByText('9 files. Without broken.png.').waitFor();
    await row('broken.png').getByText('Conversion failed').waitFor();

    const path = await zip.path();
    const names = pictures(9).map(({ name }) => name.replace('.png', '_converted.webp'));
    expect(await entriesOf(path)).toEqual(names);
    for (const index of [1, 9]) {
      const href = await row(`photo-${index}.png`)
        .getByRole('link', { name: /Download/ })
        .getAttribute('href');
      const direct = Buffer.from(await (await fetch(urlOf(href ?? ''))).arrayBuffer());
      expect((await entryOf(path, `photo-${index}_converted.webp`)).equals(direct)).toBe(true);
    }
    // One stream for all conversions, and one report for each success.
    expect(requests.filter((request) => /conversions\/.*\/events$/.test(request))).toEqual([]);
    expect([countRequests('GET /api/events'), countRequests('POST /api/track-conversion')]).toEqual([1, 9]);

    await page.route('**/api/download/zip', (route) => route.fulfill({ status: 503, body: '{}' }));
    const [own] = await Promise.all([download(), page.getByRole('button', { name: 'Download ZIP' }).click()]);
    expect(await entriesOf(await own.path())).toEqual(names);
    expect(await axeFindingsOfThemes(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
  });

  it('converts forty at once as Pro, with settings for all', async () => {
    const person = await signIn('pro');
    await choose(pictures(40));
    await chooseForAll('webp');
    await page.getByRole('button', { name: 'Options for all files' }).click();
    await page.getByRole('slider', { name: 'Quality' }).press('Home');
    await page.getByRole('button', { name: 'Apply' }).click();
    await row('photo-40.png').getByText('Quality 1').waitFor();
    const [zip] = await Promise.all([download(), convert()]);
    await page.locator('.toast').getByText('ZIP Download Ready').waitFor();
    const path = await zip.path();
    expect(await entriesOf(path)).toHaveLength(40);
    const { body } = await apiConvert('/api/convert/image', pngFile(), person.by);
    const { convertedSize } = body.conversion as { convertedSize: number };
    expect((await entryOf(path, 'photo-40_converted.webp')).length).toBeLessThan(convertedSize);
  });

  it('uses settings for all files of a kind, keeps them in the history, and converts again with them', async () => {
    await signIn();
    await choose([...pictures(2), { name: 'tone.wav', mimeType: 'audio/wav', buffer: wavFile() }]);
    for (const { name } of pictures(2)) {
      await page.getByRole('button', { name: `Output format of ${name}` }).click();
      await page.getByRole('combobox', { name: 'Search formats' }).fill('webp');
      await page.keyboard.press('Enter');
    }
    await page.getByRole('button', { name: 'Options of photo-1.png' }).click();
    await page.getByRole('slider', { name: 'Quality' }).press('Home');
    await page.getByRole('button', { name: 'Use for all files of this kind' }).click();
    for (const { name } of pictures(2)) await row(name).getByText('Quality 1').waitFor();
    expect(await row('tone.wav').getByText('Quality').count()).toBe(0);
    await page.getByRole('button', { name: 'Remove tone.wav' }).click();
    await Promise.all([download(), convert()]);
    // They stand in the row while and after it is converted.
    await row('photo-2.png').getByText('Quality 1').waitFor();

    await page.getByRole('link', { name: 'Conversion history' }).click();
    const again = page.getByRole('link', { name: /^Convert again with these/ });
    await again.first().waitFor();
    await page.getByRole('cell').getByText('Quality 1').first().waitFor();
    expect(await axeFindingsOfThemes(page)).toEqual([]);
    await again.first().press('Enter');
    const note = page.getByText('New files become WEBP with: Quality 1.');
    await note.waitFor();
    await page.waitForFunction(() => document.activeElement?.matches('.demo'));
    // Settings can hold texts: they are in no address.
    expect(page.url()).not.toMatch(/quality|webp/i);
    await choose([picture('next.png')]);
    await row('next.png').getByText('Quality 1').waitFor();
    await page.getByRole('button', { name: 'Output format of next.png: webp' }).waitFor();
    expect(await axeFindingsOfThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Without these settings' }).click();
    await note.waitFor({ state: 'detached' });
    await choose([picture('other.png')]);
    await row('other.png').getByText('Needs a format').waitFor();
    expect(pageErrors).toEqual([]);
  });

  it('converts on the home page as the user, and counts down what is left', async () => {
    await signIn();
    await page.goto('/');
    await choose([picture('photo.png')]);
    await page.getByRole('button', { name: 'Output format of photo.png' }).click();
    await page.getByRole('combobox', { name: 'Search formats' }).fill('webp');
    await page.keyboard.press('Enter');
    const { body } = await call<{ plans: Record<string, { conversions: { total: number } }> }>(
      'GET',
      '/api/plans',
    );
    const total = body.plans.free?.conversions.total ?? 0;
    await page.getByText(`${total} of ${total} conversions left this month`).waitFor();
    await convert();
    await row('photo.png')
      .getByRole('link', { name: /Download/ })
      .waitFor({ timeout: CONVERTED_MS });
    await page.getByText(`${total - 1} of ${total} conversions left this month`).waitFor();
    expect([countRequests('POST /api/convert/auto'), countRequests('POST /api/guest/convert')]).toEqual([
      1, 0,
    ]);
  });

  it('follows sent files after a reload, asks for the rest again, and cancels', async () => {
    await signIn();
    await page.setInputFiles('input[type=file]', longSoundPath);
    await page.getByRole('button', { name: 'Output format of long.wav' }).click();
    await page.getByRole('combobox', { name: 'Search formats' }).fill('mp3');
    await page.keyboard.press('Enter');
    await convert();
    await row('long.wav')
      .getByText(/^(Converting|Queued)/)
      .waitFor({ timeout: CONVERTED_MS });
    await choose([picture('not-sent.png')]);
    await row('not-sent.png').getByText('Needs a format').waitFor();
    await page.waitForTimeout(500);
    await page.reload();

    await row('not-sent.png').getByText('Choose this file again').waitFor();
    await row('long.wav')
      .getByText(/^(Converting|Queued)/)
      .waitFor();
    await choose([picture('not-sent.png')]);
    await row('not-sent.png').getByText('Needs a format').waitFor();
    expect(
      await page
        .getByRole('listitem')
        .filter({ has: page.getByTitle('not-sent.png') })
        .count(),
    ).toBe(1);

    const erased = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await page.getByRole('button', { name: 'Cancel long.wav' }).click();
    expect((await erased).status()).toBe(204);
    await row('long.wav').getByText('Cancelled').waitFor();
    await row('long.wav').getByText('Not counted.').waitFor();
  });

  it('renders only the visible rows of a thousand files', async () => {
    const { body } = await call<{ plans: Record<string, { filesAtOnce: number }> }>('GET', '/api/plans');
    for (const plan of Object.values(body.plans)) plan.filesAtOnce = 1_000;
    await page.route('**/api/plans', (route) => route.fulfill({ json: body }));
    await signIn();
    await choose(pictures(1_000));
    await row('photo-1.png').getByText('Needs a format').waitFor();
    expect(await page.locator('.row').count()).toBeLessThan(60);
    await page.locator('.batch').scrollIntoViewIfNeeded();
    await row('photo-1000.png').waitFor();
    expect(await page.locator('.row').count()).toBeLessThan(60);
    expect(await row('photo-1000.png').getAttribute('aria-posinset')).toBe('1000');
    // The row with the focus stays, however far away it is.
    const last = row('photo-1000.png').getByRole('button', { name: /^Remove/ });
    await last.focus();
    await page.evaluate(() => scrollTo(0, 0));
    await row('photo-1.png').waitFor();
    expect(await last.evaluate((button) => button === document.activeElement)).toBe(true);
    // Wherever the list is, a row is in view, and few others are drawn.
    for (const part of [0.25, 0.5, 0.75]) {
      await page.evaluate((at) => scrollTo(0, document.documentElement.scrollHeight * at), part);
      await page.waitForFunction(() =>
        [...document.querySelectorAll('.row')].some((shown) => {
          const { top, bottom } = shown.getBoundingClientRect();
          return bottom > 0 && top < innerHeight;
        }),
      );
      expect(await page.locator('.row').count()).toBeLessThan(60);
    }
  });
});
