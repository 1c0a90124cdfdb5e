import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '@filemill/api';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { z } from 'zod';
import { routeOf } from '../../src/http/routes.js';

/**
 * Fails every call whose JSON answer does not match the OpenAPI document field by field. Files, streams and 304 answers
 * are not checked.
 */
export class AnswersAsDescribed implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const { method, routeOptions } = context.switchToHttp().getRequest<FastifyRequest>();
    const described = routeOf(method, routeOptions.url);
    return next.handle().pipe(
      map((body) => {
        const { statusCode } = context.switchToHttp().getResponse<FastifyReply>();
        if (described && body !== undefined) check(described.id, described.answers[statusCode], body);
        return body;
      }),
    );
  }
}

function check(id: string, answer: Answer | undefined, body: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(body));
  const schema = schemaOf(answer);
  if (!schema) throw new Error(`${id} answered JSON that is not described`);
  const { data, error } = schema.safeParse(sent);
  if (error) throw new Error(`${id} answered what is not as described: ${z.prettifyError(error)}`);
  // The serializer has dropped what the schema does not name.
  if (!isDeepStrictEqual(data, sent)) throw new Error(`${id} answered fields that are not described`);
}

function schemaOf(answer: Answer | undefined): z.ZodType | undefined {
  if (answer === undefined || typeof answer === 'string') return undefined;
  if (answer instanceof z.ZodType) return answer;
  const json = answer.content?.['application/json'];
  return json instanceof z.ZodType ? json : undefined;
}
