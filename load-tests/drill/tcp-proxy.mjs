import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * A TCP proxy on a random loopback port that can inject faults. A process under test talks to the other side through one of
 * these.
 */
export class TcpProxy {
  #server;
  #links = new Set();
  #isHung = false;
  #isRefusing = false;
  /** Port on loopback that new connections are forwarded to; existing connections keep theirs. */
  targetPort;
  /** Delay of each chunk in each direction; ms. */
  delayMs = 0;
  /**
   * Called for each chunk before it is forwarded.
   *
   * @type {((bytes: Buffer, isFromClient: boolean, link: object) => 'pass' | 'cut') | undefined} `cut` ends the
   *   connection and the piece is lost; `link` is an object of this connection's own, for notes
   */
  watch;

  /** @param {number} targetPort - on loopback */
  static async listen(targetPort) {
    const proxy = new TcpProxy();
    proxy.targetPort = targetPort;
    proxy.#server = createServer({ noDelay: true }, (client) => proxy.#accept(client));
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port() {
    return this.#server.address().port;
  }

  /** Drops all data and keeps the connections open. */
  hang() {
    this.#isHung = true;
    for (const link of this.#links) link.pause();
  }

  /** Breaks all connections, existing and new. */
  refuse() {
    this.#isRefusing = true;
    this.cut();
  }

  /** Breaks the existing connections. */
  cut() {
    for (const link of this.#links) link.destroy();
  }

  /** Switches all faults off. */
  heal() {
    this.#isHung = false;
    this.#isRefusing = false;
    this.delayMs = 0;
    this.watch = undefined;
    for (const link of this.#links) link.resume();
  }

  close() {
    this.cut();
    this.#server.close();
  }

  #accept(client) {
    if (this.#isRefusing) return client.destroy();
    const server = connect({ host: '127.0.0.1', port: this.targetPort, noDelay: true });
    const both = (change) => {
      for (const socket of [client, server]) change(socket);
    };
    const link = {
      pause: () => both((socket) => socket.pause()),
      resume: () => both((socket) => socket.resume()),
      destroy: () => both((socket) => socket.destroy()),
    };
    this.#links.add(link);
    const note = {};
    for (const [from, to] of [
      [client, server],
      [server, client],
    ]) {
      const later = new Delayed(to);
      from.on('data', (bytes) => {
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

/** Writes chunks in order, each after its delay. */
class Delayed {
  #socket;
  #pieces = [];
  #timer;

  constructor(socket) {
    this.#socket = socket;
  }

  /** @returns false if the writer should wait for `drain` */
  write(bytes, delayMs) {
    if (delayMs === 0 && this.#pieces.length === 0) return this.#socket.write(bytes);
    this.#later({ bytes, dueAt: Date.now() + delayMs });
    return true;
  }

  end(delayMs) {
    this.#later({ bytes: undefined, dueAt: Date.now() + delayMs });
  }

  #later(piece) {
    this.#pieces.push(piece);
    this.#timer ??= setTimeout(() => this.#flush(), Math.max(0, this.#pieces[0].dueAt - Date.now()));
  }

  #flush() {
    this.#timer = undefined;
    while (this.#pieces.length > 0 && this.#pieces[0].dueAt <= Date.now()) {
      const { bytes } = this.#pieces.shift();
      if (this.#socket.destroyed) continue;
      if (bytes) this.#socket.write(bytes);
      else this.#socket.end();
    }
    if (this.#pieces.length > 0)
      this.#timer = setTimeout(() => this.#flush(), Math.max(0, this.#pieces[0].dueAt - Date.now()));
  }
}
