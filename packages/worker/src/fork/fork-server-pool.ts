import type { EngineContext } from '../engine.js';
import type { ForkServer } from './fork-server.js';

/** After a start that failed: it is tried again, not at full speed. */
const RESTART_MS = 1_000;

interface Slot<Server> {
  server: Promise<Server>;
  /** The last one that had to go, so that each is replaced once however many see its end. */
  replaced?: Server;
  /** Who was served last; only counts where the kernel cannot keep jobs apart. */
  ownerKey?: string;
}

/** One fork server per slot, each started anew as soon as it is lost. */
export class ForkServerPool<Server extends ForkServer> {
  private readonly idle: Slot<Server>[];
  private readonly waiting: ((slot: Slot<Server>) => void)[] = [];
  private closed = false;

  private constructor(
    private readonly context: EngineContext,
    private readonly startServer: () => Promise<Server>,
    private readonly slots: readonly Slot<Server>[],
  ) {
    this.idle = [...slots];
    for (const slot of slots) this.watch(slot);
  }

  /** @throws {Error} if a server does not start: a worker without it does not start either */
  static async start<Server extends ForkServer>(
    context: EngineContext,
    startServer: () => Promise<Server>,
  ): Promise<ForkServerPool<Server>> {
    const starting = await Promise.allSettled(Array.from({ length: context.slots }, startServer));
    const failed = starting.find((result) => result.status === 'rejected');
    const servers = starting.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    if (failed) {
      await Promise.all(servers.map((server) => server.close()));
      throw failed.reason;
    }
    const slots = servers.map((server) => ({ server: Promise.resolve(server) }));
    return new ForkServerPool(context, startServer, slots);
  }

  /** Lends a live server that nobody else uses meanwhile. */
  async use<T>(ownerKey: string, work: (server: Server) => Promise<T>): Promise<T> {
    const slot =
      this.idle.pop() ?? (await new Promise<Slot<Server>>((resolve) => this.waiting.push(resolve)));
    try {
      let server = await slot.server;
      const isStranger = slot.ownerKey !== undefined && slot.ownerKey !== ownerKey;
      if (server.lost || (isStranger && !server.confines)) server = await this.renew(slot, server);
      slot.ownerKey = ownerKey;
      try {
        return await work(server);
      } finally {
        // Not awaited: the next job waits for it, this one need not.
        if (server.lost) void this.renew(slot, server);
      }
    } finally {
      const next = this.waiting.shift();
      if (next) next(slot);
      else this.idle.push(slot);
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all(this.slots.map(async ({ server }) => (await server).close()));
  }

  /** Replaces a server that ends while nobody uses it: its files go at once, and the next job does not wait. */
  private watch(slot: Slot<Server>): void {
    slot.server
      .then((server) => server.gone.then(() => this.renew(slot, server)))
      .catch((error: unknown) => {
        if (!this.closed) this.context.logger.error({ err: error }, 'A fork server is not replaced');
      });
  }

  private renew(slot: Slot<Server>, before: Server): Promise<Server> {
    if (slot.replaced === before) return slot.server;
    slot.replaced = before;
    slot.ownerKey = undefined;
    slot.server = before.close().then(() => (this.closed ? before : this.startAgain()));
    this.watch(slot);
    return slot.server;
  }

  private async startAgain(): Promise<Server> {
    for (;;) {
      try {
        return await this.startServer();
      } catch (error) {
        if (this.closed) throw error;
        this.context.logger.error({ err: error }, 'A fork server does not start');
        await new Promise((resolve) => setTimeout(resolve, RESTART_MS));
      }
    }
  }
}
