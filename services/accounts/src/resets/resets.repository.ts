import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { PasswordReset } from './password-reset.entity.js';

/** Stores the newest reset link of each user. */
@Injectable()
export class ResetsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Replaces the earlier link. */
  async put(reset: PasswordReset): Promise<void> {
    await this.dataSource.getRepository(PasswordReset).upsert(reset, ['userId']);
  }

  /** A link that can still be used. */
  find(tokenHash: Buffer, now: Date): Promise<PasswordReset | null> {
    return this.dataSource
      .getRepository(PasswordReset)
      .createQueryBuilder('reset')
      .where('reset.tokenHash = :tokenHash AND reset.expiresAt > :now', { tokenHash, now })
      .getOne();
  }

  /** @returns false if another call used it first, or a newer link has replaced it */
  async use(tokenHash: Buffer, tx: EntityManager): Promise<boolean> {
    const { affected } = await tx.getRepository(PasswordReset).delete({ tokenHash });
    return affected === 1;
  }

  /** Invalidates the link of a user, if there is one. */
  async remove(userId: string, tx: EntityManager): Promise<void> {
    await tx.getRepository(PasswordReset).delete({ userId });
  }

  async purgeExpired(now: Date): Promise<void> {
    await this.dataSource.query('DELETE FROM password_resets WHERE expires_at <= $1', [now]);
  }
}
