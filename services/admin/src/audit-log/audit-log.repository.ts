import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditEntry } from './audit-entry.entity.js';

/** Reads the audit log. */
@Injectable()
export class AuditLogRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** `take` entries after the `skip` newest, and how many there are in all. */
  findNewest(skip: number, take: number): Promise<[AuditEntry[], number]> {
    return this.dataSource
      .getRepository(AuditEntry)
      .findAndCount({ order: { createdAt: 'DESC', id: 'DESC' }, skip, take });
  }
}
