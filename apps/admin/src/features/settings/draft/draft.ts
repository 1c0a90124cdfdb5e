import { type PlanTable, planTableSchema } from '@filemill/plans';
import type { z } from 'zod';
import { type Change, changesBetween, type Texts, tableOf, textsOf } from './fields.js';
import { withLargest } from './largest.js';

/** Unsaved input. */
export interface Edits {
  readonly texts: Texts;
  /** The largest file of a plan, as typed in its one input. */
  readonly largest: Texts;
}
export const NO_EDITS: Edits = { texts: {}, largest: {} };

/** Why a value is refused; the numbers are the schema's. */
export type Problem =
  | { readonly id: 'min'; readonly limit: number }
  | { readonly id: 'max'; readonly limit: number }
  | { readonly id: 'integer' }
  | { readonly id: 'currency' };

/** The plan table with the unsaved input. */
export interface Draft {
  readonly texts: Texts;
  readonly changes: readonly Change[];
  /** By plan and field. */
  readonly problems: Readonly<Record<string, Problem>>;
  /** Null while a value is invalid. */
  readonly table: PlanTable | null;
}

function problemOf(issue: z.core.$ZodIssue): Problem {
  if (issue.code === 'too_small') return { id: 'min', limit: Number(issue.minimum) };
  if (issue.code === 'too_big') return { id: 'max', limit: Number(issue.maximum) };
  return issue.code === 'invalid_format' ? { id: 'currency' } : { id: 'integer' };
}

/** The current table with the edits, checked by the schema of the server. */
export function draftOf(base: PlanTable, edits: Edits): Draft {
  const before = textsOf(base);
  const typed: Texts = { ...before, ...edits.texts };
  const texts = Object.entries(edits.largest).reduce(
    (all, [plan, text]) => withLargest(all, plan, text),
    typed,
  );
  const parsed = planTableSchema.safeParse(tableOf(texts));
  const problems = parsed.error?.issues.map((issue) => [issue.path.join('.'), problemOf(issue)]) ?? [];
  return {
    texts,
    // Compared as tables: ` 50` is not a change, and neither are the fields of an API that is off.
    changes: changesBetween(before, parsed.data ? textsOf(parsed.data) : texts),
    problems: Object.fromEntries(problems) as Draft['problems'],
    table: parsed.data ?? null,
  };
}

/** Types into one input. Sizes that the plan's input for the largest file has set stay as typed there. */
export function editField(edits: Edits, shown: Texts, path: string, text: string): Edits {
  const [plan = '', field] = path.split('.');
  if (field !== 'maxFileSizeMb') return { ...edits, texts: { ...edits.texts, [path]: text } };
  const sizes = Object.entries(shown).filter(([name]) => name.startsWith(`${plan}.maxFileSizeMb.`));
  const { [plan]: _baked, ...largest } = edits.largest;
  return { largest, texts: { ...edits.texts, ...Object.fromEntries(sizes), [path]: text } };
}

/** Adds the API to a plan, with the numbers of `from`, or removes it. */
export function editApi(edits: Edits, shown: Texts, plan: string, on: boolean, from: string): Edits {
  const numbers = Object.entries(shown)
    .filter(([path]) => path.startsWith(`${from}.api.`))
    .map(([path, text]) => [path.replace(from, plan), text]);
  const texts = {
    ...edits.texts,
    ...(on && Object.fromEntries(numbers)),
    [`${plan}.api`]: on ? 'on' : 'off',
  };
  return { ...edits, texts };
}

/** The edits that turn one table into another, such as an earlier version. */
export function editsTo(base: PlanTable, wanted: PlanTable): Edits {
  const changes = changesBetween(textsOf(base), textsOf(wanted));
  const texts = changes.flatMap(({ plan, field, after }) =>
    after === undefined ? [] : [[`${plan}.${field}`, after]],
  );
  return { largest: {}, texts: Object.fromEntries(texts) as Texts };
}
