import type { Category } from '@filemill/product';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { OwnerKey } from '../conversions/conversions.repository.js';

/** SQL of an owner's use of the allowance. */
@Injectable()
export class OverviewRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Reserved and committed conversions of a period, such as `2026-11`, by category and as `total`; without zeros. */
  async used({ kind, id }: OwnerKey, period: string): Promise<Partial<Record<Category | 'total', number>>> {
    const rows: { category: string; used: number }[] = await this.dataSource.query(
      'SELECT category, used FROM counters WHERE subject = $1 AND period = $2',
      [`${kind}:${id}`, period],
    );
    return Object.fromEntries(rows.map(({ category, used }) => [category, used]));
  }
}
