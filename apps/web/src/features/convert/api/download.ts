import { deleteResource, getBlob } from '@filemill/web-client';
import { saveBlob } from '../../../lib/save-file.js';
import { conversionPath } from './conversion.js';

/** Larger results use the browser's own download, which does not hold them in memory. */
export const MAX_IN_MEMORY_BYTES = 104_857_600;

/** Address of a result for its owner. */
export const downloadPath = (conversionId: string): string => `/api/download/${conversionId}`;

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
  deleteResource(conversionPath(conversionId));
