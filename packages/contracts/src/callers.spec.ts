import { describe, expect, it, jest } from '@jest/globals';
import { isCallAllowed } from './callers.js';
import { ServiceTokens } from './service-token.js';

const [SERVICES, WORKERS] = ['s'.repeat(32), 'w'.repeat(32)];

describe('isCallAllowed', () => {
  it('allows the gateway every service, and other callers only the listed ones', () => {
    const all = ['accounts', 'billing', 'usage', 'admin', 'gateway', 'worker-image', 'test'];
    const callersOf = (service: string) => all.filter((caller) => isCallAllowed(service, caller, 'Anything'));
    expect(callersOf('accounts')).toEqual(['billing', 'admin', 'gateway']);
    expect(callersOf('billing')).toEqual(['accounts', 'admin', 'gateway']);
    expect(callersOf('usage')).toEqual(['accounts', 'billing', 'admin', 'gateway']);
    expect(callersOf('admin')).toEqual(['gateway']);
  });

  it('allows workers only the rpcs for attempts', () => {
    expect(isCallAllowed('usage', 'worker-media', 'ClaimAttempt')).toBe(true);
    expect(isCallAllowed('usage', 'worker-media', 'EraseOwner')).toBe(false);
    expect(isCallAllowed('accounts', 'worker-media', 'ClaimAttempt')).toBe(false);
  });
});

describe('ServiceTokens', () => {
  const usage = new ServiceTokens(SERVICES, 'usage', WORKERS);
  const callerBy = async (secret: string, name: string, called = usage) =>
    called.identify(await new ServiceTokens(secret, name).token());
  const invalid = { fault: 'invalid' };

  it('identifies callers that sign with the secret of their kind', async () => {
    expect(await callerBy(SERVICES, 'gateway')).toEqual({ caller: 'gateway' });
    expect(await callerBy(WORKERS, 'worker-image')).toEqual({ caller: 'worker-image' });
  });

  it('refuses a worker that claims to be a service, and the reverse', async () => {
    expect(await callerBy(WORKERS, 'gateway')).toEqual(invalid);
    expect(await callerBy(SERVICES, 'worker-image')).toEqual(invalid);
  });

  it('distinguishes a missing, an expired and an invalid token', async () => {
    expect(await usage.identify(undefined)).toEqual({ fault: 'missing' });
    expect(await usage.identify('no token')).toEqual(invalid);
    const twoMinutesAgo = new Date(Date.now() - 121_000);
    jest.useFakeTimers({ now: twoMinutesAgo });
    const stale = await new ServiceTokens(SERVICES, 'gateway').token();
    jest.useRealTimers();
    expect(await usage.identify(stale)).toEqual({ fault: 'expired' });
  });

  it('accepts both secrets during a rotation, and refuses the old one afterwards', async () => {
    const next = 'n'.repeat(32);
    const steps = [[SERVICES], [SERVICES, next], [next, SERVICES], [next]] as const;
    const at = (step: number, name: string) => new ServiceTokens(steps[step] ?? [next], name);
    for (let step = 1; step < steps.length; step++)
      // Processes restart one by one, so that two steps of the rotation overlap.
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

  it('rotates the secret of workers in the same way', async () => {
    const next = 'n'.repeat(32);
    const both = new ServiceTokens(SERVICES, 'usage', [next, WORKERS]);
    for (const secret of [WORKERS, next])
      expect(await callerBy(secret, 'worker-image', both)).toEqual({ caller: 'worker-image' });
    const after = new ServiceTokens(SERVICES, 'usage', next);
    expect(await callerBy(WORKERS, 'worker-image', after)).toEqual(invalid);
  });

  it('refuses all workers when it has no worker secret', async () => {
    const accounts = new ServiceTokens(SERVICES, 'accounts');
    expect(await callerBy(WORKERS, 'worker-image', accounts)).toEqual(invalid);
    expect(await callerBy(SERVICES, 'worker-image', accounts)).toEqual(invalid);
  });
});
