import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, STRIPE_MOCK, STRIPE_SPEC } from '@filemill/platform/testing';
import type { StripeCall } from '../../../deploy/stripe-emulator/core/stored.ts';

const START_TIMEOUT_MS = 10_000;

/** Stripe's own mock: it checks the form of requests against Stripe's schema, but not their effects. */
export class StripeMock {
  private constructor(
    private readonly server: ChildProcess,
    private readonly url: string,
    /** Stripe's OpenAPI document. */
    readonly specPath: string,
  ) {}

  /** Why it is unavailable on this machine; undefined if it is available. */
  static missing(): string | undefined {
    return STRIPE_MOCK.missing();
  }

  /** Builds it if necessary and starts it on a loopback port. */
  static async start(): Promise<StripeMock> {
    const program = await STRIPE_MOCK.build();
    const port = await freePort();
    const server = spawn('setpriv', ['--pdeathsig', 'KILL', program, '-http-addr', `127.0.0.1:${port}`], {
      stdio: 'ignore',
    });
    const mock = new StripeMock(server, `http://127.0.0.1:${port}`, STRIPE_MOCK.assetPath(STRIPE_SPEC));
    await mock.untilReady();
    return mock;
  }

  /** Repeats a call. @returns what Stripe finds wrong with it, undefined if nothing */
  async refusalOf({ method, path, query, body }: StripeCall): Promise<string | undefined> {
    const response = await fetch(`${this.url}${path}${query}`, {
      method,
      headers: {
        authorization: 'Bearer sk_test_123',
        ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(method === 'POST' && { body }),
    });
    const answer = await response.text();
    return response.ok ? undefined : `${method} ${path}${query} ${body}: ${response.status} ${answer}`;
  }

  async stop(): Promise<void> {
    const exited = once(this.server, 'exit');
    this.server.kill('SIGKILL');
    await exited;
  }

  private async untilReady(): Promise<void> {
    const deadlineMs = Date.now() + START_TIMEOUT_MS;
    for (;;) {
      try {
        await fetch(this.url);
        return;
      } catch (error) {
        if (Date.now() > deadlineMs) throw new Error('stripe-mock did not start.', { cause: error });
      }
      await sleep(50);
    }
  }
}
