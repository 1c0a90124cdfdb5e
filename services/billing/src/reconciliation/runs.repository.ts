import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** When a periodic task last ran. */
@Injectable()
export class RunsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Unix milliseconds; undefined if never. */
  async lastMs(name: string): Promise<number | undefined> {
    const rows: { ran_at: Date }[] = await this.dataSource.query('SELECT ran_at FROM runs WHERE name = $1', [
      name,
    ]);
    return rows[0]?.ran_at.getTime();
  }

  async save(name: string, ranAt: Date): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO runs (name, ran_at) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET ran_at = excluded.ran_at`,
      [name, ranAt],
    );
  }
}
