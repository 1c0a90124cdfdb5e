import { appendFileSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';

/** Days for which technical logs are kept: the privacy policy says so. */
const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;
/** Interval of rotation, so that files of a process that writes nothing are also rotated and removed. */
const CHECK_MS = 3_600_000;

const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

/** `<name>.log` of today; each earlier day as `<name>.<day>.log`, for 30 days. Days are UTC. */
export class DailyLog extends Writable {
  readonly #folder: string;
  readonly #name: string;
  readonly #nowMs: () => number;
  #day: string;
  #isTidy = false;

  /** @param nowMs - the time, Unix ms */
  constructor(folder: string, name: string, nowMs: () => number = Date.now) {
    super();
    this.#folder = folder;
    this.#name = name;
    this.#nowMs = nowMs;
    mkdirSync(folder, { recursive: true });
    this.#day = dayOf(statSync(this.#path(), { throwIfNoEntry: false })?.mtimeMs ?? nowMs());
    this.#turn();
    setInterval(() => this.#orSay(() => this.#turn()), CHECK_MS).unref();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#orSay(() => {
      this.#turn();
      // Lines are few, and a crash of this process must not lose the last ones.
      appendFileSync(this.#path(), chunk);
    });
    done();
  }

  /** If the disk is full, log lines are lost but the processes continue. */
  #orSay(act: () => void): void {
    try {
      act();
    } catch (error) {
      process.stderr.write(`${this.#name}.log: ${(error as Error).message}\n`);
    }
  }

  #path(): string {
    return join(this.#folder, `${this.#name}.log`);
  }

  /** Renames yesterday's file and removes files that are too old. */
  #turn(): void {
    const nowMs = this.#nowMs();
    const today = dayOf(nowMs);
    if (this.#isTidy && today === this.#day) return;
    if (today !== this.#day && statSync(this.#path(), { throwIfNoEntry: false })) {
      renameSync(this.#path(), join(this.#folder, `${this.#name}.${this.#day}.log`));
    }
    this.#day = today;
    this.#isTidy = true;
    const oldest = dayOf(nowMs - KEPT_DAYS * DAY_MS);
    const dated = new RegExp(`^${this.#name}\\.(\\d{4}-\\d{2}-\\d{2})\\.log$`);
    for (const file of readdirSync(this.#folder)) {
      const day = dated.exec(file)?.[1];
      if (day !== undefined && day < oldest) rmSync(join(this.#folder, file), { force: true });
    }
  }
}
