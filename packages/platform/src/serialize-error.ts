import { stdSerializers } from 'pino';

/** Fields of a database driver's errors: values of parameters and rows, which may be addresses, hashes or names. */
const OF_DRIVERS = ['parameters', 'detail', 'where'];
/** Fields of stripe-node's errors: the raw answer, its headers, and body and signature of a refused webhook. */
const OF_STRIPE = ['raw', 'headers', 'payload', 'header'];
const WITHHELD = new Set([...OF_DRIVERS, ...OF_STRIPE]);
/** Causes deeper than this are left out. */
const MAX_DEPTH = 8;

/** An error as it is logged: with its causes, and without personal data. */
export const serializeError = (error: Error): unknown => withhold(stdSerializers.errWithCause(error), 0);

function withhold(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item) => withhold(item, depth + 1));
  const entries = Object.entries(value).filter(([key]) => !WITHHELD.has(key));
  return Object.fromEntries(entries.map(([key, inner]) => [key, withhold(inner, depth + 1)]));
}
