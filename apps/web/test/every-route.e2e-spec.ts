import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { aPerson, type Person, urlOf } from './api.js';
import { axeFindingsOfThemes, launchBrowser, watchPage } from './browser.js';

const PUBLIC = [
  '/',
  '/auth',
  '/auth?mode=register',
  '/subscribe',
  '/docs',
  '/contact',
  '/terms',
  '/privacy',
  '/privacy-policy',
  '/refund',
  '/legal',
  '/reset-password',
  '/no-such-page',
];
const SIGNED_IN = [
  '/dashboard',
  '/dashboard?tab=activity',
  '/dashboard?tab=analytics',
  '/conversion-history',
];
/** The shortest texts, the longest, and other scripts. */
const LANGUAGES = ['en', 'it', 'ru', 'zh'];
/** Narrowest screen that the pages are made for, px. */
const NARROW = { width: 320, height: 640 };
const WIDE = { width: 1280, height: 800 };
/** From the design's goals: the sum of all layout shifts, as browsers count it. */
const MAX_SHIFT = 0.05;
/** All routes once on a busy machine. */
const ALL_MS = 300_000;

const inLanguage = (language: string, path: string): string =>
  language === 'en' ? path : `/${language}${path === '/' ? '' : path}`;

let browser: Browser;
let person: Person;
beforeAll(async () => {
  browser = await launchBrowser();
  person = await aPerson();
});
afterAll(() => browser?.close());

/** A browser of somebody who has answered the cookie banner, signed in or not. */
async function visitor(options: {
  viewport: { width: number; height: number };
  signedIn: boolean;
}): Promise<BrowserContext> {
  const { viewport, signedIn } = options;
  const context = await browser.newContext({ baseURL: urlOf('/'), viewport });
  const token = signedIn ? person.by.authorization?.replace('Bearer ', '') : undefined;
  await context.addInitScript(
    ([bearer, user]) => {
      const consent = {
        analytics: false,
        marketing: false,
        functional: true,
        timestamp: new Date().toISOString(),
      };
      localStorage.setItem('cookie_consent', JSON.stringify(consent));
      if (bearer) localStorage.setItem('token', bearer);
      if (bearer && user) localStorage.setItem('userData', user);
    },
    [
      token,
      JSON.stringify({ id: person.id, email: person.email, username: 'Somebody', plan: 'free' }),
    ] as const,
  );
  return context;
}

/** Opens a route and waits until it shows no placeholders. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(
    () => document.querySelector('main h1') && !document.querySelector('main .sk, main [aria-busy="true"]'),
  );
}

/** Visits routes one after the other. @returns what is wrong with each, and what the browser complained of */
async function look(paths: readonly string[], signedIn: boolean): Promise<readonly unknown[]> {
  const context = await visitor({ viewport: WIDE, signedIn });
  const page = await context.newPage();
  const pageErrors = watchPage(page);
  const wrong: unknown[] = [];
  for (const path of paths) {
    await page.setViewportSize(WIDE);
    await open(page, path);
    const findings = await axeFindingsOfThemes(page);
    await page.setViewportSize(NARROW);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (findings.length > 0 || width !== NARROW.width) wrong.push({ path, findings, width });
  }
  await context.close();
  return [...wrong, ...pageErrors];
}

describe.each(LANGUAGES)('every route in %s', (language) => {
  it(
    'has nothing that axe finds in either theme and fits on a screen of 320 px',
    async () => {
      const inThis = (paths: readonly string[]) => paths.map((path) => inLanguage(language, path));
      const half = Math.ceil(PUBLIC.length / 2);
      // Three at once, or this suite would end long after all others.
      const wrong = await Promise.all([
        look(inThis(PUBLIC.slice(0, half)), false),
        look(inThis(PUBLIC.slice(half)), false),
        look(inThis(SIGNED_IN), true),
      ]);
      expect(wrong.flat()).toEqual([]);
    },
    ALL_MS,
  );
});

describe('the home page', () => {
  it.each([NARROW, WIDE])('moves nothing while it loads, at $width px', async (viewport) => {
    const context = await visitor({ viewport, signedIn: false });
    await context.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const page = await context.newPage();
    await open(page, '/');
    await page.waitForLoadState('networkidle');
    const sum = await page.evaluate(() =>
      (globalThis as unknown as { shifts: number[] }).shifts.reduce((total, value) => total + value, 0),
    );
    expect(sum).toBeLessThanOrEqual(MAX_SHIFT);
    await context.close();
  });
});
