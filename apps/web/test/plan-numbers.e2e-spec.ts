import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { DEFAULT_PLANS, formatCount, type PlanTable } from '@filemill/plans';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { launchBrowser } from './browser.js';
import { pngFile } from './fixtures.js';

const exec = promisify(execFile);
const base = process.env.FILEMILL_URL ?? '';
const stateFile = process.env.FILEMILL_STATE ?? '';

/** What a changed table may take to be in force and shown everywhere. */
const EVERYWHERE_MS = 60_000;
/** Pages on which a visitor meets numbers of the plan table. */
const PAGES = ['/'];

/** A number that no text has for another reason, within what its field allows. */
function replaced(table: PlanTable): PlanTable {
  let next = 0;
  const ranges: Record<string, number> = {
    maxFileSizeMb: 31_001,
    concurrent: 21_001,
    filesAtOnce: 901,
    handicapSeconds: 3_001,
    priceMinor: 7_654_301,
  };
  const walk = (value: unknown, from: number): unknown => {
    if (typeof value === 'number') return from + next++;
    if (value === null || typeof value !== 'object') return value;
    const entries = Object.entries(value).map(([name, inner]) => [name, walk(inner, ranges[name] ?? from)]);
    return Object.fromEntries(entries);
  };
  return walk(table, 71_001) as PlanTable;
}

function numbersOf(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(numbersOf) : [];
}

/** How the defaults would be written for people. */
const DEFAULT_TEXTS = new Set(
  [...numbersOf(DEFAULT_PLANS), DEFAULT_PLANS.pro.priceMinor / 100]
    // 0 and 1 stand for nothing of the table alone.
    .filter((value) => value > 1)
    .flatMap((value) => [String(value), formatCount(value)]),
);
/** The countdown of the hour, and how many formats are not listed. */
const OTHERS = /\d+:\d\d|and \d+ more/g;
const defaultsIn = (text: string): string[] =>
  [...new Set(text.replaceAll(OTHERS, '').match(/\d+(?:,\d{3})*/g) ?? [])].filter((number) =>
    DEFAULT_TEXTS.has(number),
  );

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

async function call(method: string, path: string, token?: string, body?: unknown): Promise<Answer> {
  const response = await fetch(new URL(path, base), {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const register = async (email: string): Promise<string> => {
  const person = { email, username: 'Somebody', password: 'correct horse' };
  return (await call('POST', '/api/register', undefined, person)).body.token as string;
};

async function convert(path: string, token?: string): Promise<Answer> {
  const form = new FormData();
  form.append('outputFormat', 'webp');
  if (!token) form.append('guestFingerprint', randomUUID().replaceAll('-', ''));
  form.append('file', new File([new Uint8Array(pngFile())], 'a.png'));
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const response = await fetch(new URL(path, base), { method: 'POST', body: form, headers });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Makes somebody an administrator as the documented command does: in the database of accounts. */
async function promote(email: string): Promise<void> {
  const { ports } = JSON.parse(readFileSync(stateFile, 'utf8')) as { ports: Record<string, number> };
  const run = join(dirname(stateFile), 'run');
  const connection = ['-h', run, '-p', String(ports.postgres), '-U', 'filemill_owner', '-d', 'filemill'];
  const statement = `UPDATE accounts.users SET is_admin = true WHERE email = '${email}'`;
  await exec('/usr/bin/psql', [...connection, '-qc', statement]);
}

describe('the plan table', () => {
  let token: string;
  let before: PlanTable;

  const settings = async (): Promise<{ version: number; plans: PlanTable }> =>
    (await call('GET', '/api/admin/settings', token)).body as { version: number; plans: PlanTable };

  async function put(plans: PlanTable): Promise<void> {
    const { version } = await settings();
    const answer = await call('PUT', '/api/admin/settings', token, { version, plans, reason: 'a test' });
    if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    const giveUpAt = Date.now() + EVERYWHERE_MS;
    const shown = async () => JSON.stringify((await call('GET', '/api/plans')).body.plans);
    while ((await shown()) !== JSON.stringify(plans)) {
      if (Date.now() > giveUpAt) throw new Error('the new table is not in force');
      await sleep(500);
    }
  }

  beforeAll(async () => {
    const email = `${randomUUID()}@example.org`;
    token = await register(email);
    await promote(email);
    before = (await settings()).plans;
  });
  afterAll(() => put(before), EVERYWHERE_MS);

  it('has no number that an answer, a text or a page repeats by hand', async () => {
    const plans = replaced(before);
    plans.guest.conversions.total = 0;
    plans.free.conversions.total = 0;
    await put(plans);

    const user = await register(`${randomUUID()}@example.org`);
    const overview = await call('GET', '/api/user', user);
    expect(overview.body.usage).toMatchObject({
      limit: 0,
      imageLimit: plans.free.conversions.byCategory.image,
      fontLimit: plans.free.conversions.byCategory.font,
      maxFileSizeMB: Math.max(...Object.values(plans.free.maxFileSizeMb)),
    });
    expect(defaultsIn(JSON.stringify(overview.body.usage).replaceAll(/"resetDate":"[^"]*"/g, ''))).toEqual(
      [],
    );

    for (const answer of [await convert('/api/guest/convert'), await convert('/api/convert/image', user)]) {
      expect(answer).toMatchObject({ status: 429, body: { error: { code: 'quota_exceeded' } } });
      expect(defaultsIn(String(answer.body.message))).toEqual([]);
    }

    const browser = await launchBrowser();
    try {
      for (const path of PAGES) {
        const page = await browser.newPage();
        await page.goto(new URL(path, base).href);
        await page.waitForLoadState('networkidle');
        const text = (await page.locator('body').allInnerTexts()).join('\n');
        expect(text).toContain(formatCount(plans.pro.conversions.total));
        expect({ path, defaults: defaultsIn(text) }).toEqual({ path, defaults: [] });
        await page.close();
      }
    } finally {
      await browser.close();
    }
  }, 180_000);
});
