import { HEADERS } from '@filemill/product';
import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';
import { currentRequestId } from './request-context.js';
import { serializeError } from './serialize-error.js';

export type { Logger };

const REDACTED = [
  'authorization',
  'password',
  'token',
  'apiKey',
  'originalFileName',
  'original_file_name',
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
