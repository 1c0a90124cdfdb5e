import { describe, expect, it, jest } from '@jest/globals';
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
    called.identify(await new ServiceTokens(secret, name).token());
  const invalid = { fault: 'invalid' };

  it('names callers who sign with the secret of their kind', async () => {
    expect(await callerBy(SERVICES, 'gateway')).toEqual({ caller: 'gateway' });
    expect(await callerBy(WORKERS, 'worker-image')).toEqual({ caller: 'worker-image' });
  });

  it('believes neither a worker who says he is a service, nor the reverse', async () => {
    expect(await callerBy(WORKERS, 'gateway')).toEqual(invalid);
    expect(await callerBy(SERVICES, 'worker-image')).toEqual(invalid);
  });

  it('tells a caller without a token and one whose time is over from one whom it does not know', async () => {
    expect(await usage.identify(undefined)).toEqual({ fault: 'missing' });
    expect(await usage.identify('no token')).toEqual(invalid);
    const twoMinutesAgo = new Date(Date.now() - 121_000);
    jest.useFakeTimers({ now: twoMinutesAgo });
    const stale = await new ServiceTokens(SERVICES, 'gateway').token();
    jest.useRealTimers();
    expect(await usage.identify(stale)).toEqual({ fault: 'expired' });
  });

  it('never refuses each other while a secret is replaced, and refuses the old one afterwards', async () => {
    const next = 'n'.repeat(32);
    const steps = [[SERVICES], [SERVICES, next], [next, SERVICES], [next]] as const;
    const at = (step: number, name: string) => new ServiceTokens(steps[step] ?? [next], name);
    for (let step = 1; step < steps.length; step++)
      // Processes are started anew one by one, so that two steps run together.
      for (const [from, to] of [
        [step - 1, step],
        [step, step - 1],
        [step, step],
      ] as const)
        expect(await at(to, 'usage').identify(await at(from, 'gateway').token())).toEqual({
          caller: 'gateway',
        });
    expect(await at(3, 'usage').identify(await at(0, 'gateway').token())).toEqual(invalid);
    expect(await at(3, 'usage').identify(await at(1, 'gateway').token())).toEqual(invalid);
  });

  it('replaces the secret of workers in the same way', async () => {
    const next = 'n'.repeat(32);
    const both = new ServiceTokens(SERVICES, 'usage', [next, WORKERS]);
    for (const secret of [WORKERS, next])
      expect(await callerBy(secret, 'worker-image', both)).toEqual({ caller: 'worker-image' });
    const after = new ServiceTokens(SERVICES, 'usage', next);
    expect(await callerBy(WORKERS, 'worker-image', after)).toEqual(invalid);
  });

  it('believes no worker where the secret of workers is not known', async () => {
    const accounts = new ServiceTokens(SERVICES, 'accounts');
    expect(await callerBy(WORKERS, 'worker-image', accounts)).toEqual(invalid);
    expect(await callerBy(SERVICES, 'worker-image', accounts)).toEqual(invalid);
  });
});
