/** Health of a part of the service; `degraded`: some of its parts do not answer. */
export type Health = 'operational' | 'degraded' | 'down';

/** The health of something with several parts, by the number of working ones. */
export const healthOf = (working: number, all: number): Health =>
  working === 0 ? 'down' : working < all ? 'degraded' : 'operational';
