import { S3Client } from '@aws-sdk/client-s3';

/** Which bucket, and where. */
export interface S3Settings {
  readonly bucket: string;
  /** The SDK's own rules (AWS_REGION …) if absent. */
  readonly region: string | undefined;
  /** Another provider's server; addressed by path instead of by host name. */
  readonly endpoint: string | undefined;
}

/** Tries of one request; the SDK waits between them with exponential back-off and full jitter. */
const MAX_ATTEMPTS = 5;
const CONNECTION_TIMEOUT_MS = 2_000;
/**
 * Limit until the response headers arrive, including sending the request: a part of 5 MB at 4 Mbit/s. A hanging request
 * is retried while the uploading caller still waits.
 */
const REQUEST_TIMEOUT_MS = 10_000;
/** Silence on a connection; longer than a reader of a download may pause. */
const SOCKET_TIMEOUT_MS = 120_000;
/** Uses of the store; each has its own client. */
type Use = 'uploads' | 'downloads' | 'calls';

/**
 * Connections at a time for each use. A download holds one as long as its reader takes, an upload up to two while a part
 * is in progress, and a call (everything else) for a moment.
 */
export const MAX_SOCKETS: Readonly<Record<Use, number>> = { uploads: 512, downloads: 512, calls: 128 };

/** Clients of one bucket that share no connection. */
export type S3Clients = Readonly<Record<Use, S3Client>>;

/**
 * Clients that check what they send and receive by checksum wherever the server offers one (the SDK's default). Readers
 * that use all download connections block neither uploads nor other calls.
 */
export const createS3Clients = (settings: S3Settings): S3Clients => ({
  uploads: createS3Client(settings, MAX_SOCKETS.uploads),
  downloads: createS3Client(settings, MAX_SOCKETS.downloads),
  calls: createS3Client(settings, MAX_SOCKETS.calls),
});

function createS3Client({ region, endpoint }: S3Settings, maxSockets: number): S3Client {
  const agent = { keepAlive: true, maxSockets };
  return new S3Client({
    ...(region && { region }),
    ...(endpoint && { endpoint, forcePathStyle: true }),
    maxAttempts: MAX_ATTEMPTS,
    retryMode: 'standard',
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      socketTimeout: SOCKET_TIMEOUT_MS,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}
