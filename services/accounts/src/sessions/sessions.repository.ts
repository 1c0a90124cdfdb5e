import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Session } from './session.entity.js';

/** Stores sessions. */
@Injectable()
export class SessionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async add(session: Session, tx: EntityManager = this.dataSource.manager): Promise<void> {
    await tx.getRepository(Session).insert(session);
  }

  async end(id: string): Promise<void> {
    await this.dataSource.getRepository(Session).delete({ id });
  }

  async endAll(userId: string, tx: EntityManager): Promise<void> {
    await tx.getRepository(Session).delete({ userId });
  }

  /** Newest first. */
  list(userId: string): Promise<Session[]> {
    return this.dataSource.getRepository(Session).find({ where: { userId }, order: { createdAt: 'DESC' } });
  }

  async purgeExpired(now: Date): Promise<void> {
    await this.dataSource.query('DELETE FROM sessions WHERE expires_at <= $1', [now]);
  }
}
