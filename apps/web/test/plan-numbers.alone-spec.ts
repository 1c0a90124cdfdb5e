import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatCount, type PlanTable } from '@filemill/plans';
import { BYTES_PER_MB, CATEGORIES } from '@filemill/product';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { paths } from '../src/config/paths.js';
import {
  aPerson,
  call,
  convert,
  firstEvent,
  mailTo,
  type Person,
  promote,
  refusedBeside,
  urlOf,
} from './api.js';
import { launchBrowser } from './browser.js';
import { pngFile } from './fixtures.js';
import {
  defaultsIn,
  largeDefaultsIn,
  measuredDefaultsIn,
  withAllowance,
  withUniqueNumbers,
} from './plan-table.js';

/** Longest time until a changed table is in force and shown everywhere. */
const EVERYWHERE_MS = 60_000;
/** Time within which a page shows what it loads from the API. */
const FIGURES_MS = 1_000;
/** Below every other limit of a plan, and small enough to be reached here. */
const FEW = 3;

/** All addresses of the site without sections of a page, so that a page added later is checked too. */
const PAGES = [...new Set(Object.values(paths).map((path) => path.replace(/#.*/, '')))];
/** Numbers that are not from the plan table: the countdown of the hour, how many formats are not listed, waits, the smallest refund. */
const OTHERS = /\d+:\d\d|and \d+ more|\d+ seconds|at least €5/g;
/** Fields of the OpenAPI document that hold text, unlike status numbers and bounds of fields. */
const TEXT_FIELDS = new Set(['summary', 'description', 'title', 'example']);

function textsOf(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return TEXT_FIELDS.has(name) ? [value] : [];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, Array.isArray(value) ? name : key));
}

describe('the plan table', () => {
  let admin: Person;
  let free: Person;
  let pro: Person;
  let key: Record<string, string>;
  let before: PlanTable;
  let plans: PlanTable;

  const settings = async (): Promise<{ version: number; plans: PlanTable }> =>
    (await call<{ version: number; plans: PlanTable }>('GET', '/api/admin/settings', admin.by)).body;

  /** Puts a table in force; quotas use it at once. */
  async function put(table: PlanTable): Promise<void> {
    const { version } = await settings();
    const change = { version, plans: table, reason: 'a test' };
    const answer = await call('PUT', '/api/admin/settings', admin.by, change);
    if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  }
  /** The same, and waits until the table is shown. */
  async function putEverywhere(table: PlanTable): Promise<void> {
    await put(table);
    const shown = async () => JSON.stringify((await call('GET', '/api/plans')).body.plans);
    for (
      const giveUpAt = Date.now() + EVERYWHERE_MS;
      (await shown()) !== JSON.stringify(table);
      await sleep(500)
    )
      if (Date.now() > giveUpAt) throw new Error('the new table is not in force');
  }

  beforeAll(async () => {
    [admin, free, pro] = [await aPerson(), await aPerson(), await aPerson()];
    await promote(admin);
    before = (await settings()).plans;
    await call('POST', `/api/admin/users/${pro.id}/upgrade-to-pro`, admin.by, { reason: 'a test' });
    const giveUpAt = Date.now() + EVERYWHERE_MS;
    let made = await call<{ apiKey: string }>('POST', '/api/user/api-key', pro.by);
    for (; made.status !== 200 && Date.now() < giveUpAt; await sleep(500))
      made = await call<{ apiKey: string }>('POST', '/api/user/api-key', pro.by);
    key = { 'x-api-key': made.body.apiKey };
    plans = withUniqueNumbers(before);
    // Lower than any default, so that one file and a few uploads reach them.
    plans.free.maxFileSizeMb.image = FEW;
    plans.free.concurrent = FEW;
    await putEverywhere(plans);
  }, 2 * EVERYWHERE_MS);
  afterAll(() => putEverywhere(before), EVERYWHERE_MS);

  /** The text of an expected refusal, which must contain no default. */
  const refusal = async (status: number, code: string, answer: ReturnType<typeof convert>) => {
    const { body, ...rest } = await answer;
    expect({ status: rest.status, body }).toMatchObject({ status, body: { error: { code } } });
    expect(defaultsIn(String(body.message))).toEqual([]);
    return String(body.message);
  };

  it('is used by refusals for the total, in every plan', async () => {
    await put(withAllowance(plans, 'no total'));
    const guest = await refusal(429, 'quota_exceeded', convert('/api/guest/convert', pngFile()));
    expect(guest).toContain('(0/0). Create a free account for 0 conversions');
    const one = await refusal(429, 'quota_exceeded', convert('/api/convert/image', pngFile(), free.by));
    expect(one).toContain('(0/0). Upgrade to Pro for 0 conversions');
    await refusal(429, 'quota_exceeded', convert('/api/convert/image', pngFile(), key));
  });

  it('is used by refusals for each category, in every plan', async () => {
    await put(withAllowance(plans, 'no category'));
    await refusal(429, 'quota_exceeded', convert('/api/guest/convert', pngFile()));
    for (const category of CATEGORIES)
      for (const by of [free.by, key]) {
        const path = `/api/convert/${category}`;
        const message = await refusal(429, 'quota_exceeded', convert(path, pngFile(), by));
        expect(message).toContain(`Monthly ${category} conversion limit reached`);
      }
    // The invitation names the next plan's number.
    const { pro: offered } = plans;
    await put({ ...withAllowance(plans, 'no category'), pro: offered });
    for (const category of CATEGORIES) {
      const path = `/api/convert/${category}`;
      const message = await refusal(429, 'quota_exceeded', convert(path, pngFile(), free.by));
      expect(message).toContain(formatCount(offered.conversions.byCategory[category]));
    }
    await put(plans);
  });

  it('is used by refusals for a large file and for too many at once', async () => {
    const large = Buffer.concat([pngFile(), Buffer.alloc(FEW * BYTES_PER_MB)]);
    const tooLarge = await convert('/api/convert/image', large, free.by);
    expect(tooLarge).toMatchObject({
      status: 413,
      body: { error: { code: 'file_too_large', limitBytes: FEW * BYTES_PER_MB } },
    });
    expect(String(tooLarge.body.message)).toContain(`${FEW} MB`);
    expect(defaultsIn(String(tooLarge.body.message))).toEqual([]);

    const tooMany = await refusedBeside(FEW, free.by);
    expect(tooMany.error).toMatchObject({ code: 'concurrency_limit', limit: FEW });
    expect(tooMany.message).toContain(`Only ${FEW} `);
    expect(defaultsIn(String(tooMany.message))).toEqual([]);
  });

  it('is shown to users and to API keys', async () => {
    for (const [plan, { by }] of [
      ['free', free],
      ['pro', pro],
    ] as const) {
      const { conversions, maxFileSizeMb } = plans[plan];
      const limits = CATEGORIES.map((name) => [`${name}Limit`, conversions.byCategory[name]]);
      const shown = {
        ...{ limit: conversions.total, maxFileSizeMB: Math.max(...Object.values(maxFileSizeMb)) },
        ...Object.fromEntries(limits),
      };
      const { body } = await call('GET', '/api/user', by);
      expect(body.usage).toMatchObject(shown);
      expect(await firstEvent('usage', by)).toMatchObject(shown);
      if (plan === 'free') continue;
      const valid = await call('GET', '/api/validate-key', key);
      expect(valid.body.usage).toMatchObject(shown);
    }
    const guest = await firstEvent('usage', { 'x-guest-fingerprint': randomUUID().replaceAll('-', '') });
    expect(guest).toMatchObject({ limit: plans.guest.conversions.total });
  });

  it('is used in the headers of answers to API keys', async () => {
    const { readsPerMinute, conversionBurst } = plans.pro.api ?? {};
    const read = await call('GET', '/api/validate-key', key);
    expect(read.headers.get('x-ratelimit-limit')).toBe(String(readsPerMinute));
    expect(read.headers.get('ratelimit-policy')).toContain(`q=${readsPerMinute};`);
    const converted = await convert('/api/convert/image', pngFile(), key);
    expect([converted.status, converted.headers.get('x-ratelimit-limit')]).toEqual([
      200,
      String(conversionBurst),
    ]);
    expect(converted.headers.get('ratelimit-policy')).toContain(`q=${conversionBurst};`);
  });

  it('equals the settings and the public table, number by number', async () => {
    expect((await settings()).plans).toEqual(plans);
    expect((await call('GET', '/api/plans')).body.plans).toEqual(plans);
  });

  it('is not repeated in the description of the API', async () => {
    const { body } = await call('GET', '/api/openapi.json');
    const texts = textsOf(body).map((text) => text.replaceAll(OTHERS, ''));
    expect(texts.length).toBeGreaterThan(100);
    expect(
      texts.filter((text) => largeDefaultsIn(text).length + measuredDefaultsIn(text).length > 0),
    ).toEqual([]);
  });

  it('is not repeated in mails', async () => {
    await call('POST', '/api/forgot-password', {}, { email: free.email });
    const mail = (await mailTo(free.email)).replaceAll(/https?:\S+/g, '');
    expect(defaultsIn(mail)).toEqual([]);
  });

  it('is shown on all pages', async () => {
    const browser = await launchBrowser();
    try {
      const found: Record<string, string[]> = {};
      const page = await browser.newPage();
      for (const path of PAGES) {
        await page.goto(urlOf(path));
        // A page that keeps a stream open is never idle, so the test waits for a fixed time.
        await sleep(FIGURES_MS);
        const text = (await page.locator('body').allInnerTexts()).join('\n').replaceAll(OTHERS, '');
        if (path === paths.home) {
          expect(text).toContain(formatCount(plans.pro.conversions.total));
          found[path] = defaultsIn(text);
        } else found[path] = [...largeDefaultsIn(text), ...measuredDefaultsIn(text)];
      }
      expect(found).toEqual(Object.fromEntries(PAGES.map((path) => [path, []])));
    } finally {
      await browser.close();
    }
  });
});
