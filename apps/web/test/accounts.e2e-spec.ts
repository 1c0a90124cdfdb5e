import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { aPerson, call, mailTo } from './api.js';
import { axeFindings, axeFindingsOfThemes, launchBrowser, watchPage } from './browser.js';

const url = process.env.FILEMILL_URL ?? '';
if (!url) throw new Error('FILEMILL_URL names no running site');
const PASSWORD = 'correct horse';

let browser: Browser;
let context: BrowserContext;
let page: Page;
let pageErrors: readonly string[];

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  context = await browser.newContext({ baseURL: url, locale: 'en-GB' });
  page = await context.newPage();
  pageErrors = watchPage(page);
});
afterEach(async () => {
  await context.close();
  expect(pageErrors).toEqual([]);
});

const dialog = () => page.getByRole('dialog');
const toast = (title: string, text: string) =>
  page.locator('.toast', { hasText: title }).getByText(text, { exact: true }).first().waitFor();
const stored = (key: string) => page.evaluate((name) => localStorage.getItem(name), key);

async function signIn(email: string, password: string): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

/** A browser with a new signed-in user. */
async function signedIn(): Promise<{ email: string }> {
  const { email } = await aPerson();
  await signIn(email, PASSWORD);
  await page.waitForURL('**/dashboard');
  return { email };
}

