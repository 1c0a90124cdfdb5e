import { StringDecoder } from 'node:string_decoder';

const NEWLINE = 0x0a;

/** How much a `LineReader` takes. */
export interface LineBounds {
  /** Bytes of one line, without its end. */
  readonly maxLineBytes: number;
  /** Bytes of all lines together, with their ends; as many as come by default. */
  readonly maxBytes?: number;
}

/**
 * Takes bytes as they come from a jailed process and passes on whole lines. Such a process may say anything, as much of
 * it as it likes and never end a line, and no limit of the jail counts what its reader keeps: this keeps one line at
 * most. A character may lie across two pieces; a line may end with `\n` alone, and a last one without it is not passed on.
 */
export class LineReader {
  /** The beginning of the line whose end has not come yet; made once it is needed. */
  private held: Buffer | undefined;
  private heldBytes = 0;
  /** The line in hand is longer than it may be. */
  private cut = false;
  private takenBytes = 0;
  private closed = false;

  /**
   * @param onLine - takes each line without its end; what it throws comes out of `add`
   * @param onExcess - called once when a bound is passed, after which nothing more is read; what it throws comes out of
   *   `add`. Without it a line that is too long is cut, and what comes after `maxBytes` is dropped
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
    // A buffer of its own: a part of the chunk would keep all of it, and joining part by part copies each time.
    this.held ??= Buffer.allocUnsafeSlow(maxLineBytes);
    this.heldBytes += part.copy(this.held, this.heldBytes);
    if (endsLine) this.pass(this.held.subarray(0, this.heldBytes));
  }

  private pass(bytes: Buffer): void {
    // The decoder keeps back what a cut leaves of a last character.
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
