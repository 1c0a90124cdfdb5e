import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { Injectable } from '@nestjs/common';

/**
 * libuv takes one connection per listening socket and turn of the event loop (libuv/libuv#3696), and the busier the process,
 * the longer a turn: with a single socket a crowd waits unanswered in the kernel, which resets what does not fit.
 */
const LISTENERS = 32;
/** Connections that wait to be taken, as far as the kernel lets (net.core.somaxconn); Node asks for 511. */
const BACKLOG = 65_535;
/** A turn in which so many sockets had a connection waiting: more wait behind them. */
const CROWDED = LISTENERS / 2;
/** After so long without one, a crowd is over. */
const FORGOTTEN_MS = 1_000;

/** Sockets that listen at one address; the kernel spreads connections over all of them. */
@Injectable()
export class Listeners {
  private readonly more: Server[] = [];
  private takenInTurn = 0;
  /** Crowded turns in a row: when the first and the last of them was. */
  private crowd: { from: number; to: number } | undefined;

  /** How to listen: so that more can do so at the same address. */
  readonly options = { backlog: BACKLOG, reusePort: true };

  /** How long connections have been coming faster than they are taken; 0 if they are not; ms. */
  get crowdedMs(): number {
    if (!this.crowd || performance.now() - this.crowd.to > FORGOTTEN_MS) return 0;
    return this.crowd.to - this.crowd.from;
  }

  /** @param server - listens by `options` */
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

  /** Stops taking connections by those that were added. Resolves when the ones that were taken have ended. */
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

/** @throws {Error} EADDRINUSE if another process listens there, beside which this one could listen unnoticed */
export async function mustBeFree(port: number, host: string): Promise<void> {
  const server = createServer();
  await once(server.listen({ port, host }), 'listening');
  await once(server.close(), 'close');
}
