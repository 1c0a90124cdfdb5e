/**
 * `npm run screenshots`: starts a stack of its own and takes a picture of every screen, desktop and phone, light and
 * dark, English and Russian, into `.data/screenshots`. To be looked at. Names of screens as arguments take only those.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { DATA, main, Stack, say } from '@filemill/local-stack';
import { type Browser, chromium } from 'playwright-core';
import { type Look, type Screen, takePictures } from './screenshots/camera.ts';
import { makeFiles, makePeople, type People } from './screenshots/people.ts';
import { ADMIN, NEWCOMER, USER, VISITOR } from './screenshots/screens.ts';

const FOLDER = `${DATA}/screenshots`;
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
const SIZE_NAMES = ['desktop', 'phone'] as const;
const THEMES = ['light', 'dark'] as const;
const LANGUAGES = ['en', 'ru'] as const;

/** Every language, theme and size. */
const LOOKS = LANGUAGES.flatMap((language) =>
  THEMES.flatMap((theme) => SIZE_NAMES.map((size) => ({ language, theme, size }))),
);

interface Wanted {
  readonly people: People;
  readonly files: Awaited<ReturnType<typeof makeFiles>>;
  /** Of the screens; empty for all. */
  readonly names: readonly string[];
}

/** Takes all pictures. @returns what went wrong, one line each */
async function takeAll(browser: Browser, url: string, { people, files, names }: Wanted): Promise<string[]> {
  const findings: string[] = [];
  const visits: [People[keyof People] | undefined, readonly Screen[]][] = [
    [undefined, VISITOR],
    [people.user, USER],
    [people.newcomer, NEWCOMER],
    [people.admin, ADMIN],
  ];
  for (const { language, theme, size } of LOOKS) {
    for (const [session, screens] of visits) {
      const wanted = screens.filter(({ name }) => names.length === 0 || names.includes(name));
      const look: Look = {
        session,
        language,
        theme,
        viewport: SIZES[size],
        files: files.listed,
        film: files.film,
        archive: files.archive,
      };
      const fileOf = (name: string): string => `${FOLDER}/${name}-${size}-${theme}-${language}.png`;
      findings.push(...(await takePictures(browser, url, wanted, look, fileOf)));
    }
    say(`${language}, ${theme}, ${size}`);
  }
  return findings;
}

await main(async () => {
  const names = process.argv.slice(2);
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
    const people = await makePeople(stack, files.listed[0] ?? '');
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
});
