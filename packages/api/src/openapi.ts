import { z } from 'zod';
import { defineRoutes } from './route.js';

const openApiSchema = z.looseObject({ openapi: z.string() });

/** The description of every call. */
export const openApi = defineRoutes('Catalogue', {
  getOpenApi: {
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This document',
    callers: [],
    answers: {
      200: {
        description: 'OpenAPI 3.1',
        content: { 'application/json': openApiSchema },
        headers: { ETag: 'Of this body' },
      },
      304: 'Unchanged since the `ETag` in `If-None-Match`',
    },
  },
});
