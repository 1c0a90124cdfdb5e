import { z } from 'zod';
import { ENGINE_OPTIONS } from '../define/engine-options.js';
import type { Route, RouteStep } from './planner.js';

type Shape = Readonly<Record<string, z.ZodType>>;

/** Shapes of the settings of each step of a route: an engine's own settings are those of its last step. */
const shapesOf = (steps: readonly RouteStep[]): readonly Shape[] =>
  steps.map((step, index) => {
    const isLastOfEngine = !steps.slice(index + 1).some(({ engine }) => engine === step.engine);
    const own = step.to.write?.[step.engine]?.options?.shape;
    // The quality is what people look for first.
    return { ...own, ...(isLastOfEngine ? ENGINE_OPTIONS[step.engine]?.(step.to)?.shape : {}), ...own };
  });

/** By the engines and formats of the steps: the routes of all inputs of one engine share it. */
const schemas = new Map<string, z.ZodObject>();

/**
 * The user's settings for a route: those of the formats that its steps write, and of their engines. The form, the
 * validation and the documentation follow from it.
 */
export function optionsOfRoute(route: Route): z.ZodObject {
  const key = route.steps.map(({ engine, to }) => `${engine} ${to.id}`).join(', ');
  const known = schemas.get(key);
  if (known) return known;
  // The settings of the output come first, as it is what the user chose.
  const schema = z.strictObject(Object.assign({}, ...shapesOf(route.steps).toReversed()));
  schemas.set(key, schema);
  return schema;
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
