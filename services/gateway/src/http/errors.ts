import { AppError, type Code, reasonOf, toHttpError } from '@filemill/errors';
import type { Logger } from '@filemill/platform';
import { HEADERS } from '@filemill/product';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusalHeaders } from './rate-limit-headers.js';

/** Errors that were answered, for metrics, traces and the log. */
const answered = new WeakMap<FastifyReply['raw'], AppError>();

/** The code of the error in the answer to a request, if any. */
export const codeOfAnswer = ({ raw }: Pick<FastifyReply, 'raw'>): Code | undefined => answered.get(raw)?.code;

/** The cause of an error answer, for the log only. */
export const reasonOfAnswer = ({ raw }: Pick<FastifyReply, 'raw'>): string => reasonOf(answered.get(raw));

/** Converts every error of a handler, a hook, Nest or Fastify to the error body of the API. */
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

/** Sends the error body; once the headers are sent, only cutting the connection can report an error. */
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
      // The gateway's own rate limit has set the headers already.
      ...(!reply.hasHeader('ratelimit') && refusalHeaders(appError)),
      [HEADERS.requestId]: String(request.id),
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    })
    .send(body);
}

/** Framework errors by status only: their texts are not part of the contract. */
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
  FST_FILES_LIMIT: 'too many files',
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
