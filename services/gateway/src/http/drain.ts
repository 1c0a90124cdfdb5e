import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';

/** How long callers may send another request on a kept connection; a polling client does so every few seconds. */
const LEAVE_MS = 5_000;
const LOOK_MS = 50;
/** How long downloads may continue after that. */
const TRANSFER_GRACE_MS = 120_000;

/**
 * Tells open requests that the process is ending. First requests are served as usual, and each answer says that its
 * connection ends. Then waiting calls are answered and streams end at once, and downloads get 120 s.
 */
@Injectable()
export class Drain implements OnModuleDestroy {
  private readonly leave = new AbortController();
  private readonly begin = new AbortController();
  private readonly cut = new AbortController();
  /** Aborts when the process is told to end. */
  readonly leaving = this.leave.signal;
  /** Aborts when no more requests are accepted. */
  readonly begun = this.begin.signal;
  /** Aborts when the time of downloads is over. */
  readonly over = this.cut.signal;

  constructor() {
    // One listener per open request is no leak.
    setMaxListeners(0, this.begun, this.over);
  }

  /**
   * Waits 5 s, or until no connection is left: closing a connection while a request is in transit would lose it.
   *
   * @param connections - open ones that have carried requests
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
