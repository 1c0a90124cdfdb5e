/** How an emulator runs. */
export interface StripeOptions {
  /** On 127.0.0.1; any free one by default. */
  port?: number;
  /** Where events are posted, on loopback; without it nothing is sent. */
  webhookUrl?: string;
  /** Signs events, `whsec_…`; several, separated by commas, while they rotate. */
  webhookSecret?: string;
  /** A file with milliseconds by which the whole stack's clock is moved. */
  clockOffsetFile?: string;
  /** Where all is kept over a restart; without it in memory alone. */
  stateFile?: string;
  /** The machine's time in Unix milliseconds. */
  nowMs?: () => number;
  /** Told of every call of the API and what was answered. */
  onCall?: (call: StripeCall, answer: { status: number; text: string }) => void;
}

/** One call of the API as it came. */
export interface StripeCall {
  method: string;
  /** Such as `/v1/customers`. */
  path: string;
  /** With its question mark, or empty. */
  query: string;
  body: string;
}

/** What became of an event. */
export interface Delivery {
  id: string;
  type: string;
  state: 'waiting' | 'delivered' | 'given up';
  attempts: { atMs: number; status?: number; error?: string }[];
}

/** What tests do to Stripe; described in controls.mjs. */
export interface StripeControls {
  now(): number;
  advance(seconds: number): number;
  advanceTo(instantS: number): number;
  pay(sessionId: string, typed?: { card?: string; email?: string }): { id: string; subscription: string };
  failNextPayments(customerId: string, count?: number): void;
  switchAway(isAway?: boolean): void;
  loseAnswers(count?: number): void;
  holdEvents(held?: boolean): void;
  shuffleEvents(shuffled?: boolean): void;
  duplicateEvents(copies?: number): void;
  resend(eventId: string, copies?: number): Promise<number[]>;
  deliveries(): Delivery[];
  settled(timeoutMs?: number): Promise<void>;
}

/** A running emulator. */
export interface StripeEmulator {
  /** Such as `http://127.0.0.1:12111`, for stripe-node's host, port and protocol. */
  readonly url: string;
  readonly controls: StripeControls;
  stop(): Promise<void>;
}

/** Starts an emulator of the parts of Stripe's API that Filemill uses, on a loopback port. */
export declare function startStripe(options?: StripeOptions): Promise<StripeEmulator>;
