import { AppError } from '@filemill/errors';
import { LineReader, needsTooMuchMemory } from '@filemill/worker';
import { CONFINE_FAILED } from '../jailed/fork-protocol.js';
import type { Answer, PictureResult } from '../jailed/protocol.js';
import { parseAnswer } from './answers.js';

/** Far above a thousand outputs with their names, and a progress update for each of them. */
const MAX_BYTES = 1_000_000;

/** A child that ended without an answer. */
export class ChildDied extends Error {
  /** @param signal - the number of the one that ended it, if one did */
  constructor(
    message: string,
    readonly signal?: number,
  ) {
    super(message);
  }
}

/** The answer of one child, and how it ended. Settles once, when the child has ended or must be ended. */
export class ChildAnswer {
  readonly result: Promise<PictureResult>;
  /** No process of the job is running any more. */
  ended = false;
  private readonly settled = Promise.withResolvers<PictureResult>();
  private last: Exclude<Answer, { type: 'progress' }> | undefined;
  private readonly lines = new LineReader(
    { maxLineBytes: MAX_BYTES, maxBytes: MAX_BYTES },
    (line) => this.take(parseAnswer(line)),
    () => {
      throw new Error('the process answers without end');
    },
  );

  /** @param onProgress - 0 to 1 */
  constructor(private readonly onProgress: (fraction: number) => void) {
    this.result = this.settled.promise;
  }

  /** @param text - a piece of its lines. @throws {Error} for anything outside the protocol */
  receive(text: string): void {
    this.lines.add(Buffer.from(text));
  }

  /** @param status - exit code, or minus the number of a signal */
  end(status: number): void {
    this.ended = true;
    if (this.last?.type === 'done' && status === 0) this.settled.resolve(this.last.result);
    else if (this.last?.type === 'failed') {
      const { code, detail, cause } = this.last;
      const reason = new Error(cause ?? code);
      if (code === 'OUT_OF_MEMORY') this.fail(needsTooMuchMemory(reason));
      else this.fail(new AppError(code, { ...(detail ? { detail } : {}) }, { cause: reason }));
    } else if (status === CONFINE_FAILED) this.fail(new Error('the process could not be shut in'));
    else this.fail(new ChildDied(`the process ended with ${status}`, status < 0 ? -status : undefined));
  }

  fail(reason: unknown): void {
    this.settled.reject(reason);
  }

  private take(answer: Answer): void {
    if (answer.type === 'progress') this.onProgress(answer.fraction);
    else this.last = answer;
  }
}
