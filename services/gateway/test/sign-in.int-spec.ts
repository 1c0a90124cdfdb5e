import { HEADERS } from '@filemill/product';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { at, callOf } from './support/calls.js';
import { TestGateway } from './support/gateway.js';
import type { TestUser } from './support/memory-accounts.js';

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/);

describe('the routes of accounts', () => {
  let gateway: TestGateway;
  let user: TestUser;
  let call: ReturnType<typeof callOf>;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    call = callOf(gateway);
  });
  beforeEach(async () => {
    user = await gateway.accounts.addUser();
  });
  afterAll(() => gateway.stop());

  describe('registration and sign-in', () => {
    const account = { email: 'new@example.com', username: ' Nora ', password: 'secret' };

    it('registers an address once, with 201', async () => {
      const created = await call('POST', 'register', { body: account });
      expect([created.status, created.headers.get('cache-control')]).toEqual([201, 'no-store']);
      expect(created.body).toEqual({
        token: expect.any(String),
        user: {
          id: UUID,
          email: 'new@example.com',
          username: 'Nora',
          plan: 'free',
          apiKey: null,
          subscriptionExpiresAt: null,
          subscriptionCancelledAt: null,
          isAdmin: false,
        },
      });
      const again = await call('POST', 'register', { body: account });
      expect([again.status, at(again.body, 'error', 'code')]).toEqual([409, 'email_taken']);
    });

    it('chooses the language of mails by the browser’s preference', async () => {
      const headers = { 'accept-language': 'ru-RU,ru;q=0.9' };
      await call('POST', 'forgot-password', { body: { email: user.email }, headers });
      expect(gateway.accounts.languages.at(-1)).toBe('ru');
    });

    it('takes the host of a mail’s link from the configuration, never from a header', async () => {
      const requests: object[] = [];
      const { forgotPassword } = gateway.accounts;
      gateway.accounts.forgotPassword = async (request) => {
        requests.push(request);
        return forgotPassword.call(gateway.accounts, request);
      };
      const headers = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
      const { status } = await call('POST', 'forgot-password', { body: { email: user.email }, headers });
      gateway.accounts.forgotPassword = forgotPassword;
      expect([requests.length, status < 300]).toEqual([1, true]);
      expect(JSON.stringify(requests)).not.toContain('evil');
    });

    it('refuses bodies with missing, too long, wrong or unknown fields', async () => {
      const wrong: [string, object, string][] = [
        ['register', { ...account, password: '12345' }, 'password'],
        ['register', { ...account, password: 'x'.repeat(129) }, 'password'],
        ['register', { ...account, email: 'nobody' }, 'email'],
        ['register', { ...account, username: '  ' }, 'username'],
        ['register', { ...account, isAdmin: true }, 'isAdmin'],
        ['login', { email: user.email }, 'password'],
        ['login', { email: user.email, password: 'password', plan: 'pro' }, 'plan'],
        ['forgot-password', {}, 'email'],
        ['reset-password', { token: 'x', password: '12345' }, 'password'],
        ['reset-password', { token: 'unknown', password: '123456' }, 'token'],
      ];
      for (const [path, body, field] of wrong) {
        const refused = await call('POST', path, { body });
        expect([path, field, refused.status]).toEqual([path, field, 400]);
        expect(at(refused.body, 'error')).toMatchObject({
          code: 'invalid_request',
          fields: { [field]: expect.any(String) },
        });
      }
    });

    it('signs in, and signs out so that the token stays invalid', async () => {
      const login = await call('POST', 'login', { body: { email: user.email, password: 'password' } });
      expect([login.status, at(login.body, 'user', 'id')]).toEqual([200, user.id]);
      const headers = { authorization: `Bearer ${at(login.body, 'token')}` };
      expect((await call('GET', 'user', { headers })).status).toBe(200);
      expect((await call('POST', 'logout', { headers })).status).toBe(204);
      expect((await call('GET', 'user', { headers })).status).toBe(401);
      expect((await call('GET', 'user', { headers: user.bearer })).status).toBe(200);
    });

    it('gives the same answer whether or not an account exists', async () => {
      const pairs: [string, object, object][] = [
        [
          'login',
          { email: 'nobody@example.com', password: 'password' },
          { email: user.email, password: 'another' },
        ],
        ['forgot-password', { email: 'nobody@example.com' }, { email: user.email }],
      ];
      for (const [path, unknown, known] of pairs) {
        const headers = { [HEADERS.requestId]: 'the-same-for-both' };
        const [one, other] = [
          await call('POST', path, { body: unknown, headers }),
          await call('POST', path, { body: known, headers }),
        ];
        const comparable = ({ status, text, headers: got }: typeof one) => [
          status,
          text,
          [...got].filter(([name]) => name !== 'date'),
        ];
        expect(comparable(one)).toEqual(comparable(other));
      }
    });

    it('sends accounts an id, so that a repeated call is recognised', async () => {
      const { register } = gateway.accounts;
      const requestIds: string[] = [];
      gateway.accounts.register = (request) => {
        requestIds.push(request.id);
        return register.call(gateway.accounts, request);
      };
      const { body } = await call('POST', 'register', { body: { ...account, email: 'id@example.com' } });
      gateway.accounts.register = register;
      expect(requestIds).toEqual([expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)]);
      expect(at(body, 'user', 'id')).toBe(requestIds[0]);
    });

    it('does not retry a password reset, because the first try uses up the token', async () => {
      const { resetPassword } = gateway.accounts;
      let options: unknown;
      gateway.accounts.resetPassword = async (_request: unknown, given?: unknown) => {
        options = given;
        return {};
      };
      await call('POST', 'reset-password', { body: { token: 'x', password: 'another' } });
      gateway.accounts.resetPassword = resetPassword;
      expect(options).toEqual({ retry: false });
    });

    it('resets a password by mail once and ends the sessions', async () => {
      await call('POST', 'forgot-password', { body: { email: user.email } });
      const body = { token: `reset-${user.id}`, password: 'another' };
      expect(await call('POST', 'reset-password', { body })).toMatchObject({
        status: 200,
        body: { message: expect.any(String) },
      });
      expect((await call('POST', 'reset-password', { body })).status).toBe(400);
      expect((await call('GET', 'user', { headers: user.bearer })).status).toBe(401);
      const login = { email: user.email, password: 'another' };
      expect((await call('POST', 'login', { body: login })).status).toBe(200);
    });

    it('answers a suspended user with the reason', async () => {
      await gateway.accounts.suspendUser({ userId: user.id });
      const login = await call('POST', 'login', { body: { email: user.email, password: 'password' } });
      expect([login.status, at(login.body, 'error', 'code')]).toEqual([403, 'suspended']);
    });
  });

  it('refuses every changing call from a page of another site', async () => {
    for (const [method, path] of [
      ['POST', 'login'],
      ['POST', 'logout'],
      ['DELETE', 'user'],
      ['POST', 'user/api-key'],
    ]) {
      const headers = { ...user.bearer, origin: 'https://evil.example' };
      expect((await call(method ?? '', path ?? '', { headers })).status).toBe(403);
    }
  });
});
