/** Headers of the API that are not HTTP's own, as documents print them. */
export const HEADER_NAMES = {
  /** Key of a Pro account. */
  apiKey: 'X-API-Key',
  /** Characters by which a guest is known; see `fingerprint` of packages/api. */
  fingerprint: 'X-Guest-Fingerprint',
  /** A caller's name for a request: a repetition under it is the same request. */
  idempotencyKey: 'Idempotency-Key',
  /** `true` on the answer to such a repetition. */
  replayed: 'Idempotent-Replayed',
  /** Id of a request, in logs, traces and answers. */
  requestId: 'X-Request-Id',
} as const;

type Names = typeof HEADER_NAMES;

/** The same in lower case, as Node lists the headers of a request. */
export const HEADERS = Object.fromEntries(
  Object.entries(HEADER_NAMES).map(([key, name]) => [key, name.toLowerCase()]),
) as { readonly [Key in keyof Names]: Lowercase<Names[Key]> };
