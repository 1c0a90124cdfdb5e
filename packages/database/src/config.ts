import { z } from 'zod';

/** Variables of every process that has a database. */
export const databaseConfig = {
  /** The service's own role, such as `postgres://filemill_usage:…@host:5432/filemill`. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** Connections that one process may hold; all processes together must stay below the server's limit. */
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(100).default(10),
};
