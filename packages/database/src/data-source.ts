import { createHash } from 'node:crypto';
import pg from 'pg';
import { DataSource, type DataSourceOptions, type QueryRunner, type ReplicationMode } from 'typeorm';
import { z } from 'zod';
import { isUnanswered, toDatabaseError } from './errors.js';

/** Variables of every process that has a database. */
export const databaseConfig = {
  /** The service's own role, such as `postgres://filemill_usage:…@host:5432/filemill`. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** Connections that one process may hold; all processes together must stay below the server's limit. */
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(100).default(10),
};

/** What a service keeps in Postgres. */
export interface ServiceDatabase {
  /** The schema that the service owns; no other schema is on its search path. */
  readonly schema: string;
  /** Entity classes. */
  readonly entities: readonly (new () => object)[];
  /** Migration classes, oldest first; each name ends in the Unix milliseconds at which it was written. */
  readonly migrations: readonly (new () => object)[];
}

/** How to reach the database. */
export interface ConnectionSettings {
  readonly url: string;
  /** Most connections of this process; 10 by default. */
  readonly poolSize?: number;
  /** The server ends a statement after this long; 0 for never, 4 s by default, below the 5 s deadline of a call. */
  readonly statementTimeoutMs?: number;
  /** Longest wait for a connection; 1.5 s by default. */
  readonly connectTimeoutMs?: number;
}

/** For work that no request waits for, such as a migration: a busy server is no reason to give up. */
export const PATIENT = { statementTimeoutMs: 0, connectTimeoutMs: 60_000 };

const DEFAULT_POOL_SIZE = 10;
const DEFAULT_STATEMENT_TIMEOUT_MS = 4_000;
/** Idle connections that stay open: a busy Postgres may take seconds to accept a new one. */
const WARM_CONNECTIONS = 2;
/** From the pool or the network: requests fail fast while Postgres is unreachable. */
const DEFAULT_CONNECT_TIMEOUT_MS = 1_500;
/** How much longer than the server's own timeout the client waits, for a server that vanished without closing. */
const ANSWER_GRACE_MS = 1_000;

/**
 * A pool of connections to one service's schema. The schema is never changed from entities. Queries fail with
 * UNAVAILABLE while Postgres is unreachable, within 1.5 s unless set otherwise; the pool reconnects once it is back.
 */
export function createDataSource(database: ServiceDatabase, settings: ConnectionSettings): DataSource {
  const {
    poolSize = DEFAULT_POOL_SIZE,
    statementTimeoutMs = DEFAULT_STATEMENT_TIMEOUT_MS,
    connectTimeoutMs = DEFAULT_CONNECT_TIMEOUT_MS,
  } = settings;
  return new MappedDataSource({
    type: 'postgres',
    driver: pg,
    url: settings.url,
    schema: database.schema,
    entities: [...database.entities],
    migrations: [...database.migrations],
    synchronize: false,
    // Only migrations create objects; ids come from the services.
    installExtensions: false,
    logging: false,
    poolSize,
    connectTimeoutMS: connectTimeoutMs,
    // Sizes in bytes and instants in milliseconds stay below 2^53.
    parseInt8: true,
    extra: {
      options: `-c search_path=${database.schema} -c timezone=UTC`,
      keepAlive: true,
      min: Math.min(WARM_CONNECTIONS, poolSize),
      ...(statementTimeoutMs > 0 && {
        statement_timeout: statementTimeoutMs,
        query_timeout: statementTimeoutMs + ANSWER_GRACE_MS,
        idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
      }),
    },
  });
}

/** Maps the driver's errors in the one place that every query passes: repositories, raw SQL and transactions. */
class MappedDataSource extends DataSource {
  constructor(options: DataSourceOptions) {
    super(options);
  }

  override initialize(): Promise<this> {
    return super.initialize().catch((error: unknown) => {
      throw toDatabaseError(error);
    });
  }

  override createQueryRunner(mode?: ReplicationMode): QueryRunner {
    const runner = super.createQueryRunner(mode);
    const query = runner.query.bind(runner) as (...args: unknown[]) => Promise<unknown>;
    runner.query = (async (statement: string, parameters?: unknown[], ...args: unknown[]) => {
      try {
        return await query(parameters?.length ? prepared(statement) : statement, parameters, ...args);
      } catch (error) {
        if (isUnanswered(error)) await endConnection(runner);
        throw toDatabaseError(error);
      }
    }) as QueryRunner['query'];
    return runner;
  }
}

/** The statements of a service's code; more of them could only be made by putting values into their text. */
const MAX_PREPARED = 500;
const names = new Map<string, string>();

/**
 * A statement that each connection parses and plans once: planning those with several parts costs as much as running
 * them (measured: 1 ms for an ending). Statements without parameters run too seldom to be kept.
 */
function prepared(text: string): string | pg.QueryConfig {
  let name = names.get(text);
  if (name === undefined) {
    if (names.size >= MAX_PREPARED) return text;
    name = createHash('sha1').update(text).digest('hex');
    names.set(text, name);
  }
  return { name, text };
}

/** A connection without an answer is still waiting for it and must not return to the pool. */
async function endConnection(runner: QueryRunner): Promise<void> {
  const client: pg.ClientBase & Partial<pg.Client> = await runner.connect();
  await client.end?.();
}
