import { AppError } from '@filemill/errors';
import { Injectable } from '@nestjs/common';
import { UsageMetrics } from '../metrics.js';
import { Announcer } from './announcer.js';
import { Batcher } from './batcher.js';
import type { Conversion } from './conversion.entity.js';
import {
  type Ending,
  type EndingGuard,
  type EndingRequest,
  EndingsRepository,
} from './endings.repository.js';

/** Ends conversions, whoever asks for it: workers, owners, the sweep. Under load one statement ends many. */
@Injectable()
export class Endings {
  private readonly batcher = new Batcher((requests: readonly EndingRequest[]) => this.all(requests), {
    size: 32,
    atOnce: 2,
  });

  constructor(
    private readonly endings: EndingsRepository,
    private readonly announcer: Announcer,
    private readonly metrics: UsageMetrics,
  ) {}

  /** @returns the final row, or undefined if the conversion has ended before or the guard does not hold */
  async end(id: string, ending: Ending, guard: EndingGuard): Promise<Conversion | undefined> {
    const row = await this.batcher.run({ id, ending, guard });
    if (!row) return undefined;
    this.metrics.ended(row, ending);
    this.announcer.changed(row);
    return row;
  }

  private async all(
    requests: readonly EndingRequest[],
  ): Promise<PromiseSettledResult<Conversion | undefined>[]> {
    const ids = new Set(requests.map(({ id }) => id));
    if (ids.size === requests.length) {
      try {
        const rows = new Map((await this.endings.end(requests)).map((row) => [row.id, row]));
        return requests.map(({ id }) => ({ status: 'fulfilled', value: rows.get(id) }));
      } catch (error) {
        // What is wrong with one of them shows when each is tried on its own.
        if (requests.length === 1 || AppError.from(error).code === 'UNAVAILABLE') throw error;
      }
    }
    return Promise.allSettled(requests.map(async (request) => (await this.endings.end([request]))[0]));
  }
}
