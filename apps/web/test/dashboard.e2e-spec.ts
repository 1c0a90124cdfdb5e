import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { aPerson, call, convert, type Person, urlOf } from './api.js';
import { axeFindings, axeFindingsOfThemes, launchBrowser, watchPage } from './browser.js';
import { pngFile } from './fixtures.js';
import { insertDays, insertHistory } from './past.js';

const PASSWORD = 'correct horse';
const PHONE = { width: 320, height: 720 };

let browser: Browser;
let context: BrowserContext;
let page: Page;
let pageErrors: readonly string[];
let person: Person;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  person = await aPerson();
  context = await browser.newContext({ baseURL: urlOf('/'), locale: 'en-GB', acceptDownloads: true });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const consent = JSON.stringify({
    analytics: false,
    marketing: false,
    timestamp: '2026-11-21T00:00:00.000Z',
  });
  const token = person.by.authorization?.replace('Bearer ', '') ?? '';
  // Only once: a session that a test has ended must not be restored.
  await context.addInitScript(
    ([session, choice]) => {
      if (localStorage.getItem('cookie_consent')) return;
      localStorage.setItem('cookie_consent', choice);
      localStorage.setItem('token', session);
    },
    [token, consent] as const,
  );
  page = await context.newPage();
  pageErrors = watchPage(page);
});
afterEach(async () => {
  await context.close();
  expect(pageErrors).toEqual([]);
});

const toast = (title: string, text: string | RegExp) =>
  page.locator('.toast', { hasText: title }).getByText(text).first().waitFor();
const meter = (category: string) => page.getByRole('meter', { name: category });
const used = (category: string) => meter(category).getAttribute('aria-valuenow');
const tab = (name: string) => page.getByRole('tab', { name });
const dialog = () => page.getByRole('dialog');
const menuItem = (name: string) => page.getByRole('menuitem', { name });
/** Waits until nothing is wider than the window; charts are resized a moment later. */
const fits = () => page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);

async function openDashboard(search = ''): Promise<void> {
  await page.goto(`/dashboard${search}`);
  await page.getByRole('heading', { name: 'Monthly usage' }).waitFor();
}

async function chooseInMenu(name: string): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click();
  await menuItem(name).click();
}

/** Converts a picture by the API, and waits until the page counts it. */
async function convertElsewhere(): Promise<void> {
  const before = Number(await used('Images'));
  const answer = await convert('/api/convert/image', pngFile(), person.by);
  expect(answer.status).toBe(200);
  await page.waitForFunction(
    (wanted) => document.querySelector('[role=meter][aria-label=Images]')?.ariaValueNow === wanted,
    String(before + 1),
  );
}

/** Pays on the provider's page, as a person does, and comes back to the dashboard as Pro. */
async function becomePro(at = page): Promise<void> {
  const { body } = await call('POST', '/api/create-checkout-session', person.by);
  await at.goto(String(body.checkoutUrl));
  await at.getByRole('button', { name: /^Pay/ }).click();
  await at.waitForURL('**/dashboard', { timeout: 30_000 });
  await at.getByRole('heading', { name: 'Monthly usage' }).waitFor();
}

