import { AppError } from '@filemill/errors';
import { type Converted, type Converter, createConverter, ofToday } from '@filemill/worker/testing';
import { afterAll, beforeAll } from '@jest/globals';
import { createEngine } from '../src/engines/archive.engine.js';
import { type Entry, KINDS } from './archive-hostile.js';
import { membersOf, openByOthers } from './archive-reading.js';

/** Above figure G3 of docs/security.md, for a machine that does other work. */
const REFUSAL_MS = 20_000;
/** Of the suite that imports this. */
export let converter: Converter;
beforeAll(async () => {
  converter = await createConverter([createEngine]);
});
afterAll(() => converter.close());

/** Format of a kind: `rar (4)` is a `rar`. */
export const formatOf = (kind: string): string => kind.split(/[ ,]/)[0] as string;

/** Converts an archive, by default to a packed tar. */
export async function convert(kind: string, bytes: Buffer, to?: string): Promise<Converted> {
  const from = formatOf(kind);
  return converter.convertBytes(bytes, { from, to: to ?? (from === 'tar.gz' ? 'tar' : 'tar.gz') });
}

/** The error code, or `converted`. */
export const codeOf = (kind: string, bytes: Buffer, to?: string): Promise<string> =>
  convert(kind, bytes, to).then(
    () => 'converted',
    (error: unknown) => AppError.from(error).code,
  );

/** The error code, or `converted`; with the duration of a refusal that took too long. */
export async function outcomeOf(kind: string, bytes: Buffer, to?: string): Promise<string> {
  const startedAt = performance.now();
  const code = await codeOf(kind, bytes, to);
  const tookMs = performance.now() - startedAt;
  return code === 'converted' || tookMs < REFUSAL_MS ? code : `${code} after ${tookMs} ms`;
}

/** Names in the output of an archive of some entries, and the codes of its losses. */
export async function filesIn(kind: string, entries: readonly Entry[], to = 'zip') {
  const target = formatOf(kind) === to ? 'tar' : to;
  const { outputs, losses } = await convert(
    kind,
    (KINDS[kind] as (e: readonly Entry[]) => Buffer)(entries),
    target,
  );
  const path = outputs[0]?.path as string;
  openByOthers(path);
  const members = membersOf(path, target);
  return {
    members,
    names: members.map(({ name }) => name).toSorted(),
    losses: losses.map(({ code }) => code),
  };
}

/** An entry with one letter. */
export const file = (name: string | Buffer, more: Partial<Entry> = {}): Entry => ({
  name,
  data: Buffer.from('x'),
  ...more,
});
const kinds = Object.keys(KINDS);
/** The formats that most people use: an ordinary test run tries them and, of the others, two that differ by the day. */
const COMMON = ['zip', '7z', 'tar', 'rar'];
const others = kinds.filter((kind) => !COMMON.includes(kind));
/** Kinds of the day. */
export const todays = [...COMMON, ...ofToday(others, 2)];
/** Whether a kind is tried today. */
export const isOfToday = (kind: string): boolean => todays.includes(kind);
