import type { Category, Lane } from '@filemill/product';
import { z } from 'zod';
import { LANE_OF } from '../define/engines.js';
import { pictureTimeOptions } from '../define/film-options.js';
import type { FormatSpec } from '../define/format.js';
import type { Route } from './planner.js';
import { type Registry, registry } from './registry.js';
import { optionsOfRoute } from './route-options.js';

/** What makes one file of several; each is a file of the worker. */
export type JoinerId = 'pages' | 'animation' | 'sound' | 'film' | 'files';

/** How several files become one. */
interface Joining {
  /** Categories that the files may have; absent if files of every category fit. */
  readonly takes?: readonly Category[];
  /** What each file is converted to first; undefined: they are taken as they are, whatever they are. */
  readonly partOf: ((input: FormatSpec) => string) | undefined;
  /** Whether a file that already is a part is taken as it is. */
  readonly takesParts: boolean;
  /** Format of the file that the joiner writes. */
  readonly joined: string;
  /** Whether the joined file is worth converting to an output by a route; undefined: it is the output. */
  readonly makes: (output: FormatSpec, route: Route | undefined) => boolean;
  readonly options: z.ZodObject;
}

const NO_OPTIONS = z.strictObject({});

const pictureTime = pictureTimeOptions(1_000);

/** In the order in which they are looked for. The parts lose nothing that the output could hold. */
const JOININGS: Readonly<Record<JoinerId, Joining>> = {
  pages: {
    partOf: () => 'pdf',
    takesParts: true,
    joined: 'pdf',
    makes: (_, route) => route === undefined,
    options: NO_OPTIONS,
  },
  animation: {
    takes: ['image'],
    partOf: () => 'png',
    takesParts: true,
    joined: 'apng',
    makes: ({ category }, route) =>
      (category === 'image' || category === 'video') && !route?.losses.includes('animation_dropped'),
    options: pictureTime,
  },
  sound: {
    takes: ['audio', 'video'],
    partOf: () => 'wav',
    takesParts: true,
    joined: 'wav',
    makes: ({ category }) => category === 'audio',
    options: NO_OPTIONS,
  },
  film: {
    takes: ['video'],
    // Also a file that has the right format must get the size and the rate of the others.
    partOf: ({ id }) => (id === 'mkv' ? 'mp4' : 'mkv'),
    takesParts: false,
    joined: 'mkv',
    makes: ({ category }) => category === 'video',
    options: NO_OPTIONS,
  },
  files: {
    partOf: undefined,
    takesParts: true,
    joined: 'tar',
    // Who has the files needs no list of them.
    makes: ({ category, id }) => category === 'archive' && id !== 'files',
    options: NO_OPTIONS,
  },
};

/** A way from several files to one. */
export interface Combination {
  readonly joiner: JoinerId;
  readonly output: FormatSpec;
  /** Where it waits: that of its files, so that the worker has their engines. */
  readonly lane: Lane;
  /** Of each file, in order; undefined where it is taken as it is. */
  readonly parts: readonly (Route | undefined)[];
  /** What the joiner writes. */
  readonly joined: FormatSpec;
  /** From the joined file to the output; undefined where that is the output. */
  readonly route: Route | undefined;
  /** The user's settings. */
  readonly options: z.ZodObject;
}

/**
 * How files become one file of a format.
 *
 * @param inputs - in order; undefined for a file of no known format
 * @returns undefined if there is no way
 */
export function combinationOf(
  inputs: readonly (FormatSpec | undefined)[],
  output: FormatSpec,
  routes: Registry = registry,
): Combination | undefined {
  for (const joiner of Object.keys(JOININGS) as JoinerId[]) {
    const combination = combinationBy(joiner, inputs, output, routes);
    if (combination) return combination;
  }
  return undefined;
}

/** Ids of the formats that files can be combined into. */
export const combinedOutputs = (
  inputs: readonly (FormatSpec | undefined)[],
  routes: Registry = registry,
): string[] =>
  routes.formats
    .filter((format) => !format.internal && format.write && combinationOf(inputs, format, routes))
    .map(({ id }) => id);

