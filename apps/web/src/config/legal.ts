/** Effective date of the legal texts, UTC. Change it together with them. */
export const LEGAL_TEXTS_FROM = '2026-11-21';
