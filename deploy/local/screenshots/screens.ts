import type { Screen } from './camera.ts';

/**
 * Every screen: who sees it, where it is, and what is done before its picture is taken. Elements are found by their
 * place and not by their words, since the pictures are taken in several languages.
 */
type Act = NonNullable<Screen['act']>;

const click =
  (selector: string): Act =>
  (page) =>
    page.locator(selector).first().click();

/** Chooses files and waits until it is known what they are. */
const listed: Act = async (page, { files }) => {
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([...files]);
  await page
    .locator('.row')
    .nth(files.length - 1)
    .waitFor();
  await page.locator('.row .select').first().waitFor();
};

/** Opens the settings of a video that becomes a video: the most that there are. */
const filmOptions =
  (query: string): Act =>
  async (page, { film }) => {
    await page.locator('input[type=file]').first().setInputFiles(film);
    await page.locator('.row .select').click();
    await page.locator('.picker input').fill('mp4');
    await page.keyboard.press('Enter');
    await page.locator('.picker').waitFor({ state: 'detached' });
    await page.locator('.row .row__act [aria-haspopup=dialog]').first().click();
    await page.locator('.opts summary').click();
    await page.locator('.opts input[type=search]').fill(query);
    await page.locator('.opts summary').evaluate((summary) => summary.scrollIntoView());
  };

/** In the order of the files. */
const TARGETS = ['webp', 'mp3', 'pdf'];

/** Gives each listed file a format, by keys. */
const decided: Act = async (page, look) => {
  await listed(page, look);
  const pickers = page.locator('.row .select');
  for (let index = 0; index < (await pickers.count()); index++) {
    await pickers.nth(index).click();
    await page.locator('.picker input').fill(TARGETS[index] ?? '');
    await page.keyboard.press('Enter');
    await page.locator('.picker').waitFor({ state: 'detached' });
  }
};

const converted: Act = async (page, look) => {
  await decided(page, look);
  await page.locator('.batch .btn--accent').click();
  await page.waitForFunction(() => document.querySelectorAll('.row .state--ok').length >= 3);
};

