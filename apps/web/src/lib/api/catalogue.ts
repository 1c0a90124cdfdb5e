import type { Kind } from '@filemill/ui';
import { getJson } from '@filemill/web-client';
import { queryOptions } from '@tanstack/react-query';

/** What each category takes and gives; categories with nothing to offer are absent. */
export type Formats = Partial<Record<Kind, { formats: string[]; output: string[] }>>;

/** One setting of an output, as JSON Schema. */
export interface OptionSchema {
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: string | number | boolean;
  readonly enum?: readonly string[];
  readonly description?: string;
}

export interface Target {
  readonly format: string;
  readonly category: Kind;
  readonly options: { readonly properties?: Readonly<Record<string, OptionSchema>> };
}

/** What one format can become. */
export interface InputFormat {
  readonly format: string;
  readonly category: Kind;
  readonly label: string;
  readonly outputs: readonly Target[];
}

export const formatsQuery = queryOptions({
  queryKey: ['formats'],
  queryFn: ({ signal }) => getJson<Formats>('/api/formats', signal),
});

/** @param name - a format's id or an extension of it, lower case */
export const inputFormatQuery = (name: string) =>
  queryOptions({
    queryKey: ['formats', name],
    queryFn: ({ signal }) => getJson<InputFormat>(`/api/formats/${encodeURIComponent(name)}`, signal),
  });
