import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from './browser.js';

const url = process.env.FILEMILL_URL ?? '';
if (!url) throw new Error('FILEMILL_URL names no running site');

describe('the session in a browser', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    const person = { email: `${randomUUID()}@example.org`, username: 'Somebody', password: 'correct horse' };
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(new URL('/api/register', url), {
      method: 'POST',
      headers,
      body: JSON.stringify(person),
    });
    const { token, user } = (await answer.json()) as { token: string; user: object };
    await openWith(token, user);
  });
  afterEach(() => context.close());

  /** A browser in which these entries are stored before the first page opens. */
  async function openWith(token: string, user: object): Promise<void> {
    const localStorage = [
      { name: 'token', value: token },
      { name: 'userData', value: JSON.stringify(user) },
    ];
    const storageState = { cookies: [], origins: [{ origin: new URL(url).origin, localStorage }] };
    context = await browser.newContext({ baseURL: url, storageState });
    page = await context.newPage();
  }
  const entries = () =>
    page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('userData')]);
  const isAt = (where: Page, path: string) => where.waitForURL((address) => address.pathname === path);

  it('opens the pages of users, and redirects from the sign-in page to the dashboard', async () => {
    await page.goto('/it/auth');
    await isAt(page, '/it/dashboard');
  });

  it('ends by Logout in all tabs', async () => {
    const other = await context.newPage();
    await other.goto('/conversion-history');
    await page.goto('/dashboard');
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
    await Promise.all([isAt(page, '/'), isAt(other, '/')]);
    expect(await entries()).toEqual([null, null]);
    await page.goto('/dashboard');
    await isAt(page, '/auth');
  });

  it('ends by a token that the server refuses, and the page goes to the root path', async () => {
    await context.close();
    await openWith('x.y.z', {});
    await page.goto('/dashboard');
    await isAt(page, '/');
    expect(await entries()).toEqual([null, null]);
  });
});
