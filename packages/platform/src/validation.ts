import { AppError, type Code } from '@filemill/errors';
import { z } from 'zod';

/**
 * Checks data at an edge of the system.
 *
 * @throws {AppError} `code` (INVALID_REQUEST by default) with `fields`: path to rule, never the value
 */
export function parseOrThrow<T extends z.ZodType>(
  schema: T,
  data: unknown,
  code: Code = 'INVALID_REQUEST',
): z.infer<T> {
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.') || 'body'];
    for (const name of names)
      fields[name] ??= issue.code === 'unrecognized_keys' ? 'unknown field' : issue.message;
  }
  throw new AppError(code, { fields });
}

/** A Nest pipe that checks one parameter, declared on that parameter: `@Payload(new ZodPipe(schema))`. */
export class ZodPipe<T extends z.ZodType> {
  constructor(private readonly schema: T) {}

  transform(value: unknown): z.infer<T> {
    return parseOrThrow(this.schema, value);
  }
}
