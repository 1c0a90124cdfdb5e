import type { EngineContext } from '../engines/engine.js';
import type { ForkServer } from './jailed-server.js';

/** Pause after a failed start, so that it is not retried at full speed. */
const RESTART_MS = 1_000;

/**
 * Children of one server have the same memory addresses: what a job learns about them helps only later jobs of the same
 * server. After this many jobs another server takes its place.
 */
const JOBS_PER_SERVER = 500;

interface Slot<Server> {
  server: Promise<Server>;
  /** The server that {@link server} resolved to; none while another starts. It is replaced only once when it ends. */
  current: Server | undefined;
  /** The owner served last; matters only if the kernel cannot isolate jobs. */
  ownerKey?: string;
  /** Number of jobs that the server has run. */
  jobs: number;
}

/** One fork server per slot; each is restarted when it is lost, and replaced after a number of jobs. */
export class ForkServerPool<Server extends ForkServer> {
  private readonly idle: Slot<Server>[];
  private readonly waiting: ((slot: Slot<Server>) => void)[] = [];
  private closed = false;
  /** The replacement in progress: one at a time, since both servers hold memory meanwhile. */
  private rotation: Promise<void> | undefined;

  private constructor(
    private readonly context: EngineContext,
    private readonly startServer: () => Promise<Server>,
    private readonly slots: readonly Slot<Server>[],
    private readonly jobsPerServer: number,
  ) {
    this.idle = [...slots];
    for (const slot of slots) this.watch(slot);
  }

  /**
   * @param jobsPerServer - after this many a server is replaced; the next one is ready before it ends
   * @throws {Error} if a server does not start: a worker without it does not start either
   */
  static async start<Server extends ForkServer>(
    context: EngineContext,
    startServer: () => Promise<Server>,
    jobsPerServer = JOBS_PER_SERVER,
  ): Promise<ForkServerPool<Server>> {
    const starting = await Promise.allSettled(Array.from({ length: context.slots }, startServer));
    const failed = starting.find((result) => result.status === 'rejected');
    const servers = starting.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    if (failed) {
      await Promise.all(servers.map((server) => server.close()));
      throw failed.reason;
    }
    const slots = servers.map((server) => ({ server: Promise.resolve(server), current: server, jobs: 0 }));
    return new ForkServerPool(context, startServer, slots, jobsPerServer);
  }

  /** Lends a live server for exclusive use. */
  async use<T>(ownerKey: string, work: (server: Server) => Promise<T>): Promise<T> {
    const slot =
      this.idle.pop() ?? (await new Promise<Slot<Server>>((resolve) => this.waiting.push(resolve)));
    try {
      let server = await slot.server;
      const isOtherOwner = slot.ownerKey !== undefined && slot.ownerKey !== ownerKey;
      if (server.lost || (isOtherOwner && !server.confines)) server = await this.renew(slot, server);
      slot.ownerKey = ownerKey;
      slot.jobs += 1;
      try {
        return await work(server);
      } finally {
        // Not awaited: only the next job must wait for it.
        if (slot.current !== server) void this.end(server);
        else if (server.lost) void this.renew(slot, server);
      }
    } finally {
      this.release(slot);
      this.rotate();
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.rotation;
    await Promise.all(this.slots.map(async ({ server }) => (await server).close()));
  }

  private release(slot: Slot<Server>): void {
    const next = this.waiting.shift();
    if (next) next(slot);
    else this.idle.push(slot);
  }

  /** Replaces the servers that have run their number of jobs, one after another. */
  private rotate(): void {
    const due = this.closed ? undefined : this.slots.find(({ jobs }) => jobs >= this.jobsPerServer);
    if (!due || this.rotation) return;
    this.rotation = this.replace(due)
      .catch((error: unknown) => {
        due.jobs = 0; // retried after as many more jobs
        this.context.logger.error(
          { err: error },
          'A fork server is kept in use: its replacement does not start',
        );
      })
      .finally(() => {
        this.rotation = undefined;
        this.rotate();
      });
  }

  /** The old server works until the new one is ready, and ends after its current job. */
  private async replace(slot: Slot<Server>): Promise<void> {
    const fresh = await this.startServer();
    const before = slot.current;
    // A server that was lost meanwhile is replaced already.
    if (this.closed || !before || slot.jobs < this.jobsPerServer) return fresh.close();
    slot.server = Promise.resolve(fresh);
    slot.current = fresh;
    slot.ownerKey = undefined;
    slot.jobs = 0;
    this.watch(slot);
    if (this.idle.includes(slot)) void this.end(before);
  }

  /** Closes a server; an error is only logged. */
  private end(server: Server): Promise<void> {
    return server.close().catch((error: unknown) => {
      this.context.logger.error({ err: error }, 'A fork server does not end');
    });
  }

  /** Replaces a server that ends while idle: its files are removed at once, and the next job does not wait. */
  private watch(slot: Slot<Server>): void {
    slot.server
      .then((server) => server.gone.then(() => this.renew(slot, server)))
      .catch((error: unknown) => {
        if (!this.closed) this.context.logger.error({ err: error }, 'A fork server is not replaced');
      });
  }

  private renew(slot: Slot<Server>, before: Server): Promise<Server> {
    if (this.closed || slot.current !== before) return slot.server;
    slot.current = undefined;
    slot.ownerKey = undefined;
    slot.jobs = 0;
    // A server that cannot be closed, such as without file descriptors, must not keep the next one from starting.
    slot.server = this.end(before)
      .then(() => (this.closed ? before : this.startAgain()))
      .then((server) => {
        slot.current = server;
        return server;
      });
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
