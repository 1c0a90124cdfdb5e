import { LOSSES, type LossCode } from '@filemill/formats';
import { z } from 'zod';
import type { ServerLine } from '../jailed/fork-protocol.js';
import type { Answer } from '../jailed/protocol.js';

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
      expected: z.strictObject({ widthPx: count, heightPx: count, frames: count, pages: count }),
    }),
  }),
  z.strictObject({
    type: z.literal('failed'),
    code: z.enum(['FILE_CORRUPT', 'FILE_TOO_LARGE', 'UNSUPPORTED_FORMAT', 'ENGINE_FAILED', 'OUT_OF_MEMORY']),
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
export const parseAnswer = (line: string): Answer => answerSchema.parse(JSON.parse(line));

/** Parses one line of the fork server. @throws {Error} as above */
export const parseServerLine = (line: string): ServerLine => serverLineSchema.parse(JSON.parse(line));
