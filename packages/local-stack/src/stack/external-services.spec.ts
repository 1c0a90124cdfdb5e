import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, describe, expect, it } from '@jest/globals';
import { mailOf, paymentsOf } from './external-services.ts';
import { portsOf } from './ports.ts';
import { DATABASES, WORKERS } from './process.ts';
import { processesOf } from './processes.ts';
import { loadSecrets, secretOf } from './secrets.ts';

const NAMES = ['LISTEN_HOST', 'SMTP_URL', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'];
const folder = mkdtempSync(`${tmpdir()}/filemill-local-`);
const ports = portsOf(3000, 3100);

afterEach(() => {
  for (const name of NAMES) delete process.env[name];
  rmSync(`${folder}/secrets.json`, { force: true });
});

const payments = () => paymentsOf({ data: folder, ports, secrets: { stripe_webhook: 'x' }, base: {} });

describe('payments', () => {
  it('use the emulator on a loopback stack without keys', () => {
    for (const host of [undefined, '127.0.0.1', '::1', 'localhost']) {
      if (host) process.env.LISTEN_HOST = host;
      const { env, process: emulator } = payments();
      expect(env.STRIPE_API_URL).toBe('http://127.0.0.1:3108');
      expect(env.STRIPE_WEBHOOK_SECRET).toBe(emulator?.env.WEBHOOK_SECRET);
    }
  });

  it('are switched off, with a message, for a stack that other machines reach', () => {
    process.env.LISTEN_HOST = '0.0.0.0';
    expect(payments()).toEqual({
      env: {},
      line: expect.stringMatching(/switched off: LISTEN_HOST is 0\.0\.0\.0/),
    });
  });

  it('use Stripe if there is a key', () => {
    Object.assign(process.env, {
      LISTEN_HOST: '0.0.0.0',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    });
    const { env, process: emulator } = payments();
    expect([env, emulator]).toEqual([
      { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
      undefined,
    ]);
  });
});

describe('mail', () => {
  it('is kept and not sent unless there is a server', () => {
    const { env, process: catcher } = mailOf({ data: folder, ports, base: {} });
    expect([env.SMTP_URL, catcher?.port]).toEqual(['smtp://127.0.0.1:3106', 3106]);
    process.env.SMTP_URL = 'smtps://mail.example';
    const sent = mailOf({ data: folder, ports, base: {} });
    expect([sent.env.SMTP_URL, sent.process]).toEqual(['smtps://mail.example', undefined]);
  });
});

describe('secrets', () => {
  it('are created once, readable only by their owner, and added to an installation that lacks some', () => {
    writeFileSync(`${folder}/secrets.json`, JSON.stringify({ service: 'old' }), { mode: 0o600 });
    const secrets = loadSecrets(folder);
    expect(secrets).toMatchObject({ service: 'old', token_private: expect.any(String) });
    expect(Buffer.from(secretOf(secrets, 'api_keys'), 'base64url')).toHaveLength(32);
    expect(loadSecrets(folder)).toEqual(secrets);
    expect(JSON.parse(readFileSync(`${folder}/secrets.json`, 'utf8'))).toEqual(secrets);
    expect(statSync(`${folder}/secrets.json`).mode & 0o777).toBe(0o600);
  });

  it('reach only the processes that need them', () => {
    const secrets = loadSecrets(folder);
    const options = { data: folder, ports, secrets, publicUrl: 'http://localhost:3000', test: false };
    const { processes } = processesOf(options);
    const holdersOf = (name: string) =>
      processes
        .filter(({ env }) => JSON.stringify(env).includes(secretOf(secrets, name)))
        .map((holder) => holder.name);
    expect(holdersOf('token_private')).toEqual(['accounts']);
    expect(holdersOf('token_public')).toEqual(['gateway']);
    expect(holdersOf('api_keys')).toEqual(['accounts']);
    expect(holdersOf('stripe_webhook')).toEqual(['stripe', 'billing']);
    expect(holdersOf('database_accounts')).toEqual(['accounts']);
    expect(holdersOf('service')).toEqual([...DATABASES, 'gateway']);
    expect(holdersOf('workers')).toEqual(['usage', ...WORKERS]);
  });
});
