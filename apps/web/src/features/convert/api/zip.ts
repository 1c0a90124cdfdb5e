import type { ZipLink } from '@filemill/api';
import { call, sendJson } from '@filemill/web-client';
import { saveFrom } from '../../../lib/save-file.js';

/**
 * Has the server pack results into one zip and lets the browser download it.
 *
 * @param fileName - for browsers that ignore the server's
 * @throws {ApiError} when a result is gone, or the server cannot
 */
export async function saveZipOfServer(conversionIds: readonly string[], fileName: string): Promise<void> {
  const { url } = await sendJson<ZipLink>('POST', '/api/download/zip', { conversionIds });
  // Checked first: this page would not notice the failed download of a broken link.
  await call(url, { method: 'HEAD' });
  saveFrom(url, fileName);
}
