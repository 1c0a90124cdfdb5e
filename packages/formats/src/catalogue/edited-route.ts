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

/** A step that makes the PDF of another engine of its worker smaller; undefined if there is none, or qpdf wrote it. */
function sizingStep({ output, steps }: Route): RouteStep | undefined {
  const { read, write } = { read: output.read?.qpdf, write: output.write?.qpdf };
  const isPossible =
    read !== undefined &&
    write?.from.includes(read.as) === true &&
    steps.every(({ engine }) => engine !== 'qpdf' && ENGINES[engine].worker === ENGINES.qpdf.worker);
  return isPossible ? { engine: 'qpdf', from: output, to: output, only: ['targetSize'] } : undefined;
}

const withStep = (route: Route, step: RouteStep | undefined): Route =>
  step ? { ...route, steps: [...route.steps, step] } : route;

/**
 * A route with all steps that its settings may need: a PSD that becomes PNG by ffmpeg alone is resized by sharp behind it,
 * and the PDF of LibreOffice becomes as small as its target by qpdf.
 */
export const editableRoute = (route: Route): Route =>
  withStep(route, editingStep(route) ?? sizingStep(route));

/** The route of a conversion with some settings: without those of pictures and a target size it stays as it was planned. */
export function routeFor(route: Route, options: Readonly<Record<string, unknown>>): Route {
  const step = asksForEdits(options) ? editingStep(route) : undefined;
  const isSized = step === undefined && options.targetSize !== undefined;
  return withStep(route, isSized ? sizingStep(route) : step);
}
