/**
 * The expected answer: one of these error codes, or a finished conversion that contains nothing from outside the file.
 */
export type Verdict = { readonly codes: readonly string[]; readonly afterWork?: true } | 'inert';

/** One hostile file, how it is sent, and the expected answer. */
export interface HostileCase {
  readonly title: string;
  readonly name: string;
  readonly bytes: Buffer;
  readonly to: string;
  readonly verdict: Verdict;
  /** Text that the output must contain, which proves that the file was read. */
  readonly keeps?: string;
}

/** Files of one kind of attack, and the same files without it, which must convert: blocking too much also fails. */
export interface HostileClass {
  /** Number and title in docs/security.md. */
  readonly title: string;
  readonly cases: readonly HostileCase[];
  readonly harmless: readonly { readonly name: string; readonly bytes: Buffer; readonly to: string }[];
}

/** Secrets outside the job that hostile files refer to. */
export interface Targets {
  /** Absolute path of a file that the service's user can read. */
  readonly file: string;
  /** Absolute path of another guest's upload. */
  readonly neighbour: string;
  /** Address of a listener on loopback. */
  readonly address: string;
}

export const refused = (...codes: string[]): Verdict => ({ codes });

/** Refused only after work: then the time limit of the class applies, not that of the structure check. */
export const refusedAfterWork = (...codes: string[]): Verdict => ({ codes, afterWork: true });

/** HTTP statuses of the error codes that a file can cause, written out so that a changed table fails the tests. */
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
