import { createHmac, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StripeClock } from './clock.ts';
import type { Store } from './store.ts';
import type { Delivery, DeliveryAttempt, StripeEvent } from './stored.ts';

interface WebhookOptions {
  readonly store: Store;
  readonly clock: StripeClock;
  /** Without it nothing is sent. */
  readonly url: string | undefined;
  readonly secrets: readonly string[];
}

/** Back-off between tries, in real time: a stack on one machine is not unreachable for days. */
const FIRST_BACK_OFF_MS = 200;
const LONGEST_BACK_OFF_MS = 60_000;
const MAX_TRIES = 16;
const TIMEOUT_MS = 10_000;

/** One `v1` for each secret that is valid while they rotate. @see https://docs.stripe.com/webhooks#verify-manually */
function signatureOf(body: string, secrets: readonly string[], atS: number): string {
  const sign = (secret: string) => createHmac('sha256', secret).update(`${atS}.${body}`).digest('hex');
  return [`t=${atS}`, ...secrets.map((secret) => `v1=${sign(secret)}`)].join(',');
}

/** Sends events to one webhook, at least once each, in order unless a test changes that. */
export class Webhooks {
  /** Set by tests: nothing is sent; in any order; how often each event is sent. */
  held = false;
  shuffled = false;
  copies = 1;
  readonly #options: WebhookOptions;
  #timer: NodeJS.Timeout | undefined;
  #sending = false;
  #stopped = false;

  constructor(options: WebhookOptions) {
    this.#options = options;
  }

  /** Sends an event as soon as it is its turn. */
  enqueue(event: StripeEvent): void {
    if (!this.#options.url) return;
    event.pending_webhooks = 1;
    this.#options.store.add('deliveries', {
      id: event.id,
      type: event.type,
      state: 'waiting',
      dueMs: 0,
      attempts: [],
    });
    this.wake();
  }

  /** Sends what is due, now or when its time has come. */
  wake(): void {
    clearTimeout(this.#timer);
    const waiting = this.#waiting();
    if (this.#stopped || this.held || this.#sending || waiting.length === 0) return;
    const dueMs = Math.min(...waiting.map((delivery) => delivery.dueMs));
    this.#timer = setTimeout(() => this.#sendDue(), Math.max(0, dueMs - Date.now()));
  }

  /** Resolves when every event was received or given up. @throws {Error} after `timeoutMs` */
  async settled(timeoutMs: number): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    while (this.#sending || this.#waiting().length > 0) {
      if (Date.now() > deadline) throw new Error(`Events still wait after ${timeoutMs} ms.`);
      await sleep(10);
    }
  }

  /** Sends an event again, `copies` times at once. @returns HTTP statuses of the answers */
  resend(eventId: string, copies: number): Promise<(number | undefined)[]> {
    const event = this.#options.store.find('events', eventId);
    return Promise.all(Array.from({ length: copies }, () => this.#post(event).then(({ status }) => status)));
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #waiting(): Delivery[] {
    return Object.values(this.#options.store.rows('deliveries')).filter(({ state }) => state === 'waiting');
  }

  async #sendDue(): Promise<void> {
    const due = this.#waiting().filter(({ dueMs }) => dueMs <= Date.now());
    const delivery = due[this.shuffled && due.length > 0 ? randomInt(due.length) : 0];
    if (!delivery) return this.wake(); // a timer may fire a moment early
    this.#sending = true;
    const event = this.#options.store.find('events', delivery.id);
    const attempts = await Promise.all(Array.from({ length: this.copies }, () => this.#post(event)));
    this.#sending = false;
    if (this.#stopped) return;
    this.#note(delivery, event, attempts);
    this.#options.store.flush();
    this.wake();
  }

  #note(delivery: Delivery, event: StripeEvent, attempts: readonly DeliveryAttempt[]): void {
    delivery.attempts.push(...attempts);
    const tries = delivery.attempts.length / this.copies;
    if (attempts.some(({ status = 0 }) => status >= 200 && status < 300)) {
      delivery.state = 'delivered';
      event.pending_webhooks = 0;
    } else if (tries >= MAX_TRIES) {
      delivery.state = 'given up';
    } else {
      const backOffMs = Math.min(FIRST_BACK_OFF_MS * 2 ** (tries - 1), LONGEST_BACK_OFF_MS);
      delivery.dueMs = Date.now() + backOffMs;
    }
  }

  async #post(event: StripeEvent): Promise<DeliveryAttempt> {
    const { url, secrets, clock } = this.#options;
    const body = JSON.stringify(event, null, 2);
    const atMs = Date.now();
    if (!url) return { atMs, error: 'there is no webhook' };
    try {
      const response = await fetch(url, {
        method: 'POST',
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureOf(body, secrets, clock.stackS()),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
      });
      await response.arrayBuffer();
      return { atMs, status: response.status };
    } catch (error) {
      const { message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
      return { atMs, error: cause?.code ?? message };
    }
  }
}
