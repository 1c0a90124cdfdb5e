import { AppError } from '@filemill/errors';
import { newId, RUNTIME, type Runtime } from '@filemill/platform';
import type { AuditAction } from '@filemill/product';
import { Inject, Injectable } from '@nestjs/common';
import { AuditEntriesRepository } from '../audit-entries/audit-entries.repository.js';
import type { AuditEntry } from '../audit-entries/audit-entry.entity.js';

/** Fixed by the admin API. */
const ENTRIES_PER_PAGE = 20;
/** Page size of an export. */
const EXPORTED_PER_PAGE = 100;

/** What an administrator is about to do. */
interface AuditedAction {
  /** Id of the entry, from a caller who may repeat the request; without one, each call is another action. */
  readonly id?: string;
  readonly actorUserId: string;
  readonly action: AuditAction;
  /** The id of a user, or `settings`. */
  readonly subject: string;
  readonly reason: string;
  /** Version of the settings that are replaced. */
  readonly oldVersion?: number;
}

/** The record of what administrators did. */
@Injectable()
export class AuditLogService {
  constructor(
    private readonly repository: AuditEntriesRepository,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  /**
   * One page, newest first; empty beyond the last.
   *
   * @param page - from 1
   * @param action - only entries of this one
   */
  async list(page: number, action?: AuditAction): Promise<{ entries: AuditEntry[]; totalCount: number }> {
    const [entries, totalCount] = await this.repository.findNewest(
      (page - 1) * ENTRIES_PER_PAGE,
      ENTRIES_PER_PAGE,
      action,
    );
    return { entries, totalCount };
  }

  /** One page of what a user did, or what was done to them, oldest first. @param page - from 1 */
  listOf(userId: string, page: number): Promise<AuditEntry[]> {
    return this.repository.findOf(userId, (page - 1) * EXPORTED_PER_PAGE, EXPORTED_PER_PAGE);
  }

  /**
   * Whether an earlier try of the same call took effect.
   *
   * @throws {AppError} INVALID_REQUEST if the id belongs to another action
   */
  async isDone(audited: AuditedAction & { readonly id: string }): Promise<boolean> {
    const entry = await this.repository.find(audited.id);
    const isSame = (['actorUserId', 'action', 'subject', 'reason'] as const).every(
      (field) => entry?.[field] === audited[field],
    );
    if (entry && !isSame) throw new AppError('INVALID_REQUEST', { fields: { id: 'that of another action' } });
    return entry?.outcome === 'done';
  }

  /**
   * Runs an action that is recorded before it takes effect: without a record nothing happens, and a crash at any
   * point leaves one that says `begun`.
   *
   * @param newVersionOf - the version of the settings that the action created, if any
   * @returns what `effect` returned
   * @throws {AppError} UNAVAILABLE while Postgres is unreachable, before anything was done; INVALID_REQUEST for the id of
   * another action; whatever `effect` throws
   */
  async record<T>(
    audited: AuditedAction,
    effect: () => Promise<T>,
    newVersionOf: (result: T) => number | null = () => null,
  ): Promise<T> {
    const nowMs = this.runtime.clock.nowMs();
    const { id = newId(nowMs), oldVersion = null, ...rest } = audited;
    const createdAt = new Date(nowMs);
    const isNew = await this.repository.insert({ ...rest, id, oldVersion, outcome: 'begun', createdAt });
    // An earlier try, which may not have taken effect: running it twice is harmless.
    if (!isNew) await this.isDone({ ...audited, id });
    const result = await effect().catch(async (error: unknown) => {
      // Only a refusal certainly had no effect. After a lost answer the entry stays `begun`.
      if (!AppError.from(error).retry) await this.finish(id, { outcome: 'refused', newVersion: null });
      throw error;
    });
    await this.finish(id, { outcome: 'done', newVersion: newVersionOf(result) });
    return result;
  }

  /** If the outcome cannot be stored, the caller still gets the result: action and entry exist. */
  private async finish(id: string, ending: Pick<AuditEntry, 'outcome' | 'newVersion'>): Promise<void> {
    try {
      await this.repository.finish(id, ending);
    } catch (err) {
      this.runtime.logger.error(
        { err, auditEntry: id, ...ending },
        'the ending of an action was not written',
      );
    }
  }
}
