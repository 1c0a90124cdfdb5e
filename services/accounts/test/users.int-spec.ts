import { revertLastMigration, runMigrations } from '@filemill/database';
import { ownerChannel } from '@filemill/queue';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { BackgroundService } from '../src/background/background.service.js';
import { accountsDatabase } from '../src/database.js';
import { anAddress, PASSWORD, useRig } from './support/rig.js';

const unknown = crypto.randomUUID();

const rig = useRig();
beforeEach(() => rig.reset());

const remove = (userId: string, password = PASSWORD): Promise<unknown> =>
  rig.client.deleteUser({ userId, password, address: anAddress() });

/** Counts how often the user's version is announced while `work` runs. */
async function countAnnouncements(userId: string, work: () => Promise<unknown>): Promise<number> {
  const redis = new Redis(rig.redis.url);
  const recorded: string[] = [];
  redis.on('message', (_channel, version) => recorded.push(version));
  await redis.subscribe(ownerChannel('user', userId));
  await work();
  await new Promise((resolve) => setTimeout(resolve, 50));
  redis.disconnect();
  return recorded.length;
}

describe('GetUser', () => {
  it('returns a user, with the API key only while the user is on Pro', async () => {
    const { id, email } = await rig.addUser();
    expect(await rig.user(id)).toEqual({
      ...{ id, email, username: 'Ada', plan: 'free', isAdmin: false, suspended: false },
      createdAtMs: expect.any(Number),
    });
    const pro = await rig.addProUser();
    expect(pro.apiKey).toMatch(/^fm_[0-9a-z]{38}$/);
  });

  it('answers NOT_FOUND for an unknown user, as other rpcs do', async () => {
    const userId = unknown;
    const calls = [
      rig.client.getUser({ userId }),
      rig.client.rotateApiKey({ userId }),
      rig.client.exportUser({ userId }),
      rig.client.suspendUser({ userId }),
      rig.client.unsuspendUser({ userId }),
      remove(userId),
    ];
    for (const outcome of await Promise.allSettled(calls))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'NOT_FOUND' } });
  });
});

describe('the gRPC edge', () => {
  it('refuses bad requests on every rpc with INVALID_REQUEST', async () => {
    const bad = { userId: 'x' };
    const { client } = rig;
    const calls = [
      client.getUser(bad),
      client.rotateApiKey(bad),
      client.exportUser(bad),
      client.requireAdmin(bad),
      client.suspendUser(bad),
      client.unsuspendUser(bad),
      client.logout({ sessionId: 'x' }),
      client.deleteUser({ userId: unknown, password: '', address: '' }),
      client.setPlan({ userId: unknown, plan: 'gold' as 'pro', version: 1 }),
      client.setPlan({ userId: unknown, plan: 99 as unknown as 'pro', version: 1 }),
      client.resetPassword({ token: '', password: PASSWORD, address: anAddress() }),
      client.login({ email: 'x', password: PASSWORD, address: anAddress() }),
      client.listUsers({ search: '', page: 0 }),
      client.listUsers({ search: 'a\u0000', page: 1 }),
      client.getUsers({ userIds: Array.from({ length: 501 }, () => unknown) }),
      client.countUsers({ sinceMs: -1 }),
    ];
    for (const outcome of await Promise.allSettled(calls))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'INVALID_REQUEST' } });
  });
});

describe('SetPlan', () => {
  it('applies the change with the highest version and ignores one for an unknown user', async () => {
    const { id } = await rig.addUser();
    const [expiresMs, cancelledMs] = [2_000_000_000_000, 1_900_000_000_000];
    const instants = { subscriptionExpiresAtMs: expiresMs, subscriptionCancelledAtMs: cancelledMs };
    await rig.client.setPlan({ userId: id, plan: 'pro', version: 5, ...instants });
    await rig.client.setPlan({ userId: id, plan: 'free', version: 4 });
    expect(await rig.user(id)).toMatchObject({ plan: 'pro', ...instants });
    await rig.client.setPlan({ userId: id, plan: 'pro', version: 6 });
    const renewed = await rig.user(id);
    expect([renewed.subscriptionExpiresAtMs, renewed.subscriptionCancelledAtMs]).toEqual([
      undefined,
      undefined,
    ]);
    await expect(rig.client.setPlan({ userId: unknown, plan: 'pro', version: 1 })).resolves.toEqual({});
  });
});

describe('a change that the user can see', () => {
  it('is announced once', async () => {
    const { id } = await rig.addUser();
    const changes = [
      () => rig.client.setPlan({ userId: id, plan: 'pro', version: 2 }),
      () => rig.client.rotateApiKey({ userId: id }),
      () => rig.client.suspendUser({ userId: id }),
      () => rig.client.unsuspendUser({ userId: id }),
    ];
    for (const change of changes) expect(await countAnnouncements(id, change)).toBe(1);
    const ignored = () => rig.client.setPlan({ userId: id, plan: 'free', version: 1 });
    expect(await countAnnouncements(id, ignored)).toBe(0);
  });
});

describe('ExportUser', () => {
  it('returns everything about a user except secrets', async () => {
    const { id, email, token, apiKey } = await rig.addProUser();
    const { data } = await rig.client.exportUser({ userId: id });
    expect(data).toMatchObject({
      user: { id, email, username: 'Ada', plan: 'pro', language: 'en' },
      sessions: [{ createdAt: expect.any(String), expiresAt: expect.any(String) }],
      apiKey: { createdAt: expect.any(String), lastUsedAt: null },
    });
    for (const secret of [token, apiKey, 'argon2', 'hash'])
      expect(JSON.stringify(data)).not.toContain(secret);
  });
});

