import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { urlOf } from './api.js';
import { axeFindings, axeFindingsOfThemes, launchBrowser, watchPage } from './browser.js';

const PAGES = [
  '/docs',
  '/docs?tab=endpoints#convert',
  '/docs?tab=options',
  '/docs?tab=examples',
  '/docs?tab=scripts',
  '/contact',
  '/terms',
  '/privacy',
  '/privacy-policy',
  '/refund',
  '/legal',
];
/** Narrowest screen that the pages are made for, px. */
const NARROW = { width: 320, height: 640 };
/** Enough to come around a page with a banner. */
const STOPS = 45;
/** All pages in two themes on a busy machine. */
const ALL_PAGES_MS = 300_000;

const origin = urlOf('').replace(/\/$/, '');
const storedConsent = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('cookie_consent'));

/** The page is hydrated, and shows no placeholders. */
const everythingRead = (page: Page) =>
  page.waitForFunction(() => document.querySelector('main h1') && !document.querySelector('main .sk'));

describe('the text pages in a browser', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let pageErrors: readonly string[];
  let foreign: string[];

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    context = await browser.newContext({ baseURL: origin, viewport: NARROW, acceptDownloads: true });
    page = await context.newPage();
    pageErrors = watchPage(page);
    foreign = [];
    page.on('request', (request) => {
      if (!/^(?:data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin)
        foreign.push(request.url());
    });
  });
  afterEach(async () => {
    await context.close();
    expect(pageErrors).toEqual([]);
    expect(foreign).toEqual([]);
  });

  const banner = () => page.getByRole('complementary', { name: 'Cookie settings' });
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  it(
    'are complete, narrow enough and without accessibility findings',
    async () => {
      for (const path of PAGES) {
        await page.goto(path);
        await everythingRead(page);
        const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        const findings = await axeFindingsOfThemes(page);
        expect({ path, tooWide, findings }).toEqual({ path, tooWide: 0, findings: [] });
      }
    },
    ALL_PAGES_MS,
  );

  it('ask for consent without covering the focused element, and accept a refusal', async () => {
    await page.goto('/terms');
    await banner().waitFor();
    expect(await storedConsent(page)).toBeNull();
    for (let stop = 0; stop < STOPS; stop += 1) {
      await page.keyboard.press('Tab');
      const covered = await page.evaluate(() => {
        const [focused, bar] = [document.activeElement, document.querySelector('.cookie')];
        if (!focused || !bar || focused === document.body || bar.contains(focused)) return null;
        const overlap = focused.getBoundingClientRect().bottom - bar.getBoundingClientRect().top;
        return overlap > 0 ? `${focused.outerHTML.slice(0, 80)}: ${overlap} px` : null;
      });
      expect(covered).toBeNull();
    }
    await button('Reject all').click();
    await banner().waitFor({ state: 'detached' });
    expect(JSON.parse((await storedConsent(page)) ?? '')).toMatchObject({
      analytics: false,
      marketing: false,
    });
    await page.reload();
    await everythingRead(page);
    await page.waitForLoadState('networkidle');
    expect(await banner().count()).toBe(0);
  });

  it('let the choice be changed from the footer', async () => {
    await page.goto('/privacy');
    await button('Accept all').click();
    await button('Cookie settings').click();
    const analytics = page.getByRole('switch', { name: /^Analytics/ });
    expect(await analytics.isChecked()).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    await analytics.click();
    await button('Save choices').click();
    await banner().waitFor({ state: 'detached' });
    expect(JSON.parse((await storedConsent(page)) ?? '')).toMatchObject({
      analytics: false,
      marketing: true,
    });
  });

  it('copy code with a toast, and offer scripts that call this service', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
    await page.goto('/docs');
    await button('Reject all').click();
    await button('Copy').first().click();
    await page.locator('.toast').getByText('Copied', { exact: true }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(origin);
    await page.getByRole('tab', { name: 'Scripts' }).click();
    expect(new URL(page.url()).search).toBe('?tab=scripts');
    for (const name of ['convert.mjs', 'convert.py']) {
      const link = page.getByRole('link', { name: `Download ${name}` });
      const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
      const file = await readFile(`apps/web/examples/${name}`, 'utf8');
      expect(download.suggestedFilename()).toBe(name);
      const got = await readFile(await download.path(), 'utf8');
      expect(got).toBe(file.replaceAll('http://localhost:3000', origin));
    }
  });

  it('stay on the page when the documentation changes its language, and link to prices and accounts', async () => {
    await page.goto('/docs?tab=endpoints');
    await button('Reject all').click();
    await page.getByRole('combobox', { name: 'Language' }).selectOption('it');
    await page.waitForURL('**/it/docs?tab=endpoints');
    const nav = page.getByRole('navigation').filter({ has: page.locator('[href="/it/register"]') });
    // The address changes before the page is drawn in the new language.
    await nav.waitFor();
    const links = await nav
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links).toEqual(['/it', '/it/dashboard', '/it/docs', '/it/pricing', '/it/login', '/it/register']);
  });
});
