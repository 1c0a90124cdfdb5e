import { HEADERS } from '@filemill/product';
import type { LoggerService } from '@nestjs/common';
import { type Logger, pino, stdSerializers } from 'pino';
import { currentRequestId } from './request-context.js';

export type { Logger };

const REDACTED = [
  'authorization',
  'password',
  'token',
  'apiKey',
  'originalFileName',
  'original_file_name',
  'fileName',
  'file_name',
  'headers.authorization',
  `headers["${HEADERS.apiKey}"]`,
  `headers["${HEADERS.fingerprint}"]`,
];

/** JSON lines with the request id on each; tokens, keys and file names never appear. */
export function createLogger(service: string, level: string): Logger {
  return pino({
    level,
    base: { service },
    redact: { paths: REDACTED.flatMap((path) => [path, `*.${path}`]), censor: '[redacted]' },
    mixin: () => ({ requestId: currentRequestId() }),
    serializers: { err: serializeError },
  });
}

/** Lets Nest write its own lines through pino. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }
  error(message: unknown, stack?: string, context?: string): void {
    const err = message instanceof Error ? message : undefined;
    this.logger.error({ context, err, stack: err ? undefined : stack }, String(message));
  }
  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }
  debug(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }
  verbose(message: unknown, context?: string): void {
    this.logger.trace({ context }, String(message));
  }
}

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
