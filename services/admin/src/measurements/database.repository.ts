import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Postgres's counters for the whole database. */
export interface DatabaseCounters {
  readonly connections: number;
  /** Committed and rolled back since the last reset; a query outside a transaction counts as one. */
  readonly transactions: number;
  readonly sizeBytes: number;
}

/** SQL about the database itself. */
@Injectable()
export class DatabaseRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws {AppError} UNAVAILABLE while Postgres is unreachable */
  async counters(): Promise<DatabaseCounters> {
    const [row]: [DatabaseCounters] = await this.dataSource.query(
      `SELECT numbackends AS connections,
              xact_commit + xact_rollback AS transactions,
              pg_database_size(datid) AS "sizeBytes"
         FROM pg_stat_database WHERE datname = current_database()`,
    );
    return row;
  }
}
