import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { aPerson, type By, call, type Person } from '../../web/test/api.js';
import { axeFindings, axeFindingsOfThemes, launchBrowser, watchPage } from '../../web/test/browser.js';
import { anAdministrator, openTab, type SignedIn, tokenOf, visit } from './admin-site.js';

const TABS = ['overview', 'users', 'conversions', 'system', 'settings'];
/** Longest time until a changed table is active everywhere. */
const EVERYWHERE_MS = 60_000;

let browser: Browser;
let session: SignedIn;
let by: By;
let email: string;
let page: Page;
let pageErrors: readonly string[] = [];

async function open(query = '', options: Omit<Parameters<typeof visit>[1], 'session'> = {}): Promise<void> {
  page = await visit(browser, { session, ...options });
  pageErrors = watchPage(page);
  await page.goto(`/admin${query}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}
const toast = (text: string) => page.locator('.toast', { hasText: text }).waitFor();

beforeAll(async () => {
  browser = await launchBrowser();
  ({ session, by, email } = await anAdministrator());
});
afterAll(() => browser?.close());
afterEach(async () => {
  await page?.context().close();
  expect(pageErrors).toEqual([]);
});

describe('access', () => {
  it('shows that it is being checked, and is denied to users who are not administrators', async () => {
    const person = await aPerson();
    page = await visit(browser, { session: { token: tokenOf(person), user: { id: person.id } } });
    await page.route('**/api/user', async (route) => {
      await sleep(500);
      await route.continue();
    });
    await page.goto('/admin');
    await page.getByText('Verifica autorizzazioni...').waitFor();
    await page.getByRole('heading', { name: 'Accesso Negato' }).waitFor();
    await toast('Non hai i permessi per accedere a questa pagina.');
    expect(await page.getByRole('link', { name: 'Torna alla Home' }).getAttribute('href')).toBe('/');
    expect(await axeFindings(page)).toEqual([]);
    await page.waitForURL((url) => url.pathname === '/');
    // They stay signed in: only this page is denied.
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(tokenOf(person));
  });

  it('ends when the server refuses the token, which is then deleted', async () => {
    page = await visit(browser, { session: { token: 'refused', user: {} } });
    await page.goto('/admin');
    await page.getByRole('heading', { name: 'Accesso Negato' }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });
});

describe('the dashboard', () => {
  it('shows four cards of the period in the address, and five tabs', async () => {
    await open('?period=7');
    await page.getByText('nuovi negli ultimi 7 giorni').waitFor();
    for (const label of ['Utenti totali', 'Conversioni', 'Ricavi', 'Utenti Pro']) {
      await page.locator('.kpi', { hasText: label }).waitFor();
    }
    await page.getByRole('radio', { name: '90 giorni' }).click();
    await page.getByText('nuovi negli ultimi 90 giorni').waitFor();
    expect(new URL(page.url()).searchParams.get('period')).toBe('90');
    const names = await page.getByRole('tab').allInnerTexts();
    expect(names).toEqual(['Panoramica', 'Utenti', 'Conversioni', 'Sistema', 'Impostazioni']);
    for (const id of TABS.slice(1)) {
      await openTab(page, id);
      expect(new URL(page.url()).searchParams.get('tab')).toBe(id);
    }
    await page.reload();
    await page.getByRole('tab', { name: 'Impostazioni', selected: true }).waitFor();
  });

  it('uses the chosen language, also after a reload', async () => {
    await open();
    await page.getByRole('combobox', { name: 'Lingua' }).selectOption('ru');
    await page.getByRole('heading', { name: 'Панель администратора' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Панель администратора' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('ru');
  });

  it('shows which list could not be loaded, and retries', async () => {
    await open();
    await page.getByRole('combobox', { name: 'Lingua' }).selectOption('en');
    await page.route('**/api/admin/users?*', (route) => route.fulfill({ status: 503 }), { times: 1 });
    await page.getByRole('tab', { name: 'Users' }).click();
    await page.getByText('Failed to fetch users').waitFor();
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('table', { name: 'Users' }).waitFor();
  });
});

describe('users', () => {
  let person: Person;
  const status = async () => (await call('GET', '/api/user', person.by)).status;
  const row = () => page.getByRole('row', { name: person.email });

  beforeAll(async () => {
    person = await aPerson();
  });

  it('can be found and suspended by keyboard alone, with a reason', async () => {
    await open('?tab=users');
    await page.getByRole('searchbox', { name: 'Cerca utenti' }).focus();
    await page.keyboard.type(person.email);
    await page.getByRole('row').nth(2).waitFor({ state: 'detached' });
    const suspend = row().getByRole('button', { name: 'Sospendi' });
    for (let steps = 0; !(await suspend.evaluate((node) => node === document.activeElement)); steps += 1) {
      if (steps > 5) throw new Error('the button cannot be reached');
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const reason = page.getByRole('textbox', { name: 'Motivo' });
    for (let steps = 0; !(await reason.evaluate((node) => node === document.activeElement)); steps += 1) {
      if (steps > 5) throw new Error('the field cannot be reached');
      await page.keyboard.press('Tab');
    }
    await page.keyboard.type('uso improprio');
    await page.keyboard.press('Enter');
    await toast('Utente sospeso');
    await row().getByText('Sospeso').waitFor();
    for (const giveUpAt = Date.now() + 5_000; (await status()) === 200; await sleep(200)) {
      if (Date.now() > giveUpAt) throw new Error('the token still works');
    }
  });

  it('can be unsuspended and upgraded', async () => {
    await open(`?tab=users&search=${encodeURIComponent(person.email)}`);
    await row().getByRole('button', { name: 'Riattiva' }).click();
    await page.getByRole('textbox', { name: 'Motivo' }).fill('chiarito');
    await page.getByRole('button', { name: 'Riattiva utente' }).click();
    await toast('Utente riattivato');
    await row().getByRole('button', { name: 'Passa a Pro' }).click();
    await page.getByRole('textbox', { name: 'Motivo' }).fill('premio');
    await page.getByRole('dialog').getByRole('button', { name: 'Passa a Pro' }).click();
    await toast('Utente passato a Pro');
    await row().getByText('Pro', { exact: true }).waitFor();
    const signedIn = await call('POST', '/api/login', {}, { email: person.email, password: 'correct horse' });
    expect(signedIn.body).toMatchObject({ user: { plan: 'pro' } });
  });

  it('stay unchanged when the server refuses, which toast and dialog show', async () => {
    await open(`?tab=users&search=${encodeURIComponent(person.email)}`);
    await page.getByRole('combobox', { name: 'Lingua' }).selectOption('en');
    await page.route('**/suspend', (route) => route.fulfill({ status: 503 }));
    await row().getByRole('button', { name: 'Suspend' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('none');
    await page.getByRole('button', { name: 'Suspend user' }).click();
    await toast('Failed to suspend user');
    await page.getByRole('dialog').getByText('Failed to suspend user').waitFor();
  });
});

describe('settings', () => {
  const limit = async () => {
    const { body } = await call<{ plans: { free: { conversions: { total: number } } } }>('GET', '/api/plans');
    return body.plans.free.conversions.total;
  };
  const inForce = async (wanted: number) => {
    for (const giveUpAt = Date.now() + EVERYWHERE_MS; (await limit()) !== wanted; await sleep(500)) {
      if (Date.now() > giveUpAt) throw new Error('the table is not in force');
    }
  };
  const save = async (why: string) => {
    await page.getByRole('button', { name: 'Salva impostazioni' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Motivo' }).fill(why);
    await dialog.getByRole('button', { name: 'Salva impostazioni' }).click();
    await toast('Impostazioni salvate');
  };

  it('can be changed with preview and reason, are recorded, and can be restored to an earlier version', async () => {
    const before = await limit();
    const settings = await call<{ version: number }>('GET', '/api/admin/settings', by);
    await open('?tab=settings');
    const field = page.getByRole('textbox', { name: 'Conversioni, Free' });
    await field.fill('tante');
    await page.getByText('Inserisci un numero intero, senza punti.').first().waitFor();
    expect(await page.getByRole('button', { name: 'Salva impostazioni' }).isDisabled()).toBe(true);
    await field.fill(String(before + 7));
    await page.getByText('1 modifica', { exact: true }).waitFor();
    await page.getByText(`(${before + 7}/${before + 7})`).waitFor();
    await save('una campagna');
    await inForce(before + 7);

    const history = page.getByRole('table', { name: 'Versioni' });
    await history.getByRole('row', { name: 'una campagna' }).getByText('in vigore').waitFor();
    await page
      .getByRole('button', { name: `Ripristina la versione ${settings.body.version}`, exact: true })
      .click();
    await save('ritorno');
    await inForce(before);

    await page.getByRole('combobox', { name: 'Filtra per azione' }).selectOption('put_settings');
    const log = page.getByRole('table', { name: 'Registro delle azioni' });
    await log.getByRole('row', { name: 'ritorno' }).first().waitFor();
    // The old rows stay until the filtered ones are loaded.
    await log.getByText('Sospensione').first().waitFor({ state: 'detached' });
  });
});

describe('every tab', () => {
  it('has no accessibility findings, light and dark, in four languages', async () => {
    // One row is enough for the check, and ten times as fast as twenty.
    await open(`?search=${encodeURIComponent(email)}`);
    const findings: string[] = [];
    for (const language of ['it', 'en', 'ru', 'zh']) {
      await page.locator('header select').selectOption(language);
      await page.locator(`html[lang=${language}]`).waitFor();
      for (const id of TABS) {
        await openTab(page, id);
        findings.push(...(await axeFindingsOfThemes(page)).map((finding) => `${language} ${id} ${finding}`));
      }
    }
    expect(findings).toEqual([]);
  }, 240_000);

  it('fits on 320 px', async () => {
    await open('', { widthPx: 320 });
    for (const language of ['it', 'de', 'ru']) {
      await page.locator('header select').selectOption(language);
      await page.locator(`html[lang=${language}]`).waitFor();
      for (const id of TABS) {
        await openTab(page, id);
        const widthPx = await page.evaluate(() => document.documentElement.scrollWidth);
        expect({ language, id, widthPx }).toEqual({ language, id, widthPx: 320 });
      }
    }
  });
});
