import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * A relay on a random loopback port that breaks what passes when it is told to. A process that should meet a fault talks to the
 * other side through one of these.
 */
export class TcpProxy {
  #server;
  #links = new Set();
  #isHung = false;
  #isRefusing = false;
  /** Port on loopback that connections go on to; what is connected already stays where it is. */
  targetPort;
  /** How long each piece waits on its way, each way; ms. */
  delayMs = 0;
  /**
   * Sees each piece before it goes on.
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

  /** Nothing passes and nobody is told. */
  hang() {
    this.#isHung = true;
    for (const link of this.#links) link.pause();
  }

  /** Nobody gets through: connections that are there break, new ones too. */
  refuse() {
    this.#isRefusing = true;
    this.cut();
  }

  /** Breaks the connections that are there. */
  cut() {
    for (const link of this.#links) link.destroy();
  }

  /** All switches back. */
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
      // The other end sees it as its connection breaking, which is all there is to tell.
      from.on('error', () => link.destroy());
      from.on('close', () => this.#links.delete(link));
    }
    if (this.#isHung) link.pause();
  }
}

/** Writes in order, each piece no sooner than its delay. */
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
