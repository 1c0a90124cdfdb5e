import type { BackgroundLoop } from '@filemill/platform';
import type { BeforeApplicationShutdown } from '@nestjs/common';

/** The background loops of one service: they start once it listens, and end before its connections do. */
export abstract class BackgroundLoops implements BeforeApplicationShutdown {
  protected constructor(private readonly loops: readonly BackgroundLoop[]) {}

  start(): void {
    for (const loop of this.loops) loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }
}
