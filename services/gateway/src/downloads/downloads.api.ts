import { z } from 'zod';
import type { RouteDescription } from '../http/api-route.js';
import { zipLinkSchema, zipRequestSchema } from './dto.js';

/** `GET /api/download/{id}`. */
export const downloadRoute: RouteDescription = {
  id: 'downloadResult',
  tag: 'Conversions',
  summary: 'The result of a conversion',
  description:
    'Ranges and `If-Range` are understood; running downloads are cut when the file expires, or when less than 20 kB/s ' +
    'is taken over half a minute.',
  callers: ['bearer', 'apiKey', 'guest', 'link'],
  headers: z.object({ range: z.string().optional(), 'if-range': z.string().optional() }),
  answers: {
    200: { description: 'The file', content: { 'application/octet-stream': 'binary' } },
    206: { description: 'A part of it', content: { 'application/octet-stream': 'binary' } },
  },
  errors: ['GONE', 'CONCURRENCY_LIMIT'],
};

/** `POST /api/download/zip`. */
export const makeZipRoute: RouteDescription = {
  id: 'makeZipLink',
  tag: 'Conversions',
  summary: 'A link to several results in one zip',
  callers: ['bearer', 'apiKey', 'guest'],
  body: zipRequestSchema,
  answers: { 200: zipLinkSchema },
  errors: ['NOT_FOUND', 'GONE'],
};

/** `GET /api/download/zip/{id}`. */
export const downloadZipRoute: RouteDescription = {
  id: 'downloadZip',
  tag: 'Conversions',
  summary: 'The zip of a link, once',
  callers: ['link'],
  answers: { 200: { description: 'The zip', content: { 'application/zip': 'binary' } } },
  errors: ['GONE', 'CONCURRENCY_LIMIT'],
};
