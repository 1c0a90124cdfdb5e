import { S3Client } from '@aws-sdk/client-s3';

/** Which bucket, and where. */
export interface S3Settings {
  readonly bucket: string;
  /** The SDK's own rules (AWS_REGION …) if absent. */
  readonly region: string | undefined;
  /** Another maker's server; addressed by path instead of by host name. */
  readonly endpoint: string | undefined;
}

/** Tries of one request; the SDK waits between them with exponential back-off and full jitter. */
const MAX_ATTEMPTS = 5;
const CONNECTION_TIMEOUT_MS = 2_000;
/**
 * Until the answer's head is there, the request sent included: a part of 5 MB at 4 Mbit/s. One that hangs is tried again
 * while whoever uploads still waits.
 */
const REQUEST_TIMEOUT_MS = 10_000;
/** Silence on a connection; longer than a reader of a download may pause. */
const SOCKET_TIMEOUT_MS = 120_000;
/** Downloads hold a connection each, so there are many. */
const MAX_SOCKETS = 512;

/** A client that checks what it sends and receives by checksum wherever the server offers one (the SDK's default). */
export function createS3Client({ region, endpoint }: S3Settings): S3Client {
  const agent = { keepAlive: true, maxSockets: MAX_SOCKETS };
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
