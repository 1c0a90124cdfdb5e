import { Beat, RUNTIME, type Runtime } from '@filemill/platform';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { PurgeService } from './purge.service.js';
import { ReaperService } from './reaper.service.js';
import { SweepService } from './sweep.service.js';

const SWEEP_MS = 10_000;
const REAPER_MS = 30_000;
const PURGE_MS = 3_600_000;

/** Keeps sweep, reaper and purge going while the service runs. */
@Injectable()
export class RetentionService implements BeforeApplicationShutdown {
  private readonly beats: readonly Beat[];

  constructor(
    sweep: SweepService,
    reaper: ReaperService,
    purge: PurgeService,
    @Inject(RUNTIME) { logger }: Runtime,
  ) {
    this.beats = [
      new Beat('sweep', SWEEP_MS, () => sweep.run(), logger),
      new Beat('reaper', REAPER_MS, () => reaper.run(), logger),
      new Beat('purge', PURGE_MS, () => purge.run(), logger),
    ];
  }

  start(): void {
    for (const beat of this.beats) beat.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.beats.map((beat) => beat.stop()));
  }
}
