import { once } from 'node:events';
import { connect } from 'node:net';

const HEAD_END = '\r\n\r\n';

/**
 * One HTTP connection that sends one request at a time. The benchmark shares the machine with the measured service, and
 * fetch would cost more than the response.
 */
export class Connection {
  #socket;
  #received = '';
  #waiting;

  /** @param {string} url - whose host and port are called, over plain HTTP */
  static async open(url) {
    const { hostname, port } = new URL(url);
    const connection = new Connection();
    connection.#socket = connect({ host: hostname, port: Number(port), noDelay: true });
    connection.#socket.setEncoding('latin1');
    await once(connection.#socket, 'connect');
    connection.#socket.on('data', (chunk) => connection.#take(chunk));
    connection.#socket.on('error', (error) => connection.#fail(error));
    connection.#socket.on('close', () => connection.#fail(new Error('connection closed')));
    return connection;
  }

  /**
   * Sends one request that was made by `requestOf`.
   *
   * @returns {Promise<{ status: number, head: string, body: string }>} the body byte by byte, not decoded
   */
  ask(request) {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close() {
    this.#waiting = undefined;
    this.#socket.destroy();
  }

  #fail(error) {
    this.#waiting?.reject(error);
    this.close();
  }

  #take(chunk) {
    this.#received += chunk;
    const end = this.#received.indexOf(HEAD_END);
    if (end < 0) return;
    const head = this.#received.slice(0, end);
    const status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined && status !== 304 && status !== 204)
      return this.#fail(new Error(`an answer of unknown length: ${head}`));
    const bodyStart = end + HEAD_END.length;
    const whole = bodyStart + (status === 304 ? 0 : Number(length ?? 0));
    if (this.#received.length < whole) return;
    const body = this.#received.slice(bodyStart, whole);
    this.#received = this.#received.slice(whole);
    this.#waiting.resolve({ status, head, body });
  }
}

/** The bytes of one request, built once and sent many times. */
export function requestOf(url, method, path, headers = {}, body = undefined) {
  const json = body === undefined ? '' : JSON.stringify(body);
  const all = {
    host: new URL(url).host,
    ...headers,
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${json}`);
}
