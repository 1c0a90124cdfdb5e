import { describe, expect, it } from '@jest/globals';
import { takesCall } from './callers.js';
import { ServiceTokens } from './service-token.js';

const [SERVICES, WORKERS] = ['s'.repeat(32), 'w'.repeat(32)];

describe('takesCall', () => {
  it('lets the gateway everywhere, and the others only where they have business', () => {
    const all = ['accounts', 'billing', 'usage', 'admin', 'gateway', 'worker-image', 'test'];
    const callersOf = (service: string) => all.filter((caller) => takesCall(service, caller, 'Anything'));
    expect(callersOf('accounts')).toEqual(['billing', 'admin', 'gateway']);
    expect(callersOf('billing')).toEqual(['accounts', 'admin', 'gateway']);
    expect(callersOf('usage')).toEqual(['accounts', 'billing', 'admin', 'gateway']);
    expect(callersOf('admin')).toEqual(['gateway']);
  });

  it('lets workers work on attempts, and nothing else', () => {
    expect(takesCall('usage', 'worker-media', 'ClaimAttempt')).toBe(true);
    expect(takesCall('usage', 'worker-media', 'EraseOwner')).toBe(false);
    expect(takesCall('accounts', 'worker-media', 'ClaimAttempt')).toBe(false);
  });
});

describe('ServiceTokens', () => {
  const usage = new ServiceTokens(SERVICES, 'usage', WORKERS);
  const callerBy = async (secret: string, name: string, called = usage) =>
    called.caller(await new ServiceTokens(secret, name).token());

  it('names callers who sign with the secret of their kind', async () => {
    expect(await callerBy(SERVICES, 'gateway')).toBe('gateway');
    expect(await callerBy(WORKERS, 'worker-image')).toBe('worker-image');
  });

  it('believes neither a worker who says he is a service, nor the reverse', async () => {
    expect(await callerBy(WORKERS, 'gateway')).toBeUndefined();
    expect(await callerBy(SERVICES, 'worker-image')).toBeUndefined();
  });

  it('believes no worker where the secret of workers is not known', async () => {
    const accounts = new ServiceTokens(SERVICES, 'accounts');
    expect(await callerBy(WORKERS, 'worker-image', accounts)).toBeUndefined();
    expect(await callerBy(SERVICES, 'worker-image', accounts)).toBeUndefined();
  });
});
