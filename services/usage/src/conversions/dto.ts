import { types } from 'node:util';
import { CODES, type Code } from '@filemill/errors';
import { MAX_FILES_AT_ONCE } from '@filemill/plans';
import { isCountedAddress } from '@filemill/platform';
import {
  CATEGORIES,
  instantOfId,
  isKeyOf,
  keyPrefixOf,
  LANES,
  OWNER_KINDS,
  USER_PLAN_IDS,
} from '@filemill/product';
import { z } from 'zod';

/** Unix milliseconds, up to the year 9999. */
export const instantMs = z.int().min(0).max(253_402_300_799_000);
const uuidV7 = z.uuidv7();
const formatId = z.string().regex(/^[a-z0-9][a-z0-9.+-]{0,31}$/, 'a format id');
const sizeBytes = z.int().min(0);
const fingerprint = z.string().regex(/^[0-9a-f]{32,64}$/, '32 to 64 lower-case hexadecimal characters');
const address = z.string().refine(isCountedAddress, 'an IPv4 address or an IPv6 /64');

/** Text that holds a JSON object, at most 64 kB. */
const jsonObject = z.string().max(65_536).refine(isJsonObject, 'a JSON object');

const guest = z.object({ kind: z.literal('guest'), id: fingerprint, address, plan: z.literal('guest') });
/** A user as an owner of conversions. */
export const userSchema = z.object({
  kind: z.literal('user'),
  id: z.uuid(),
  address: z.string().max(64),
  plan: z.enum(USER_PLAN_IDS),
});
const owner = z.discriminatedUnion('kind', [guest, userSchema]);

/** A guest's fingerprint may be missing before the fields of a multipart request have arrived. */
const uploader = z.discriminatedUnion('kind', [
  guest.extend({ id: fingerprint.or(z.literal('')), address: address.or(z.literal('')) }),
  userSchema,
]);

/** Identifies an owner, for finding the owner's conversions. */
const ownerKey = z.object({ kind: z.enum(OWNER_KINDS), id: z.string().min(1).max(64) });

const idempotencyKey = z.string().min(1).max(255);
const idempotency = z.object({
  key: idempotencyKey,
  requestHash: z.custom<Uint8Array>((value) => types.isUint8Array(value) && value.length === 32, 'a SHA-256'),
});

/** Maximum duration of an upload, ms. */
const LONGEST_UPLOAD_WORK_MS = 60 * 60_000;

/** Checks {@link CheckUploadRequest}. */
export const checkUploadSchema = z.object({
  owner: uploader,
  category: z.enum(CATEGORIES).optional(),
  openUploads: z.int().min(0),
  idempotencyKey: idempotencyKey.optional(),
});
/** A request for an upload permit. */
export type CheckUploadRequest = z.infer<typeof checkUploadSchema>;

/** One of several files that become one. */
const input = z.object({
  fileName: z.string().min(1).max(255),
  format: formatId.or(z.literal('')),
  sizeBytes,
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256'),
});

/** Checks {@link AcceptConversionRequest}. */
export const acceptConversionSchema = z
  .object({
    conversionId: uuidV7,
    startedAtMs: instantMs,
    keyPrefix: z.string(),
    owner,
    category: z.enum(CATEGORIES),
    lane: z.enum(LANES),
    inputFormat: formatId,
    outputFormat: formatId,
    optionsJson: jsonObject,
    originalFileName: z.string().min(1).max(255),
    originalSizeBytes: sizeBytes,
    inputKey: z.string().max(256),
    idempotency: idempotency.optional(),
    inputs: z.array(input).max(MAX_FILES_AT_ONCE).default([]),
  })
  .superRefine((request, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    const { conversionId, startedAtMs, keyPrefix, inputKey, idempotency } = request;
    if (instantOfId(conversionId) !== startedAtMs) refuse('startedAtMs', 'the instant of the id');
    if (keyPrefix !== keyPrefixOf(conversionId, startedAtMs))
      refuse('keyPrefix', 'must equal the key prefix of the permit');
    if (!isKeyOf(conversionId, inputKey)) refuse('inputKey', 'a name directly below the key prefix');
    const [first] = request.inputs;
    if (first && first.sizeBytes !== request.originalSizeBytes) refuse('inputs', 'the first is the original');
    if (idempotency && request.owner.kind !== 'user') refuse('idempotency', 'of a user');
  });
/** A request to turn an upload into a conversion. */
export type AcceptConversionRequest = z.infer<typeof acceptConversionSchema>;

/** Checks {@link ClaimAttemptRequest}. */
export const claimAttemptSchema = z.object({
  conversionId: z.uuid(),
  worker: z.string().max(128),
  claimToken: z.uuid(),
});
/** A worker's request for the next attempt of a conversion. A repeated claim has the same token. */
export type ClaimAttemptRequest = z.infer<typeof claimAttemptSchema>;

/** Checks {@link AttemptRequest}. */
export const attemptSchema = z.object({ conversionId: z.uuid(), attempt: z.int().min(1) });
/** A request about a granted attempt: whether it may continue, or that it is returned. */
export type AttemptRequest = z.infer<typeof attemptSchema>;

/** Parameters of a text, at most 64 kB as JSON. */
const textParams = z
  .record(z.string(), z.unknown())
  .refine((params) => JSON.stringify(params).length <= 65_536, 'at most 64 kB');
const lossParams = textParams.pipe(z.record(z.string().max(64), z.union([z.string().max(64), z.number()])));
const loss = z.object({ code: z.string().max(64), message: z.string().max(500), params: lossParams });
const completed = z.object({
  outputKey: z.string().min(1).max(256),
  convertedSizeBytes: sizeBytes,
  outputExtension: formatId,
  processingMs: z.int().min(0),
  losses: z.array(loss).max(100),
});
const failed = z.object({
  code: z.enum(Object.keys(CODES) as [Code, ...Code[]]),
  params: textParams,
  processingMs: z.int().min(0),
});

/** Checks {@link SettleAttemptRequest}. */
export const settleAttemptSchema = attemptSchema
  .extend({ completed: completed.optional(), failed: failed.optional() })
  // An attacker who controls a worker could publish other users' files by naming them as its output.
  .refine(({ conversionId, completed }) => !completed || isKeyOf(conversionId, completed.outputKey), {
    path: ['completed', 'outputKey'],
    message: 'a name directly below the key prefix',
  })
  .refine((request) => Boolean(request.completed) !== Boolean(request.failed), {
    path: ['outcome'],
    message: 'either completed or failed',
  });
/** A worker's report of how its attempt ended. */
export type SettleAttemptRequest = z.infer<typeof settleAttemptSchema>;

/** Checks {@link CountFailedWorkRequest}. */
export const countFailedWorkSchema = z.object({
  conversionId: uuidV7,
  owner: uploader,
  engineMs: z.int().min(0).max(LONGEST_UPLOAD_WORK_MS),
});
/** The engine time of an upload that was refused after its content was read. */
export type CountFailedWorkRequest = z.infer<typeof countFailedWorkSchema>;

/** Checks {@link OwnedConversionRequest}. */
export const ownedConversionSchema = z.object({ conversionId: z.uuid(), owner: ownerKey.optional() });
/** A request about one conversion of an owner; without an owner, of any. */
export type OwnedConversionRequest = z.infer<typeof ownedConversionSchema>;

function isJsonObject(text: string): boolean {
  try {
    return z.record(z.string(), z.unknown()).safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
