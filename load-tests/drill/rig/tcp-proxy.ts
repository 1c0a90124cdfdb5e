import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A note of one connection, for the function that watches it. */
export interface LinkNote {
  /** Whether the client has sent the message whose answer is to be lost. */
  isLast?: boolean;
}

/** What happens to a chunk: `cut` ends the connection, and the chunk is lost. */
export type ChunkVerdict = 'pass' | 'cut';

/** One connection through the proxy. */
interface Link {
  pause(): void;
  resume(): void;
  destroy(): void;
}

/**
 * A TCP proxy on a random loopback port that can inject faults. A process under test talks to the other side through one of
 * these.
 */
export class TcpProxy {
  readonly #server: Server;
  readonly #links = new Set<Link>();
  #isHung = false;
  #isRefusing = false;
  /** Port on loopback that new connections are forwarded to; existing connections keep theirs. */
  targetPort: number;
  /** Delay of each chunk in each direction; ms. */
  delayMs = 0;
  /** Called for each chunk before it is forwarded. */
  watch: ((bytes: Buffer, isFromClient: boolean, note: LinkNote) => ChunkVerdict) | undefined;

  private constructor(targetPort: number) {
    this.targetPort = targetPort;
    this.#server = createServer({ noDelay: true }, (client) => this.#accept(client));
  }

  /** @param targetPort - on loopback */
  static async listen(targetPort: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(targetPort);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return portOf(this.#server);
  }

  /** Drops all data and keeps the connections open. */
  hang(): void {
    this.#isHung = true;
    for (const link of this.#links) link.pause();
  }

  /** Breaks all connections, existing and new. */
  refuse(): void {
    this.#isRefusing = true;
    this.cut();
  }

  /** Breaks the existing connections. */
  cut(): void {
    for (const link of this.#links) link.destroy();
  }

  /** Switches all faults off. */
  heal(): void {
    this.#isHung = false;
    this.#isRefusing = false;
    this.delayMs = 0;
    this.watch = undefined;
    for (const link of this.#links) link.resume();
  }

  close(): void {
    this.cut();
    this.#server.close();
  }

  #accept(client: Socket): void {
    if (this.#isRefusing) {
      client.destroy();
      return;
    }
    const server = connect({ host: '127.0.0.1', port: this.targetPort, noDelay: true });
    const both = (change: (socket: Socket) => void): void => {
      for (const socket of [client, server]) change(socket);
    };
    const link: Link = {
      pause: () => both((socket) => socket.pause()),
      resume: () => both((socket) => socket.resume()),
      destroy: () => both((socket) => socket.destroy()),
    };
    this.#links.add(link);
    const note: LinkNote = {};
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      const later = new Delayed(to);
      from.on('data', (bytes: Buffer) => {
        if (this.watch?.(bytes, from === client, note) === 'cut') return link.destroy();
        if (!later.write(bytes, this.delayMs)) from.pause();
      });
      to.on('drain', () => this.#isHung || from.resume());
      from.on('end', () => later.end(this.delayMs));
      // The other end sees its connection break; nothing else has to be reported.
      from.on('error', () => link.destroy());
      from.on('close', () => this.#links.delete(link));
    }
    if (this.#isHung) link.pause();
  }
}

/** A chunk, or without bytes the end, and when it is due in Unix milliseconds. */
interface Piece {
  readonly bytes: Buffer | undefined;
  readonly dueAt: number;
}

/** Writes chunks in order, each after its delay. */
class Delayed {
  readonly #socket: Socket;
  readonly #pieces: Piece[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** @returns false if the writer should wait for `drain` */
  write(bytes: Buffer, delayMs: number): boolean {
    if (delayMs === 0 && this.#pieces.length === 0) return this.#socket.write(bytes);
    this.#later({ bytes, dueAt: Date.now() + delayMs });
    return true;
  }

  end(delayMs: number): void {
    this.#later({ bytes: undefined, dueAt: Date.now() + delayMs });
  }

  #later(piece: Piece): void {
    this.#pieces.push(piece);
    if (!this.#timer) this.#schedule();
  }

  #schedule(): void {
    const [next] = this.#pieces;
    if (next) this.#timer = setTimeout(() => this.#flush(), Math.max(0, next.dueAt - Date.now()));
  }

  #flush(): void {
    this.#timer = undefined;
    for (let next = this.#pieces[0]; next && next.dueAt <= Date.now(); next = this.#pieces[0]) {
      this.#pieces.shift();
      if (this.#socket.destroyed) continue;
      if (next.bytes) this.#socket.write(next.bytes);
      else this.#socket.end();
    }
    this.#schedule();
  }
}

/** The port on which a server listens. @throws {Error} if it listens on none */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return address.port;
}
