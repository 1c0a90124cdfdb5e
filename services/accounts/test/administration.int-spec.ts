import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { anAddress, PASSWORD, useRig } from './support/rig.js';

const COMMAND = fileURLToPath(new URL('../dist/make-admin.js', import.meta.url));

const rig = useRig();
beforeEach(() => rig.reset());

const makeAdmin = (...args: string[]) =>
  promisify(execFile)(process.execPath, [COMMAND, ...args], { env: { ...process.env, ...rig.env } });

describe('make-admin', () => {
  it('creates an account that can sign in with the printed password', async () => {
    const { stdout } = await makeAdmin('Root@Example.com');
    const password = stdout.match(/password, shown only now: (\S{24})$/m)?.[1];
    const { user } = await rig.login('root@example.com', password);
    expect(user).toMatchObject({ isAdmin: true, username: 'root', plan: 'free' });
    await expect(rig.client.requireAdmin({ userId: user?.id ?? '' })).resolves.toEqual({});
  });

  it('makes an existing account an administrator, sets a new password and ends its sessions', async () => {
    const { id, email, token } = await rig.addUser();
    await expect(rig.client.requireAdmin({ userId: id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const { stdout } = await makeAdmin(email);
    const password = stdout.match(/: (\S{24})$/m)?.[1];
    await expect(rig.client.identify({ bearerToken: token })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    await expect(rig.login(email, PASSWORD)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect((await rig.login(email, password)).user).toMatchObject({ id, isAdmin: true });
  });

  it('revokes the API key and the reset link that the account had before', async () => {
    const { id, email, apiKey } = await rig.addProUser();
    await rig.client.forgotPassword({ email, address: anAddress() });
    await rig.deliver('mail');
    const token = rig.mailbox.tokenFor(email);
    await makeAdmin(email);
    await expect(rig.client.identify({ apiKey })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    const reset = rig.client.resetPassword({ token, password: PASSWORD, address: anAddress() });
    await expect(reset).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect((await rig.user(id)).apiKey).toBeUndefined();
    const renewed = await rig.client.rotateApiKey({ userId: id });
    await expect(rig.client.identify({ apiKey: renewed.apiKey })).resolves.toBeDefined();
  });

  it('lifts a suspension and deletes the cancellations that are not yet sent', async () => {
    const { id, email } = await rig.addUser();
    await rig.client.suspendUser({ userId: id });
    const { stdout } = await makeAdmin(email);
    await expect(rig.login(email, stdout.match(/: (\S{24})$/m)?.[1])).resolves.toBeDefined();
    await expect(rig.client.requireAdmin({ userId: id })).resolves.toEqual({});
    rig.offsetMs = 60_000;
    await Promise.all([rig.deliver('usage'), rig.deliver('billing')]);
    expect(rig.recorded.calls).toEqual([]);
  });

  it('accepts exactly one argument, an e-mail address', async () => {
    await expect(makeAdmin('nobody')).rejects.toMatchObject({ code: 64, stderr: /usage/ });
  });
});

describe('RequireAdmin', () => {
  it('answers FORBIDDEN for users, unknown ids and suspended administrators', async () => {
    const { id } = await rig.addUser();
    for (const userId of [id, crypto.randomUUID()])
      await expect(rig.client.requireAdmin({ userId })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await rig.sql.query('UPDATE users SET is_admin = true WHERE id = $1', [id]);
    await expect(rig.client.requireAdmin({ userId: id })).resolves.toEqual({});
    await rig.client.suspendUser({ userId: id });
    await expect(rig.client.requireAdmin({ userId: id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('ListUsers and GetUsers', () => {
  const list = (search: string, page = 1) => rig.client.listUsers({ search, page });

  it('returns pages, newest first, without API keys', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 23; n++) ids.unshift((await rig.addUser({ username: 'Paged' })).id);
    await rig.client.setPlan({ userId: ids[0] ?? '', plan: 'pro', version: 1 });
    const [first, second] = [await list('paged'), await list('paged', 2)];
    expect([first.totalCount, second.totalCount]).toEqual([23, 23]);
    expect([...first.users, ...second.users].map(({ id }) => id)).toEqual(ids);
    expect(first.users).toHaveLength(20);
    expect(first.users[0]).toMatchObject({ plan: 'pro' });
    expect(first.users[0]?.apiKey).toBeUndefined();
  });

  it('finds parts of an address, name or id, and treats % and _ as plain characters', async () => {
    const percent = await rig.addUser({ username: '100% _sure_ \\o/' });
    for (const search of ['100%', '_SURE_', '\\o/', percent.email.slice(0, -4), percent.id.slice(9)])
      expect((await list(search)).users.map(({ id }) => id)).toEqual([percent.id]);
    expect((await list('10%sure')).totalCount).toBe(0);
  });

  it('omits unknown ids', async () => {
    const { id } = await rig.addUser();
    const { users } = await rig.client.getUsers({ userIds: [crypto.randomUUID(), id] });
    expect(users.map((user) => user.id)).toEqual([id]);
    expect((await rig.client.getUsers({ userIds: [] })).users).toEqual([]);
  });
});

describe('SuspendUser', () => {
  it('ends sessions, disables the API key, cancels conversions twice, and can be reversed', async () => {
    const { id, token, apiKey, email } = await rig.addProUser();
    for (let n = 0; n < 2; n++) {
      const { user } = await rig.client.suspendUser({ userId: id });
      expect(user).toMatchObject({ id, suspended: true });
    }
    for (const credential of [{ bearerToken: token }, { apiKey }])
      await expect(rig.client.identify(credential)).rejects.toMatchObject({ code: 'SUSPENDED' });
    await rig.deliver('usage');
    expect(rig.recorded.calls).toEqual([`cancelOwner ${id}`]);
    rig.offsetMs = 7_000;
    await rig.deliver('usage');
    expect(rig.recorded.calls).toHaveLength(2);
    rig.offsetMs = 0;
    const { user } = await rig.client.unsuspendUser({ userId: id });
    expect(user).toMatchObject({ suspended: false, plan: 'pro' });
    await expect(rig.client.identify({ apiKey })).resolves.toBeDefined();
    await expect(rig.client.identify({ bearerToken: token })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    await expect(rig.login(email)).resolves.toBeDefined();
  });

  it('sends no cancellation after the suspension is lifted', async () => {
    const { id } = await rig.addUser();
    await rig.client.suspendUser({ userId: id });
    await rig.client.unsuspendUser({ userId: id });
    rig.offsetMs = 60_000;
    await Promise.all([rig.deliver('usage'), rig.deliver('billing')]);
    expect(rig.recorded.calls).toEqual([]);
  });

  it('cancels the subscription at the end of its period once, and sends nothing again when the user has none', async () => {
    const { id } = await rig.addProUser();
    for (let n = 0; n < 2; n++) await rig.client.suspendUser({ userId: id });
    rig.recorded.isUnreachable = true;
    await rig.deliver('billing');
    rig.recorded.isUnreachable = false;
    rig.recorded.isWithoutSubscriptions = true;
    rig.offsetMs = 10_000;
    await rig.deliver('billing');
    expect(rig.recorded.calls).toEqual([`cancelSubscription ${id}`]);
    expect(await rig.sql.query(`SELECT FROM outbox WHERE receiver = 'billing'`)).toEqual([]);
    await rig.client.unsuspendUser({ userId: id });
    await rig.deliver('billing');
    expect(rig.recorded.calls).toHaveLength(1);
  });
});

describe('CountUsers', () => {
  it('counts all users, new users, Pro users, and new users by UTC day', async () => {
    const before = await rig.client.countUsers({ sinceMs: 0 });
    const dayMs = Date.parse('2031-05-01T23:59:59Z');
    rig.offsetMs = dayMs - Date.now();
    await rig.addUser();
    rig.offsetMs += 2_000;
    const pro = await rig.addProUser();
    expect(await rig.client.countUsers({ sinceMs: dayMs - 60_000 })).toEqual({
      total: before.total + 2,
      since: 2,
      pro: before.pro + 1,
      days: [
        { date: '2031-05-01', count: 1 },
        { date: '2031-05-02', count: 1 },
      ],
    });
    await rig.client.deleteUser({ userId: pro.id, password: PASSWORD, address: anAddress() });
  });
});
