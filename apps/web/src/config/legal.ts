/** Day from which the legal texts are in force, UTC. Changed together with them. */
export const LEGAL_TEXTS_FROM = '2026-11-21';
