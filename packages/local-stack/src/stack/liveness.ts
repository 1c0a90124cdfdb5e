import { get } from 'node:http';

const CHECK_MS = 1_000;
/** Number of checks in a row without a response after which a process counts as hung. */
const MISSES = 10;
/** The same before its first response: loading takes long on a busy machine. */
const MISSES_AT_START = 120;

/** One request to a process; rejects unless the process answers it well. */
export type Probe = (signal: AbortSignal) => Promise<void>;

/**
 * Detects a process that lives but does not answer: frozen, or with a blocked event loop. There is one open request at a time,
 * and each check that finds it unanswered is a miss; any response, however late, resets the count. Checks are counted and not
 * seconds: after a suspended machine or a busy supervisor, all that time is one miss.
 */
export class Liveness {
  /** Whether misses are counted. */
  isWatching = true;
  #misses = 0;
  #hasAnswered = false;
  /** State of the last probe: `none` once it is answered. */
  #lastProbe: 'none' | 'open' | 'failed' = 'none';
  readonly #probe: Probe;
  readonly #onHung: () => void;
  #timer: NodeJS.Timeout | undefined;
  readonly #abort = new AbortController();

  /** @param options - `onHung` is called once */
  constructor({ probe, onHung }: { readonly probe: Probe; readonly onHung: () => void }) {
    this.#probe = probe;
    this.#onHung = onHung;
  }

  /** Starts checking once a second. */
  start(checkMs = CHECK_MS): void {
    this.#timer = setInterval(() => this.check(), checkMs);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#abort.abort();
  }

  /** One check. */
  check(): void {
    if (this.#abort.signal.aborted) return;
    if (!this.isWatching) this.#misses = 0;
    else if (this.#lastProbe !== 'none') this.#misses += 1;
    if (this.#misses >= (this.#hasAnswered ? MISSES : MISSES_AT_START)) {
      this.stop();
      this.#onHung();
    } else if (this.#lastProbe !== 'open') this.#probeAgain();
  }

  #probeAgain(): void {
    this.#lastProbe = 'open';
    this.#probe(this.#abort.signal).then(
      () => {
        this.#lastProbe = 'none';
        this.#misses = 0;
        this.#hasAnswered = true;
      },
      () => {
        this.#lastProbe = 'failed';
      },
    );
  }
}

/** Requests a page on a separate connection. Rejects unless the status is 200. */
export const probeUrl =
  (url: string): Probe =>
  (signal) =>
    new Promise((resolve, reject) => {
      get(url, { agent: false, signal }, (response) => {
        response.resume();
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${url} answered ${response.statusCode}`));
      }).on('error', reject);
    });
