import { MAX_FILES_AT_ONCE } from '@filemill/plans';
import { z } from 'zod';
import { defineRoutes } from './route.js';

/** Answer of `POST /api/download/zip`. */
const zipLinkSchema = z.object({
  url: z.string().meta({ description: 'Good once within 5 minutes, without headers' }),
});
export type ZipLink = z.infer<typeof zipLinkSchema>;

/** Routes that download results, one by one or in a zip. */
export const downloadsApi = defineRoutes('Conversions', {
  downloadResult: {
    method: 'GET',
    path: '/api/download/{id}',
    summary: 'The result of a conversion',
    description:
      'Ranges and `If-Range` are understood; running downloads are cut when the file expires, or when less than 20 kB/s ' +
      'is taken over half a minute.',
    callers: ['bearer', 'apiKey', 'guest', 'link'],
    link: 'download',
    headers: z.object({ range: z.string().optional(), 'if-range': z.string().optional() }),
    answers: {
      200: { description: 'The file', content: { 'application/octet-stream': 'binary' } },
      206: { description: 'A part of it', content: { 'application/octet-stream': 'binary' } },
    },
    errors: ['GONE', 'CONCURRENCY_LIMIT'],
    untimed: true,
  },
  makeZipLink: {
    method: 'POST',
    path: '/api/download/zip',
    summary: 'A link to several results in one zip',
    callers: ['bearer', 'apiKey', 'guest'],
    body: z.strictObject({
      conversionIds: z.array(z.uuid()).min(1).max(MAX_FILES_AT_ONCE),
    }),
    answers: { 200: zipLinkSchema },
    errors: ['NOT_FOUND', 'GONE'],
    untimed: true,
  },
  downloadZip: {
    method: 'GET',
    path: '/api/download/zip/{id}',
    summary: 'The zip of a link, once',
    callers: ['link'],
    link: 'zip',
    answers: { 200: { description: 'The zip', content: { 'application/zip': 'binary' } } },
    errors: ['GONE', 'CONCURRENCY_LIMIT'],
    untimed: true,
  },
});
