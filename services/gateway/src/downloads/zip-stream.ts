import type { PassThrough, Readable } from 'node:stream';
import yazl from 'yazl';
import type { DownloadableFile } from './results.js';
import type { ZipEntry } from './zip-entries.js';

/** Fastest level: a download should wait for the network, not for deflate. */
const COMPRESSION_LEVEL = 1;

/** A zip that is being written. */
export interface ZipStream {
  readonly body: Readable;
  /** Known in advance unless something is compressed. */
  readonly sizeBytes: number | undefined;
}

/**
 * Packs files one after the other, each opened at its turn; uses zip64 if necessary. An unreadable file
 * breaks the stream; when the stream is destroyed, the open file is closed.
 */
export function zipStream(
  entries: readonly ZipEntry[],
  read: (file: DownloadableFile) => Promise<Readable>,
): ZipStream {
  const zip = new yazl.ZipFile();
  const body = zip.outputStream as PassThrough;
  let reading: Readable | undefined;
  // yazl reports an unreadable file on itself, not on its stream.
  zip.on('error', (error) => body.destroy(error));
  body.once('close', () => reading?.destroy());
  for (const { name, file, isCompressed } of entries) {
    const compressionLevel = isCompressed ? COMPRESSION_LEVEL : 0;
    const options = { compressionLevel, size: file.sizeBytes, mtime: new Date(file.finishedAtMs) };
    zip.addReadStreamLazy(name, options, (done) => {
      read(file).then(
        (opened) => {
          reading = opened.on('error', (error) => zip.emit('error', error));
          if (body.destroyed) opened.destroy();
          else done(null, opened);
        },
        (error: unknown) => zip.emit('error', error),
      );
    });
  }
  let sizeBytes: number | undefined;
  // The rest parameter is the total size, which the library's types omit; -1 if unknown.
  zip.end(undefined, (...[total]: number[]) => {
    if (total !== undefined && total >= 0) sizeBytes = total;
  });
  return { body, sizeBytes };
}
