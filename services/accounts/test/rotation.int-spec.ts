import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { type accounts, createServiceClient, type ServiceClient, ServiceTokens } from '@filemill/contracts';
import { freePort, testRuntime } from '@filemill/platform/testing';
import { createGrpcServer } from '@filemill/service';
import { describe, expect, it } from '@jest/globals';
import { accountsService } from '../src/app.module.js';
import { loadAccountsConfig } from '../src/config.js';
import { anAddress, PASSWORD, useRig } from './support/rig.js';

const NEXT_SECRET = 'the next secret of one test of 32 characters or more';
const encode = (key: KeyObject): string =>
  Buffer.from(key.export({ type: 'pkcs8', format: 'pem' })).toString('base64url');

const rig = useRig();

/** Runs `work` against the service, restarted with other secrets on the same database. */
async function restarted<T>(
  env: Record<string, string>,
  secret: string,
  work: (client: ServiceClient<accounts.AccountsService>) => Promise<T>,
): Promise<T> {
  const GRPC_PORT = `${await freePort()}`;
  const config = loadAccountsConfig({ ...rig.env, ...env, GRPC_PORT });
  const app = await createGrpcServer(accountsService, testRuntime('accounts'), config);
  await app.listen();
  const tokens = new ServiceTokens(secret, 'gateway');
  const client = createServiceClient<accounts.AccountsService>('accounts', `127.0.0.1:${GRPC_PORT}`, tokens);
  try {
    return await work(client);
  } finally {
    client.close();
    await app.close();
  }
}

describe('key rotation', () => {
  const old = (): string => rig.env.TOKEN_PRIVATE_KEY ?? '';
  const next = encode(generateKeyPairSync('ed25519').privateKey);
  const secret = (): string => rig.env.SERVICE_TOKEN_SECRET ?? '';

  it('keeps sessions valid through each step until the old signing key is removed', async () => {
    const { id: userId, email, token } = await rig.addUser();
    const identify = (bearerToken: string) => (client: ServiceClient<accounts.AccountsService>) =>
      client.identify({ bearerToken });
    const login = (client: ServiceClient<accounts.AccountsService>) =>
      client.login({ email, password: PASSWORD, address: anAddress() });
    const [accepted, swapped, done] = [`${old()},${next}`, `${next},${old()}`, next];
    for (const TOKEN_PRIVATE_KEY of [accepted, swapped])
      expect(await restarted({ TOKEN_PRIVATE_KEY }, secret(), identify(token))).toMatchObject({ userId });
    const { token: newer } = await restarted({ TOKEN_PRIVATE_KEY: swapped }, secret(), login);
    for (const TOKEN_PRIVATE_KEY of [accepted, swapped, done])
      expect(await restarted({ TOKEN_PRIVATE_KEY }, secret(), identify(newer))).toMatchObject({ userId });
    await expect(restarted({ TOKEN_PRIVATE_KEY: done }, secret(), identify(token))).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });

  it('keeps sessions valid while the secret between services is replaced', async () => {
    const { id: userId, token } = await rig.addUser();
    const both = { SERVICE_TOKEN_SECRET: `${NEXT_SECRET},${secret()}` };
    const identify = (client: ServiceClient<accounts.AccountsService>) =>
      client.identify({ bearerToken: token });
    for (const caller of [secret(), NEXT_SECRET])
      expect(await restarted(both, caller, identify)).toMatchObject({ userId });
    const after = { SERVICE_TOKEN_SECRET: NEXT_SECRET };
    await expect(restarted(after, secret(), identify)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
