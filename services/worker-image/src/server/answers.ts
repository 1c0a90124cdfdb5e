import { AppError } from '@filemill/errors';
import { LOSSES, type LossCode } from '@filemill/formats';
import { LineReader, needsTooMuchMemory } from '@filemill/worker';
import { z } from 'zod';
import { type Answer, CONFINE_FAILED, type PictureResult, type ServerLine } from '../jailed/protocol.js';

const MAX_OUTPUTS = 1_000;
/** A name without a path: messages of a process in the jail are as untrusted as the file that it decodes. */
const outputName = z.string().regex(/^out(-\d{1,4})?\.[a-z]{2,5}$/);
const count = z.int().min(1).max(1_000_000).optional();

const damage = z.discriminatedUnion('unit', [
  z.strictObject({ unit: z.literal('unknown') }),
  z.strictObject({
    unit: z.enum(['rows', 'frames']),
    missing: z.int().min(1).max(100_000_000),
    total: z.int().min(1).max(100_000_000),
  }),
]);

const answerSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('progress'), fraction: z.number().min(0).max(1) }),
  z.strictObject({
    type: z.literal('done'),
    result: z.strictObject({
      outputs: z.array(outputName).min(1).max(MAX_OUTPUTS),
      damage: damage.optional(),
      losses: z.array(z.enum(Object.keys(LOSSES) as LossCode[])).max(10),
      expected: z.strictObject({
        ...{ widthPx: count, heightPx: count, frames: count, pages: count },
        lastFrameMs: z.int().min(0).max(65_535).optional(),
        loops: z.int().min(0).max(0xffff_ffff).optional(),
      }),
    }),
  }),
  z.strictObject({
    type: z.literal('failed'),
    code: z.enum([
      'FILE_CORRUPT',
      'FILE_TOO_LARGE',
      'UNSUPPORTED_FORMAT',
      'OPTION_INVALID',
      'ENGINE_FAILED',
      'OUT_OF_MEMORY',
    ]),
    detail: z.string().max(200).optional(),
    cause: z.string().optional(),
  }),
]);

const serverLineSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready'), landlock: z.int().min(0) }),
  z.strictObject({ type: z.literal('output'), text: z.string() }),
  z.strictObject({ type: z.literal('ended'), status: z.int() }),
]);

/** Parses one line of a child. @throws {Error} for anything outside the protocol */
const parseAnswer = (line: string): Answer => answerSchema.parse(JSON.parse(line));

/** Parses one line of the fork server. @throws {Error} as above */
export const parseServerLine = (line: string): ServerLine => serverLineSchema.parse(JSON.parse(line));

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
      else if (code === 'OPTION_INVALID') this.fail(new AppError(code, { field: detail }, { cause: reason }));
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
