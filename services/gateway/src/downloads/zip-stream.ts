import type { PassThrough, Readable } from 'node:stream';
import yazl from 'yazl';
import type { DownloadableFile } from './download.service.js';
import type { ZipEntry } from './zip-entries.js';

/** Fastest: a download should wait for the network, not for deflate. */
const COMPRESSION_LEVEL = 1;

/** A zip while it is made. */
export interface ZipStream {
  readonly body: Readable;
  /** Where it can be told beforehand: unless something is compressed. */
  readonly sizeBytes: number | undefined;
}

/**
 * Packs files one after the other, each opened when its turn has come; zip64 where sizes ask for it. A file that cannot
 * be read breaks the stream off; when the stream is destroyed, the file being read is let go.
 */
export function zipStream(
  entries: readonly ZipEntry[],
  read: (file: DownloadableFile) => Promise<Readable>,
): ZipStream {
  const zip = new yazl.ZipFile();
  const body = zip.outputStream as PassThrough;
  let reading: Readable | undefined;
  // yazl reports what it cannot read on itself, not on its stream.
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
  // The rest parameter stands for the size in all, which the library's types leave out; -1 if it cannot be told.
  zip.end(undefined, (...[total]: number[]) => {
    if (total !== undefined && total >= 0) sizeBytes = total;
  });
  return { body, sizeBytes };
}
