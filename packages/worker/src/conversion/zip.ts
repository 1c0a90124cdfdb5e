import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';

/** Fixed, so that the same pages make the same bytes; the first instant that a zip can hold. */
const ENTRY_TIME = new Date(1980, 0, 1);
const MIN_DIGITS = 3;

/**
 * Packs pages as `<base>-001.jpg`, `<base>-002.jpg` …, streamed. Stored, not compressed: pictures do not shrink.
 *
 * @param base - name of the upload without its extension
 */
export async function zipPages(
  pages: readonly string[],
  base: string,
  extension: string,
  target: string,
  signal: AbortSignal,
): Promise<void> {
  const zip = new yazl.ZipFile();
  const digits = Math.max(MIN_DIGITS, String(pages.length).length);
  for (const [index, path] of pages.entries()) {
    const name = `${base}-${String(index + 1).padStart(digits, '0')}.${extension}`;
    zip.addFile(path, name, { mtime: ENTRY_TIME, compress: false });
  }
  zip.end();
  // yazl reports an unreadable page on itself, not on its stream.
  const failed = new AbortController();
  zip.on('error', (error) => failed.abort(error));
  await pipeline(zip.outputStream, createWriteStream(target), {
    signal: AbortSignal.any([signal, failed.signal]),
  });
}
