import { ENGINES } from '../define/engines.js';
import { pictureOptions } from '../define/picture-options.js';
import type { Route, RouteStep } from './planner.js';

const DEFAULTS: Readonly<Record<string, unknown>> = pictureOptions.parse({});

/** Whether some setting of pictures would change the result. */
const asksForEdits = (options: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(pictureOptions.shape).some(
    (name) => options[name] !== undefined && options[name] !== DEFAULTS[name],
  );

/** A step that reads the output of a route and writes it again, changed; undefined if sharp is part of the route already. */
function editingStep({ output, steps }: Route): RouteStep | undefined {
  const { read, write } = { read: output.read?.sharp, write: output.write?.sharp };
  const isPossible =
    read !== undefined &&
    write?.from.includes(read.as) === true &&
    steps.every(({ engine }) => engine !== 'sharp' && ENGINES[engine].worker === ENGINES.sharp.worker);
  return isPossible ? { engine: 'sharp', from: output, to: output } : undefined;
}

/**
 * A route with all steps that its settings may need: a PSD that becomes PNG by ffmpeg alone is resized by sharp behind it.
 */
export function editableRoute(route: Route): Route {
  const step = editingStep(route);
  return step ? { ...route, steps: [...route.steps, step] } : route;
}

/** The route of a conversion with some settings: without those of pictures it stays as it was planned. */
export const routeFor = (route: Route, options: Readonly<Record<string, unknown>>): Route =>
  asksForEdits(options) ? editableRoute(route) : route;
