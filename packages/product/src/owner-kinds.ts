/** Who can own conversions: a guest, known by a fingerprint, or a user with an account. */
export const OWNER_KINDS = ['guest', 'user'] as const;
/** One of {@link OWNER_KINDS}. */
export type OwnerKind = (typeof OWNER_KINDS)[number];
