import { type Clock, RUNTIME, type Runtime } from '@filemill/platform';
import type { ObjectStore } from '@filemill/storage';
import { Inject, Injectable } from '@nestjs/common';
import { ConversionsService } from '../acceptance/conversions.service.js';
import { firstIdAt } from '../conversions/conversion-id.js';
import { OBJECT_STORE } from '../infrastructure.module.js';
import { OwnersRepository, type UnerasedConversion } from './owners.repository.js';

/** Older conversions have no files, because the reaper erases them after an hour. */
const FILES_MS = 24 * 3_600_000;
/** Conversions that are erased at the same time. */
const BATCH = 10;
/** Rows that one statement deletes. */
const ROWS = 5_000;

/**
 * Cancels or erases the data of a user who is suspended or deleted. Both may be repeated after any failure and continue
 * where they stopped: a row counts as erased only after its files are.
 */
@Injectable()
export class OwnersService {
  private readonly clock: Clock;

  constructor(
    private readonly owners: OwnersRepository,
    private readonly conversions: ConversionsService,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
  }

  /**
   * Cancels unfinished conversions and erases their files; finished ones stay.
   *
   * @throws {AppError} UNAVAILABLE
   */
  async cancel(userId: string): Promise<void> {
    await this.eraseFiles(userId, 'stopped');
  }

  /**
   * Deletes everything of a user, except a mark that refuses uploads in progress for an hour.
   *
   * @throws {AppError} UNAVAILABLE
   */
  async erase(userId: string): Promise<void> {
    await this.owners.close(userId, this.clock.nowMs());
    await this.eraseFiles(userId, 'all');
    while ((await this.owners.forgetConversions(userId, ROWS)) === ROWS);
    await this.owners.forgetFigures(userId);
  }

  private async eraseFiles(userId: string, which: 'all' | 'stopped'): Promise<void> {
    const firstId = firstIdAt(this.clock.nowMs() - FILES_MS);
    for (;;) {
      const rows = await this.owners.unerased(userId, which, firstId, BATCH);
      await Promise.all(rows.map((row) => this.eraseOne(row, which)));
      if (rows.length < BATCH) return;
    }
  }

  private async eraseOne(
    { id, keyPrefix, status }: UnerasedConversion,
    which: 'all' | 'stopped',
  ): Promise<void> {
    const cancelled = await this.conversions.cancel(id);
    const hasEndedMeanwhile = !cancelled && status !== 'cancelled';
    if (which === 'stopped' && hasEndedMeanwhile) return;
    await this.store.deletePrefix(keyPrefix);
    await this.conversions.forget(id);
  }
}
