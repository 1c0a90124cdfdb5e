import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';

/** How long callers may come once more on a connection that they keep; who polls does so every few seconds. */
const LEAVE_MS = 5_000;
const LOOK_MS = 50;
/** How long transfers may run on after that. */
const TRANSFER_GRACE_MS = 120_000;

/**
 * Tells open requests that the process ends. First it leaves: requests are served as ever, and each answer says that its
 * connection ends. Then waiting calls answer and streams end at once, and transfers get 120 s.
 */
@Injectable()
export class Drain implements OnModuleDestroy {
  private readonly leave = new AbortController();
  private readonly begin = new AbortController();
  private readonly cut = new AbortController();
  /** Aborts when the process is told to end. */
  readonly leaving = this.leave.signal;
  /** Aborts when no more requests are taken. */
  readonly begun = this.begin.signal;
  /** Aborts when transfers have had their time. */
  readonly over = this.cut.signal;

  constructor() {
    // One listener per open request is no leak.
    setMaxListeners(0, this.begun, this.over);
  }

  /**
   * Leaves, for 5 s or until no connection is left: one that is closed while a request is on its way loses the request.
   *
   * @param connections - open ones on which requests have come
   */
  async part(connections: ReadonlySet<unknown>): Promise<void> {
    this.leave.abort();
    for (let passed = 0; connections.size > 0 && passed < LEAVE_MS; passed += LOOK_MS) await sleep(LOOK_MS);
  }

  onModuleDestroy(): void {
    this.leave.abort();
    this.begin.abort();
    setTimeout(() => this.cut.abort(), TRANSFER_GRACE_MS).unref();
  }
}
