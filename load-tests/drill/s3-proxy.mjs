import { once } from 'node:events';
import { Agent, createServer, request as httpRequest } from 'node:http';
import { Transform } from 'node:stream';

const agent = new Agent({ keepAlive: true });

/** A proxy between the store's clients and a real S3 server, which can inject faults. */
export class S3Proxy {
  #server;
  #targetPort;
  #sockets = new Set();
  /** Whether connections break at once, as if the store were unreachable. */
  #isAway = false;
  /**
   * Decides what happens to a request.
   *
   * @type {(request: { method: string, url: string, headers: object }) => undefined | number | 'hang' | 'flip' | 'cut'}
   *   undefined: it passes; a number: refused with that status; `hang`: never answered; `flip`: one bit of the body is
   *   another; `cut`: half of the body, then the connection breaks
   */
  judge = () => undefined;

  /** @param {number} targetPort - of the real server, on loopback */
  static async listen(targetPort) {
    const proxy = new S3Proxy();
    proxy.#targetPort = targetPort;
    proxy.#server = createServer((request, response) => proxy.#answer(request, response));
    proxy.#server.on('connection', (socket) => {
      if (proxy.#isAway) return socket.destroy();
      proxy.#sockets.add(socket);
      socket.on('close', () => proxy.#sockets.delete(socket));
    });
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port() {
    return this.#server.address().port;
  }

  goAway() {
    this.#isAway = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Switches all faults off. */
  heal() {
    this.#isAway = false;
    this.judge = () => undefined;
  }

  close() {
    this.#isAway = true;
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #answer(request, response) {
    const { method, url, headers } = request;
    const verdict = this.judge({ method, url, headers });
    if (verdict === 'hang') return request.resume();
    if (typeof verdict === 'number') {
      request.resume();
      const code = verdict === 503 ? 'SlowDown' : 'InternalError';
      return response
        .writeHead(verdict, { 'content-type': 'application/xml' })
        .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>drill</Message></Error>`);
    }
    const onward = httpRequest(
      { host: '127.0.0.1', port: this.#targetPort, method, path: url, headers, agent },
      (answer) => {
        response.writeHead(answer.statusCode, answer.headers);
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

/** Flips one bit of the byte at an offset. */
function flippedAt(offset) {
  let passed = 0;
  return new Transform({
    transform(bytes, _encoding, done) {
      const copy = Buffer.from(bytes);
      if (offset >= passed && offset < passed + copy.length) copy[offset - passed] ^= 1;
      passed += copy.length;
      done(null, copy);
    },
  });
}

/** Lets a number of bytes pass and then breaks. */
function cutAt(count, breakOff) {
  let left = count;
  return new Transform({
    transform(bytes, _encoding, done) {
      const part = bytes.subarray(0, left);
      left -= part.length;
      if (part.length > 0) this.push(part);
      if (left === 0) setImmediate(breakOff);
      done();
    },
  });
}
