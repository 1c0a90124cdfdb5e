import { z } from 'zod';

/** Where the objects are kept. Credentials of S3 come from the AWS SDK's own chain (environment, pod identity). */
export const storageConfig = {
  /** `file:///absolute/folder`, or `s3://bucket?region=eu-central-1` with `&endpoint=https://host` for other makers. */
  STORE_URL: z
    .url({ protocol: /^(file|s3)$/, error: 'file:///absolute/folder or s3://bucket' })
    .refine(
      (url) => isComplete(new URL(url)),
      'file:///absolute/folder or s3://bucket?region=…&endpoint=https://…',
    ),
  /** Of the folder store's disk; a process is not ready beyond it. */
  STORE_MAX_USED_PERCENT: z.coerce.number().min(1).max(100).default(90),
};

function isComplete({ protocol, hostname, pathname, searchParams }: URL): boolean {
  if (protocol === 'file:') return hostname === '' && pathname.length > 1;
  const endpoint = searchParams.get('endpoint');
  return hostname !== '' && (endpoint === null || /^https?:\/\/[^/]/.test(endpoint));
}
