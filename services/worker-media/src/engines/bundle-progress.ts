import { LineReader } from '@filemill/worker';

/** Longer than any line of `-progress` that ffmpeg writes. */
const MAX_LINE_BYTES = 256;

const pictureOf = (line: string): number | undefined => {
  const found = /^frame=(\d{1,9})$/.exec(line.trim())?.[1];
  return found === undefined ? undefined : Number(found);
};

/** Counts the packets of a video stream that ffmpeg only copies, by the lines of `-progress`. */
export class PacketCount {
  packets = 0;
  private readonly lines = new LineReader({ maxLineBytes: MAX_LINE_BYTES }, (line) => {
    this.packets = pictureOf(line) ?? this.packets;
  });

  add(chunk: Buffer): void {
    this.lines.add(chunk);
  }
}

/**
 * Turns the lines of `-progress` into the share of the pictures that are drawn.
 *
 * @param total - of all pictures
 * @param onProgress - 0 to 1, rising
 */
export function readPictures(total: number, onProgress: (fraction: number) => void): (chunk: Buffer) => void {
  let last = 0;
  const lines = new LineReader({ maxLineBytes: MAX_LINE_BYTES }, (line) => {
    const fraction = total > 0 ? Math.min(1, (pictureOf(line) ?? 0) / total) : 0;
    if (fraction <= last) return;
    last = fraction;
    onProgress(fraction);
  });
  return (chunk) => lines.add(chunk);
}
