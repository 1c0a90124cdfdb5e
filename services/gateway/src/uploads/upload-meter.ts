import { Transform, type TransformCallback } from 'node:stream';
import { AppError } from '@filemill/errors';

/** Bytes kept from the beginning of each upload: enough for every format with a signature at the start. */
const HEAD_BYTES = 65_536;

/** Passes a file on, counts its bytes, keeps its beginning, and ends it with FILE_TOO_LARGE above the limit. */
export class UploadMeter extends Transform {
  sizeBytes = 0;
  private readonly headParts: Buffer[] = [];
  private headBytes = 0;
  private headSeen = false;

  /**
   * @param limitBytes - limit while the category is unknown
   * @param onHead - called once after the first 64 KB, for files of that length
   */
  constructor(
    private limitBytes: number,
    private readonly onHead: (head: Buffer) => void,
  ) {
    super();
  }

  /** The beginning of the file, all of it when it is shorter than 64 KB. */
  get head(): Buffer {
    return Buffer.concat(this.headParts);
  }

  /** Lowers the limit when the category is known; it also applies to bytes that have passed. */
  restrict(limitBytes: number): void {
    this.limitBytes = Math.min(this.limitBytes, limitBytes);
    if (this.sizeBytes > this.limitBytes) this.destroy(tooLarge(this.limitBytes));
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.sizeBytes += chunk.length;
    this.keepHead(chunk);
    if (this.sizeBytes > this.limitBytes) done(tooLarge(this.limitBytes));
    else done(null, chunk);
  }

  private keepHead(chunk: Buffer): void {
    if (this.headSeen) return;
    // Copied, because a slice would keep the parser's whole buffer in memory.
    const part = Buffer.from(chunk.subarray(0, HEAD_BYTES - this.headBytes));
    this.headParts.push(part);
    this.headBytes += part.length;
    if (this.headBytes < HEAD_BYTES) return;
    this.headSeen = true;
    this.onHead(this.head);
  }
}

/** The refusal of a file above a limit. */
export const tooLarge = (limitBytes: number): AppError => new AppError('FILE_TOO_LARGE', { limitBytes });
