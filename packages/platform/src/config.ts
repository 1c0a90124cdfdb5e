import { z } from 'zod';
import { EVENT_LOOP_LOOK_MS } from './metrics.js';

/**
 * Reads the environment by one or more schemas and prints every wrong variable with its rule, never a value.
 * Services read their settings from `process.env` only through it.
 *
 * @throws {ConfigError} naming each wrong variable
 */
export function loadConfig<T extends z.ZodRawShape>(
  shape: T,
  env: Record<string, string | undefined> = process.env,
): z.infer<z.ZodObject<T>> {
  // An empty variable counts as absent: deployment templates write KEY= for "not set".
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = z.object(shape).safeParse(given);
  if (result.success) return result.data;
  throw new ConfigError(result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
}

/** The environment is wrong; `problems` has one line for each variable, without its value. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** `true`, `1`, `false`, `0` as a boolean variable. */
export const flag = (byDefault: boolean) =>
  z
    .enum(['true', 'false', '1', '0'])
    .default(byDefault ? 'true' : 'false')
    .transform((value) => value === 'true' || value === '1');

/** A port as a variable. */
export const port = (byDefault: number) => z.coerce.number().int().min(1).max(65_535).default(byDefault);

/** The current secret or key, and during a rotation one other that is also accepted. */
export type Rotating<T> = readonly [current: T, ...others: T[]];

/**
 * A variable that can be rotated while everything runs: the current value, used for signing, and after a comma at most
 * one other, which is also accepted (docs/secrets.md).
 *
 * @param schema - of each value; its messages must not show one
 */
export const rotating = <T>(schema: z.ZodType<T, string>) =>
  z.string().transform((text, context): Rotating<T> => {
    const parsed = text.split(',').map((value) => schema.safeParse(value.trim()));
    const rules = parsed.flatMap(({ error }) => error?.issues.map(({ message }) => message) ?? []);
    // The message says so, since a value may hold a comma by chance.
    const hint = parsed.length > 1 ? ' (a comma separates two values)' : '';
    for (const rule of new Set(rules)) context.addIssue({ code: 'custom', message: `${rule}${hint}` });
    const [current, ...others] = parsed.flatMap(({ success, data }) => (success ? [data] : []));
    if (others.length > 1) context.addIssue({ code: 'custom', message: 'two values at most' });
    return current === undefined ? z.NEVER : [current, ...others];
  });

/** Variables of every process of Filemill. */
export const platformConfig = {
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Address that servers bind to; all interfaces only where a network policy stands in front. */
  LISTEN_HOST: z.string().default('127.0.0.1'),
  /** Port of /healthz, /readyz and /metrics. */
  OPS_PORT: port(9090),
  /** Interval of the event loop check; a shorter one shows shorter pauses, but wakes an idle process more often. */
  EVENT_LOOP_LOOK_MS: z.coerce.number().int().min(1).max(1_000).default(EVENT_LOOP_LOOK_MS),
  /** File with an offset in milliseconds that shifts the clock; honoured only together with TEST_MODE. */
  CLOCK_OFFSET_FILE: z.string().optional(),
  TEST_MODE: flag(false),
};

/** Variable of every process that uses Redis. */
export const redisConfig = {
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).default('redis://127.0.0.1:6379'),
};

/** One name, address and support contact for the whole product. */
export const productConfig = {
  PRODUCT_NAME: z.string().min(1).default('Filemill'),
  SUPPORT_EMAIL: z.email().default('support@filemill.example'),
  PUBLIC_URL: z.url().default('http://localhost:3000'),
};
