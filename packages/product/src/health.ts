/** How a part of the service is; `degraded`: some of what it consists of does not answer. */
export const HEALTHS = ['operational', 'degraded', 'down'] as const;
/** One of {@link HEALTHS}. */
export type Health = (typeof HEALTHS)[number];
