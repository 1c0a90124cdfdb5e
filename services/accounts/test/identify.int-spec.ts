import 'reflect-metadata';
import { createHash } from 'node:crypto';
import type { accounts } from '@filemill/contracts';
import { startTestService, type TestService } from '@filemill/contracts/testing';
import { createDataSource, revertLastMigration, runMigrations } from '@filemill/database';
import { TestPostgres } from '@filemill/database/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { ApiKey } from '../src/api-keys/api-key.entity.js';
import { accountsDatabase } from '../src/database.js';
import { Session } from '../src/sessions/session.entity.js';
import { startAccounts } from '../src/start.js';
import { User } from '../src/users/user.entity.js';

const NOW_MS = Date.parse('2026-11-21T02:15:00Z');
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
const uuid = (n: number): string => `0193a5b0-0000-7000-8000-${String(n).padStart(12, '0')}`;

let postgres: TestPostgres;
let url: string;
let dataSource: DataSource;
let service: TestService<accounts.AccountsServiceClient>;
let users = 0;

beforeAll(async () => {
  postgres = await TestPostgres.start();
  url = await postgres.createService('accounts');
  dataSource = await createDataSource(accountsDatabase, { url }).initialize();
  await runMigrations(dataSource, 'accounts');
  service = await startTestService(
    'accounts',
    (runtime, config) => startAccounts(runtime, { ...config, DATABASE_URL: url, DATABASE_POOL_SIZE: 2 }),
    { nowMs: () => NOW_MS },
  );
});
afterAll(async () => {
  await service?.close();
  await dataSource?.destroy();
  await postgres?.stop();
});

/** A stored user with a session that ends `sessionMs` from now and an API key. */
async function aUser(values: Partial<User> = {}, sessionMs = 1_000) {
  const n = ++users;
  const user = {
    id: uuid(n),
    email: `user${n}@example.com`,
    username: 'user',
    passwordHash: '$argon2id$',
    plan: 'free' as const,
    isAdmin: false,
    createdAt: new Date(NOW_MS),
    ...values,
  };
  const [token, apiKey] = [`token-${n}`, `key-${n}`];
  const createdAt = new Date(NOW_MS);
  await dataSource.getRepository(User).insert(user);
  const expiresAt = new Date(NOW_MS + sessionMs);
  await dataSource
    .getRepository(Session)
    .insert({ id: uuid(n), userId: user.id, tokenHash: sha256(token), createdAt, expiresAt });
  await dataSource
    .getRepository(ApiKey)
    .insert({ userId: user.id, keyHash: sha256(apiKey), keyEncrypted: Buffer.alloc(1), createdAt });
  return { userId: user.id, token, apiKey };
}

describe('Identify', () => {
  it('answers the user behind a live session', async () => {
    const { userId, token } = await aUser({ isAdmin: true });
    const answer = await service.client.identify({ bearerToken: token });
    expect(answer).toEqual({ userId, plan: 'free', isAdmin: true });
  });

  it('answers the Pro user behind an API key, and asks others for Pro', async () => {
    const pro = await aUser({ plan: 'pro' });
    const answer = await service.client.identify({ apiKey: pro.apiKey });
    expect(answer).toEqual({ userId: pro.userId, plan: 'pro', isAdmin: false });
    const { apiKey } = await aUser();
    await expect(service.client.identify({ apiKey })).rejects.toMatchObject({ code: 'PLAN_REQUIRED' });
  });

  it('is UNAUTHENTICATED for an unknown token or key and for a session that has ended', async () => {
    const { token } = await aUser({}, 0);
    for (const credential of [{ bearerToken: 'nobody' }, { bearerToken: token }, { apiKey: 'nothing' }])
      await expect(service.client.identify(credential)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('is SUSPENDED for a suspended user, by token and by key', async () => {
    const { token, apiKey } = await aUser({ plan: 'pro', suspendedAt: new Date(NOW_MS) });
    for (const credential of [{ bearerToken: token }, { apiKey }])
      await expect(service.client.identify(credential)).rejects.toMatchObject({ code: 'SUSPENDED' });
  });

  it('refuses a request without a credential with INVALID_REQUEST and the field', async () => {
    await expect(service.client.identify({})).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      params: { fields: { credential: expect.any(String) } },
    });
    const tooLong = service.client.identify({ apiKey: 'x'.repeat(513) });
    await expect(tooLong).rejects.toMatchObject({ params: { fields: { apiKey: expect.any(String) } } });
  });

  it('refuses a caller that is no service of ours', async () => {
    const call = service.stranger.identify({ bearerToken: 'any' });
    await expect(call).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

describe('the first migration', () => {
  it('can be taken back and applied again', async () => {
    const fresh = await postgres.freshDataSource(accountsDatabase);
    const schema = (fresh.options as { schema: string }).schema;
    await revertLastMigration(fresh, schema);
    await expect(fresh.query('SELECT FROM users')).rejects.toThrow(/does not exist/);
    expect(await runMigrations(fresh, schema)).toHaveLength(1);
  });
});
