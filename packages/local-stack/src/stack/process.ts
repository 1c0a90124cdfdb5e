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
