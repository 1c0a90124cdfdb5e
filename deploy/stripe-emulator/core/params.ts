import { invalidParameter } from './faults.ts';
import type { FormFields, FormValue } from './form.ts';

/** The rule for one parameter. */
export interface Rule<T> {
  readonly required: boolean;
  /** The rules for its parts, if it has some. */
  readonly shape?: Shape;
  /** @throws {StripeFault} 400 for a wrong value */
  parse(value: FormValue, name: string): T;
}

/** The rule for a parameter that must be given. */
export interface RequiredRule<T> extends Rule<T> {
  readonly required: true;
}

/** Rules by parameter. */
export type Shape = Readonly<Record<string, Rule<unknown>>>;

type RequiredNames<S extends Shape> = {
  [Name in keyof S]: S[Name] extends RequiredRule<unknown> ? Name : never;
}[keyof S];

/** The type of a parameter that a rule has read. */
export type ValueOf<R> = R extends Rule<infer T> ? T : never;

/** Parameters that were read by their rules. */
export type Parsed<S extends Shape> = { [Name in RequiredNames<S>]: ValueOf<S[Name]> } & {
  [Name in Exclude<keyof S, RequiredNames<S>>]?: ValueOf<S[Name]>;
};

/** A parameter that must be given. */
export const required = <T>(rule: Rule<T>): RequiredRule<T> => ({ ...rule, required: true });

/**
 * Reads parameters by their rules.
 *
 * @param prefix - the name of the parameter whose parts they are
 * @throws {StripeFault} 400 for one that is unknown, missing or wrong
 */
export function parseParams<S extends Shape>(shape: S, raw: FormFields, prefix = ''): Parsed<S> {
  const nameOf = (key: string) => (prefix === '' ? key : `${prefix}[${key}]`);
  for (const key of Object.keys(raw))
    if (!Object.hasOwn(shape, key))
      throw invalidParameter(`Received unknown parameter: ${nameOf(key)}`, nameOf(key), 'parameter_unknown');
  const parsed: Record<string, unknown> = {};
  for (const [key, rule] of Object.entries(shape)) {
    const name = nameOf(key);
    if (raw[key] !== undefined) parsed[key] = rule.parse(raw[key], name);
    else if (rule.required)
      throw invalidParameter(`Missing required param: ${name}.`, name, 'parameter_missing');
  }
  // Each value has the type of its rule, which the compiler cannot follow through the loop.
  return parsed as Parsed<S>;
}
