import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { aPerson, type By, call, type Person } from '../../web/test/api.js';

const exec = promisify(execFile);

/** The browser's stored data of a signed-in user. */
export interface SignedIn {
  readonly token: string;
  readonly user: object;
}

export const tokenOf = ({ by }: Person): string => by.authorization?.replace('Bearer ', '') ?? '';

/** A user made an administrator by the documented command, and signed in with the password that it prints. */
export async function anAdministrator(): Promise<{ session: SignedIn; by: By; email: string }> {
  const { email } = await aPerson();
  const { stdout } = await exec(process.execPath, ['deploy/local/make-admin.ts', email, '--stage=work'], {
    env: { ...process.env, FILEMILL_DATA: dirname(process.env.FILEMILL_STATE ?? '') },
  });
  const password = /shown only now: (\S+)/.exec(stdout)?.[1];
  const { body } = await call('POST', '/api/login', {}, { email, password });
  const session = body as unknown as SignedIn;
  return { session, by: { authorization: `Bearer ${session.token}` }, email };
}

interface Visit {
  readonly session?: SignedIn;
  readonly widthPx?: number;
}

/** A page in a user's browser. */
export async function visit(browser: Browser, { session, widthPx = 1280 }: Visit) {
  const context: BrowserContext = await browser.newContext({
    baseURL: process.env.FILEMILL_URL,
    locale: 'en-GB',
    viewport: { width: widthPx, height: 900 },
  });
  const page: Page = await context.newPage();
  if (session) {
    // Set once, not at each load: the tests see whether the session ends.
    await page.goto('/theme.js');
    await page.evaluate(({ token, user }) => {
      localStorage.setItem('token', token);
      localStorage.setItem('userData', JSON.stringify(user));
    }, session);
  }
  return page;
}

/** The panel of a tab, once its content is loaded. */
export async function openTab(page: Page, id: string): Promise<void> {
  await page.locator(`[role=tab][id$="trigger-${id}"]`).click();
  const panel = page.locator(`[role=tabpanel][id$="content-${id}"]`);
  await panel.locator('.card').first().waitFor();
  await panel.locator('.sk').first().waitFor({ state: 'detached' });
  await panel.locator('.adm__wait').waitFor({ state: 'detached' });
}
