import type { Socket } from 'node:net';
import { AppError, toHttpError } from '@filemill/errors';
import { newRequestId } from '@filemill/platform';
import { HEADERS } from '@filemill/product';

/**
 * Answers a request that Node's parser refused, before there is a request object: invalid syntax, slow or too long
 * headers.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const slow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const requestId = newRequestId();
  const refusal = new AppError(slow ? 'UPLOAD_TIMEOUT' : 'INVALID_REQUEST', {});
  const { status, body } = toHttpError(refusal, requestId);
  const json = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} ${slow ? 'Request Timeout' : 'Bad Request'}\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(json)}\r\n` +
      `${HEADERS.requestId}: ${requestId}\r\nConnection: close\r\n\r\n${json}`,
  );
}
