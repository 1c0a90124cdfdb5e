import { optionsOfRoute, registry } from '@filemill/formats';
import { CATEGORIES, CONVERSION_STATUSES, HEADER_NAMES, HEADERS, STAGES } from '@filemill/product';
import { z } from 'zod';
import { fingerprint, givenOptions } from './fields.js';
import { jsonSchemaOf } from './option-schemas.js';
import { type Answer, defineRoutes } from './route.js';

const instant = z.iso.datetime();

const remark = (example: string) =>
  z.object({
    code: z.string().meta({ description: `Stable, such as \`${example}\`` }),
    params: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .meta({ description: 'Parameters for a text about the code, such as `count`' }),
    message: z.string().meta({ description: 'In English' }),
  });

/** One of several files that become one. */
const inputSchema = z.object({
  fileName: z.string().nullable().meta({ description: 'Null once the files are erased' }),
  format: z.string().nullable().meta({ description: 'Null if it is none that is known' }),
  size: z.int().meta({ description: 'Bytes' }),
  sha256: z.string().nullable().meta({ description: 'Null once the files are erased' }),
});

/** A conversion as callers see it; instants are ISO 8601 UTC. */
export const conversionSchema = z
  .object({
    id: z.uuid(),
    kind: z.enum(CATEGORIES).meta({ description: 'Category of the input; with `combine` of the output' }),
    status: z.enum(CONVERSION_STATUSES),
    progress: z.number().meta({ description: '0 to 100' }),
    stage: z.enum(STAGES),
    queuePosition: z.int().nullable().meta({ description: 'Conversions ahead of it while it waits' }),
    inputFormat: z.string(),
    outputFormat: z.string(),
    options: givenOptions,
    originalFileName: z.string().nullable().meta({ description: 'Null once the files are erased' }),
    outputFileName: z.string().nullable().meta({ description: 'Null once the files are erased' }),
    originalSize: z.int().meta({ description: 'Bytes' }),
    convertedSize: z.int().nullable().meta({ description: 'Bytes' }),
    processingTime: z.number().nullable().meta({ description: 'Seconds' }),
    createdAt: instant,
    finishedAt: instant.nullable(),
    expiresAt: instant,
    downloadUrl: z.string().nullable().meta({ description: 'Works without headers; null without a file' }),
    losses: z.array(remark('links_dropped')).meta({
      description: 'What was dropped, substituted, re-encoded, or could not be read of a damaged file',
    }),
    notes: z
      .array(remark('named_differently'))
      .meta({ description: 'What a caller should know about the result, but is not a loss' }),
    inputs: z
      .array(inputSchema)
      .optional()
      .meta({ description: 'With `combine` all files in order; the single fields then describe the first' }),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
  })
  .meta({ id: 'Conversion' });
export type ConversionView = z.infer<typeof conversionSchema>;
/** A loss or a note of a conversion. */
export type RemarkView = ConversionView['losses'][number];

const successFields = {
  conversionId: z.uuid(),
  downloadUrl: z.string().nullable(),
  conversion: conversionSchema,
};

/** Answer to a guest whose conversion is completed. */
const guestSuccessSchema = z.object({ success: z.literal(true), data: z.object(successFields) });
export type GuestSuccess = z.infer<typeof guestSuccessSchema>;

/** Answer to a user or an API key whose conversion is completed. */
const userSuccessSchema = z.object({ status: z.literal('success'), ...successFields });
export type UserSuccess = z.infer<typeof userSuccessSchema>;

/** Answer while the conversion is not finished. */
const pendingSchema = z
  .object({
    status: z.literal('pending'),
    conversionId: z.uuid(),
    statusUrl: z.string(),
    eventsUrl: z.string().meta({ description: 'Server-sent events; works without headers' }),
    data: z.object({ conversionId: z.uuid() }),
  })
  .meta({ id: 'PendingConversion' });
export type Pending = z.infer<typeof pendingSchema>;

/** `{kind}` of the path of a conversion. Any text, because a path with another one is not found. */
const kindParams = z.object({ kind: z.string().meta({ enum: [...CATEGORIES, 'auto'] }) });

const UPLOAD_ERRORS = [
  'QUOTA_EXCEEDED',
  'CONCURRENCY_LIMIT',
  'FILE_TOO_LARGE',
  'UPLOAD_TIMEOUT',
  'UNSUPPORTED_FORMAT',
  'OPTION_INVALID',
  'FILE_CORRUPT',
  'FILE_ENCRYPTED',
  'CANCELLED',
  'ENGINE_FAILED',
  'ENGINE_TIMEOUT',
] as const;

/** All ids of output formats, sorted, so that the OpenAPI document changes only with the catalogue. */
const OUTPUTS = [...new Set(registry.pairs().map(({ output }) => output.id))].toSorted();

/** A usual pair of each family. */
const EXAMPLE_PAIRS = [
  ['png', 'webp'],
  ['wav', 'mp3'],
  ['mp4', 'webm'],
  ['docx', 'pdf'],
  ['pptx', 'pdf'],
  ['zip', '7z'],
  ['epub', 'azw3'],
  ['ttf', 'woff2'],
] as const;
/** As many options as a form shows at once. */
const EXAMPLE_OPTIONS = 3;

