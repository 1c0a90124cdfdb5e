import { registry } from '@filemill/formats';
import { z } from 'zod';
import type { Answer, RouteDescription } from '../http/api-route.js';
import { conversionSchema, guestSuccessSchema, kindParams, pendingSchema, userSuccessSchema } from './dto.js';

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

/** Every id that can be asked for, in the order of the letters: the description then changes with the catalogue alone. */
const OUTPUTS = [...new Set(registry.pairs().map(({ output }) => output.id))].toSorted();

const form = z.object({
  file: z.file(),
  outputFormat: z.string().meta({ description: 'A format id or an extension', examples: OUTPUTS }),
  quality: z.int().min(1).max(100).optional(),
  options: z.string().optional().meta({
    description:
      'JSON object, as `GET /api/formats/{input}` describes; with `"strict": true` a damaged file is refused, of which else is converted what can be read',
  }),
});

const preferHeader = z.object({
  prefer: z
    .string()
    .optional()
    .meta({ description: '`respond-async`, or `wait=` and at most 600 seconds; 60 without it' }),
});

const pendingAnswer: Answer = {
  description: 'Accepted; it goes on after the wait',
  content: { 'application/json': pendingSchema },
  headers: { Location: 'Where its state is' },
};

/** `POST /api/guest/convert`. */
export const convertAsGuestRoute: RouteDescription = {
  id: 'convertAsGuest',
  tag: 'Conversions',
  summary: 'Converts a file for a guest',
  callers: ['guest'],
  headers: preferHeader,
  body: { 'multipart/form-data': form.extend({ guestFingerprint: z.string().optional() }) },
  answers: { 200: guestSuccessSchema, 202: pendingAnswer },
  errors: [...UPLOAD_ERRORS, 'OVERLOADED'],
};

/** `POST /api/convert/{kind}`. */
export const convertAsUserRoute: RouteDescription = {
  id: 'convert',
  tag: 'Conversions',
  summary: 'Converts a file of the category that the path names, or of any',
  description:
    'With an `Idempotency-Key` the same request is answered as the first one for 24 h, and converts nothing again. ' +
    '`Accept: application/octet-stream` asks for the result itself.',
  callers: ['bearer', 'apiKey'],
  params: kindParams,
  headers: preferHeader.extend({ 'idempotency-key': z.string().max(255).optional() }),
  body: { 'multipart/form-data': form },
  answers: {
    200: {
      description: 'Converted',
      content: { 'application/json': userSuccessSchema, 'application/octet-stream': 'binary' },
      headers: { 'Idempotent-Replayed': '`true` where an earlier request made it' },
    },
    202: pendingAnswer,
  },
  errors: [...UPLOAD_ERRORS, 'GONE', 'IDEMPOTENCY_CONFLICT', 'IDEMPOTENCY_MISMATCH'],
};

/** `GET /api/conversions/{id}`. */
export const getConversionRoute: RouteDescription = {
  id: 'getConversion',
  tag: 'Conversions',
  summary: 'One conversion of the caller',
  callers: ['bearer', 'apiKey', 'guest'],
  answers: { 200: conversionSchema },
};

/** `DELETE /api/conversions/{id}`. */
export const deleteConversionRoute: RouteDescription = {
  id: 'deleteConversion',
  tag: 'Conversions',
  summary: 'Cancels a conversion that has not ended, and erases its files at once',
  callers: ['bearer', 'apiKey', 'guest'],
  answers: { 204: 'Erased' },
};

/** `GET /api/conversions/{id}/events`. */
export const followConversionRoute: RouteDescription = {
  id: 'followConversion',
  tag: 'Conversions',
  summary: 'Server-sent events of one conversion, until it ends',
  description: 'Events `progress` and `done`; the data of each is the conversion, its id the version.',
  callers: ['bearer', 'apiKey', 'guest', 'link'],
  answers: { 200: { description: 'A stream', content: { 'text/event-stream': 'text' } } },
  errors: ['GONE', 'CONCURRENCY_LIMIT'],
};
