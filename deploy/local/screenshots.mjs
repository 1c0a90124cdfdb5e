/**
 * `npm run screenshots`: starts a stack of its own and takes a picture of every screen, desktop and phone, light and
 * dark, English and Russian, into `.data/screenshots`. To be looked at.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { command } from './command.mjs';
import { DATA, ROOT } from './paths.mjs';
import { processesOf } from './processes.mjs';
import { say } from './report.mjs';
import { run } from './run.mjs';
import { loadSecrets } from './secrets.mjs';
import { Stack } from './stack.mjs';
import { NODE } from './toolchain.mjs';

const FOLDER = `${DATA}/screenshots`;
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const THEMES = ['light', 'dark'];
const LANGUAGES = ['en', 'ru'];
const STRANGER = {
  home: '/',
  login: '/auth',
  register: '/auth?mode=register',
  dialog: '/?auth=login',
  subscribe: '/subscribe',
  'reset-password': '/reset-password?token=x',
  docs: '/docs',
  endpoints: '/docs?tab=endpoints',
  contact: '/contact',
  terms: '/terms',
  privacy: '/privacy',
  'privacy-policy': '/privacy-policy',
  refund: '/refund',
  legal: '/legal',
  'not-found': '/no-such-page',
};
const USER = {
  dashboard: '/dashboard',
  activity: '/dashboard?tab=activity',
  analytics: '/dashboard?tab=analytics',
  history: '/conversion-history',
};
const ADMIN = Object.fromEntries(
  ['overview', 'users', 'conversions', 'system', 'settings'].map((tab) => [
    `admin-${tab}`,
    `/admin?tab=${tab}`,
  ]),
);
const PASSWORD = 'screens of all pages';
/** What lists and charts are to show. */
const CONVERSIONS = ['webp', 'jpg', 'avif', 'tiff'];
const QUIET_MS = 15_000;

const post = async (stack, path, body, token) => {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(stack.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
};

/** An administrator with some conversions. @returns what the browser keeps of a session */
async function anAdministrator(stack) {
  const person = { email: 'mara@example.org', username: 'Mara Keller', password: PASSWORD };
  const session = await post(stack, '/api/register', person);
  const { ports, data } = stack;
  const options = { data, ports, secrets: loadSecrets(data), publicUrl: stack.url, test: false };
  const { env } = processesOf(options).processes.find(({ name }) => name === 'accounts');
  const { output } = await run(NODE, [`${ROOT}/services/accounts/dist/make-admin.js`, person.email], {
    env,
    cwd: ROOT,
  });
  const password = /shown only now: (\S+)/.exec(output)?.[1];
  const picture = `${FOLDER}/sample.png`;
  const testCard = ['-f', 'lavfi', '-i', 'testsrc2=size=640x480', '-frames:v', '1'];
  await run('/usr/bin/ffmpeg', ['-v', 'error', '-y', ...testCard, picture]);
  const bytes = readFileSync(picture);
  for (const outputFormat of CONVERSIONS) {
    const form = new FormData();
    form.append('outputFormat', outputFormat);
    form.append('file', new File([bytes], 'harbour at dawn.png'));
    const headers = { authorization: `Bearer ${session.token}` };
    await fetch(`${stack.url}/api/convert/image`, { method: 'POST', headers, body: form });
  }
  return post(stack, '/api/login', { email: person.email, password });
}

async function shoot(browser, stack, { pages, session, language, theme, size }) {
  const context = await browser.newContext({
    baseURL: stack.url,
    colorScheme: theme,
    viewport: SIZES[size],
    reducedMotion: 'reduce',
  });
  await context.addInitScript(
    ({ token, user, code }) => {
      const consent = {
        analytics: false,
        marketing: false,
        functional: true,
        timestamp: new Date().toISOString(),
      };
      localStorage.setItem('cookie_consent', JSON.stringify(consent));
      localStorage.setItem('preferredLanguage', code);
      localStorage.setItem('filemill-language', code);
      if (token) localStorage.setItem('token', token);
      if (user) localStorage.setItem('userData', JSON.stringify(user));
    },
    { ...session, code: language },
  );
  const page = await context.newPage();
  for (const [name, path] of Object.entries(pages)) {
    const prefix = language === 'en' || path.startsWith('/admin') ? '' : `/${language}`;
    await page.goto(prefix + (prefix && path === '/' ? '' : path));
    // A live page has a stream that never ends: what is shown decides.
    await page.waitForFunction(
      () => document.querySelector('h1') && !document.querySelector('.sk'),
      undefined,
      {
        timeout: QUIET_MS,
      },
    );
    await page.screenshot({ path: `${FOLDER}/${name}-${size}-${theme}-${language}.png`, fullPage: true });
  }
  await context.close();
}

await command(
  'deploy/local/screenshots.mjs',
  async () => {
    const stack = new Stack({ data: `${DATA}/screens`, publicPort: 3980, firstPort: 3990 });
    process.on('SIGINT', () => stack.stop().then(() => process.exit(130)));
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    try {
      await stack.start();
      const session = await anAdministrator(stack);
      const browser = await chromium.launch({
        executablePath: '/usr/bin/chromium',
        args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
      });
      for (const language of LANGUAGES)
        for (const theme of THEMES)
          for (const size of Object.keys(SIZES)) {
            await shoot(browser, stack, { pages: STRANGER, language, theme, size });
            await shoot(browser, stack, { pages: { ...USER, ...ADMIN }, session, language, theme, size });
            say(`${language}, ${theme}, ${size}`);
          }
      await browser.close();
      say(`Pictures of every screen are in ${FOLDER}`);
    } finally {
      await stack.stop();
    }
    process.exit(0);
  },
  { testing: true },
);
