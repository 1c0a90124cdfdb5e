import { ApiError, callRoute } from '@filemill/web-client';
import { saveBlob } from '../../../lib/save-file.js';

/** Larger results use the browser's own download, which does not hold them in memory. */
export const MAX_IN_MEMORY_BYTES = 104_857_600;

/** Reads a result into memory. @throws {ApiError} `gone` after the hour, among others */
export async function fetchResult(id: string, signal?: AbortSignal): Promise<Blob> {
  return (await callRoute('GET', '/api/download/{id}', { params: { id }, signal })).blob();
}

/** Fetches a result and saves it under its name. @throws {ApiError} as {@link fetchResult} does */
export async function saveResult(conversionId: string, fileName: string): Promise<void> {
  saveBlob(await fetchResult(conversionId), fileName);
}

/** Stops an unfinished conversion; erases input and result at once. 404 and 410 mean that it is erased already. */
export async function deleteConversion(id: string): Promise<void> {
  try {
    await callRoute('DELETE', '/api/conversions/{id}', { params: { id } });
  } catch (error) {
    const isErased = error instanceof ApiError && (error.status === 404 || error.status === 410);
    if (!isErased) throw error;
  }
}
