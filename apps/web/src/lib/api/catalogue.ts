import type { Formats, FormatView } from '@filemill/api';
import { getJson } from '@filemill/web-client';
import { queryOptions } from '@tanstack/react-query';

/** What each category takes and makes. */
export const formatsQuery = queryOptions({
  queryKey: ['formats'],
  queryFn: ({ signal }) => getJson<Formats>('/api/formats', signal),
});

/** What one format can become. @param name - a format's id or an extension of it, lower case */
export const inputFormatQuery = (name: string) =>
  queryOptions({
    queryKey: ['formats', name],
    queryFn: ({ signal }) => getJson<FormatView>(`/api/formats/${encodeURIComponent(name)}`, signal),
  });
