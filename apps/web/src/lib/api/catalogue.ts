import type { Category } from '@filemill/product';
import { getJson } from '@filemill/web-client';
import { queryOptions } from '@tanstack/react-query';

/** Inputs and outputs of each category; empty categories are absent. */
export type Formats = Partial<Record<Category, { formats: string[]; output: string[] }>>;

/** One setting of an output, as JSON Schema (2020-12). */
export interface OptionSchema {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly default?: string | number | boolean;
  readonly enum?: readonly (string | number)[];
  readonly anyOf?: readonly { readonly const?: string | number }[];
  readonly oneOf?: readonly { readonly const?: string | number }[];
  /** Of a number, such as `px`; a word of ours beside the standard's. */
  readonly unit?: string;
  /** Whether few people need it; a word of ours beside the standard's. */
  readonly advanced?: boolean;
}

export interface Target {
  readonly format: string;
  readonly category: Category;
  readonly options: { readonly properties?: Readonly<Record<string, OptionSchema>> };
}

/** What one format can become. */
export interface InputFormat {
  readonly format: string;
  readonly category: Category;
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
