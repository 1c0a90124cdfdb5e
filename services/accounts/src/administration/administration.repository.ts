import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { User } from '../users/user.entity.js';

/** Counts and lists of users. */
interface UserCounts {
  readonly total: number;
  readonly since: number;
  readonly pro: number;
}

/** New users of one UTC day, such as `2026-11-21`. */
interface DayCount {
  readonly date: string;
  readonly count: number;
}

/** SQL that reads all users. */
@Injectable()
export class AdministrationRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Users whose e-mail address, name or id contains the text in either case, newest first.
   *
   * @param page - from 1
   */
  list(search: string, page: number, pageSize: number): Promise<[User[], number]> {
    const query = this.dataSource.getRepository(User).createQueryBuilder('user');
    if (search !== '') {
      query.where(
        'user.email ILIKE :pattern OR user.username ILIKE :pattern OR CAST(user.id AS text) ILIKE :pattern',
        {
          pattern: `%${escapeLike(search)}%`,
        },
      );
    }
    return query
      .orderBy({ 'user.createdAt': 'DESC', 'user.id': 'DESC' })
      .skip((page - 1) * pageSize)
      .take(pageSize)
      .getManyAndCount();
  }

  async count(since: Date): Promise<UserCounts> {
    const [row]: [UserCounts] = await this.dataSource.query(
      `SELECT count(*) AS total, count(*) FILTER (WHERE created_at >= $1) AS since,
              count(*) FILTER (WHERE plan = 'pro') AS pro
         FROM users`,
      [since],
    );
    return row;
  }

  /** Days with new users, ascending. */
  countByDay(since: Date): Promise<DayCount[]> {
    return this.dataSource.query(
      `SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS date, count(*) AS count
         FROM users WHERE created_at >= $1 GROUP BY 1 ORDER BY 1`,
      [since],
    );
  }
}

/** A pattern that matches the text itself. */
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