/** What a visitor sees who is not signed in. */
export const VISITOR: readonly Screen[] = [
  { name: 'home', path: '/' },
  { name: 'home-cookies', path: '/', consent: false },
  { name: 'home-cookies-custom', path: '/', consent: false, act: click('.cookie__wide') },
  { name: 'home-login', path: '/?auth=login' },
  { name: 'home-register', path: '/?auth=register' },
  { name: 'home-listed', path: '/', act: listed },
  {
    name: 'home-picker',
    path: '/',
    act: async (page, look) => {
      await listed(page, look);
      await page.locator('.row .select').first().click();
      await page.locator('.picker input').waitFor();
    },
  },
  {
    name: 'home-options',
    path: '/',
    act: async (page, look) => {
      await decided(page, look);
      await page.locator('.row .row__act [aria-haspopup=dialog]').first().click();
      await page.locator('.opts').waitFor();
    },
  },
  { name: 'home-options-film', path: '/', act: filmOptions('') },
  { name: 'home-options-search', path: '/', act: filmOptions('fps') },
  {
    name: 'home-options-sound',
    path: '/',
    act: async (page, look) => {
      await filmOptions('')(page, look);
      await page
        .locator('.opts__group')
        .nth(3)
        .evaluate((group) => group.scrollIntoView());
    },
  },
  {
    name: 'home-combine',
    path: '/',
    act: async (page, look) => {
      await listed(page, look);
      await page.locator('.combine .switch').check();
    },
  },
  { name: 'home-converted', path: '/', act: converted },
  {
    name: 'home-preview',
    path: '/',
    act: async (page, look) => {
      await converted(page, look);
      await page.locator('.row__tools .btn').first().click();
      await page.locator('[role=dialog] img').first().waitFor();
    },
  },
  {
    name: 'home-files',
    path: '/',
    act: async (page, { archive }) => {
      await page.locator('input[type=file]').first().setInputFiles(archive);
      await page.locator('.row .select').click();
      await page.locator('.picker input').fill('files');
      await page.keyboard.press('Enter');
      await page.locator('.batch .btn--accent').click();
      await page.locator('.row__tools .btn').first().click();
      await page.locator('.result-files a').first().waitFor();
    },
  },
  { name: 'home-notifications', path: '/', act: click('.bell') },
  { name: 'login', path: '/auth' },
  { name: 'register', path: '/auth?mode=register' },
  { name: 'subscribe', path: '/subscribe' },
  { name: 'reset-password', path: '/reset-password?token=x' },
  { name: 'reset-invalid', path: '/reset-password' },
  { name: 'docs', path: '/docs' },
  { name: 'docs-endpoints', path: '/docs?tab=endpoints' },
  {
    name: 'docs-call',
    path: '/docs?tab=endpoints',
    act: async (page) => {
      await page.locator('#convert summary').click();
      await page.locator('#convert .docs-answers').waitFor();
      await page.locator('#convert').evaluate((call) => call.scrollIntoView());
    },
  },
  {
    name: 'docs-options',
    path: '/docs?tab=options',
    act: async (page) => {
      // The other tabs are there, but hidden.
      const table = page.locator('.docs-section .table:visible').first();
      await table.waitFor();
      await table.evaluate((element) => element.scrollIntoView({ behavior: 'instant', block: 'start' }));
    },
  },
  { name: 'docs-examples', path: '/docs?tab=examples' },
  { name: 'docs-scripts', path: '/docs?tab=scripts' },
  { name: 'contact', path: '/contact' },
  { name: 'terms', path: '/terms' },
  { name: 'privacy', path: '/privacy' },
  { name: 'privacy-policy', path: '/privacy-policy' },
  { name: 'refund', path: '/refund' },
  { name: 'legal', path: '/legal' },
  { name: 'not-found', path: '/no-such-page' },
  { name: 'offline', path: '/offline' },
];

/** What a user sees who has converted something. */
export const USER: readonly Screen[] = [
  { name: 'dashboard', path: '/dashboard' },
  { name: 'dashboard-listed', path: '/dashboard', act: listed },
  { name: 'dashboard-menu', path: '/dashboard', act: click('.who__acts [aria-haspopup=menu]') },
  {
    name: 'dashboard-delete',
    path: '/dashboard',
    act: async (page) => {
      await page.locator('.who__acts [aria-haspopup=menu]').click();
      await page.locator('[role=menuitem]').last().click();
      await page.locator('[role=dialog], [role=alertdialog]').waitFor();
    },
  },
  { name: 'activity', path: '/dashboard?tab=activity' },
  { name: 'analytics', path: '/dashboard?tab=analytics' },
  { name: 'history', path: '/conversion-history' },
  {
    name: 'dashboard-again',
    path: '/conversion-history',
    act: async (page) => {
      await page.locator('.hopts a').first().click();
      await page.locator('.mill .note').first().waitFor();
    },
  },
  { name: 'subscribe-canceled', path: '/subscribe?canceled=true' },
  { name: 'admin-denied', path: '/admin' },
];

/** What a user sees who has just registered. */
export const NEWCOMER: readonly Screen[] = [
  { name: 'activity-empty', path: '/dashboard?tab=activity' },
  { name: 'analytics-empty', path: '/dashboard?tab=analytics' },
  { name: 'history-empty', path: '/conversion-history' },
];

/** What an administrator sees; also a Pro user. */
export const ADMIN: readonly Screen[] = [
  { name: 'dashboard-pro', path: '/dashboard' },
  ...['overview', 'users', 'conversions', 'system', 'settings'].map((tab) => ({
    name: `admin-${tab}`,
    path: `/admin?tab=${tab}`,
  })),
  {
    name: 'admin-action',
    path: '/admin?tab=users',
    act: async (page) => {
      await page.locator('.acts__in .btn').first().click();
      await page.locator('[role=dialog], [role=alertdialog]').waitFor();
    },
  },
];
