import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { FsObjectStore } from './fs-object-store.js';
import type { ObjectStore } from './object-store.js';

/** Where the objects are kept. Credentials of S3 come from the AWS SDK's own chain (environment, pod identity). */
export const storageConfig = {
  /** `file:///absolute/folder`, or `s3://bucket?region=eu-central-1` `&endpoint=https://host` for other providers. */
  STORE_URL: z
    .string()
    .refine(isStoreUrl, 'file:///absolute/folder or s3://bucket?region=…&endpoint=https://…'),
  /** Of the folder store's disk; a process is not ready beyond it. */
  STORE_MAX_USED_PERCENT: z.coerce.number().min(1).max(100).default(90),
};

function isStoreUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url?.protocol === 'file:') return url.hostname === '' && url.pathname.length > 1;
  if (url?.protocol !== 's3:' || url.hostname === '') return false;
  const endpoint = url.searchParams.get('endpoint');
  return endpoint === null || /^https?:\/\/[^/]/.test(endpoint);
}

/** The values of `storageConfig`. */
interface StorageSettings {
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
