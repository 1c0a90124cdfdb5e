import { once } from 'node:events';
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { Transform } from 'node:stream';
import { portOf } from './tcp-proxy.ts';

const agent = new Agent({ keepAlive: true });

/** A request of a client of the store. */
export interface S3Request {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/**
 * What happens to a request. Undefined: it passes; a number: it is refused with that status; `hang`: it is never answered;
 * `flip`: one bit of the body is changed; `cut`: half of the body arrives, then the connection breaks.
 */
export type S3Verdict = undefined | number | 'hang' | 'flip' | 'cut';

/** A proxy between the store's clients and a real S3 server, which can inject faults. */
export class S3Proxy {
  readonly #server: Server;
  readonly #targetPort: number;
  readonly #sockets = new Set<Socket>();
  /** Whether connections break at once, as if the store were unreachable. */
  #isAway = false;
  /** Decides what happens to a request. */
  judge: (request: S3Request) => S3Verdict = () => undefined;

  private constructor(targetPort: number) {
    this.#targetPort = targetPort;
    this.#server = createServer((request, response) => this.#answer(request, response));
    this.#server.on('connection', (socket) => {
      if (this.#isAway) return socket.destroy();
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
  }

  /** @param targetPort - of the real server, on loopback */
  static async listen(targetPort: number): Promise<S3Proxy> {
    const proxy = new S3Proxy(targetPort);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return portOf(this.#server);
  }

  /** Breaks all connections, existing and new. */
  goAway(): void {
    this.#isAway = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Switches all faults off. */
  heal(): void {
    this.#isAway = false;
    this.judge = () => undefined;
  }

  close(): void {
    this.#isAway = true;
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { method = '', url = '', headers } = request;
    const verdict = this.judge({ method, url, headers });
    if (verdict === 'hang' || typeof verdict === 'number') {
      request.resume();
      if (typeof verdict === 'number') refuse(response, verdict);
      return;
    }
    const onward = httpRequest(
      { host: '127.0.0.1', port: this.#targetPort, method, path: url, headers, agent },
      (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        const bytes = Number(answer.headers['content-length'] ?? 0);
        const half = Math.floor(bytes / 2);
        if (verdict === 'flip') answer.pipe(flippedAt(half)).pipe(response);
        else if (verdict === 'cut') answer.pipe(cutAt(half, () => response.destroy())).pipe(response);
        else answer.pipe(response);
        answer.on('error', () => response.destroy());
      },
    );
    // The client or the server has closed: the other one sees the connection break.
    onward.on('error', () => response.destroy());
    response.on('close', () => response.writableFinished || onward.destroy());
    request.pipe(onward);
  }
}

function refuse(response: ServerResponse, status: number): void {
  const code = status === 503 ? 'SlowDown' : 'InternalError';
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>drill</Message></Error>`);
}

/** Flips one bit of the byte at an offset. */
function flippedAt(offset: number): Transform {
  let passed = 0;
  return new Transform({
    transform(bytes: Buffer, _encoding, done) {
      const copy = Buffer.from(bytes);
      const at = offset - passed;
      if (at >= 0 && at < copy.length) copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
      passed += copy.length;
      done(null, copy);
    },
  });
}

/** Lets a number of bytes pass and then breaks. */
function cutAt(count: number, breakOff: () => void): Transform {
  let left = count;
  return new Transform({
    transform(bytes: Buffer, _encoding, done) {
      const part = bytes.subarray(0, left);
      left -= part.length;
      if (part.length > 0) this.push(part);
      if (left === 0) setImmediate(breakOff);
      done();
    },
  });
}
