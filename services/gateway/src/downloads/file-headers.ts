import { FILE_HEADERS } from '../http/security-headers.js';
import { attachmentHeader } from './content-disposition.js';
import type { DownloadableFile } from './download.service.js';

/** Headers of an uploaded or converted file, without its length. */
export const fileHeaders = (file: DownloadableFile) => ({
  ...FILE_HEADERS,
  'content-type': file.contentType,
  'content-disposition': attachmentHeader(file.fileName),
  'accept-ranges': 'bytes',
  etag: file.etag,
  // Only the caller may cache it, and only until it expires.
  'cache-control': 'private, no-store',
});
