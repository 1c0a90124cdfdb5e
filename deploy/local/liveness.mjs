import { get } from 'node:http';

const LOOK_MS = 1_000;
/** Looks in a row that find no answer, after which a process hangs. */
const MISSES = 10;
/** The same before it has answered for the first time: it is loaded, and on a busy machine that takes its time. */
const MISSES_AT_START = 120;

/**
 * Notices a process that lives and does not answer: frozen, or with a blocked event loop. One question stands at a time,
 * and each look that finds it unanswered is a miss; any answer, however late, ends the count. Looks are counted and not
 * seconds: a machine that slept, or a supervisor that was busy, makes one miss of all that time.
 */
export class Liveness {
  /** Whether misses are counted. */
  isWatching = true;
  #misses = 0;
  #hasAnswered = false;
  /** @type {'none' | 'open' | 'failed'} what became of the last question; `none` once it is answered */
  #question = 'none';
  #ask;
  #onHung;
  #timer;
  #abort = new AbortController();

  /**
   * @param {{ ask: (signal: AbortSignal) => Promise<void>, onHung: () => void }} options - `ask` rejects for a process
   *   that refuses; `onHung` is called once
   */
  constructor({ ask, onHung }) {
    this.#ask = ask;
    this.#onHung = onHung;
  }

  /** Looks once a second. */
  start(lookMs = LOOK_MS) {
    this.#timer = setInterval(() => this.look(), lookMs);
  }

  stop() {
    clearInterval(this.#timer);
    this.#abort.abort();
  }

  look() {
    if (this.#abort.signal.aborted) return;
    if (!this.isWatching) this.#misses = 0;
    else if (this.#question !== 'none') this.#misses += 1;
    if (this.#misses >= (this.#hasAnswered ? MISSES : MISSES_AT_START)) {
      this.stop();
      this.#onHung();
    } else if (this.#question !== 'open') this.#askAgain();
  }

  #askAgain() {
    this.#question = 'open';
    this.#ask(this.#abort.signal).then(
      () => {
        this.#question = 'none';
        this.#misses = 0;
        this.#hasAnswered = true;
      },
      () => {
        this.#question = 'failed';
      },
    );
  }
}

/** Asks for a page on a connection of its own. Rejects unless the answer is 200. */
export const askFor = (url) => (signal) =>
  new Promise((resolve, reject) => {
    get(url, { agent: false, signal }, (response) => {
      response.resume();
      if (response.statusCode === 200) resolve();
      else reject(new Error(`${url} answered ${response.statusCode}`));
    }).on('error', reject);
  });
