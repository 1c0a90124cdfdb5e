import { pngFile, type TestGateway } from './gateway.js';

/** An answer, with its body parsed where there is one. */
export interface Called {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for
  readonly body: any;
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
