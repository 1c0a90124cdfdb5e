import { sqlState } from '@filemill/database';
import type { AuditAction } from '@filemill/product';
import { Injectable } from '@nestjs/common';
import { DataSource, Not } from 'typeorm';
import { AuditEntry } from './audit-entry.entity.js';

const UNIQUE_VIOLATION = '23505';

/** SQL of the audit log. */
@Injectable()
export class AuditEntriesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** `take` entries after the `skip` newest, of one action or of all, and their total count. */
  findNewest(skip: number, take: number, action?: AuditAction): Promise<[AuditEntry[], number]> {
    return this.dataSource.getRepository(AuditEntry).findAndCount({
      ...(action !== undefined && { where: { action } }),
      order: { createdAt: 'DESC', id: 'DESC' },
      skip,
      take,
    });
  }

  /** `take` entries after the `skip` oldest, of those that a user made or is the subject of. */
  findOf(userId: string, skip: number, take: number): Promise<AuditEntry[]> {
    return this.dataSource.getRepository(AuditEntry).find({
      where: [{ actorUserId: userId }, { subject: userId }],
      order: { createdAt: 'ASC', id: 'ASC' },
      skip,
      take,
    });
  }

  find(id: string): Promise<AuditEntry | null> {
    return this.dataSource.getRepository(AuditEntry).findOneBy({ id });
  }

  /** @returns false if there is an entry with this id */
  async insert(entry: Omit<AuditEntry, 'newVersion'>): Promise<boolean> {
    try {
      await this.dataSource.getRepository(AuditEntry).insert(entry);
      return true;
    } catch (error) {
      if (sqlState(error) === UNIQUE_VIOLATION) return false;
      throw error;
    }
  }

  /** Adds the outcome of an action; a refused one may still be done when it is requested again. */
  async finish(id: string, ending: Pick<AuditEntry, 'outcome' | 'newVersion'>): Promise<void> {
    await this.dataSource.getRepository(AuditEntry).update({ id, outcome: Not('done') }, ending);
  }
}
