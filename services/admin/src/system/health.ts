import type { Health } from '@filemill/product';

/** The health of something that consists of parts, by how many of them work. */
export const healthOf = (working: number, all: number): Health =>
  working === 0 ? 'down' : working < all ? 'degraded' : 'operational';
