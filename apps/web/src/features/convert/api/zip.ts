import { call, requestJson } from '@filemill/web-client';
import { saveFrom } from '../../../lib/save-file.js';

/**
 * Has the server pack results into one zip and lets the browser download it.
 *
 * @param fileName - for browsers that ignore the server's
 * @throws {ApiError} when a result is gone, or the server cannot
 */
export async function saveZipOfServer(conversionIds: string[], fileName: string): Promise<void> {
  const { url } = await requestJson('POST', '/api/download/zip', { body: { conversionIds } });
  // Checked first: this page would not notice the failed download of a broken link.
  await call(url, { method: 'HEAD' });
  saveFrom(url, fileName);
}
