import { deleteAt, getBlob } from '@filemill/web-client';
import { conversionPath } from './conversion.js';

/** Larger results go to the browser's own download, which does not hold them in memory. */
export const MAX_IN_MEMORY_BYTES = 104_857_600;

/** Address of a result for its owner. */
export const downloadPath = (conversionId: string): string => `/api/download/${conversionId}`;

/** Lets the browser save what is at an address. */
export function saveFrom(url: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
}

/** Saves what is in memory. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  saveFrom(url, fileName);
  // The download has begun once the click is handled.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/**
 * Fetches a result and saves it under its name.
 *
 * @throws {ApiError} `gone` after the hour, among others
 */
export async function saveResult(conversionId: string, fileName: string): Promise<void> {
  saveBlob(await getBlob(downloadPath(conversionId)), fileName);
}

/** Stops an unfinished conversion; erases input and result at once. */
export const deleteConversion = (conversionId: string): Promise<void> =>
  deleteAt(conversionPath(conversionId));
