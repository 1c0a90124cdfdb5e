import { createHmac, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** Back-off between tries, in real time: a stack on one machine is not unreachable for days. */
const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 60_000;
const MAX_TRIES = 16;
const TIMEOUT_MS = 10_000;

/** @see https://docs.stripe.com/webhooks#verify-manually; one v1 for each secret that is valid while they rotate */
export function signatureOf(body, secrets, atS) {
  const sign = (secret) => createHmac('sha256', secret).update(`${atS}.${body}`).digest('hex');
  return [`t=${atS}`, ...secrets.map((secret) => `v1=${sign(secret)}`)].join(',');
}

/** Sends events to one webhook, at least once each, in order unless a test changes that. */
export class Webhooks {
  #timer;
  #sending = false;
  #stopped = false;
  /** Set by tests: nothing is sent; in any order; how often each event is sent. */
  held = false;
  shuffled = false;
  copies = 1;

  /** @param {{ store: Store, clock: StripeClock, url?: string, secrets: string[] }} options */
  constructor({ store, clock, url, secrets }) {
    Object.assign(this, { store, clock, url, secrets });
  }

  enqueue(event) {
    if (!this.url) return;
    event.pending_webhooks = 1;
    this.store.add('deliveries', {
      id: event.id,
      type: event.type,
      state: 'waiting',
      dueMs: 0,
      attempts: [],
    });
    this.wake();
  }

  /** Sends what is due, now or when its time has come. */
  wake() {
    clearTimeout(this.#timer);
    const waiting = this.#waiting();
    if (this.#stopped || this.held || this.#sending || waiting.length === 0) return;
    const dueMs = Math.min(...waiting.map((delivery) => delivery.dueMs));
    this.#timer = setTimeout(() => this.#sendDue(), Math.max(0, dueMs - Date.now()));
  }

  /** Resolves when every event has been received, or given up. @throws {Error} after `timeoutMs` */
  async settled(timeoutMs) {
    const deadline = Date.now() + timeoutMs;
    while (this.#sending || this.#waiting().length > 0) {
      if (Date.now() > deadline) throw new Error(`Events still wait after ${timeoutMs} ms.`);
      await sleep(10);
    }
  }

  /** Sends an event again, whatever became of it, `copies` times at once. @returns the answers' statuses */
  resend(eventId, copies = 1) {
    const event = this.store.find('events', 'event', eventId);
    return Promise.all(Array.from({ length: copies }, () => this.#post(event).then(({ status }) => status)));
  }

  stop() {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #waiting() {
    return Object.values(this.store.data.deliveries).filter(({ state }) => state === 'waiting');
  }

  async #sendDue() {
    const due = this.#waiting().filter(({ dueMs }) => dueMs <= Date.now());
    if (due.length === 0) return this.wake(); // a timer may fire a moment early
    this.#sending = true;
    const delivery = due[this.shuffled ? randomInt(due.length) : 0];
    const event = this.store.get('events', delivery.id);
    const attempts = await Promise.all(Array.from({ length: this.copies }, () => this.#post(event)));
    this.#sending = false;
    if (this.#stopped) return;
    this.#note(delivery, event, attempts);
    this.store.flush();
    this.wake();
  }

  #note(delivery, event, attempts) {
    delivery.attempts.push(...attempts);
    const tries = delivery.attempts.length / this.copies;
    if (attempts.some(({ status }) => status >= 200 && status < 300)) {
      delivery.state = 'delivered';
      event.pending_webhooks = 0;
    } else if (tries >= MAX_TRIES) delivery.state = 'given up';
    else delivery.dueMs = Date.now() + Math.min(FIRST_DELAY_MS * 2 ** (tries - 1), LONGEST_DELAY_MS);
  }

  /** @returns {Promise<{ atMs: number, status?: number, error?: string }>} what became of one try */
  async #post(event) {
    const body = JSON.stringify(event, null, 2);
    const atMs = Date.now();
    try {
      const response = await fetch(this.url, {
        method: 'POST',
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureOf(body, this.secrets, this.clock.stackS()),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
      });
      await response.arrayBuffer();
      return { atMs, status: response.status };
    } catch (error) {
      return { atMs, error: error.cause?.code ?? error.message };
    }
  }
}
