import { BYTES_PER_MB } from '@filemill/web-client';
import type { InputFormat } from '../../../lib/api/catalogue.js';
import type { Plan } from '../../../lib/api/plans.js';

/** The ending of a file's name, lower case, without dot; empty if it has none. */
export const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** The limit that a file exceeds, MB, or undefined if it is within. */
export function exceededMb(file: File, input: InputFormat, plan: Plan): number | undefined {
  const limitMb = plan.maxFileSizeMb[input.category];
  return file.size > limitMb * BYTES_PER_MB ? limitMb : undefined;
}

/** The files that still have a place; the rest is dropped. */
export const withinCount = (files: readonly File[], listed: number, plan: Plan): readonly File[] =>
  files.slice(0, Math.max(0, plan.filesAtOnce - listed));
