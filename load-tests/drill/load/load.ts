import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConversionView, Pending } from '@filemill/api';
import type { Caller, Client, InputFile, Reply, SubmitOptions } from '../../shared/client.ts';
import { aGuest, aUser, type KeyHolder } from '../../shared/people.ts';
import type { Random } from '../../shared/random.ts';
import { type CrowdAnswer, flood, type Program, sendAtOnce } from './crowd.ts';
import type { LoadFiles } from './files.ts';

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
const MIX: Readonly<Record<Exclude<keyof LoadFiles, 'hostile'>, number>> = {
  image: 9,
  audio: 4,
  document: 3,
  archive: 3,
};
/** Conversions of a free user in one run, far below the plan's ten of a kind. */
const USER_SENDS = 8;
const USERS = 3;

const HARMLESS = ['image', 'audio', 'document', 'archive'] as const;

/** An accepted conversion. */
export interface Sent {
  readonly id: string;
  readonly caller: Caller;
  readonly file: InputFile;
  readonly lane: string;
  /** Whether the load no longer waits for it. */
  isEnded: boolean;
}

/** What the load needs. */
interface LoadParts {
  readonly client: Client;
  readonly files: LoadFiles;
  readonly random: Random;
  readonly keyHolder: KeyHolder;
}

/** A response, and the record of a conversion that was accepted. */
export type SendReply = Reply<Pending> & { readonly sent?: Sent };

/** Mixed work of guests, users and an API key, for as long as it is not stopped. */
export class Load {
  readonly accepted: Sent[] = [];
  readonly client: Client;
  readonly keyHolder: KeyHolder;
  readonly #files: LoadFiles;
  readonly #random: Random;
  /** Lanes of the files, in the order in which they are sent. */
  readonly #order: readonly (keyof LoadFiles)[];
  #sent = 0;
  #running = false;
  #loops: Promise<void>[] = [];
  #users: { readonly user: Caller; left: number }[] = [];

  constructor({ client, files, random, keyHolder }: LoadParts) {
    this.client = client;
    this.keyHolder = keyHolder;
    this.#files = files;
    this.#random = random;
    const mixed = HARMLESS.flatMap((lane) => Array.from({ length: MIX[lane] }, () => lane));
    this.#order = [...random.shuffled(mixed), 'hostile'];
  }

  /** While all is well: accounts cannot be made during every fault. */
  async prepare(): Promise<void> {
    for (let i = 0; i < USERS; i++) this.#users.push({ user: await aUser(this.client), left: USER_SENDS });
  }

  start(): void {
    this.#running = true;
    this.#loops = Array.from({ length: LOOPS }, () => this.#loop());
    this.#loops.push(this.#browse());
  }

  /** Resolves once the last loop has its answer. */
  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#loops);
  }

  /** Sends one file now. @returns the response, and for an accepted one its record as `sent` */
  async send(file: InputFile, lane: string, caller: Caller, options: SubmitOptions = {}): Promise<SendReply> {
    const answer = await this.client.submit(caller, file, options);
    if (answer.status !== 202 || !answer.body) return answer;
    return {
      ...answer,
      sent: this.#note({ id: answer.body.conversionId, caller, file, lane, isEnded: false }),
    };
  }

  /** Sends one file and waits. @returns the ended conversion; undefined if it was refused or has not ended in time */
  async sendAndEnd(
    file: InputFile,
    lane: string,
    caller: Caller,
    timeoutMs: number,
  ): Promise<ConversionView | undefined> {
    const { sent } = await this.send(file, lane, caller);
    return sent && this.client.ended(caller, sent.id, timeoutMs);
  }

  /** Sends one file for each caller, all at once. */
  async sendAtOnce(file: InputFile, lane: string, callers: readonly Caller[]): Promise<CrowdAnswer[]> {
    const answers = await sendAtOnce(this.client.url, callers, file);
    this.#noteCrowd(file, lane, answers, callers);
    return answers;
  }

  /** Sends one file as often as told for each caller, until all are accepted. @returns every answer */
  async flood(
    file: InputFile,
    lane: string,
    callers: readonly Caller[],
    program: Program,
  ): Promise<CrowdAnswer[]> {
    const answers = await flood(this.client.url, callers, file, program);
    this.#noteCrowd(file, lane, answers, callers);
    return answers;
  }

  #noteCrowd(
    file: InputFile,
    lane: string,
    answers: readonly CrowdAnswer[],
    callers: readonly Caller[],
  ): void {
    for (const { at, ms, status, retryAfter, code, id, caller: index } of answers) {
      const caller = callers[index];
      if (!caller) continue;
      this.client.journal.push({ at, ms, what: `POST ${caller.path}`, status, retryAfter, code });
      // The crowd does not wait for results; the loops continue at the same time.
      if (status === 202 && id) this.#note({ id, caller, file, lane, isEnded: true });
    }
  }

  #note(sent: Sent): Sent {
    this.accepted.push(sent);
    return sent;
  }

  async #loop(): Promise<void> {
    while (this.#running) {
      await sleep(PAUSE_MS * (0.5 + this.#random.next()));
      if (this.#unfinished() >= MOST_UNFINISHED) continue;
      const lane = this.#order[this.#sent++ % HOSTILE_EVERY] ?? 'hostile';
      const caller = this.#nextCaller();
      await this.#sendAndWait(this.#random.pick<InputFile>(this.#files[lane]), lane, caller);
    }
  }

  #unfinished(): number {
    return this.accepted.filter(({ isEnded }) => !isEnded).length;
  }

  #nextCaller(): Caller {
    const turn = this.#sent % 3;
    if (turn === 1) return this.keyHolder;
    const user = turn === 2 ? this.#users.find(({ left }) => left > 0) : undefined;
    if (!user) return aGuest();
    user.left--;
    return user.user;
  }

  /** Programs and pages try again with the key of the first try; a guest has none and sends a new request later. */
  async #sendAndWait(file: InputFile, lane: string, caller: Caller): Promise<void> {
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
  async #browse(): Promise<void> {
    while (this.#running) {
      await this.client.call('GET', '/api/formats');
      const open = this.accepted.filter(({ isEnded }) => !isEnded);
      if (open.length > 0) {
        const sent = this.#random.pick(open);
        const { finishedAt } = (await this.client.conversion(sent.caller, sent.id)) ?? {};
        if (finishedAt) sent.isEnded = true;
      }
      await sleep(400);
    }
  }
}
