import { MAX_FILES_AT_ONCE } from '@filemill/plans';
import { z } from 'zod';
import { defineRoutes } from './route.js';

/** Answer of `POST /api/download/zip`. */
const zipLinkSchema = z.object({
  url: z.string().meta({ description: 'Good once within 5 minutes, without headers' }),
});
export type ZipLink = z.infer<typeof zipLinkSchema>;

/** Answer of `GET /api/download/{id}/files`. */
const resultFilesSchema = z.object({
  files: z.array(
    z.object({
      name: z.string().meta({ description: 'With its folders, which a slash separates' }),
      size: z.int().meta({ description: 'Bytes' }),
      downloadUrl: z.string().meta({ description: 'Works without headers' }),
    }),
  ),
});
export type ResultFiles = z.infer<typeof resultFilesSchema>;

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
  listResultFiles: {
    method: 'GET',
    path: '/api/download/{id}/files',
    summary:
      'The files of a result: those in its zip, such as pages or the files of an archive, or the result itself',
    callers: ['bearer', 'apiKey', 'guest', 'link'],
    link: 'download',
    answers: { 200: resultFilesSchema },
    errors: ['GONE'],
  },
  downloadResultFile: {
    method: 'GET',
    path: '/api/download/{id}/files/{number}',
    summary: 'One of the files in the zip of a result',
    callers: ['bearer', 'apiKey', 'guest', 'link'],
    link: 'download',
    params: z.object({
      id: z.string().meta({ format: 'uuid' }),
      number: z.string().meta({ description: 'As `downloadUrl` of the list has it' }),
    }),
    answers: { 200: { description: 'The file', content: { 'application/octet-stream': 'binary' } } },
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
