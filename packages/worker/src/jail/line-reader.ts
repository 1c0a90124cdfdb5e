import { StringDecoder } from 'node:string_decoder';

const NEWLINE = 0x0a;

/** Limits of a `LineReader`. */
export interface LineBounds {
  /** Bytes of one line, without its end. */
  readonly maxLineBytes: number;
  /** Bytes of all lines together, with their ends; unlimited by default. */
  readonly maxBytes?: number;
}

/**
 * Takes bytes from a jailed process as they arrive and passes on whole lines. Such a process may write without end and
 * never end a line, and no limit of the jail counts the memory of its reader: this keeps one line at most. A character
 * may be split between two pieces. Only `\n` ends a line; a last line without it is not passed on.
 */
export class LineReader {
  /** The beginning of a line whose end has not arrived yet; allocated when needed. */
  private held: Buffer | undefined;
  private heldBytes = 0;
  /** The current line is too long. */
  private cut = false;
  private takenBytes = 0;
  private closed = false;

  /**
   * @param onLine - receives each line without its end; `add` rethrows its errors
   * @param onExcess - called once when a limit is passed, after which nothing more is read; `add` rethrows its errors.
   *   Without it a line that is too long is cut, and bytes after `maxBytes` are dropped
   */
  constructor(
    private readonly bounds: LineBounds,
    private readonly onLine: (line: string) => void,
    private readonly onExcess?: () => void,
  ) {}

  /** Reads the next piece of the stream. */
  add(chunk: Buffer): void {
    const room = (this.bounds.maxBytes ?? Number.POSITIVE_INFINITY) - this.takenBytes;
    this.takenBytes += Math.min(chunk.length, room);
    const taken = chunk.length > room ? chunk.subarray(0, room) : chunk;
    for (let at = 0; at < taken.length && !this.closed; ) {
      const newline = taken.indexOf(NEWLINE, at);
      const end = newline < 0 ? taken.length : newline;
      this.takePart(taken.subarray(at, end), newline >= 0);
      at = end + 1;
    }
    if (taken !== chunk) this.exceed();
  }

  private takePart(part: Buffer, endsLine: boolean): void {
    const { maxLineBytes } = this.bounds;
    if (this.heldBytes + part.length > maxLineBytes) {
      this.cut = true;
      this.exceed();
    }
    if (this.closed) return;
    if (endsLine && this.heldBytes === 0) {
      this.pass(part.subarray(0, maxLineBytes));
      return;
    }
    // A separate buffer: a slice would keep the whole chunk in memory, and joining piece by piece copies each time.
    this.held ??= Buffer.allocUnsafeSlow(maxLineBytes);
    this.heldBytes += part.copy(this.held, this.heldBytes);
    if (endsLine) this.pass(this.held.subarray(0, this.heldBytes));
  }

  private pass(bytes: Buffer): void {
    // The decoder drops an incomplete last character after a cut.
    const line = this.cut ? new StringDecoder('utf8').write(bytes) : bytes.toString('utf8');
    this.heldBytes = 0;
    this.cut = false;
    this.onLine(line);
  }

  private exceed(): void {
    if (!this.onExcess || this.closed) return;
    this.closed = true;
    this.held = undefined;
    this.onExcess();
  }
}

/** Collects the first or the last part of a stream; the rest is read and dropped, so the writer never blocks. */
export class CappedText {
  private chunks: Buffer[] = [];
  private sizeBytes = 0;

  constructor(
    private readonly capBytes: number,
    private readonly keep: 'first' | 'last',
  ) {}

  add(chunk: Buffer): void {
    if (this.keep === 'first' && this.sizeBytes >= this.capBytes) return;
    this.chunks.push(chunk);
    this.sizeBytes += chunk.length;
    // Twice the cap before it is cut, so that a flood is not copied once per chunk.
    if (this.keep === 'last' && this.sizeBytes > 2 * this.capBytes) {
      this.chunks = [this.bytes()];
      this.sizeBytes = this.capBytes;
    }
  }

  toString(): string {
    return this.bytes().toString('utf8');
  }

  private bytes(): Buffer {
    const all = Buffer.concat(this.chunks);
    return this.keep === 'first' ? all.subarray(0, this.capBytes) : all.subarray(-this.capBytes);
  }
}
