import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';
import type { DataSource } from 'typeorm';

/** Shows the use of a connection pool at the time of the scrape. */
export function observePool(registry: Registry, dataSource: DataSource): void {
  const registers = [registry];
  // TypeORM keeps the pool of `pg` under this name, and creates another when it reconnects.
  const pool = (): Pool | undefined => (dataSource.driver as unknown as { master?: Pool }).master;
  new Gauge({
    name: 'postgres_pool_connections',
    help: 'Connections open',
    labelNames: ['state'],
    registers,
    collect() {
      const { totalCount = 0, idleCount = 0 } = pool() ?? {};
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'busy' }, totalCount - idleCount);
    },
  });
  new Gauge({
    name: 'postgres_pool_size',
    help: 'Most connections that may be open',
    registers,
    collect() {
      this.set(pool()?.options.max ?? 0);
    },
  });
  new Gauge({
    name: 'postgres_pool_waiters',
    help: 'Queries that wait for a connection',
    registers,
    collect() {
      this.set(pool()?.waitingCount ?? 0);
    },
  });
}
