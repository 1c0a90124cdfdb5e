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
