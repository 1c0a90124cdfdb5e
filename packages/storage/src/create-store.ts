import { fileURLToPath } from 'node:url';
import { FsObjectStore } from './fs-object-store.js';
import type { ObjectStore } from './object-store.js';

/** The values of `storageConfig`. */
export interface StorageSettings {
  readonly STORE_URL: string;
  readonly STORE_MAX_USED_PERCENT: number;
}

/** Opens the store that the configuration names. The AWS SDK is loaded only where it is used. */
export async function createStore(config: StorageSettings): Promise<ObjectStore> {
  const url = new URL(config.STORE_URL);
  if (url.protocol === 'file:') return new FsObjectStore(fileURLToPath(url), config.STORE_MAX_USED_PERCENT);
  const { S3ObjectStore } = await import('./s3-object-store.js');
  return new S3ObjectStore({
    bucket: url.hostname,
    region: url.searchParams.get('region') ?? undefined,
    endpoint: url.searchParams.get('endpoint') ?? undefined,
  });
}
