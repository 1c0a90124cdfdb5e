import { LANGUAGES } from '@filemill/product';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser, watchPage } from './browser.js';

const url = process.env.FILEMILL_URL ?? '';
if (!url) throw new Error('FILEMILL_URL names no running site');

const PUBLIC = [
  '/',
  '/auth',
  '/subscribe',
  '/docs',
  '/contact',
  '/terms',
  '/privacy',
  '/privacy-policy',
  '/refund',
  '/legal',
];
const USER = ['/dashboard', '/conversion-history', '/reset-password'];
const prefixed = (language: string, path: string): string =>
  language === 'en' ? path : `/${language}${path === '/' ? '' : path}`;

describe('the site', () => {
  it.each(LANGUAGES.map(({ id }) => id))('has every page in %s', async (language) => {
    for (const path of [...PUBLIC, ...USER]) {
      const response = await fetch(new URL(prefixed(language, path), url));
      const html = await response.text();
      expect([path, response.status]).toEqual([path, 200]);
      expect(html).toContain(`<html lang="${language}"`);
      expect(html).toMatch(/<title>[^<%]+<\/title><meta name="description" content="[^"]+"/);
      const isPublic = PUBLIC.includes(path);
      expect((html.match(/rel="alternate" hreflang/g) ?? []).length).toBe(
        isPublic ? LANGUAGES.length + 1 : 0,
      );
      expect(html.includes('<h1')).toBe(isPublic);
      expect(html).not.toContain('%PUBLIC_URL%');
    }
    const missing = await fetch(new URL(prefixed(language, '/no-such-page'), url));
    expect([missing.status, (await missing.text()).includes('<h1')]).toEqual([404, true]);
  });
});

describe('the language of a visit', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  afterEach(() => context.close());

  const open = async (locale: string) => {
    context = await browser.newContext({ baseURL: url, locale });
    page = await context.newPage();
  };
  const pathNow = () => new URL(page.url()).pathname;
  const pick = async (language: string, path: string) => {
    await page.locator('.lang select').selectOption(language);
    await page.waitForURL((address) => address.pathname === prefixed(language, path));
    await page.waitForFunction((id) => document.documentElement.lang === id, language);
  };

  it('is that of the browser by default, and keeps query and fragment', async () => {
    await open('de-AT');
    await page.goto('/docs?from=here#x');
    await page.waitForURL((address) => address.pathname === '/de/docs');
    expect(new URL(page.url()).search + new URL(page.url()).hash).toBe('?from=here#x');
  });

  it('is that of the path before that of the browser, and English if the browser has none of ours', async () => {
    await open('sv-SE');
    await page.goto('/ru/contact');
    expect([pathNow(), await page.evaluate(() => document.documentElement.lang)]).toEqual([
      '/ru/contact',
      'ru',
    ]);
    await page.goto('/contact');
    await page.waitForLoadState('networkidle');
    expect(pathNow()).toBe('/contact');
  });

  it('is changed on every page by the picker, and stored under both keys', async () => {
    await open('en-US');
    const pageErrors = watchPage(page);
    for (const path of PUBLIC) {
      await page.goto(path);
      await page.locator('.lang select').waitFor();
      await pick('it', path);
      await pick('en', path);
    }
    await page.goto('/docs');
    await pick('fr', '/docs');
    const keys = ['filemill-language', 'preferredLanguage'];
    expect(await page.evaluate((names) => names.map((name) => localStorage.getItem(name)), keys)).toEqual([
      'fr',
      'fr',
    ]);
    await page.goto('/terms');
    await page.waitForURL((address) => address.pathname === '/fr/terms');
    await page.locator('footer').getByRole('link').last().click();
    expect(pathNow().startsWith('/fr')).toBe(true);
    expect(pageErrors).toEqual([]);
  });
});
