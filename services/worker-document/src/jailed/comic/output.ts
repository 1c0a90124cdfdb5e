import { closeSync, openSync, writeSync } from 'node:fs';

/** Writes a file from its beginning to its end, and knows how far it is. */
export class Output {
  private readonly file: number;
  /** Bytes so far. */
  at = 0;

  constructor(path: string) {
    this.file = openSync(path, 'w');
  }

  write(bytes: Buffer): void {
    for (let done = 0; done < bytes.length; ) done += writeSync(this.file, bytes, done);
    this.at += bytes.length;
  }

  end(): void {
    closeSync(this.file);
  }
}
