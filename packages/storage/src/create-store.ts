import { fileURLToPath } from 'node:url';
import { FsObjectStore } from './fs-object-store.js';
import type { ObjectStore } from './object-store.js';

/** The values of `storageConfig`. */
export interface StorageSettings {
  readonly STORE_URL: string;
  readonly STORE_MAX_USED_PERCENT: number;
}

/** The folder of a folder store; undefined for any other. */
export function storeFolder({ STORE_URL }: Pick<StorageSettings, 'STORE_URL'>): string | undefined {
  const url = new URL(STORE_URL);
  return url.protocol === 'file:' ? fileURLToPath(url) : undefined;
}

/** Opens the store that the configuration names. The AWS SDK is loaded only where it is used. */
export async function createStore(config: StorageSettings): Promise<ObjectStore> {
  const folder = storeFolder(config);
  if (folder) return new FsObjectStore(folder, config.STORE_MAX_USED_PERCENT);
  const url = new URL(config.STORE_URL);
  const { S3ObjectStore } = await import('./s3-object-store.js');
  return new S3ObjectStore({
    bucket: url.hostname,
    region: url.searchParams.get('region') ?? undefined,
    endpoint: url.searchParams.get('endpoint') ?? undefined,
  });
}
