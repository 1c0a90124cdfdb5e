import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { flood, sendAtOnce } from './crowd.mjs';
import { aGuest, aUser } from './people.mjs';

/** Parallel senders: each waits for its result, so that a slow machine gets less load. */
const LOOPS = 3;
/** Limit of unfinished conversions; above it no loop sends more. */
const MOST_UNFINISHED = 24;
/** How long a loop waits for its result before it sends the next file. */
const PATIENCE_MS = 3_000;
const PAUSE_MS = 150;
/** One file in this many is hostile: 5 %. */
const HOSTILE_EVERY = 20;
/** Of 19 harmless files. */
const MIX = { image: 9, audio: 4, document: 3, archive: 3 };
/** Conversions of a free user in one run, far below the plan's ten of a kind. */
const USER_SENDS = 8;

/** Mixed work of guests, users and an API key, for as long as it is not stopped. */
export class Load {
  /** @type {{ id: string, caller: object, file: object, lane: string, isEnded: boolean }[]} */
  accepted = [];
  #sent = 0;
  #running = false;
  #loops = [];
  #users = [];

  /**
   * @param {{ client: object, files: object, random: object, keyHolder: object }} parts
   */
  constructor({ client, files, random, keyHolder }) {
    Object.assign(this, { client, files, random, keyHolder });
    const mixed = Object.entries(MIX).flatMap(([lane, count]) => Array(count).fill(lane));
    this.order = [...random.shuffled(mixed), 'hostile'];
  }

  /** While all is well: accounts cannot be made during every fault. */
  async prepare() {
    this.#users = [{ user: await aUser(this.client), left: USER_SENDS }];
    for (let i = 0; i < 2; i++) this.#users.push({ user: await aUser(this.client), left: USER_SENDS });
  }

  start() {
    this.#running = true;
    this.#loops = Array.from({ length: LOOPS }, () => this.#loop());
    this.#loops.push(this.#browse());
  }

  /** Resolves once the last loop has its answer. */
  async stop() {
    this.#running = false;
    await Promise.all(this.#loops);
  }

  /** Sends one file now. @returns the response, and for an accepted one its record as `sent` */
  async send(file, lane, caller, options = {}) {
    const answer = await this.client.submit(caller, file, options);
    if (answer.status !== 202) return answer;
    return { ...answer, sent: this.#note({ id: answer.body.conversionId, caller, file, lane }) };
  }

  /** Sends one file for each caller, all at once. @returns the answers, as `crowd.mjs` has them */
  async sendAtOnce(file, lane, callers) {
    const answers = await sendAtOnce(this.client.url, callers, file);
    this.#noteCrowd(file, lane, answers, (_answer, index) => callers[index]);
    return answers;
  }

  /** Sends one file as often as told for each caller, until all are accepted. @returns every answer */
  async flood(file, lane, callers, program) {
    const answers = await flood(this.client.url, callers, file, program);
    this.#noteCrowd(file, lane, answers, (answer) => callers[answer.caller]);
    return answers;
  }

  #noteCrowd(file, lane, answers, callerOf) {
    for (const [index, answer] of answers.entries()) {
      const caller = callerOf(answer, index);
      const { at, ms, status, retryAfter, code, id } = answer;
      this.client.journal.push({ at, ms, what: `POST ${caller.path}`, status, retryAfter, code });
      // The crowd does not wait for results; the loops continue at the same time.
      if (status === 202) this.#note({ id, caller, file, lane, isEnded: true });
    }
  }

  #note(sent) {
    const noted = { isEnded: false, ...sent };
    this.accepted.push(noted);
    return noted;
  }

  async #loop() {
    while (this.#running) {
      await sleep(PAUSE_MS * (0.5 + this.random.next()));
      if (this.#unfinished() >= MOST_UNFINISHED) continue;
      const lane = this.order[this.#sent++ % HOSTILE_EVERY];
      const caller = this.#nextCaller();
      await this.#sendAndWait(this.random.pick(this.files[lane]), lane, caller);
    }
  }

  #unfinished() {
    return this.accepted.filter(({ isEnded }) => !isEnded).length;
  }

  #nextCaller() {
    const turn = this.#sent % 3;
    if (turn === 1) return this.keyHolder;
    const user = turn === 2 && this.#users.find(({ left }) => left > 0);
    if (!user) return aGuest();
    user.left--;
    return user.user;
  }

  /** Programs and pages try again with the key of the first try; a guest has none and sends a new request later. */
  async #sendAndWait(file, lane, caller) {
    const key = caller.kind === 'guest' ? undefined : randomUUID();
    for (;;) {
      const { status, sent } = await this.send(file, lane, caller, { key });
      if (sent) {
        sent.isEnded = (await this.client.ended(caller, sent.id, PATIENCE_MS)) !== undefined;
        return;
      }
      const isWorthIt = key && [0, 503, 429].includes(status);
      if (!isWorthIt || !this.#running) return;
      await sleep(1_000);
    }
  }

  /** A caller who only reads while others convert. */
  async #browse() {
    while (this.#running) {
      await this.client.call('GET', '/api/formats');
      const open = this.accepted.filter(({ isEnded }) => !isEnded);
      if (open.length > 0) {
        const sent = this.random.pick(open);
        const { finishedAt } = (await this.client.conversion(sent.caller, sent.id)) ?? {};
        if (finishedAt) sent.isEnded = true;
      }
      await sleep(400);
    }
  }
}