describe('DeleteUser', () => {
  it('answers PASSWORD_WRONG without the password and deletes nothing', async () => {
    const { id } = await rig.addUser();
    await expect(remove(id, 'wrong')).rejects.toMatchObject({ code: 'PASSWORD_WRONG' });
    await expect(rig.user(id)).resolves.toBeDefined();
  });

  it('deletes everything immediately and informs usage, billing and the user, even if they are unreachable at first', async () => {
    const { id, email, token, apiKey } = await rig.addProUser();
    rig.recorded.isUnreachable = true;
    await remove(id);
    await expect(rig.client.identify({ bearerToken: token })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    await expect(rig.client.identify({ apiKey })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    const tables = ['users WHERE id', 'sessions WHERE user_id', 'api_keys WHERE user_id'];
    for (const rows of tables) expect(await rig.sql.query(`SELECT FROM ${rows} = $1`, [id])).toEqual([]);
    await Promise.all([rig.deliver('usage'), rig.deliver('billing'), rig.deliver('mail')]);
    expect(rig.recorded.calls).toEqual([]);
    expect(rig.mailbox.mails.at(-1)?.to).toBe(email);
    rig.recorded.isUnreachable = false;
    rig.offsetMs = 10_000;
    // Several dispatchers may run at once.
    await Promise.all(['usage', 'usage', 'billing', 'billing'].map((to) => rig.deliver(to as 'usage')));
    await rig.deliver('usage');
    const expected = [`eraseOwner ${id}`, `eraseOwner ${id}`, `eraseUser ${id}`];
    expect([...rig.recorded.calls].sort()).toEqual(expected);
    expect(await rig.sql.query('SELECT FROM outbox')).toEqual([]);
    await expect(rig.addUser({ email })).resolves.toBeDefined();
  });

  it('informs the other services even if a dispatcher dies during delivery', async () => {
    const { id } = await rig.addUser();
    await remove(id);
    // A killed dispatcher leaves a message that is claimed but not delivered.
    const leased = new Date(Date.now() + 15_000);
    await rig.sql.query(`UPDATE outbox SET attempts = 1, due_at = $1 WHERE kind = 'erase-owner'`, [leased]);
    await rig.deliver('usage');
    expect(rig.recorded.calls).toEqual([]);
    rig.offsetMs = 16_000;
    await rig.deliver('usage');
    expect(rig.recorded.calls).toEqual([`eraseOwner ${id}`, `eraseOwner ${id}`]);
  });
});

describe('the outbox', () => {
  it('keeps the order within one subject and does not delay other subjects', async () => {
    const [one, other] = [await rig.addUser(), await rig.addUser()];
    await remove(one.id);
    await remove(other.id);
    const later = new Date(Date.now() + 60_000);
    await rig.sql.query(
      'UPDATE outbox SET due_at = $1 WHERE id = (SELECT min(id) FROM outbox WHERE subject = $2)',
      [later, one.id],
    );
    rig.offsetMs = 10_000;
    await rig.deliver('usage');
    expect(rig.recorded.calls).toEqual([`eraseOwner ${other.id}`, `eraseOwner ${other.id}`]);
    rig.recorded.isUnreachable = true;
    rig.offsetMs = 61_000;
    await rig.deliver('usage');
    expect(await rig.metric('outbox_oldest_age_seconds', { receiver: 'usage' })).toBeGreaterThan(60);
    rig.recorded.isUnreachable = false;
    rig.offsetMs = 80_000;
    await rig.deliver('usage');
    expect(rig.recorded.calls).toHaveLength(4);
    expect(await rig.metric('outbox_oldest_age_seconds', { receiver: 'usage' })).toBe(0);
  });

  it('delivers to other subjects after a failure', async () => {
    const [one, other] = [await rig.addUser(), await rig.addUser()];
    await remove(one.id);
    await remove(other.id);
    rig.recorded.failsFor = one.id;
    await rig.deliver('usage');
    expect(rig.recorded.calls).toEqual([`eraseOwner ${other.id}`]);
  });

  it('delivers a suspension while slow erasures are running', async () => {
    const slow = Promise.withResolvers<void>();
    rig.recorded.erasing = slow.promise;
    for (let n = 0; n < 3; n++) await remove((await rig.addUser()).id);
    const { id } = await rig.addUser();
    await rig.client.suspendUser({ userId: id });
    const background = rig.get(BackgroundService);
    background.start();
    try {
      const expected = `cancelOwner ${id}`;
      for (let waits = 0; waits < 60 && !rig.recorded.calls.includes(expected); waits++)
        await new Promise((resolve) => setTimeout(resolve, 50));
      expect(rig.recorded.calls).toContain(expected);
    } finally {
      slow.resolve();
      await background.beforeApplicationShutdown();
    }
  });
});

describe('the migrations', () => {
  it('can be reverted and applied again', async () => {
    const fresh = await rig.postgres.freshDataSource(accountsDatabase);
    const schema = (fresh.options as { schema: string }).schema;
    for (const _ of accountsDatabase.migrations) await revertLastMigration(fresh, schema);
    await expect(fresh.query('SELECT FROM users')).rejects.toThrow(/does not exist/);
    expect(await runMigrations(fresh, schema)).toHaveLength(accountsDatabase.migrations.length);
  });
});
