/** How the service must answer: one of these codes, or a finished conversion that shows nothing of the outside. */
export type Verdict = { readonly codes: readonly string[]; readonly atWork?: true } | 'inert';

/** One hostile file, the way it is sent, and what must become of it. */
export interface HostileCase {
  readonly title: string;
  readonly name: string;
  readonly bytes: Buffer;
  readonly to: string;
  readonly verdict: Verdict;
  /** Text that the finished output must hold, to prove that the file was read at all. */
  readonly keeps?: string;
}

/** Files of one kind of attack, and the same files without it, which must convert: blocking too much also fails. */
export interface HostileClass {
  /** Number and title in docs/security.md. */
  readonly title: string;
  readonly cases: readonly HostileCase[];
  readonly harmless: readonly { readonly name: string; readonly bytes: Buffer; readonly to: string }[];
}

/** Things outside of a job that hostile files point at. */
export interface Targets {
  /** Absolute path of a file that the service's user may read. */
  readonly file: string;
  /** Absolute path of another guest's upload. */
  readonly neighbour: string;
  /** Address of a listener on loopback. */
  readonly address: string;
}

export const refused = (...codes: string[]): Verdict => ({ codes });

/** Refused only when the work has shown it; then the time of the class holds, not that of a look at the structure. */
export const refusedAtWork = (...codes: string[]): Verdict => ({ codes, atWork: true });

/** Statuses of the codes that a file can cause: docs/api.md. */
export const STATUS: Readonly<Record<string, number>> = {
  invalid_request: 400,
  file_too_large: 413,
  unsupported_format: 415,
  file_corrupt: 422,
  file_encrypted: 422,
  option_invalid: 422,
  engine_failed: 500,
  engine_timeout: 504,
};
