import { HEADERS } from '@filemill/product';
import { describe, expect, it } from '@jest/globals';
import { moveClock, resetClock } from './clock.js';
import { anAdministrator, aPerson, becomePro, call, convertAs, mailTo, stripe, userOf } from './person.js';
import { aPng, aWav, filesBelow, sql, until, url } from './stack.js';

interface Converted {
  status: string;
  conversionId: string;
  downloadUrl: string;
  conversion: { id: string; status: string; kind: string };
}
interface Overview {
  user: Record<string, unknown>;
  usage: Record<string, number | string>;
  recentActivity: Record<string, unknown>[];
}

describe('a user with an account', () => {
  it('registers, converts, reads the history, signs out, resets the password and deletes the account', async () => {
    const person = await aPerson();
    expect(await userOf(person)).toMatchObject({
      email: person.email,
      username: person.username,
      plan: 'free',
      apiKey: null,
      subscriptionExpiresAt: null,
      subscriptionCancelledAt: null,
      isAdmin: false,
    });

    const response = await convertAs(person, 'image', { name: 'a.png', bytes: await aPng(), to: 'webp' });
    const converted = (await response.json()) as Converted;
    expect(response.status).toBe(200);
    expect(converted).toMatchObject({
      status: 'success',
      conversion: { status: 'completed', kind: 'image' },
    });
    const file = await fetch(url(converted.downloadUrl));
    expect(Buffer.from(await file.arrayBuffer()).toString('latin1', 8, 12)).toBe('WEBP');

    const first = await call<Overview>('GET', '/api/user', person);
    expect(first.body.usage).toMatchObject({
      conversions: 1,
      limit: 50,
      imageConversions: 1,
      imageLimit: 50,
    });
    expect(first.body.recentActivity).toHaveLength(1);
    expect(first.body.recentActivity[0]).toMatchObject({
      conversionType: 'image',
      originalFormat: 'png',
      outputFormat: 'webp',
      status: 'success',
      workerJobId: null,
    });
    const etag = first.headers.get('etag') ?? '';
    const again = await call('GET', '/api/user', { ...person, headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);

    const history = await call<{ data: { conversions: unknown[]; pagination: unknown } }>(
      'GET',
      '/api/conversion-history?page=1',
      person,
    );
    expect(history.body.data.pagination).toEqual({
      totalCount: 1,
      totalPages: 1,
      currentPage: 1,
      itemsPerPage: 20,
      hasPreviousPage: false,
      hasNextPage: false,
    });

    expect((await call('POST', '/api/logout', person)).status).toBe(204);
    await until(
      'the token is invalid',
      async () => (await call('GET', '/api/user', person)).status === 401,
      5_000,
    );

    await call('POST', '/api/forgot-password', { body: { email: person.email } });
    const [, token] = /reset-password\?token=([\w-]+)/.exec(await mailTo(person.email)) ?? [];
    const password = 'battery staple';
    expect((await call('POST', '/api/reset-password', { body: { token, password } })).status).toBe(200);
    expect((await call('POST', '/api/reset-password', { body: { token, password } })).status).toBe(400);
    const login = await call<{ token: string }>('POST', '/api/login', {
      body: { email: person.email, password },
    });
    expect(login.status).toBe(200);
    person.token = login.body.token;

    const wrong = await call<{ error: { code: string } }>('DELETE', '/api/user', {
      ...person,
      body: { password: 'not mine' },
    });
    expect([wrong.status, wrong.body.error.code]).toEqual([422, 'password_wrong']);
    const exported = await call('GET', '/api/user/export', person);
    expect(JSON.stringify(exported.body)).toContain(converted.conversionId);
    expect((await call('DELETE', '/api/user', { ...person, body: { password } })).status).toBe(204);
    await until(
      'the token is invalid',
      async () => (await call('GET', '/api/user', person)).status === 401,
      5_000,
    );
    await until('the ledger has deleted the conversion', async () => {
      const rows = await sql(`SELECT id FROM usage.conversions WHERE id = '${converted.conversionId}'`);
      return rows.length === 0;
    });
    await until('the files are erased', () =>
      filesBelow('store').every((path) => !path.includes(converted.conversionId)),
    );
  });

  it('pays, gets an API key, converts with it, cancels, resumes and loses Pro at the end of the period', async () => {
    const person = await aPerson();
    const returned = await fetch(url('/subscribe?success=true'), {
      headers: { authorization: `Bearer ${person.token}` },
    });
    await returned.arrayBuffer();
    expect((await userOf(person)).plan).toBe('free');
    const refused = await call<{ error: { code: string } }>('POST', '/api/user/api-key', person);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'plan_required']);

    await becomePro(person);
    expect((await call('POST', '/api/create-checkout-session', person)).body).toMatchObject({
      status: 'already_subscribed',
    });
    const { apiKey } = (await call<{ apiKey: string }>('POST', '/api/user/api-key', person)).body;
    expect((await userOf(person)).apiKey).toBe(apiKey);
    expect((await call('GET', '/api/validate-key', { apiKey })).body).toMatchObject({
      valid: true,
      plan: 'pro',
    });

    const picture = { name: 'b.png', bytes: await aPng(), to: 'jpg' };
    const key = { [HEADERS.idempotencyKey]: 'once', accept: 'application/json' };
    const original = await convertAs({ apiKey }, 'image', { ...picture, headers: key });
    const repeated = await convertAs({ apiKey }, 'image', { ...picture, headers: key });
    expect(original.headers.get('x-ratelimit-limit')).not.toBeNull();
    expect(repeated.headers.get(HEADERS.replayed)).toBe('true');
    const [a, b] = [(await original.json()) as Converted, (await repeated.json()) as Converted];
    expect(b.conversionId).toBe(a.conversionId);
    const other = await convertAs({ apiKey }, 'image', { ...picture, to: 'webp', headers: key });
    expect(other.status).toBe(422);
    const bytes = await convertAs({ apiKey }, 'audio', {
      name: 'c.wav',
      bytes: await aWav(1),
      to: 'flac',
      headers: { accept: 'application/octet-stream' },
    });
    expect(Buffer.from(await bytes.arrayBuffer()).toString('latin1', 0, 4)).toBe('fLaC');
    expect((await call<Overview>('GET', '/api/user', person)).body.usage).toMatchObject({
      conversions: 2,
      limit: 5_000,
      imageConversions: 1,
      audioConversions: 1,
    });

    const admin = await anAdministrator();
    const { id } = await userOf(person);
    for (const action of ['suspend', 'unsuspend'])
      await call('POST', `/api/admin/users/${id}/${action}`, { ...admin, body: { reason: 'a test' } });
    const signIn = { email: person.email, password: person.password };
    person.token = (await call<{ token: string }>('POST', '/api/login', { body: signIn })).body.token;
    const exported = await call('GET', '/api/user/export', person);
    expect(exported.body).toMatchObject({
      account: {
        user: { id, email: person.email },
        sessions: [{}],
        apiKey: { lastUsedAt: expect.any(String) },
      },
      billing: { customer: {}, subscriptions: [{}], invoices: [{}], refunds: [] },
      usage: {
        counters: expect.arrayContaining([expect.objectContaining({ category: 'total', used: 2 })]),
        days: [
          { category: 'audio', completed: 1 },
          { category: 'image', completed: 1 },
        ],
        idempotencyKeys: [{ key: 'once', conversionId: a.conversionId }],
      },
      auditLog: [{ role: 'subject', action: 'suspend', reason: 'a test' }, { action: 'unsuspend' }],
      conversions: [{ inputFormat: 'wav' }, { id: a.conversionId, options: {} }],
    });
    // The suspension has cancelled the subscription.
    await call('POST', '/api/resume-subscription', person);

    const cancelled = await call<{ cancellationDate: string }>('POST', '/api/cancel-subscription', person);
    expect(cancelled.body).toMatchObject({ alreadyCancelled: false });
    expect((await call('POST', '/api/cancel-subscription', person)).body).toMatchObject({
      alreadyCancelled: true,
    });
    await until(
      'the user shows the end date',
      async () => (await userOf(person)).subscriptionExpiresAt !== null,
    );
    expect((await call('POST', '/api/resume-subscription', person)).status).toBe(200);
    await until(
      'the subscription renews again',
      async () => (await userOf(person)).subscriptionExpiresAt === null,
    );
    await call('POST', '/api/cancel-subscription', person);

    await moveClock(Date.parse(cancelled.body.cancellationDate) - Date.now() + 3_600_000);
    try {
      await stripe('now');
      const signedInLater = { email: person.email, password: person.password };
      const { token } = (await call<{ token: string }>('POST', '/api/login', { body: signedInLater })).body;
      person.token = token;
      await until('the plan is free again', async () => (await userOf(person)).plan === 'free');
      await until(
        'the key is refused',
        async () => (await call('GET', '/api/validate-key', { apiKey })).status !== 200,
        5_000,
      );
    } finally {
      resetClock();
    }
  });
});
