/** How a part of the service is; `degraded`: some of what it consists of does not answer. */
export type Health = 'operational' | 'degraded' | 'down';

/** The health of something that consists of parts, by how many of them work. */
export const healthOf = (working: number, all: number): Health =>
  working === 0 ? 'down' : working < all ? 'degraded' : 'operational';
