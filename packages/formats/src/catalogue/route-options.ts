import { z } from 'zod';
import { ENGINE_OPTIONS, ENGINE_RULES, kindOf } from '../define/engine-options.js';
import { editableRoute } from './edited-route.js';
import { isFinalStep, type Route, type RouteStep } from './planner.js';

type Shape = Readonly<Record<string, z.ZodType>>;

const keyOf = (steps: readonly RouteStep[]): string =>
  steps
    .map(({ engine, from, to, only = [] }) => [engine, kindOf(engine, from), to.id, ...only].join(' '))
    .join(', ');
const shapes = new Map<string, readonly Shape[]>();

/**
 * Shapes of the settings of each step of a route: an engine's own settings are those of its last step, and those of a
 * format belong to the output. A name that several steps know is meant for the last of them: the pages of a document
 * that becomes pictures are chosen once.
 */
function shapesOf(steps: readonly RouteStep[]): readonly Shape[] {
  const known = shapes.get(keyOf(steps));
  if (known) return known;
  const taken = new Set<string>();
  const made = steps
    .map((step, index) => ({ step, isFinal: isFinalStep({ steps }, index), later: steps.slice(index + 1) }))
    .toReversed()
    .map(({ step: { engine, from, to, only }, isFinal, later }) => {
      const isLastOfEngine = !later.some((other) => other.engine === engine);
      const own = isFinal ? to.write?.[engine]?.options?.shape : {};
      // The quality is what people look for first.
      const all = {
        ...own,
        ...(isLastOfEngine && ENGINE_OPTIONS[engine]?.(to, { from, isFinal })?.shape),
        ...own,
      };
      const isObeyed = (name: string): boolean => !taken.has(name) && (only?.includes(name) ?? true);
      const shape = Object.fromEntries(Object.entries(all).filter(([name]) => isObeyed(name)));
      for (const name of Object.keys(shape)) taken.add(name);
      return shape;
    })
    .toReversed();
  shapes.set(keyOf(steps), made);
  return made;
}

/** By the engines and formats of the steps: the routes of all inputs of one engine share it. */
const schemas = new Map<string, z.ZodObject>();

/**
 * The user's settings for a route: those of the formats that its steps write, and of their engines, and of the step that
 * {@link editableRoute} adds. The form, the validation and the documentation follow from it.
 */
export function optionsOfRoute(route: Route): z.ZodObject {
  const { steps } = editableRoute(route);
  const key = keyOf(steps);
  const known = schemas.get(key);
  if (known) return known;
  // The settings of the output come first, as it is what the user chose.
  const shape: Shape = Object.assign({}, ...shapesOf(steps).toReversed());
  const schema = withRules(z.strictObject(shape), steps);
  schemas.set(key, schema);
  return schema;
}

/** Refuses settings that contradict each other, with the field that has to change. */
function withRules(schema: z.ZodObject, steps: readonly RouteStep[]): z.ZodObject {
  const rules = steps.flatMap(({ engine, to }) => ENGINE_RULES[engine]?.(to) ?? []);
  if (rules.length === 0) return schema;
  return schema.check(({ value, issues }) => {
    for (const rule of rules) {
      const broken = rule(value);
      if (broken) issues.push({ code: 'custom', path: [broken.field], message: broken.rule, input: value });
    }
  });
}

/** The settings of one step, out of those of its route. */
export function optionsOfStep(
  { steps }: Route,
  index: number,
  options: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const shape = shapesOf(steps)[index] ?? {};
  return Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(shape, name)));
}

const lenientSchemas = new WeakMap<z.ZodObject, z.ZodObject>();

/**
 * A schema that ignores settings it does not know: those of another step, or of another version. Kept, because zod compiles
 * each schema at its first use.
 */
export function lenient<S extends z.ZodObject>(schema: S): S {
  const known = lenientSchemas.get(schema);
  if (known) return known as S;
  const made = schema.strip();
  lenientSchemas.set(schema, made);
  return made as unknown as S;
}
