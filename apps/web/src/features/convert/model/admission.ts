import type { FormatView } from '@filemill/api';
import type { Plan, PlanTable } from '@filemill/plans';
import { BYTES_PER_MB, PLAN_IDS, type PlanId } from '@filemill/product';

/** The extension of a file name, lower case, without dot; empty if it has none. A compressed `tar` has two parts. */
export const extensionOf = (name: string): string =>
  /\.(tar\.[^.]+|kepub\.epub|[^.]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** The limit that a file exceeds, MB, or undefined if it is within. */
export function exceededMb(
  { sizeBytes }: { sizeBytes: number },
  input: FormatView,
  plan: Plan,
): number | undefined {
  const limitMb = plan.maxFileSizeMb[input.category];
  return sizeBytes > limitMb * BYTES_PER_MB ? limitMb : undefined;
}

/** The smallest plan that accepts a file, if any does. */
export const planThatTakes = (
  file: { sizeBytes: number },
  input: FormatView,
  plans: PlanTable,
): PlanId | undefined => PLAN_IDS.find((id) => exceededMb(file, input, plans[id]) === undefined);

/** The files that still fit into the list; the rest is dropped. */
export const withinCount = (files: readonly File[], listed: number, plan: Plan): readonly File[] =>
  files.slice(0, Math.max(0, plan.filesAtOnce - listed));

/** Whether a file can get a format by a conversion, or has it already. */
export const canBecome = (input: FormatView, format: string): boolean =>
  input.format === format || input.outputs.some((output) => output.format === format);
