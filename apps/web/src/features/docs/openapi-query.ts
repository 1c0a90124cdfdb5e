import { getJson } from '@filemill/web-client';
import { queryOptions } from '@tanstack/react-query';
import type { OpenApi } from './openapi.js';

export const OPENAPI_PATH = '/api/openapi.json';

/** The description that the running service gives of itself. */
export const openApiQuery = queryOptions({
  queryKey: ['openapi'],
  queryFn: ({ signal }) => getJson<OpenApi>(OPENAPI_PATH, signal),
});