describe('the sign-in dialog of the home page', () => {
  it('registers a user who accepts both texts, and opens the dashboard', async () => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Reject all' }).click();
    await page.getByRole('banner').getByRole('button', { name: 'Sign Up' }).click();
    expect(await axeFindings(page)).toEqual([]);
    await dialog().getByLabel('Email').fill(`${randomUUID()}@example.org`);
    await dialog().getByLabel('Full Name').fill('Mara Keller');
    await dialog().getByLabel('Password', { exact: true }).fill(PASSWORD);
    const create = dialog().getByRole('button', { name: 'Create account', exact: true });
    expect(await create.isDisabled()).toBe(true);
    await dialog().getByLabel('Password', { exact: true }).press('Enter');
    await toast('Privacy Policy Required', 'You must accept our Privacy Policy to continue.');
    await dialog().getByRole('checkbox').first().check();
    await dialog().getByLabel('Password', { exact: true }).press('Enter');
    await toast('Terms of Service Required', 'You must accept our Terms of Service to continue.');
    await dialog().getByRole('checkbox').last().check();
    await create.click();
    await page.waitForURL('**/dashboard');
    await toast('Registration Successful', 'Welcome to Filemill!');
    expect(await stored('token')).toMatch(/^\S+\.\S+\.\S+$/);
    expect(JSON.parse((await stored('userData')) ?? '')).toMatchObject({
      username: 'Mara Keller',
      plan: 'free',
    });
  });

  it('opens by a click before the scripts are loaded', async () => {
    let releaseScripts: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      releaseScripts = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    const login = page.getByRole('banner').getByRole('button', { name: 'Login' });
    await page.waitForFunction(
      () =>
        document.readyState === 'interactive' &&
        performance.getEntriesByName(new URL('/early-clicks.js', location.href).href).length > 0,
    );
    await login.click();
    await login.click();
    expect(await dialog().count()).toBe(0);
    releaseScripts();
    await dialog().getByRole('heading', { name: 'Login' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await page.unrouteAll();
  });

  it('has a nested dialog for a new password that closes back to the login, and returns the focus when it closes', async () => {
    await page.goto('/');
    const login = page.getByRole('banner').getByRole('button', { name: 'Login' });
    await login.click();
    await dialog().getByRole('button', { name: 'Forgot password?' }).click();
    await dialog().getByRole('heading', { name: 'Reset password' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Back to login' }).click();
    await dialog().getByRole('heading', { name: 'Login' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
    expect(await login.evaluate((button) => button === document.activeElement)).toBe(true);
  });
});

describe('the page /auth', () => {
  it('shows an error for a wrong password, and signs in with the right one', async () => {
    const { email } = await aPerson();
    await signIn(email, 'not the password');
    await toast('Login Failed', 'The e-mail address or the password is not correct.');
    expect(new URL(page.url()).pathname).toBe('/auth');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await page.waitForURL('**/dashboard');
    await toast('Login Successful', 'Welcome back!');
    await page.goto('/auth');
    await page.waitForURL('**/dashboard');
  });

  it('is reached by the short addresses in the right mode, in every theme', async () => {
    await page.goto('/register');
    await page.getByRole('heading', { name: 'Create account' }).waitFor();
    expect(await axeFindingsOfThemes(page)).toEqual([]);
    await page.goto('/login');
    await page.getByRole('heading', { name: 'Login' }).waitFor();
    expect(await axeFindingsOfThemes(page)).toEqual([]);
  });

  it('deletes the session when the server no longer knows it, and opens the home page', async () => {
    await signedIn();
    const token = await stored('token');
    await call('POST', '/api/logout', { authorization: `Bearer ${token}` });
    await page.waitForURL((at) => at.pathname === '/', { timeout: 15_000 });
    expect([await stored('token'), await stored('userData')]).toEqual([null, null]);
    await page.goto('/dashboard');
    await page.waitForURL('**/auth');
  });
});

describe('a forgotten password', () => {
  it('is reset by the link of the mail', async () => {
    const { email } = await aPerson();
    await page.goto('/auth');
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await toast('Reset Email Sent', 'Check your email for password reset instructions.');
    const link = new URL(/https?:\S+reset-password\?token=[\w-]+/.exec(await mailTo(email))?.[0] ?? '');
    await page.goto(`${link.pathname}${link.search}`);
    const fields = [page.getByLabel('New Password'), page.getByLabel('Confirm Password')] as const;
    const update = page.getByRole('button', { name: 'Update Password' });
    await fields[0].fill('another one');
    await fields[1].fill('yet another');
    await update.click();
    await toast('Password Mismatch', 'Passwords do not match. Please try again.');
    await fields[0].fill('short');
    await fields[1].fill('short');
    await update.click();
    await toast('Password Too Short', 'Password must be at least 6 characters long.');
    expect(await axeFindings(page)).toEqual([]);
    await fields[0].fill('another one');
    await fields[1].fill('another one');
    await update.click();
    await page.waitForURL('**/auth');
    await signIn(email, 'another one');
    await page.waitForURL('**/dashboard');
  });

  it('has a page for a link without a token', async () => {
    await page.goto('/reset-password');
    await page.getByRole('heading', { name: 'Invalid Reset Link' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await page.waitForURL((at) => at.pathname === '/');
  });
});

describe('the subscription', () => {
  it('asks a visitor to sign in first', async () => {
    await page.goto('/pricing');
    await page.waitForURL('**/subscribe');
    await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
    await page.getByRole('alert').getByText('Please log in to subscribe to Pro plan.').first().waitFor();
    await page.getByRole('heading', { name: 'Subscription Error' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Go Home' }).click();
    await page.waitForURL((at) => at.pathname === '/');
  });

  it('is paid on the provider’s page, waits for the server, and shows Pro; a second one is not offered', async () => {
    await signedIn();
    await page.goto('/subscribe');
    await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
    await page.waitForURL('**/c/pay/**');
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.waitForURL('**/subscribe**');
    await toast('Payment Successful', 'Welcome to Pro! Your account has been upgraded.');
    await page.waitForURL('**/dashboard', { timeout: 30_000 });
    expect(JSON.parse((await stored('userData')) ?? '')).toMatchObject({ plan: 'pro' });
    await page.goto('/subscribe');
    await page.getByRole('link', { name: 'You are on Pro' }).waitFor();
  });

  it('says that nothing was bought when the user cancels', async () => {
    await signedIn();
    await page.goto('/subscribe?canceled=true');
    await toast('Payment Canceled', 'Your subscription was not activated. You can try again at any time.');
    expect(new URL(page.url()).search).toBe('');
  });
});
