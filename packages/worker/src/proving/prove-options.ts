import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@filemill/errors';
import { optionsOfRoute, type Route } from '@filemill/formats';
import { provenOptions } from '@filemill/formats/testing';
import { expect, it } from '@jest/globals';
import type { Converted, Converter } from '../testing/convert-file.js';
import {
  hashOfOption,
  type OptionFamily,
  optionFamilies,
  valuesOf,
  workerOf,
} from '../testing/option-families.js';
import { keepProof, rotatedToday, upTo } from './due.js';
import { runsOn } from './prove-pairs.js';

type Options = Readonly<Record<string, unknown>>;
/** A result, and the path of its first file. */
type Result = Converted & { readonly path: string };

/** A conversion with one setting. */
export interface Tried {
  readonly value: unknown;
  /** All with which it is tried. */
  readonly values: readonly unknown[];
  /** With what the setting needs. */
  readonly options: Options;
  readonly from: string;
  readonly to: string;
  /** Path of the sample. */
  readonly input: string;
  readonly result: Result;
  /** The same conversion with another value of the setting; undefined: without it. */
  readonly with: (value: unknown) => Promise<Result>;
}

/** What a setting is expected to do: one declaration for each, by its name or by engine and name. */
export interface OptionLook {
  /** Names of the samples in which it shows; by default those of the suite. */
  readonly inputs?: readonly string[];
  /** Formats in which it can be seen best; all by default, and where a setting has none of these. */
  readonly outputs?: readonly string[];
  /** Instead of the bounds: of a text, or where these depend on the file. */
  readonly values?: readonly unknown[];
  /** Settings without which it has no effect. */
  readonly needs?: Options | ((value: unknown) => Options);
  /** Values that no file of the samples can have: they are refused with the name of the setting. */
  readonly refuses?: (value: unknown) => boolean;
  /** Fails if the result does not show the value. */
  readonly see: (tried: Tried) => Promise<void> | void;
}

/** A setting of one pair that was tried, as one line of a file in the folder that `FILEMILL_OPTIONS` names. */
export interface OptionProof {
  readonly engine: string;
  /** Setting and pair, such as `width png>webp`. */
  readonly name: string;
  readonly hash: string;
  /** Duration of all conversions and looks. */
  readonly tookMs: number;
  readonly values: number;
  /** Values that failed, with the reason; a proof has none. */
  readonly failures: readonly string[];
}

interface Suite {
  readonly worker: string;
  /** By the name of the setting, or by engine and name, such as `poppler quality`. */
  readonly looks: Readonly<Record<string, OptionLook>>;
  /** Names of files in the converter's folder, with their format as extension. */
  readonly samples: readonly string[];
  readonly converter: () => Converter;
  /** Reads a whole output with another program than its writer. */
  readonly open: (path: string, format: string) => Promise<unknown>;
}

interface Case {
  readonly family: OptionFamily;
  readonly look: OptionLook;
  readonly route: Route;
  readonly sample: string;
  readonly name: string;
  readonly hash: string;
}

/** Tried for each setting. */
const PAIRS = 2;
const UNKNOWN_MS = 5_000;
/** Of one suite in an ordinary test run, by the durations in the table. */
const STALE_MS = 12_000;
const ROTATING_MS = 8_000;

/**
 * One test for each setting and pair that is due, with every value: the output is opened with another program, and the
 * setting must show. In a run of `npm run options` these are all that have no proof yet; in an ordinary test run those whose
 * engines or declarations have changed, and each day some of the others.
 */
export function proveOptions(suite: Suite): void {
  const families = optionFamilies().filter((family) => workerOf(family) === suite.worker);
  it('has a look for every setting', () => {
    const lacking = families.filter((family) => !lookOf(suite, family)).map(({ option }) => option);
    expect(lacking).toEqual([]);
  });
  it('has a sample for every setting', () => {
    const lacking = families.filter((family) => casesOf(suite, family).length === 0);
    expect(lacking.map(({ engine, option }) => `${engine} ${option}`)).toEqual([]);
  });
  const cases = families.flatMap((family) => casesOf(suite, family));
  const folder = process.env.FILEMILL_OPTIONS;
  const due = folder === undefined ? dueToday(cases) : cases.filter(lacksProof(folder));
  if (due.length === 0) return;
  const plain = new Map<string, Promise<Result>>();
  it.concurrent.each(due.map((one) => [one.family.engine, one.name, one] as const))(
    'tries %s %s',
    async (engine, name, one) => {
      const values = one.look.values ?? valuesOf(one.family.schema) ?? [];
      expect(values).not.toEqual([]);
      const startedAt = performance.now();
      const failures: string[] = [];
      for (const value of values) {
        const failure = await tryValue(suite, plain, one, values, value).then(
          () => undefined,
          (error: unknown) => `${JSON.stringify(value)}: ${textOf(error)}`,
        );
        if (failure !== undefined) failures.push(failure);
      }
      const tookMs = Math.round(performance.now() - startedAt);
      keepProof(folder, { engine, name, hash: one.hash, tookMs, values: values.length, failures });
      expect(failures).toEqual([]);
    },
  );
}

