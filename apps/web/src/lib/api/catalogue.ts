import type { Formats } from '@filemill/api';
import { requestJson } from '@filemill/web-client';
import { queryOptions } from '@tanstack/react-query';

/** What each category takes and makes; categories without formats are absent. */
export const formatsQuery = queryOptions({
  queryKey: ['formats'],
  queryFn: ({ signal }): Promise<Formats> => requestJson('GET', '/api/formats', { signal }),
});

/** Every option of every category of outputs. */
export const optionsQuery = queryOptions({
  queryKey: ['options'],
  queryFn: ({ signal }) => requestJson('GET', '/api/options', { signal }),
});

/** What one format can become. @param input - a format's id or an extension of it, lower case */
export const inputFormatQuery = (input: string) =>
  queryOptions({
    queryKey: ['formats', input],
    queryFn: ({ signal }) => requestJson('GET', '/api/formats/{input}', { params: { input }, signal }),
  });

/** How many formats take part, as what is uploaded or what is made. */
export const countFormats = (formats: Formats): number =>
  new Set(Object.values(formats).flatMap(({ formats: inputs, output }) => [...inputs, ...output])).size;

/** How many formats can be uploaded. */
export const countInputs = (formats: Formats): number =>
  new Set(Object.values(formats).flatMap(({ formats: inputs }) => inputs)).size;
