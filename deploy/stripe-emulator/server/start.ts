import type { AddressInfo } from 'node:net';
import { StripeClock } from '../core/clock.ts';
import { Store } from '../core/store.ts';
import { Webhooks } from '../core/webhooks.ts';
import type { World } from '../core/world.ts';
import { catchUp } from '../objects/renewals.ts';
import { createControls, type StripeControls } from './controls.ts';
import { listen } from './server.ts';

/** How often the emulator checks whether something is due. */
const TICK_MS = 200;

/** How an emulator runs. */
export interface StripeOptions extends Pick<World, 'onCall'> {
  /** On 127.0.0.1; any free port by default. */
  readonly port?: number;
  /** Where events are posted, on loopback; without it nothing is sent. */
  readonly webhookUrl?: string;
  /** Signs events, `whsec_…`; several, separated by commas, while they rotate. */
  readonly webhookSecret?: string;
  /** A file with milliseconds, by which the clock of the whole stack is moved. */
  readonly clockOffsetFile?: string;
  /** Keeps all data over a restart; without it the data is in memory only. */
  readonly stateFile?: string;
  /** The machine's time in Unix milliseconds. */
  readonly nowMs?: () => number;
}

/** A running emulator. */
export interface StripeEmulator {
  /** Such as `http://127.0.0.1:12111`, for stripe-node's host, port and protocol. */
  readonly url: string;
  readonly controls: StripeControls;
  stop(): Promise<void>;
}

/**
 * Starts an emulator of the parts of Stripe's API that Filemill uses, on a loopback port.
 *
 * @throws {Error} for a webhook that is not on loopback, or has no secret
 */
export async function startStripe(options: StripeOptions = {}): Promise<StripeEmulator> {
  const { port = 0, webhookUrl, webhookSecret = '', clockOffsetFile, stateFile, nowMs, onCall } = options;
  if (webhookUrl && !['127.0.0.1', 'localhost'].includes(new URL(webhookUrl).hostname))
    throw new Error("Stripe's emulator sends events to loopback only.");
  if (webhookUrl && !webhookSecret) throw new Error('A webhook needs a secret.');
  const store = new Store(stateFile);
  const clock = new StripeClock({ offsetFile: clockOffsetFile, nowMs, shiftS: store.shiftS });
  const webhooks = new Webhooks({ store, clock, url: webhookUrl, secrets: webhookSecret.split(',') });
  const faults = { isUnreachable: false, lostAnswers: 0 };
  const world: World = { store, clock, webhooks, onCall, faults, url: '' };
  const controls = createControls(world);
  const server = await listen(world, controls, port);
  world.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  webhooks.wake(); // events that waited when the last run ended
  const tick = setInterval(() => {
    if (catchUp(world)) store.flush();
  }, TICK_MS);
  return {
    url: world.url,
    controls,
    async stop() {
      clearInterval(tick);
      webhooks.stop();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      store.flush();
    },
  };
}
