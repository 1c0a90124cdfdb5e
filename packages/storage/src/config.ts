import { z } from 'zod';

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
