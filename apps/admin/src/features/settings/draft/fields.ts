import { type PlanTable } from '@filemill/plans';
import { CATEGORIES, PLAN_IDS, type PlanId } from '@filemill/product';

/** Fields of one plan, in the order in which they are shown, by what they are about. */
export const FIELD_GROUPS = [
  {
    id: 'conversions',
    fields: [
      'period',
      'conversions.total',
      ...CATEGORIES.map((category) => `conversions.byCategory.${category}`),
    ],
  },
  { id: 'sizes', fields: CATEGORIES.map((category) => `maxFileSizeMb.${category}`) },
  { id: 'queue', fields: ['filesAtOnce', 'concurrent', 'handicapSeconds'] },
  { id: 'api', fields: ['api', 'api.conversionsPerSecond', 'api.conversionBurst', 'api.readsPerMinute'] },
  { id: 'price', fields: ['priceMinor', 'currency'] },
] as const;

/** Fields that hold words, not numbers. */
const WORDS = ['period', 'currency'];

/** Texts of the inputs, by plan and field: `free.conversions.total`. `pro.api` is `on` or `off`. */
export type Texts = Readonly<Record<string, string>>;

const leaves = (value: unknown, path: string): [string, string][] =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([name, inner]) => leaves(inner, `${path}.${name}`))
    : [[path, String(value)]];

/** The inputs' texts for a table. */
export function textsOf(table: PlanTable): Texts {
  const texts = PLAN_IDS.flatMap((id) => {
    const { api, ...rest } = table[id];
    return [...leaves(rest, id), [`${id}.api`, api ? 'on' : 'off'], ...(api ? leaves(api, `${id}.api`) : [])];
  });
  return Object.fromEntries(texts) as Texts;
}

/** A typed whole number; any other text stays a text, for the schema to refuse. */
const parse = (text: string): number | string => (/^\s*\d+\s*$/.test(text) ? Number(text) : text);

function put(target: Record<string, unknown>, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  target[name] ??= {};
  put(target[name] as Record<string, unknown>, rest, value);
}

/** The table that the inputs describe, not yet checked by the schema. */
export function tableOf(texts: Texts): unknown {
  const table: Record<string, unknown> = {};
  for (const [path, text] of Object.entries(texts)) {
    const [plan = '', field = ''] = path.split('.');
    const hasApi = texts[`${plan}.api`] === 'on';
    if (field !== 'api') put(table, path.split('.'), WORDS.includes(field) ? text : parse(text));
    else if (!hasApi) put(table, [plan, 'api'], null);
    else if (path !== `${plan}.api`) put(table, path.split('.'), parse(text));
  }
  return table;
}

/** One number or word that differs. */
export interface Change {
  readonly plan: PlanId;
  /** Without the plan. */
  readonly field: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** What differs between the inputs' texts of two tables, in their order. */
export function changesBetween(before: Texts, after: Texts): readonly Change[] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return paths
    .filter((path) => before[path] !== after[path])
    .map((path) => ({
      plan: path.slice(0, path.indexOf('.')) as PlanId,
      field: path.slice(path.indexOf('.') + 1),
      before: before[path],
      after: after[path],
    }));
}
