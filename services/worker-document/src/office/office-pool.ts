import type { EngineContext } from '@filemill/worker';
import { OfficeServer } from './office-server.js';

/** After a start that failed: it is tried again, not at full speed. */
const RESTART_MS = 1_000;

interface Slot {
  server: Promise<OfficeServer>;
  /** The last one that had to go, so that each is replaced once however many see its end. */
  replaced?: OfficeServer;
  /** Who was served last; only counts where the kernel cannot keep jobs apart. */
  ownerKey?: string;
}

/** One fork server per slot, each started anew as soon as it is lost. */
export class OfficePool {
  private readonly idle: Slot[];
  private readonly waiting: ((slot: Slot) => void)[] = [];
  private readonly slots: readonly Slot[];
  private closed = false;

  private constructor(
    private readonly context: EngineContext,
    slots: readonly Slot[],
  ) {
    this.slots = slots;
    this.idle = [...slots];
    for (const slot of slots) this.watch(slot);
  }

  /** @throws {Error} if LibreOffice does not start */
  static async start(context: EngineContext): Promise<OfficePool> {
    const servers = await Promise.all(
      Array.from({ length: context.slots }, () => OfficeServer.start(context)),
    );
    return new OfficePool(
      context,
      servers.map((server) => ({ server: Promise.resolve(server) })),
    );
  }

  /** Lends a live server that nobody else uses meanwhile. */
  async use<T>(ownerKey: string, work: (server: OfficeServer) => Promise<T>): Promise<T> {
    const slot = this.idle.pop() ?? (await new Promise<Slot>((resolve) => this.waiting.push(resolve)));
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
  private watch(slot: Slot): void {
    slot.server
      .then((server) => server.gone.then(() => this.renew(slot, server)))
      .catch((error: unknown) => {
        if (!this.closed) this.context.logger.error({ err: error }, 'The office server is not replaced');
      });
  }

  private renew(slot: Slot, before: OfficeServer): Promise<OfficeServer> {
    if (slot.replaced === before) return slot.server;
    slot.replaced = before;
    slot.ownerKey = undefined;
    slot.server = before.close().then(() => (this.closed ? before : this.startAgain()));
    this.watch(slot);
    return slot.server;
  }

  private async startAgain(): Promise<OfficeServer> {
    for (;;) {
      try {
        return await OfficeServer.start(this.context);
      } catch (error) {
        if (this.closed) throw error;
        this.context.logger.error({ err: error }, 'The office server does not start');
        await new Promise((resolve) => setTimeout(resolve, RESTART_MS));
      }
    }
  }
}
