import { setMaxListeners } from 'node:events';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';

/** How long transfers may run on after SIGTERM. */
const TRANSFER_GRACE_MS = 120_000;

/** Tells open requests that the process ends: waiting calls answer and streams end at once, transfers get 120 s. */
@Injectable()
export class Drain implements OnModuleDestroy {
  private readonly begin = new AbortController();
  private readonly cut = new AbortController();
  /** Aborts when the process is told to end. */
  readonly begun = this.begin.signal;
  /** Aborts when transfers have had their time. */
  readonly over = this.cut.signal;

  constructor() {
    // One listener per open request is no leak.
    setMaxListeners(0, this.begun, this.over);
  }

  onModuleDestroy(): void {
    this.begin.abort();
    setTimeout(() => this.cut.abort(), TRANSFER_GRACE_MS).unref();
  }
}
