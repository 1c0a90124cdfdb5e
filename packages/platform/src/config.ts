import { z } from 'zod';

/**
 * Reads the environment by one or more schemas and prints every wrong variable with its rule, never a value.
 * This file is the only reader of `process.env`.
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

export const port = (byDefault: number) => z.coerce.number().int().min(1).max(65_535).default(byDefault);

/** Variables of every process of Filemill. */
export const platformConfig = {
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Address that servers bind to; all interfaces only where a network policy stands in front. */
  LISTEN_HOST: z.string().default('127.0.0.1'),
  /** Port of /healthz, /readyz and /metrics. */
  OPS_PORT: port(9090),
  /** File with an offset in milliseconds that shifts the clock; honoured only together with TEST_MODE. */
  CLOCK_OFFSET_FILE: z.string().optional(),
  TEST_MODE: flag(false),
};

export const redisConfig = {
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).default('redis://127.0.0.1:6379'),
};

/** One name, address and support contact for the whole product. */
export const productConfig = {
  PRODUCT_NAME: z.string().min(1).default('Filemill'),
  SUPPORT_EMAIL: z.email().default('support@filemill.example'),
  PUBLIC_URL: z.url().default('http://localhost:3000'),
};
