import { Injectable } from '@nestjs/common';
import type { AuditEntry } from './audit-entry.entity.js';
import { AuditLogRepository } from './audit-log.repository.js';

/** Fixed by the admin API. */
const ENTRIES_PER_PAGE = 20;

/** The record of what administrators did. */
@Injectable()
export class AuditLogService {
  constructor(private readonly repository: AuditLogRepository) {}

  /**
   * One page, newest first; empty beyond the last.
   *
   * @param page - from 1
   */
  async list(page: number): Promise<{ entries: AuditEntry[]; totalCount: number }> {
    const [entries, totalCount] = await this.repository.findNewest(
      (page - 1) * ENTRIES_PER_PAGE,
      ENTRIES_PER_PAGE,
    );
    return { entries, totalCount };
  }
}
