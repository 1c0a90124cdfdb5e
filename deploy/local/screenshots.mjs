/**
 * `npm run screenshots`: starts a stack of its own and takes a picture of every screen, desktop and phone, light and
 * dark, English and Russian, into `.data/screenshots`. To be looked at. Names of screens as arguments take only those.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { command } from './command.mjs';
import { DATA } from './paths.mjs';
import { say } from './report.mjs';
import { takePictures } from './screenshots/camera.mjs';
import { makeFiles, makePeople } from './screenshots/people.mjs';
import { ADMIN, NEWCOMER, USER, VISITOR } from './screenshots/screens.mjs';
import { Stack } from './stack.mjs';

const FOLDER = `${DATA}/screenshots`;
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const THEMES = ['light', 'dark'];
const LANGUAGES = ['en', 'ru'];

/** Every language, light and size. */
const LOOKS = LANGUAGES.flatMap((language) =>
  THEMES.flatMap((theme) => Object.keys(SIZES).map((size) => ({ language, theme, size }))),
);

async function takeAll(browser, url, { people, files, names }) {
  const findings = [];
  for (const { language, theme, size } of LOOKS) {
    for (const [session, screens] of [
      [undefined, VISITOR],
      [people.user, USER],
      [people.newcomer, NEWCOMER],
      [people.admin, ADMIN],
    ]) {
      const wanted = screens.filter(({ name }) => names.length === 0 || names.includes(name));
      const looks = { session, language, theme, viewport: SIZES[size], files };
      const fileOf = (name) => `${FOLDER}/${name}-${size}-${theme}-${language}.png`;
      findings.push(...(await takePictures(browser, url, wanted, looks, fileOf)));
    }
    say(`${language}, ${theme}, ${size}`);
  }
  return findings;
}

await command(
  'deploy/local/screenshots.mjs',
  async (names) => {
    const stack = new Stack({ data: `${DATA}/screens`, publicPort: 4040, firstPort: 4050 });
    process.on('SIGINT', () => stack.stop().then(() => process.exit(130)));
    const samples = `${stack.data}/samples`;
    // Pictures of other screens stay when only some are taken.
    for (const folder of names.length > 0 ? [stack.data] : [FOLDER, stack.data]) {
      rmSync(folder, { recursive: true, force: true });
    }
    for (const folder of [FOLDER, samples]) mkdirSync(folder, { recursive: true });
    try {
      await stack.start();
      const files = await makeFiles(samples);
      const people = await makePeople(stack, files);
      const browser = await chromium.launch({
        executablePath: '/usr/bin/chromium-headless-shell',
        args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
      });
      const findings = await takeAll(browser, stack.url, { people, files, names });
      await browser.close();
      for (const finding of findings) say(finding);
      say(`Pictures of every screen are in ${FOLDER}`);
      process.exitCode = findings.length > 0 ? 1 : 0;
    } finally {
      await stack.stop();
    }
    process.exit();
  },
  { testing: true },
);
