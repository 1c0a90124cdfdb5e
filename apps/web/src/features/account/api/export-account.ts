import { getBlob, PRODUCT_NAME } from '@filemill/web-client';
import { saveBlob } from '../../../lib/save-file.js';

/** Saves all stored data about the user as a JSON file. @throws {ApiError} */
export async function exportAccount(): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  saveBlob(await getBlob('/api/user/export'), `${PRODUCT_NAME.toLowerCase()}-account-${day}.json`);
}
