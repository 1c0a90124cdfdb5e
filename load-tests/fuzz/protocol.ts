/** A reader and its name. */
export type NamedReader = [name: string, read: () => unknown];

/** A module of readers, such as `readers.ts`. */
export interface Readers {
  /** Catalogue ids. */
  readonly FORMATS: readonly string[];
  /** The code of a regular refusal, undefined for any other error. */
  refusalCode(error: unknown): string | undefined;
  /** The format that the content shows. */
  detect(bytes: Buffer): Promise<string | undefined>;
  /** Every reader of a file that is taken for a format. */
  readersOf(bytes: Buffer, format: string): NamedReader[];
}

/** What the reading thread is asked: to read bytes, or, without them, how much memory it holds. */
export interface Question {
  readonly bytes?: Uint8Array;
  /** Formats whose readers run in addition to the detected one's; undefined for all. */
  readonly formats?: readonly string[] | undefined;
}

/** One call of a reader. */
export interface Call {
  readonly name: string;
  /** For which the reader took the file; undefined for the detection. */
  readonly format: string | undefined;
  /** The detected format, or the code of a refusal. */
  readonly outcome: string | undefined;
  /** Stack of an error that is no refusal. */
  readonly error: string | undefined;
  /** Processor time in the thread. */
  cpuMs: number;
}

/** What the thread answers after reading. */
export interface ReadAnswer {
  readonly calls: Call[];
  /** Buffers that the readers have allocated. */
  readonly takenBytes: number;
}

/** What the thread answers about its memory. */
export interface MemoryAnswer {
  /** In use after a garbage collection. */
  readonly heldBytes: number;
}

/** The name of a call in reports. */
export const nameOf = ({ name, format }: Call): string => (format ? `${name} of ${format}` : name);
