import { call, PRODUCT_NAME, requestJson } from '@filemill/web-client';
import { pause } from '../../../lib/pause.js';
import { saveFrom } from '../../../lib/save-file.js';
import { zipName } from '../model/entry-names.js';
import type { ZipPart } from './browser-zip.js';
import { saveResult } from './conversion.js';

/**
 * Has the server pack results into one zip and lets the browser download it.
 *
 * @param fileName - for browsers that ignore the server's
 * @throws {ApiError} when a result is gone, or the server cannot
 */
async function saveZipOfServer(conversionIds: string[], fileName: string): Promise<void> {
  const { url } = await requestJson('POST', '/api/download/zip', { body: { conversionIds } });
  // Checked first: this page would not notice the failed download of a broken link.
  await call(url, { method: 'HEAD' });
  saveFrom(url, fileName);
}

/** Between two downloads that follow each other, from the specification. */
const SPACING_MS = 500;

/** How a batch was saved: as a zip, or file by file; `missing` are the names that could not be saved. */
export interface SavedBatch {
  readonly way: 'zip' | 'single';
  readonly missing: readonly string[];
}

/**
 * Saves several results: as the server's zip, else as one packed in the browser, else one by one.
 *
 * @param onZipFailed - the files now come one by one
 */
export async function saveBatch(parts: readonly ZipPart[], onZipFailed: () => void): Promise<SavedBatch> {
  const fileName = zipName(PRODUCT_NAME, new Date());
  const ids = parts.map(({ conversionId }) => conversionId);
  try {
    await saveZipOfServer(ids, fileName);
    return { way: 'zip', missing: [] };
  } catch {
    // The next way needs no zip of the server; its failures are reported.
  }
  try {
    const { saveZipOfBrowser } = await import('./browser-zip.js');
    return { way: 'zip', missing: await saveZipOfBrowser(parts, fileName) };
  } catch {
    onZipFailed();
    return { way: 'single', missing: await saveOneByOne(parts) };
  }
}

async function saveOneByOne(parts: readonly ZipPart[]): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const { conversionId, fileName } of parts) {
    await saveResult(conversionId, fileName).catch(() => missing.push(fileName));
    await pause(SPACING_MS);
  }
  return missing;
}
