import { BackgroundLoop, RUNTIME, type Runtime } from '@filemill/platform';
import { BackgroundLoops } from '@filemill/service';
import { Inject, Injectable } from '@nestjs/common';
import { PurgeService } from '../retention/purge.service.js';
import { ReaperService } from '../retention/reaper.service.js';
import { SweepService } from '../retention/sweep.service.js';

const SWEEP_MS = 10_000;
const REAPER_MS = 30_000;
const PURGE_MS = 3_600_000;

/** Runs sweep, reaper and purge while the service runs. */
@Injectable()
export class BackgroundService extends BackgroundLoops {
  constructor(
    sweep: SweepService,
    reaper: ReaperService,
    purge: PurgeService,
    @Inject(RUNTIME) { logger }: Runtime,
  ) {
    super([
      new BackgroundLoop('sweep', SWEEP_MS, () => sweep.run(), logger),
      new BackgroundLoop('reaper', REAPER_MS, () => reaper.run(), logger),
      new BackgroundLoop('purge', PURGE_MS, () => purge.run(), logger),
    ]);
  }
}
