import { createHash } from 'node:crypto';
import {
  ENGINES,
  type EngineId,
  optionsOfRoute,
  optionsOfStep,
  type Route,
  registry,
} from '@filemill/formats';
import { editableRoute, provenPairs } from '@filemill/formats/testing';
import { z } from 'zod';
import { hashOfRoute } from './route-hash.js';

/** A setting with one declaration, of all routes of which the same engine obeys it. */
export interface OptionFamily {
  readonly engine: EngineId;
  readonly option: string;
  readonly schema: z.ZodType;
  /** The cheapest first, by the table. */
  readonly routes: readonly Route[];
}

/** What a schema allows, without its texts. */
interface Bounds {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly default?: unknown;
}

const bounds = new WeakMap<z.ZodType, Bounds>();

function boundsOf(schema: z.ZodType): Bounds {
  const known = bounds.get(schema);
  if (known) return known;
  const { $schema, title, description, unit, advanced, ...own } = z.toJSONSchema(schema, { io: 'input' });
  bounds.set(schema, own as Bounds);
  return own as Bounds;
}

/**
 * The values with which a setting is tried: both bounds and the middle of a range, everything of a choice; undefined for
 * a text, whose values its look names.
 */
export function valuesOf(schema: z.ZodType): readonly unknown[] | undefined {
  const { type, enum: choices, minimum, maximum, multipleOf } = boundsOf(schema);
  if (choices) return choices;
  if (type === 'boolean') return [false, true];
  if (minimum === undefined || maximum === undefined) return undefined;
  const step = multipleOf ?? (type === 'integer' ? 1 : 0.01);
  // Without the last digits of a binary fraction.
  const middle = Number((Math.round((minimum + maximum) / 2 / step) * step).toFixed(2));
  return [...new Set([minimum, middle, maximum])];
}

/** The engine of the step that obeys a setting of a route. */
function engineOf(route: Route, option: string): EngineId {
  const index = route.steps.findIndex((_, at) =>
    Object.hasOwn(optionsOfStep(route, at, { [option]: 0 }), option),
  );
  const step = route.steps[index];
  if (!step) throw new Error(`no step of ${route.input.id} to ${route.output.id} obeys ${option}`);
  return step.engine;
}

const msOf = ({ input, output }: Route): number =>
  provenPairs[input.id]?.[output.id]?.[1] ?? Number.POSITIVE_INFINITY;

/** Every setting that is offered. */
export function optionFamilies(): readonly OptionFamily[] {
  const found = new Map<string, { family: Omit<OptionFamily, 'routes'>; routes: Route[] }>();
  for (const route of registry.pairs()) {
    const whole = editableRoute(route);
    for (const [option, schema] of Object.entries(optionsOfRoute(route).shape)) {
      const engine = engineOf(whole, option);
      const key = `${engine} ${option} ${JSON.stringify(boundsOf(schema))}`;
      const known = found.get(key) ?? { family: { engine, option, schema }, routes: [] as Route[] };
      known.routes.push(route);
      found.set(key, known);
    }
  }
  return [...found.values()].map(({ family, routes }) => ({
    ...family,
    routes: routes.toSorted((a, b) => msOf(a) - msOf(b)),
  }));
}

const HASH_CHARACTERS = 12;

/** Changes with the files of a pair and with what the setting allows, and with nothing else. */
export function hashOfOption({ option, schema }: OptionFamily, route: Route): string {
  const whole = editableRoute(route);
  const steps = whole.steps.filter(({ only }) => only?.includes(option) ?? true);
  return createHash('sha256')
    .update(hashOfRoute({ ...whole, steps }))
    .update(JSON.stringify(boundsOf(schema)))
    .digest('hex')
    .slice(0, HASH_CHARACTERS);
}

/** The worker of a family's engine, whose suite tries it. */
export const workerOf = ({ engine }: OptionFamily): string => ENGINES[engine].worker;
