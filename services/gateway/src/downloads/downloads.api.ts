import { z } from 'zod';
import type { RouteDescription } from '../openapi/api-route.js';
import { zipLinkSchema, zipRequestSchema } from './dto.js';

/** `GET /api/download/{id}`. */
export const downloadRoute: RouteDescription = {
  id: 'downloadResult',
  tag: 'Conversions',
  summary: 'The result of a conversion',
  description: 'Ranges and `If-Range` are understood; running downloads are cut when the file expires.',
  callers: ['bearer', 'apiKey', 'guest', 'link'],
  headers: z.object({ range: z.string().optional(), 'if-range': z.string().optional() }),
  answers: {
    200: { description: 'The file', content: { 'application/octet-stream': 'binary' } },
    206: { description: 'A part of it', content: { 'application/octet-stream': 'binary' } },
  },
  errors: ['GONE'],
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
  errors: ['GONE'],
};
