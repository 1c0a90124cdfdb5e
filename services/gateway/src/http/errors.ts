import { AppError, type Code, reasonOf, toHttpError } from '@filemill/errors';
import type { Logger } from '@filemill/platform';
import { HEADERS } from '@filemill/product';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusalHeaders } from './rate-limit-headers.js';

/** The errors that were answered, for metrics, traces and the log. */
const answered = new WeakMap<FastifyReply['raw'], AppError>();

/** The code of the error that a request was answered with, if it was one. */
export const codeOfAnswer = ({ raw }: Pick<FastifyReply, 'raw'>): Code | undefined => answered.get(raw)?.code;

/** Why a request was answered with an error: for the log alone. */
export const reasonOfAnswer = ({ raw }: Pick<FastifyReply, 'raw'>): string => reasonOf(answered.get(raw));

/** Turns whatever a handler, a hook, Nest or Fastify throws into the one error body of the API. */
@Catch()
export class HttpErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const appError = asAppError(error);
    if (appError.code === 'INTERNAL') this.logger.error({ err: error }, 'request failed');
    else if (appError.cause) this.logger.debug({ err: appError }, 'request refused');
    sendError(appError, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }
}

/** Sends the error body; once the headers are out, only cutting the connection tells the caller. */
export function sendError(
  error: unknown,
  request: Pick<FastifyRequest, 'id'>,
  reply: Pick<FastifyReply, 'raw' | 'removeHeader' | 'hasHeader'>,
): void {
  if (reply.raw.headersSent) {
    reply.raw.destroy();
    return;
  }
  const appError = asAppError(error);
  answered.set(reply.raw, appError);
  const { status, headers, body } = toHttpError(appError, String(request.id));
  void reply
    .removeHeader('content-length')
    .code(status)
    .headers({
      ...headers,
      // What this gateway has counted it has told already.
      ...(!reply.hasHeader('ratelimit') && refusalHeaders(appError)),
      [HEADERS.requestId]: String(request.id),
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    })
    .send(body);
}

/** Errors of the framework by their status alone: their texts are not part of the contract. */
function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const status =
    error instanceof HttpException
      ? error.getStatus()
      : (error as { statusCode?: number } | undefined)?.statusCode;
  if (status === undefined || status >= 500) return AppError.from(error);
  if (status === 404 || status === 405) return new AppError('NOT_FOUND', {}, { cause: error });
  return new AppError('INVALID_REQUEST', { fields: { body: ruleOf(error, status) } }, { cause: error });
}

/** Codes of @fastify/multipart's limits. */
const RULES: Record<string, string> = {
  FST_FILES_LIMIT: 'one file at most',
  FST_FIELDS_LIMIT: 'too many fields',
  FST_PARTS_LIMIT: 'too many parts',
  FST_INVALID_JSON_FIELD_ERROR: 'a field that calls itself JSON is not',
  FST_MP_PREMATURE_CLOSE: 'the upload was interrupted',
};

function ruleOf(error: unknown, status: number): string {
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && code in RULES) return RULES[code] ?? '';
  if (status === 413) return 'too large';
  if (status === 415 || status === 406) return 'wrong Content-Type';
  return 'not readable';
}
