import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { downloadZip } from 'client-zip';
import { axeFindings, axeFindingsOfThemes } from './browser.js';
import { pngFile, textFile, wavFile } from './fixtures.js';
import { CONVERTED_MS, onHomePage } from './home-converter.js';

const INSIDE: Readonly<Record<string, Buffer>> = {
  'notes.txt': textFile(),
  'pictures/Ärger & Ende.png': pngFile(),
  'sounds/tone.wav': wavFile(),
};
const zip = Buffer.from(
  await downloadZip(
    Object.entries(INSIDE).map(([name, bytes]) => ({ name, input: new Uint8Array(bytes) })),
  ).arrayBuffer(),
);

const home = onHomePage({ 'holiday.zip': zip });

it('lists the files of an archive, and saves each of them alone', async () => {
  const { page } = home();
  await home().choose('holiday.zip');
  await home().pick('Output format of holiday.zip', 'files');
  await page.getByRole('button', { name: /^Convert/ }).click();
  const opener = page.getByRole('button', { name: 'Show the files in holiday.zip' });
  await opener.waitFor({ timeout: CONVERTED_MS });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Files in the result' });
  await dialog.getByRole('link').first().waitFor();

  const names = await dialog.getByRole('listitem').locator('a span').allTextContents();
  expect(names.toSorted()).toEqual(Object.keys(INSIDE).toSorted());
  expect(await axeFindingsOfThemes(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await axeFindings(page)).toEqual([]);

  for (const [name, bytes] of Object.entries(INSIDE)) {
    const link = dialog.getByRole('link', { name: `Download ${name}` });
    await link.focus();
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(download.suggestedFilename()).toBe(name.split('/').at(-1));
    expect((await readFile(await download.path())).equals(bytes)).toBe(true);
  }

  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(home().pageErrors).toEqual([]);
});
