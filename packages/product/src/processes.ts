/** The gRPC services. Each has a schema of its name in the database. */
export const SERVICE_NAMES = ['accounts', 'billing', 'usage', 'admin'] as const;
/** One of {@link SERVICE_NAMES}. */
export type ServiceName = (typeof SERVICE_NAMES)[number];

/** The processes that convert files. */
export const WORKER_NAMES = ['worker-image', 'worker-media', 'worker-document'] as const;
/** One of {@link WORKER_NAMES}. */
export type WorkerName = (typeof WORKER_NAMES)[number];

/** All processes of Filemill, by the names of their folders in `services`. */
export const PROCESS_NAMES = ['gateway', ...SERVICE_NAMES, ...WORKER_NAMES] as const;
