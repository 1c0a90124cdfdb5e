/** How a part of the installation works; `degraded` if some of its own parts do not answer. */
export const HEALTH = ['operational', 'degraded', 'down'] as const;
/** One of {@link HEALTH}. */
export type Health = (typeof HEALTH)[number];
