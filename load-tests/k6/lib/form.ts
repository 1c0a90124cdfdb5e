import { URL } from './stack.ts';

const BOUNDARY = 'filemill-load-1f6b0c7e5d2a';

/** A multipart request that is built once and sent often: rebuilding it would cost more than many responses. */
export interface Form {
  readonly body: ArrayBuffer;
  readonly contentType: string;
}

const bytesOf = (text: string): number[] => Array.from(text, (character) => character.charCodeAt(0));

/**
 * @param fields - text, ASCII only
 * @see https://www.rfc-editor.org/rfc/rfc7578
 */
export function formOf(file: ArrayBuffer, fileName: string, fields: Record<string, string>): Form {
  const part = (disposition: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;
  const text = Object.entries(fields).map(([name, value]) => `${part(`name="${name}"`)}${value}\r\n`);
  const head = bytesOf(text.join('') + part(`name="file"; filename="${fileName}"`));
  const tail = bytesOf(`\r\n--${BOUNDARY}--\r\n`);
  const body = new Uint8Array(head.length + file.byteLength + tail.length);
  body.set(head);
  body.set(new Uint8Array(file), head.length);
  body.set(tail, head.length + file.byteLength);
  return { body: body.buffer, contentType: `multipart/form-data; boundary=${BOUNDARY}` };
}

/** Path where users convert files of any kind. */
export const CONVERT = `${URL}/api/convert/auto`;
export const CONVERT_AS_GUEST = `${URL}/api/guest/convert`;

/** A new random fingerprint: 64 hexadecimal digits. */
export const newFingerprint = (): string =>
  Array.from({ length: 64 }, () => Math.floor(Math.random() * 16).toString(16)).join('');
