// A copy of the list in packages/product, which is not built yet when this package runs. A test compares both.

/** Services with a database of their own: a schema and a role each. */
export const DATABASES = ['accounts', 'billing', 'usage', 'admin'] as const;
/** One of {@link DATABASES}. */
export type DatabaseName = (typeof DATABASES)[number];

/** Processes that take jobs from the queue. */
export const WORKERS = ['worker-image', 'worker-media', 'worker-document'] as const;
/** One of {@link WORKERS}. */
export type WorkerName = (typeof WORKERS)[number];

/** All processes of Filemill, by the names of their folders in `services`. */
export const PROCESSES = ['gateway', ...DATABASES, ...WORKERS] as const;
/** One of {@link PROCESSES}. */
export type ProcessName = (typeof PROCESSES)[number];
