import { pngFile, type TestGateway } from './gateway.js';

/** An answer, with its body parsed where there is one. */
export interface Called {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
}

/** One call below `/api/` with a JSON body. */
export const callOf =
  (gateway: TestGateway) =>
  async (
    method: string,
    path: string,
    { body, headers }: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Called> => {
    const response = await gateway.fetch(`/api/${path}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const { status, headers: got } = response;
    return { status, headers: got, text, body: text ? JSON.parse(text) : undefined };
  };

/** The value at a path in an answer, such as `at(body, 'user', 'id')`; undefined if there is none. */
export const at = (body: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    body,
  );

/** The list at a path in an answer. @throws {TypeError} if there is none */
export function listAt(body: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const list = at(body, ...path);
  if (!Array.isArray(list)) throw new TypeError(`no list at ${path.join('.')}`);
  return list;
}

/** Converts a picture as a user. */
export const convertOf =
  (gateway: TestGateway) =>
  (by: Record<string, string>): Promise<Response> =>
    gateway.convert(
      [
        ['outputFormat', 'jpg'],
        ['file', pngFile()],
      ],
      by,
      '/api/convert/image',
    );