describe('the dashboard', () => {
  it('shows conversions of other clients at once, and their results, by keyboard alone', async () => {
    await page.goto('/auth');
    await page.waitForURL('**/dashboard');
    await page.getByRole('heading', { level: 1, name: /Somebody\s*Free/ }).waitFor();
    expect(await page.getByText(person.email).count()).toBe(1);
    expect(await used('Images')).toBe('0');
    await page.getByRole('button', { name: 'Choose Files' }).waitFor();
    await convertElsewhere();
    await tab('Converter').focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForURL('**/dashboard?tab=activity');
    const row = page.getByRole('listitem').filter({ hasText: 'PNG → WEBP' });
    await row.getByText('success').waitFor();
    expect(await row.textContent()).toMatch(/Deleted in \d\d?:\d\d/);
    await row.getByRole('button', { name: /Download/ }).focus();
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(download.suggestedFilename()).toBe('a.webp');
    const saved = await readFile(await download.path());
    expect(saved.toString('latin1', 8, 12)).toBe('WEBP');
    await tab('Recent Activity').focus();
    await page.keyboard.press('End');
    await page.waitForURL('**/dashboard?tab=analytics');
    await page.getByText('Not enough data yet').first().waitFor();
    await page.keyboard.press('Home');
    await page.waitForURL((address) => address.search === '');
    await openDashboard('?tab=activity');
    await page.getByRole('link', { name: 'See all' }).click();
    await page.waitForURL('**/conversion-history');
    await page.getByText('Showing 1 to 1 of 1 results').waitFor();
  });

  it('polls every two seconds while no events arrive', async () => {
    await page.route('**/api/events', (route) => route.abort());
    await openDashboard();
    await convertElsewhere();
  });

  it('says why a result cannot be loaded, and does not offer one that is expired', async () => {
    await openDashboard('?tab=activity');
    await convertElsewhere();
    const download = page.getByRole('button', { name: /^Download/ });
    const refuse = (status: number, code: string) =>
      page.route('**/api/download/**', (route) =>
        route.fulfill({ status, json: { status: 'error', error: { code, message: '' } } }),
      );
    await refuse(410, 'gone');
    await download.click();
    await toast('Download Error', 'Download link expired or not available');
    await refuse(503, 'unavailable');
    await download.click();
    await toast('Download Error', 'Unable to access download');
    await page.clock.install();
    await page.clock.fastForward(3_600_000);
    await page.getByText('expired', { exact: true }).waitFor();
    expect(await download.count()).toBe(0);
  });

  it('shows what was measured over 7, 30 and 90 days', async () => {
    await insertDays(person, 20);
    await openDashboard('?tab=analytics');
    await page.getByText('Measured on 120 conversions').waitFor();
    await page.getByText('0.50 s').waitFor();
    await page.getByText('20 of 140 failed, none counted').waitFor();
    await page.getByText('85.7 %').waitFor();
    await page.getByText('120 MB').waitFor();
    const table = page.getByRole('table', { name: 'Conversions per day' });
    expect(await table.getByRole('row').count()).toBe(31);
    expect(await table.getByRole('columnheader').allTextContents()).toEqual(['Day', 'Images', 'Videos']);
    await page.locator('.recharts-surface').first().focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('.chart__tip').first().waitFor();
    await page.getByRole('radio', { name: '7 days' }).click();
    await page.getByText('Measured on 36 conversions').waitFor();
    expect(await table.getByRole('row').count()).toBe(8);
  });

  it('has no accessibility findings on any tab, in light and dark, and fits 320 px', async () => {
    await Promise.all([insertHistory(person, 3), convert('/api/convert/image', pngFile(), person.by)]);
    await insertDays(person, 5);
    const tabs = [
      ['', 'Choose Files'],
      ['?tab=activity', 'WEBP'],
      ['?tab=analytics', 'Measured on'],
    ] as const;
    for (const [search, content] of tabs) {
      await openDashboard(search);
      await page.getByText(content).first().waitFor();
      expect(await axeFindingsOfThemes(page)).toEqual([]);
      const size = page.viewportSize();
      await page.setViewportSize(PHONE);
      await fits();
      if (size) await page.setViewportSize(size);
    }
  });

  it('shows a card with a link home while the user cannot be read, and recovers by itself', async () => {
    await page.route('**/api/user', (route) =>
      route.fulfill({ status: 503, json: { status: 'error', error: { code: 'unavailable', message: '' } } }),
    );
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Your dashboard could not be loaded' }).waitFor();
    expect(await page.getByRole('link', { name: 'Home', exact: true }).getAttribute('href')).toBe('/');
    expect(await axeFindings(page)).toEqual([]);
    await page.unroute('**/api/user');
    await page.getByRole('heading', { name: 'Monthly usage' }).waitFor();
  });
});

