import 'reflect-metadata';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { freePort } from '@filemill/platform/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Rig } from './rig.js';

/** Stripe's own stateless server, which checks each request against Stripe's schema: github.com/stripe/stripe-mock. */
const { STRIPE_MOCK } = process.env;
if (!STRIPE_MOCK) console.info('Skipped: STRIPE_MOCK does not name the program stripe-mock.');
const describeWithMock = STRIPE_MOCK ? describe : describe.skip;

describeWithMock('every call that billing makes', () => {
  let rig: Rig;
  let mock: ChildProcess;
  const refusals: string[] = [];

  beforeAll(async () => {
    const [port, httpsPort] = [await freePort(), await freePort()];
    const address = (at: number): string => `127.0.0.1:${at}`;
    const ports = ['-http-addr', address(port), '-https-addr', address(httpsPort)];
    mock = spawn(STRIPE_MOCK ?? '', ports, { stdio: ['ignore', 'pipe', 'inherit'] });
    mock.stdout?.setEncoding('utf8').on('data', (text: string) => {
      refusals.push(...text.split('\n').filter((line) => line.includes('validation error')));
    });
    rig = await Rig.start({ STRIPE_API_URL: `http://${address(port)}`, STRIPE_SECRET_KEY: 'sk_test_123' });
    await rig.eventually(() =>
      fetch(`http://${address(port)}/`).then(
        () => true,
        () => false,
      ),
    );
  });
  afterAll(async () => {
    await rig?.stop();
    mock?.kill();
  });

  it('is one that Stripe understands', async () => {
    const userId = randomUUID();
    await rig.client.createCheckoutSession({ userId });
    await rig.client.cancelSubscription({ userId });
    await rig.client.resumeSubscription({ userId });
    await rig.reconcile();
    await rig.client.eraseUser({ userId });
    expect(refusals).toEqual([]);
  });
});
