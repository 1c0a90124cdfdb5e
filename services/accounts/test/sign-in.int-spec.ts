import { generateKeyPairSync } from 'node:crypto';
import { newApiKey, signUserToken } from '@filemill/contracts';
import { describe, expect, it } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import { UnsecuredJWT } from 'jose';
import { PurgeService } from '../src/background/purge.service.js';
import { anAddress, anId, PASSWORD, useRig } from './support/rig.js';

const DAY_MS = 24 * 3_600_000;
const unauthenticated = { code: 'UNAUTHENTICATED' };

const rig = useRig();

describe('Register', () => {
  const request = { username: ' Ada Lovelace ', password: PASSWORD, language: 'it' as const };
  const register = (changes: { email: string }) =>
    rig.client.register({ ...request, id: anId(), address: anAddress(), ...changes });

  it('creates an account on the free plan and signs it in', async () => {
    const email = '  Ada.Lovelace@Example.com ';
    const first = { ...request, id: anId(), email, address: anAddress() };
    const { token, user } = await rig.client.register(first);
    expect(user).toMatchObject({
      id: first.id,
      email: 'ada.lovelace@example.com',
      username: 'Ada Lovelace',
      plan: 'free',
      isAdmin: false,
      suspended: false,
    });
    expect(user?.apiKey).toBeUndefined();
    const identity = await rig.client.identify({ bearerToken: token });
    expect(identity).toMatchObject({
      userId: user?.id,
      plan: 'free',
      isAdmin: false,
      username: 'Ada Lovelace',
    });
  });

  it('answers EMAIL_TAKEN for an address with an account, in any letter case, and to one of two simultaneous calls', async () => {
    const { email } = await rig.addUser();
    const again = register({ email: email.toUpperCase() });
    await expect(again).rejects.toMatchObject({ code: 'EMAIL_TAKEN' });
    const calls = [1, 2].map(() => register({ email: 'same@example.com' }));
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = outcomes.find(({ status }) => status === 'rejected');
    expect(refused).toMatchObject({ reason: { code: 'EMAIL_TAKEN' } });
  });

  it('creates one account when a call is repeated, even while the first try is running', async () => {
    const again = { ...request, id: anId(), email: 'again@example.com', address: anAddress() };
    const answers = await Promise.all([rig.client.register(again), rig.client.register(again)]);
    answers.push(await rig.client.register(again));
    expect(answers.map(({ user }) => user?.id)).toEqual([again.id, again.id, again.id]);
    for (const { token } of answers)
      expect(await rig.client.identify({ bearerToken: token })).toMatchObject({ userId: again.id });
    expect(await rig.sql.query('SELECT FROM users WHERE email = $1', [again.email])).toHaveLength(1);
  });

  it('refuses an invalid address, an empty name or a short password with INVALID_REQUEST and the fields', async () => {
    const wrong = {
      id: '1',
      email: 'ada@',
      username: ' ',
      password: '12345',
      address: '',
      language: 'de' as const,
    };
    await expect(rig.client.register(wrong)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      params: {
        fields: {
          id: expect.any(String),
          email: expect.any(String),
          username: expect.any(String),
          password: 'at least 6 characters',
          address: expect.any(String),
        },
      },
    });
    const tooMuch = { id: anId(), email: 'a@b.example', username: 'x'.repeat(65), password: 'x'.repeat(129) };
    const refused = rig.client.register({ ...tooMuch, address: anAddress(), language: 'en' });
    await expect(refused).rejects.toMatchObject({
      params: { fields: { username: expect.any(String), password: expect.any(String) } },
    });
    await expect(rig.addUser({ password: '123456' })).resolves.toBeDefined();
    await expect(rig.addUser({ username: 'a\u0000b' })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});

describe('Login', () => {
  it('signs in with a new session each time', async () => {
    const { email, id } = await rig.addUser();
    const tokens = [(await rig.login(email.toUpperCase())).token, (await rig.login(email)).token];
    const sessions = await Promise.all(tokens.map((bearerToken) => rig.client.identify({ bearerToken })));
    expect(sessions.map(({ userId }) => userId)).toEqual([id, id]);
    expect(sessions[0]?.sessionId).not.toBe(sessions[1]?.sessionId);
  });

  it('answers the same UNAUTHENTICATED to a wrong password and to an unknown address', async () => {
    const { email } = await rig.addUser();
    const refusals = await Promise.allSettled([rig.login(email, 'wrong'), rig.login('nobody@example.com')]);
    const [wrong, unknown] = refusals.map((refusal) =>
      refusal.status === 'rejected' ? refusal.reason : undefined,
    );
    expect(wrong).toMatchObject(unauthenticated);
    expect([wrong.message, wrong.params]).toEqual([unknown.message, unknown.params]);
  });

  it('replaces a hash that has other parameters', async () => {
    const { id, email } = await rig.addUser();
    const old = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    await rig.sql.query('UPDATE users SET password_hash = $2 WHERE id = $1', [id, old]);
    await rig.login(email);
    const [row] = await rig.sql.query('SELECT password_hash FROM users WHERE id = $1', [id]);
    expect(row.password_hash).toContain('$m=19456,t=2,p=1$');
    await expect(rig.login(email)).resolves.toBeDefined();
  });

  it('answers SUSPENDED to a suspended user only after the correct password', async () => {
    const { id, email } = await rig.addUser();
    await rig.client.suspendUser({ userId: id });
    await expect(rig.login(email)).rejects.toMatchObject({ code: 'SUSPENDED' });
    await expect(rig.login(email, 'wrong')).rejects.toMatchObject(unauthenticated);
  });
});

describe('a bearer token', () => {
  it('becomes invalid with its own session only', async () => {
    const { email, token } = await rig.addUser();
    const other = (await rig.login(email)).token;
    const { sessionId } = await rig.client.identify({ bearerToken: token });
    await rig.client.logout({ sessionId });
    await rig.client.logout({ sessionId });
    await expect(rig.client.identify({ bearerToken: token })).rejects.toMatchObject(unauthenticated);
    await expect(rig.client.identify({ bearerToken: other })).resolves.toBeDefined();
  });

  it('is valid for 7 days, then its session is deleted', async () => {
    const { id, token } = await rig.addUser();
    rig.offsetMs = 7 * DAY_MS - 60_000;
    await expect(rig.client.identify({ bearerToken: token })).resolves.toBeDefined();
    rig.offsetMs = 7 * DAY_MS + 1_000;
    await expect(rig.client.identify({ bearerToken: token })).rejects.toMatchObject(unauthenticated);
    await rig.get(PurgeService).run();
    rig.offsetMs = 0;
    expect(await rig.sql.query('SELECT FROM sessions WHERE user_id = $1', [id])).toEqual([]);
  });

  it('is refused if it is unsigned, signed by another key, or names a session that never existed', async () => {
    const { id, token } = await rig.addUser();
    const { sessionId } = await rig.client.identify({ bearerToken: token });
    const claims = { sub: id, jti: sessionId, iss: 'filemill', aud: 'filemill-api', exp: Date.now() };
    const other = generateKeyPairSync('ed25519').privateKey;
    const forged = [
      new UnsecuredJWT(claims).encode(),
      await signUserToken({ userId: id, sessionId }, other, Date.now()),
      await signUserToken({ userId: id, sessionId: crypto.randomUUID() }, rig.privateKey, Date.now()),
      // The first character is changed, because base64url ignores the low bits of the last one.
      token.replace(/\.(.)([^.]+)$/, (_, first, rest) => `.${first === 'A' ? 'B' : 'A'}${rest}`),
    ];
    for (const bearerToken of forged)
      await expect(rig.client.identify({ bearerToken })).rejects.toMatchObject(unauthenticated);
  });
});

describe('an API key', () => {
  it('identifies its Pro user and records its use at most once a minute', async () => {
    const { id, apiKey } = await rig.addProUser();
    const lastUsed = async (): Promise<number> => {
      const rows = await rig.sql.query('SELECT last_used_at AS at FROM api_keys WHERE user_id = $1', [id]);
      return rows[0].at?.getTime() ?? 0;
    };
    expect(await lastUsed()).toBe(0);
    const identity = await rig.client.identify({ apiKey });
    expect(identity).toEqual({ userId: id, plan: 'pro', isAdmin: false, username: 'Ada', sessionId: '' });
    const first = await lastUsed();
    expect(first).toBeGreaterThan(0);
    await rig.client.identify({ apiKey });
    expect(await lastUsed()).toBe(first);
    rig.offsetMs = 61_000;
    await rig.client.identify({ apiKey });
    rig.offsetMs = 0;
    expect(await lastUsed()).toBeGreaterThan(first);
  });

  it('is replaced by rotation, is refused without Pro, and works again when Pro returns', async () => {
    const { id, apiKey } = await rig.addProUser();
    const { apiKey: next } = await rig.client.rotateApiKey({ userId: id });
    const notFound = { code: 'UNAUTHENTICATED', message: 'User API key not found' };
    await expect(rig.client.identify({ apiKey })).rejects.toMatchObject(notFound);
    await expect(rig.client.identify({ apiKey: next })).resolves.toMatchObject({ userId: id });
    await rig.client.setPlan({ userId: id, plan: 'free', version: 2 });
    await expect(rig.client.identify({ apiKey: next })).rejects.toMatchObject({ code: 'PLAN_REQUIRED' });
    await expect(rig.client.rotateApiKey({ userId: id })).rejects.toMatchObject({ code: 'PLAN_REQUIRED' });
    expect((await rig.user(id)).apiKey).toBeUndefined();
    await rig.client.setPlan({ userId: id, plan: 'pro', version: 3 });
    expect((await rig.user(id)).apiKey).toBe(next);
  });

  it('is refused when it is unknown or malformed', async () => {
    for (const apiKey of [newApiKey(), 'fm_nothing', 'x'.repeat(512)])
      await expect(rig.client.identify({ apiKey })).rejects.toMatchObject(unauthenticated);
  });
});

describe('Identify', () => {
  it('refuses a request without a credential with INVALID_REQUEST and the field', async () => {
    await expect(rig.client.identify({})).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      params: { fields: { credential: expect.any(String) } },
    });
  });

  it('refuses a caller without a valid service token', async () => {
    const call = rig.untrusted.identify({ bearerToken: 'any' });
    await expect(call).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});

it('stores no token, key or password in plain text in the database', async () => {
  const { apiKey, token, email } = await rig.addProUser();
  await rig.client.forgotPassword({ email, address: anAddress(), language: 'en' });
  const tables = ['users', 'sessions', 'api_keys', 'password_resets', 'outbox'];
  const dumps = await Promise.all(
    tables.map((table) => rig.sql.query(`SELECT to_jsonb(t) AS row FROM ${table} t`)),
  );
  const dump = JSON.stringify(dumps);
  expect(dump).toContain(email);
  const hex = (text: string) => Buffer.from(text).toString('hex');
  for (const secret of [apiKey, token, PASSWORD, apiKey.slice(3, 35)])
    for (const form of [secret, hex(secret)]) expect(dump).not.toContain(form);
});