describe('the account', () => {
  it('is Pro in every window once the payment is confirmed, however late', async () => {
    await openDashboard();
    await page.getByText('with Pro you get a key for the REST API').waitFor();
    const back = await context.newPage();
    const isStreamed = back.waitForResponse('**/api/events');
    await back.goto('/subscribe?success=true');
    await Promise.all([isStreamed, back.getByText('Waiting for the confirmation of the payment').waitFor()]);
    await becomePro(await context.newPage());
    await back.waitForURL('**/dashboard');
    await page.locator('code.key').waitFor();
  });

  it('has on Pro a key that can be copied and replaced, and a subscription that can be cancelled and resumed', async () => {
    await openDashboard();
    await page.getByText('with Pro you get a key for the REST API').waitFor();
    await becomePro();
    const key = page.locator('code.key');
    const first = (await key.textContent()) ?? '';
    await page.getByRole('button', { name: 'Copy' }).click();
    await toast('Copied', 'API key copied to clipboard');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);

    await chooseInMenu('Replace API key');
    await dialog().getByRole('heading', { name: 'Replace the API key?' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Replace key' }).click();
    await toast('API key replaced', /^The new key/);
    const second = (await key.textContent()) ?? '';
    expect(second).not.toBe(first);
    const statusOf = async (apiKey: string) =>
      (await call('GET', '/api/validate-key', { 'x-api-key': apiKey })).status;
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
    const menu = page.getByRole('button', { name: 'Account' });
    expect(await menu.evaluate((button) => button === document.activeElement)).toBe(true);

    const cancel = page.getByRole('button', { name: 'Cancel subscription' });
    await page.route('**/api/cancel-subscription', (route) => route.abort(), { times: 1 });
    await cancel.click();
    await dialog().getByRole('button', { name: 'Cancel subscription' }).click();
    await toast('Error', 'Error cancelling subscription. Please try again.');
    const refusal = { status: 'error', error: { code: 'internal', message: 'The reason.' } };
    const refuse = { status: 500, json: refusal };
    await page.route('**/api/cancel-subscription', (route) => route.fulfill(refuse), { times: 1 });
    await cancel.click();
    await dialog().getByRole('button', { name: 'Cancel subscription' }).click();
    await toast('Error', 'Failed to cancel subscription: The reason.');
    await cancel.click();
    await dialog().getByRole('button', { name: 'Cancel subscription' }).click();
    await toast('Subscription Cancelled', /^Your subscription has been cancelled\. You keep Pro until /);
    await page.getByText(/^Pro until /).waitFor();
    expect(await page.getByRole('button', { name: 'Subscription Cancelled' }).isDisabled()).toBe(true);

    await chooseInMenu('Resume subscription');
    await dialog().getByRole('button', { name: 'Resume subscription' }).click();
    await toast('Subscription resumed', 'Your Pro subscription continues and renews automatically.');
    await cancel.click();
    await dialog().waitFor();
    await call('POST', '/api/cancel-subscription', person.by);
    await dialog().getByRole('button', { name: 'Cancel subscription' }).click();
    await toast('Subscription Cancelled', /^Your subscription is already cancelled\. You keep Pro until /);
  });

  it('can be exported as a file, and deleted with its password', async () => {
    await openDashboard();
    await page.getByRole('button', { name: 'Account' }).click();
    await menuItem('Export my data').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const [download] = await Promise.all([page.waitForEvent('download'), menuItem('Export my data').click()]);
    expect(download.suggestedFilename()).toMatch(/^filemill-account-\d{4}-\d\d-\d\d\.json$/);
    const held = JSON.parse(await readFile(await download.path(), 'utf8')) as object;
    expect(held).toMatchObject({ account: { user: { email: person.email } }, conversions: [] });

    await chooseInMenu('Delete account');
    const password = dialog().getByLabel('Password', { exact: true });
    const remove = dialog().getByRole('button', { name: 'Delete account' });
    expect(await remove.isDisabled()).toBe(true);
    await password.fill('not mine');
    await remove.click();
    await dialog().getByText('The password is not correct.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await password.fill(PASSWORD);
    await remove.click();
    await page.waitForURL((address) => address.pathname === '/');
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    const login = await call('POST', '/api/login', {}, { email: person.email, password: PASSWORD });
    expect(login.status).toBe(401);
  });
});

describe('the conversion history', () => {
  it('has pages, and keeps the page number in the URL', async () => {
    await insertHistory(person, 45);
    await page.goto('/conversion-history');
    await page.getByText('Showing 1 to 20 of 45 results').waitFor();
    await page.getByText('45 conversions in the last 12 months').waitFor();
    const row = page.getByRole('row').nth(1);
    expect(await row.textContent()).toMatch(/WAV → MP3success97\.7\skB39\.1\skB.*0\.25\ss/);
    await row.getByText('expired').waitFor();
    expect(await axeFindingsOfThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Showing 21 to 40 of 45 results').waitFor();
    await page.getByRole('button', { name: 'Page 3' }).click();
    await page.getByText('Showing 41 to 45 of 45 results').waitFor();
    expect(new URL(page.url()).search).toBe('?page=3');
    expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
    await page.goBack();
    await page.getByText('Showing 21 to 40 of 45 results').waitFor();
    await page.goto('/conversion-history?page=9');
    await page.waitForURL('**/conversion-history?page=3');
    await page.getByText('Showing 41 to 45 of 45 results').waitFor();
    await page.setViewportSize(PHONE);
    await fits();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Back to the dashboard' }).click();
    await page.waitForURL('**/dashboard');
  });

  it('says when there is nothing, and when it could not be read', async () => {
    await page.goto('/conversion-history');
    await page.getByText('No conversions found.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.route('**/api/conversion-history*', (route) => route.abort());
    await page.reload();
    await page.getByText('Failed to load conversion history. Please try again.').waitFor();
    await page.unroute('**/api/conversion-history*');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('No conversions found.').waitFor();
  });

  it('is only for signed-in users', async () => {
    await page.goto('/');
    await page.evaluate(() => localStorage.removeItem('token'));
    for (const path of ['/conversion-history', '/dashboard']) {
      await page.goto(path);
      await page.waitForURL('**/auth');
    }
  });
});
