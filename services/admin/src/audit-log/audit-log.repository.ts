import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditEntry } from './audit-entry.entity.js';

/** SQL of the audit log. */
@Injectable()
export class AuditLogRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** `take` entries after the `skip` newest, and how many there are in all. */
  findNewest(skip: number, take: number): Promise<[AuditEntry[], number]> {
    return this.dataSource
      .getRepository(AuditEntry)
      .findAndCount({ order: { createdAt: 'DESC', id: 'DESC' }, skip, take });
  }

  async insert(entry: Omit<AuditEntry, 'newVersion'>): Promise<void> {
    await this.dataSource.getRepository(AuditEntry).insert(entry);
  }

  /** Adds how a begun action ended. */
  async finish(id: string, ending: Pick<AuditEntry, 'outcome' | 'newVersion'>): Promise<void> {
    await this.dataSource.getRepository(AuditEntry).update({ id, outcome: 'begun' }, ending);
  }
}
