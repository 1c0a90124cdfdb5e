import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Status and head of an answer; its body is not kept. */
export interface RawAnswer {
  readonly status: number;
  readonly head: string;
}

const HEAD_END = '\r\n\r\n';

/**
 * One HTTP connection that sends one request at a time. The benchmark shares the machine with the measured service, and
 * fetch would cost more than the response.
 */
export class Connection {
  readonly #socket: Socket;
  #received = '';
  #waiting: { resolve: (answer: RawAnswer) => void; reject: (error: Error) => void } | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => this.#take(String(chunk)));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('connection closed')));
  }

  /** @param url - its host and port are called, over plain HTTP */
  static async open(url: string): Promise<Connection> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await once(socket, 'connect');
    return new Connection(socket);
  }

  /** Sends one request that was made by {@link requestOf}. */
  ask(request: Buffer): Promise<RawAnswer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#waiting = undefined;
    this.#socket.destroy();
  }

  #fail(error: Error): void {
    this.#waiting?.reject(error);
    this.close();
  }

  #take(chunk: string): void {
    this.#received += chunk;
    const end = this.#received.indexOf(HEAD_END);
    if (end < 0) return;
    const head = this.#received.slice(0, end);
    const status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined && status !== 304 && status !== 204) {
      this.#fail(new Error(`an answer of unknown length: ${head}`));
      return;
    }
    const bodyStart = end + HEAD_END.length;
    const whole = bodyStart + (status === 304 ? 0 : Number(length ?? 0));
    if (this.#received.length < whole) return;
    this.#received = this.#received.slice(whole);
    this.#waiting?.resolve({ status, head });
  }
}

/** The bytes of one request without a body, built once and sent many times. */
export function requestOf(url: string, path: string, headers: Readonly<Record<string, string>>): Buffer {
  const all = { host: new URL(url).host, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
}