function combinationBy(
  joiner: JoinerId,
  inputs: readonly (FormatSpec | undefined)[],
  output: FormatSpec,
  routes: Registry,
): Combination | undefined {
  const joining = JOININGS[joiner];
  const joined = routes.format(joining.joined);
  if (!joined || inputs.length === 0) return undefined;
  const route = output === joined ? undefined : routes.route(joined.id, output.id);
  if ((output !== joined && !route) || !joining.makes(output, route)) return undefined;
  const parts = partsOf(joining, inputs, routes);
  const lane = parts && laneOf(inputs, parts, joined);
  if (!parts || !lane || (route && !isServedBy(lane, joined))) return undefined;
  return {
    ...{ joiner, output, lane, parts, joined, route },
    // Made when it is asked for: most callers only want to know whether there is a way.
    get options() {
      return withOwn(joining.options, route ? settingsOf(route) : settingsOfParts(firstOf(parts)));
    },
  };
}

const extended = new WeakMap<z.ZodObject, z.ZodObject>();

/** The settings of a joiner and of a route; made once, because rendering a schema takes milliseconds. */
function withOwn(own: z.ZodObject, settings: z.ZodObject): z.ZodObject {
  if (own === NO_OPTIONS) return settings;
  const known = extended.get(settings);
  if (known) return known;
  const made = z.strictObject({ ...own.shape, ...settings.shape });
  extended.set(settings, made);
  return made;
}

/** Undefined if a file cannot become a part. */
function partsOf(
  { takes, partOf, takesParts }: Joining,
  inputs: readonly (FormatSpec | undefined)[],
  routes: Registry,
): (Route | undefined)[] | undefined {
  if (!partOf) return inputs.map(() => undefined);
  const parts: (Route | undefined)[] = [];
  for (const input of inputs) {
    if (!input || (takes && !takes.includes(input.category))) return undefined;
    const part = partOf(input);
    const isTaken = takesParts && input.id === part;
    const route = isTaken ? undefined : routes.route(input.id, part);
    if (!isTaken && !route) return undefined;
    parts.push(route);
  }
  return parts;
}

/**
 * One conversion has one slot, with the memory of its lane. A file that is taken as it is needs no engine.
 *
 * @returns undefined for files of several lanes
 */
function laneOf(
  inputs: readonly (FormatSpec | undefined)[],
  parts: readonly (Route | undefined)[],
  joined: FormatSpec,
): Lane | undefined {
  const converted = inputs.filter((input, index) => input && parts[index]) as FormatSpec[];
  const [lane = LANE_OF[joined.category].lane, ...others] = new Set(
    converted.map(({ category }) => LANE_OF[category].lane),
  );
  return others.length === 0 ? lane : undefined;
}

/** Whether the worker of a lane has the engines that read a format. */
const isServedBy = (lane: Lane, { category }: FormatSpec): boolean =>
  Object.values(LANE_OF).some((of) => of.lane === lane && of.worker === LANE_OF[category].worker);

/** The settings belong to the last conversion: of the joined file, or of each part where that is the output. */
const settingsOf = (route: Route | undefined): z.ZodObject => (route ? optionsOfRoute(route) : NO_OPTIONS);

const ofParts = new WeakMap<z.ZodObject, z.ZodObject>();

/** A part does not know how large the others become, so nobody can say how large all of them may be. */
function settingsOfParts(route: Route | undefined): z.ZodObject {
  const settings = settingsOf(route);
  const known = ofParts.get(settings);
  if (known) return known;
  const { targetSize, ...shape } = settings.shape;
  const made = targetSize ? z.strictObject(shape) : settings;
  ofParts.set(settings, made);
  return made;
}

const firstOf = (parts: readonly (Route | undefined)[]): Route | undefined =>
  parts.find((part) => part !== undefined);
