import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { FINGERPRINT } from './gateway.js';

const BOUNDARY = 'filemill-boundary';
/** The head of a part whose value never arrives. */
export const OPEN_FIELD = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="options"\r\n\r\n`;
/** The head of a part that continues with headers. */
export const OPEN_PART = `--${BOUNDARY}\r\n`;
/** The end of the form after the bytes of the file. */
export const FORM_END = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);

/** The form before the bytes of the file. */
export const formBefore = (fileName: string): Buffer =>
  Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="outputFormat"\r\n\r\nwebp\r\n` +
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`,
  );

/** A guest's upload whose bytes the test writes itself. */
export interface RawUpload {
  readonly socket: Socket;
  /** The answer so far. */
  answer(): string;
}

/** Connects to a gateway and sends the headers of an upload whose body is declared with this number of bytes. */
export async function beginUpload(url: string, contentLength: number): Promise<RawUpload> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  // A gateway that refuses the body closes the connection; the answer before that is what counts.
  socket.on('error', () => undefined);
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString();
  });
  socket.write(
    `POST /api/guest/convert HTTP/1.1\r\nHost: localhost:${port}\r\nX-Guest-Fingerprint: ${FINGERPRINT}\r\n` +
      `Prefer: respond-async\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\n` +
      `Content-Length: ${contentLength}\r\n\r\n`,
  );
  return { socket, answer: () => answer };
}
