/** Headers of the API that are not HTTP's own, in lower case. */
export const HEADERS = {
  /** Key of a Pro account. */
  apiKey: 'x-api-key',
  /** 32 to 64 hexadecimal characters by which a guest is known. */
  fingerprint: 'x-guest-fingerprint',
  /** A caller's name for a request: a repetition under it is the same request. */
  idempotencyKey: 'idempotency-key',
  /** `true` on the answer to such a repetition. */
  replayed: 'idempotent-replayed',
  /** Id of a request, in logs, traces and answers. */
  requestId: 'x-request-id',
} as const;