const textOf = (error: unknown): string => {
  const { message = String(error), params } = error as { message?: string; params?: object };
  return params ? `${message} ${JSON.stringify(params)}` : message;
};

const lookOf = ({ looks }: Suite, { engine, option }: OptionFamily): OptionLook | undefined =>
  looks[`${engine} ${option}`] ?? looks[option];

const formatOf = (sample: string): string => sample.slice(sample.indexOf('.') + 1);

/** The cheapest pairs of a family, with outputs of different categories where there are several. */
function casesOf(suite: Suite, family: OptionFamily): Case[] {
  const look = lookOf(suite, family);
  if (!look) return [];
  const samples = new Map((look.inputs ?? suite.samples).map((sample) => [formatOf(sample), sample]));
  const known = family.routes.filter(({ input }) => samples.has(input.id)).filter(runsOn(suite.worker));
  const seen = known.filter(({ output }) => look.outputs?.includes(output.id));
  const [first, ...rest] = seen.length > 0 ? seen : known;
  if (!first) return [];
  const others = rest.toSorted((a, b) => nearness(a, first) - nearness(b, first));
  return [first, ...others].slice(0, PAIRS).map((route) => ({
    family,
    look,
    route,
    sample: samples.get(route.input.id) ?? '',
    name: `${family.option} ${route.input.id}>${route.output.id}`,
    hash: hashOfOption(family, route),
  }));
}

const nearness = ({ output }: Route, { output: other }: Route): number =>
  output === other ? 2 : output.category === other.category ? 1 : 0;

async function tryValue(
  suite: Suite,
  plain: Map<string, Promise<Result>>,
  { family: { option }, look, route, sample }: Case,
  values: readonly unknown[],
  value: unknown,
): Promise<void> {
  const [from, to] = [route.input.id, route.output.id];
  const needs = typeof look.needs === 'function' ? look.needs(value) : (look.needs ?? {});
  const options = completed(route, { ...needs, [option]: value }, option);
  const input = join(suite.converter().folder, sample);
  const convert = async (given: Options): Promise<Result> => {
    const result = await suite
      .converter()
      .convert({ ownerKey: 'one owner', input, from, to, options: given });
    return { ...result, path: result.outputs[0]?.path ?? '' };
  };
  if (look.refuses?.(value)) {
    const error: unknown = await convert(options).then(
      () => new Error('it was accepted'),
      (reason: unknown) => reason,
    );
    if (!(error instanceof AppError) || error.code !== 'OPTION_INVALID') throw error;
    expect(error.params).toMatchObject({ field: option });
    return;
  }
  const result = await convert(options);
  expect(result.outputs.length).toBeGreaterThan(0);
  for (const { path } of result.outputs) await suite.open(path, to);
  const tried: Tried = {
    ...{ value, values, options, from, to, input, result },
    with: (other) => {
      const { [option]: _, ...rest } = options;
      const given = other === undefined ? rest : completed(route, { ...rest, [option]: other }, option);
      const key = `${sample} ${to} ${JSON.stringify(given)}`;
      const known = plain.get(key) ?? convert(given);
      plain.set(key, known);
      return known;
    },
  };
  await look.see(tried);
}

/**
 * The options with one more if the rules ask for it: a bit rate of 512 is one of Opus alone.
 *
 * @throws {Error} if the setting cannot have this value, whatever one adds
 */
function completed(route: Route, options: Options, option: string): Options {
  const schema = optionsOfRoute(route);
  if (schema.safeParse(options).success) return options;
  for (const [name, field] of Object.entries(schema.shape)) {
    if (name === option || Object.hasOwn(options, name)) continue;
    for (const value of valuesOf(field as OptionFamily['schema']) ?? []) {
      const more = { ...options, [name]: value };
      if (schema.safeParse(more).success) return more;
    }
  }
  throw new Error(`refused by the rules: ${schema.safeParse(options).error?.message}`);
}

const rowOf = ({ family, name }: Case) => provenOptions[family.engine]?.[name];

function dueToday(cases: readonly Case[]): Case[] {
  const msOf = (one: Case): number => rowOf(one)?.[1] ?? UNKNOWN_MS;
  const known = cases.filter(rowOf);
  const stale = known.filter((one) => rowOf(one)?.[0] !== one.hash);
  const fresh = known.filter((one) => rowOf(one)?.[0] === one.hash);
  return [...upTo(rotatedToday(stale), msOf, STALE_MS), ...upTo(rotatedToday(fresh), msOf, ROTATING_MS)];
}

/** A run that was ended goes on where it was. */
function lacksProof(folder: string): (one: Case) => boolean {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const proofs = files
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean))
    .map((line) => JSON.parse(line) as OptionProof)
    .filter(({ failures }) => failures.length === 0);
  const proven = new Set(proofs.map(({ engine, name, hash }) => `${engine} ${name} ${hash}`));
  return ({ family, name, hash }) => !proven.has(`${family.engine} ${name} ${hash}`);
}
