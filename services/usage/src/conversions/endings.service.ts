import { publicCode } from '@filemill/errors';
import { Injectable } from '@nestjs/common';
import { UsageMetrics } from '../metrics.js';
import { Announcer } from './announcer.js';
import type { Conversion } from './conversion.entity.js';
import { type Ending, type EndingGuard, EndingsRepository } from './endings.repository.js';

/** Ends conversions, whoever asks for it: workers, owners, the sweep. */
@Injectable()
export class Endings {
  constructor(
    private readonly endings: EndingsRepository,
    private readonly announcer: Announcer,
    private readonly metrics: UsageMetrics,
  ) {}

  /** @returns the final row, or undefined if the conversion has ended before or the guard does not hold */
  async end(id: string, ending: Ending, guard: EndingGuard): Promise<Conversion | undefined> {
    const row = await this.endings.end(id, ending, guard);
    if (!row) return undefined;
    const code = ending.status === 'completed' ? 'none' : publicCode(ending.code);
    this.metrics.conversions.inc({ kind: row.kind, plan: row.plan, outcome: row.status, code });
    this.announcer.changed(row);
    return row;
  }
}
