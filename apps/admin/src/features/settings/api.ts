import type { Settings } from '@filemill/api';
import { requestJson } from '@filemill/web-client';
import { queryOptions } from '@tanstack/react-query';

/** The plan table in force. */
export const settingsQuery = queryOptions({
  queryKey: ['admin', 'settings', 'current'],
  queryFn: ({ signal }) => requestJson('GET', '/api/admin/settings', { signal }),
});

/** The table of a version; it never changes. */
export const versionQuery = (version: number) =>
  queryOptions({
    queryKey: ['settings-version', version],
    queryFn: ({ signal }) => requestJson('GET', '/api/admin/settings', { query: { version }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Activates a table, everywhere within 60 s. @param settings - `version` is the one the table was made from */
export const putSettings = (settings: Settings & { readonly reason: string }) =>
  requestJson('PUT', '/api/admin/settings', { body: settings });
