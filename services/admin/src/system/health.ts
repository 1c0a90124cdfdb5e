import type { Health } from '@filemill/product';

/** The health of something with several parts, by the number of working ones. */
export const healthOf = (working: number, all: number): Health =>
  working === 0 ? 'down' : working < all ? 'degraded' : 'operational';