/** Values of the field `options`, made from the schemas of some pairs. */
export const OPTIONS_EXAMPLES = EXAMPLE_PAIRS.flatMap(([input, output]) => {
  const route = registry.targets(input).find((target) => target.output.id === output);
  const options = Object.entries((route && jsonSchemaOf(optionsOfRoute(route)).properties) ?? {})
    .filter(([, { advanced }]) => advanced !== true)
    .slice(0, EXAMPLE_OPTIONS)
    .map(([name, { examples = [] }]) => [name, examples[0]]);
  return options.length === 0
    ? []
    : [{ input, output, options: JSON.stringify(Object.fromEntries(options)) }];
});

/** The option of that name, as a field of the form: 1 to 100. */
export const quality = z.coerce.number<number | string>().int().min(1).max(100);

const uploadForm = z.object({
  file: z
    .union([z.file(), z.array(z.file())])
    .meta({ description: 'One file; several parts of this name with `combine`, in order' }),
  outputFormat: z
    .string('required')
    .trim()
    .min(1, 'required')
    .max(32, 'at most 32 characters')
    .meta({ description: 'A format id or an extension', examples: OUTPUTS }),
  combine: z.enum(['true', 'false']).optional().meta({
    description:
      'With `true` all files become one, in their order: pictures or documents a PDF, pictures an animation, sounds one sound, videos one video, any files an archive. Counts as one conversion of the category of the output',
  }),
  quality: quality.optional(),
  options: z
    .string()
    .optional()
    .meta({
      description:
        'JSON object, as `GET /api/formats/{input}` describes; `"strict": true` refuses a damaged file, of which otherwise the readable part is converted',
      examples: OPTIONS_EXAMPLES.map(({ options }) => options),
    }),
});

/** The form of an upload. Its fields may come in any order, before or after the file. */
export const guestUploadForm = uploadForm.extend({ guestFingerprint: fingerprint.optional() });

const preferHeader = z.object({
  prefer: z
    .string()
    .optional()
    .meta({ description: '`respond-async`, or `wait=` with at most 600 seconds; the default is 60' }),
});

const pendingAnswer = {
  description: 'Accepted; the conversion continues after the wait',
  content: { 'application/json': pendingSchema },
  headers: { Location: 'Address of the conversion' },
} satisfies Answer;

/** Uploads, conversions and their events. */
export const conversionsApi = defineRoutes('Conversions', {
  convertAsGuest: {
    method: 'POST',
    path: '/api/guest/convert',
    summary: 'Converts a file for a guest',
    callers: ['guest'],
    headers: preferHeader,
    body: { 'multipart/form-data': guestUploadForm },
    answers: { 200: guestSuccessSchema, 202: pendingAnswer },
    errors: [...UPLOAD_ERRORS, 'OVERLOADED'],
    takesFile: true,
    untimed: true,
  },
  convert: {
    method: 'POST',
    path: '/api/convert/{kind}',
    summary: 'Converts a file of the category in the path, or of any category',
    description:
      `A repeated request with the same \`${HEADER_NAMES.idempotencyKey}\` gets the first answer for 24 h, and converts nothing again. ` +
      '`Accept: application/octet-stream` returns the output itself.',
    callers: ['bearer', 'apiKey'],
    params: kindParams,
    headers: preferHeader.extend({ [HEADERS.idempotencyKey]: z.string().max(255).optional() }),
    body: { 'multipart/form-data': uploadForm },
    answers: {
      200: {
        description: 'Converted',
        content: { 'application/json': userSuccessSchema, 'application/octet-stream': 'binary' },
        headers: { [HEADER_NAMES.replayed]: '`true` if an earlier request made the conversion' },
      },
      202: pendingAnswer,
    },
    errors: [...UPLOAD_ERRORS, 'GONE', 'IDEMPOTENCY_CONFLICT', 'IDEMPOTENCY_MISMATCH'],
    takesFile: true,
    untimed: true,
  },
  getConversion: {
    method: 'GET',
    path: '/api/conversions/{id}',
    summary: 'One conversion of the caller',
    callers: ['bearer', 'apiKey', 'guest'],
    answers: { 200: conversionSchema },
  },
  deleteConversion: {
    method: 'DELETE',
    path: '/api/conversions/{id}',
    summary: 'Cancels a conversion that has not ended, and erases its files at once',
    callers: ['bearer', 'apiKey', 'guest'],
    answers: { 204: 'Erased' },
  },
  followConversion: {
    method: 'GET',
    path: '/api/conversions/{id}/events',
    summary: 'Server-sent events of one conversion, until it ends',
    description: 'Events `progress` and `done`; the data of each is the conversion, its id the version.',
    callers: ['bearer', 'apiKey', 'guest', 'link'],
    link: 'events',
    answers: { 200: { description: 'A stream', content: { 'text/event-stream': 'text' } } },
    errors: ['GONE', 'CONCURRENCY_LIMIT'],
    untimed: true,
  },
  followEverything: {
    method: 'GET',
    path: '/api/events',
    summary: 'Server-sent events of all conversions and counters of the caller',
    description:
      'Events `conversion` (data: the conversion) and `usage` (data: the usage object of `GET /api/user`); the newest ' +
      'and the unfinished conversions come first. A stream that is opened with the last id as `Last-Event-ID` begins with ' +
      'all conversions that ended in between, up to a day.',
    callers: ['bearer', 'apiKey', 'guest'],
    answers: { 200: { description: 'A stream', content: { 'text/event-stream': 'text' } } },
    errors: ['NOT_FOUND', 'CONCURRENCY_LIMIT'],
    untimed: true,
  },
});
