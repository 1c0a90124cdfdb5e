import type { DownloadableFile } from './results.js';

/**
 * Headers of users' files: they can neither run nor load anything, even if a browser opens them in a tab.
 * (`sandbox` without tokens allows nothing.)
 */
export const FILE_HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
  'cross-origin-resource-policy': 'same-site',
  'x-content-type-options': 'nosniff',
} as const;

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

/**
 * `Content-Disposition` of a download: the name in UTF-8 (RFC 8187) for every current browser, and an ASCII form of it
 * (RFC 6266) for the others.
 *
 * @param fileName - cleaned: without folders, control or bidi characters
 */
export function attachmentHeader(fileName: string): string {
  const plain = fileName.normalize('NFKD').replace(/\p{M}/gu, '');
  // Quotes and backslashes need escapes that old clients misread; some decode a percent sign.
  const ascii = plain.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeExtended(fileName)}`;
}

/** Percent-encodes everything except `attr-char` (RFC 8187, section 3.2.1). */
const encodeExtended = (text: string): string =>
  encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
