import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { optionsOfRoute } from '@filemill/formats';
import { declared } from '@filemill/formats/testing';
import type { Converter } from './convert-file.js';
import { ofToday } from './of-today.js';

type Options = Readonly<Record<string, unknown>>;

/** A value of an option, and the options without which it means nothing. */
export interface OptionValue {
  readonly value: unknown;
  readonly besides?: Options;
}

/** Options of a run; the others of a pair are tried on other days. */
const OPTIONS_A_DAY = 6;

/**
 * Tries options of a pair, some each day, and compares the results with and without them.
 *
 * @param input - a file that has everything that an option of the pair may be about
 * @param values - for each option of the pair one that changes the result
 * @returns those that are offered and change nothing
 * @throws {Error} for an option of the pair without a value: it has to be added, or not to be offered
 */
export async function optionsWithoutEffect(
  converter: Converter,
  pair: { readonly input: string; readonly from: string; readonly to: string },
  values: Readonly<Record<string, OptionValue>>,
): Promise<string[]> {
  const route = declared.route(pair.from, pair.to);
  if (!route) throw new Error(`no route from ${pair.from} to ${pair.to}`);
  const idle: string[] = [];
  const hashOf = async (options: Options): Promise<string> => {
    const { outputs } = await converter.convert({ ...pair, options });
    const bytes = await Promise.all(outputs.map(({ path }) => readFile(path)));
    return createHash('sha256').update(Buffer.concat(bytes)).digest('hex');
  };
  const plain = new Map<string, string>();
  for (const name of ofToday(Object.keys(optionsOfRoute(route).shape), OPTIONS_A_DAY)) {
    const given = values[name];
    if (!given) throw new Error(`no value for ${name} of ${pair.from} to ${pair.to}`);
    const { value, besides = {} } = given;
    const key = JSON.stringify(besides);
    const without = plain.get(key) ?? (await hashOf(besides));
    plain.set(key, without);
    if ((await hashOf({ ...besides, [name]: value })) === without) idle.push(name);
  }
  // A result that differs each time would show an effect of everything.
  for (const [key, hash] of [...plain].slice(0, 1))
    if ((await hashOf(JSON.parse(key) as Options)) !== hash) throw new Error('the same options differ');
  return idle;
}
