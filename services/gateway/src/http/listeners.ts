import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { Injectable } from '@nestjs/common';

/**
 * libuv accepts one connection per listening socket and turn of the event loop (libuv/libuv#3696), and a turn of a busy
 * process takes longer: with a single socket a crowd waits unanswered in the kernel, which resets what does not fit.
 */
const LISTENERS = 32;
/** Length of the accept queue, as far as the kernel allows it (net.core.somaxconn); Node's default is 511. */
const BACKLOG = 65_535;
/** If this many sockets had a connection in one turn, more are waiting. */
const CROWDED = LISTENERS / 2;
/** After this long without such a turn, a crowd is over. */
const FORGOTTEN_MS = 1_000;

/** Sockets that listen at one address; the kernel distributes connections over all of them. */
@Injectable()
export class Listeners {
  private readonly more: Server[] = [];
  private takenInTurn = 0;
  /** Times of the first and the last of consecutive crowded turns. */
  private crowd: { from: number; to: number } | undefined;

  /** Options that allow several sockets at the same address. */
  readonly options = { backlog: BACKLOG, reusePort: true };

  /** How long connections have been arriving faster than they are accepted, ms; 0 if they are not. */
  get crowdedMs(): number {
    if (!this.crowd || performance.now() - this.crowd.to > FORGOTTEN_MS) return 0;
    return this.crowd.to - this.crowd.from;
  }

  /** @param server - listens with `options` */
  async add(server: Server): Promise<void> {
    const address = server.address();
    if (address === null || typeof address === 'string') return;
    server.on('connection', () => this.count());
    const options = { ...this.options, port: address.port, host: address.address };
    for (let added = 1; added < LISTENERS; added++) {
      const listener = createServer({ noDelay: true }, (socket) => server.emit('connection', socket));
      this.more.push(listener);
      await once(listener.listen(options), 'listening');
    }
  }

  /** Stops accepting connections on the added sockets. Resolves when the accepted ones have ended. */
  async close(): Promise<void> {
    const listening = this.more.splice(0);
    await Promise.all(listening.map((listener) => once(listener.close(), 'close')));
  }

  private count(): void {
    this.takenInTurn += 1;
    if (this.takenInTurn > 1) return;
    setImmediate(() => {
      const now = performance.now();
      this.crowd = this.takenInTurn < CROWDED ? undefined : { from: this.crowd?.from ?? now, to: now };
      this.takenInTurn = 0;
    });
  }
}

/** @throws {Error} EADDRINUSE if another process listens there, which this one would not notice */
export async function assertPortIsFree(port: number, host: string): Promise<void> {
  const server = createServer();
  await once(server.listen({ port, host }), 'listening');
  await once(server.close(), 'close');
}
