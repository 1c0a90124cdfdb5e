import { AppError } from '@filemill/errors';
import { Batcher } from '@filemill/service';
import { Injectable } from '@nestjs/common';
import { Announcer } from '../conversions/announcer.js';
import type { Conversion, Ending } from '../conversions/conversion.entity.js';
import { UsageMetrics } from '../metrics.js';
import { type EndingGuard, type EndingRequest, EndingsRepository } from './endings.repository.js';

/** Ends conversions for workers, owners and the sweep. Under load one statement ends many. */
@Injectable()
export class Endings {
  private readonly batcher = new Batcher((requests: readonly EndingRequest[]) => this.endBatch(requests), {
    size: 32,
    atOnce: 2,
  });

  constructor(
    private readonly endings: EndingsRepository,
    private readonly announcer: Announcer,
    private readonly metrics: UsageMetrics,
  ) {}

  /** @returns the ended row, or undefined if the conversion has ended before or the guard does not hold */
  async end(id: string, ending: Ending, guard: EndingGuard): Promise<Conversion | undefined> {
    const row = await this.batcher.run({ id, ending, guard });
    if (!row) return undefined;
    this.metrics.recordEnding(row, ending);
    this.announcer.changed(row);
    const isOfItsWorker = guard.attempt !== undefined && !guard.unleased;
    if (row.attempt > 0 && !isOfItsWorker) this.announcer.attemptStopped(id);
    return row;
  }

  private async endBatch(
    requests: readonly EndingRequest[],
  ): Promise<PromiseSettledResult<Conversion | undefined>[]> {
    const ids = new Set(requests.map(({ id }) => id));
    if (ids.size === requests.length) {
      try {
        const rows = new Map((await this.endings.end(requests)).map((row) => [row.id, row]));
        return requests.map(({ id }) => ({ status: 'fulfilled', value: rows.get(id) }));
      } catch (error) {
        // Separate tries show which of them fails.
        if (requests.length === 1 || AppError.from(error).code === 'UNAVAILABLE') throw error;
      }
    }
    return Promise.allSettled(requests.map(async (request) => (await this.endings.end([request]))[0]));
  }
}
