// A copy of the lists in packages/product, which is not built yet when this package runs. A test compares both.

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

/** Environment variables of a process. */
export type Environment = Readonly<Record<string, string>>;

interface NodeProcess {
  readonly name: string;
  /** Path below the checkout. */
  readonly script: string;
  readonly env: Environment;
}

/** A service or worker, with the port of its health checks and metrics. */
export interface ServiceProcess extends NodeProcess {
  readonly opsPort: number;
}

/** A process that stands in for a service of the outside world, with the port on which it listens. */
export interface EmulatorProcess extends NodeProcess {
  readonly port: number;
}

/** The named values that are set. */
export const pick = (
  source: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = source[name];
      return value ? [[name, value]] : [];
    }),
  );
