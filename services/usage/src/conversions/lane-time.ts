import type { Lane } from '@filemill/queue';

/**
 * From acceptance to its end a conversion should take no longer than this, s: the longest wait at which guests are still
 * let into a lane (240 s) and the lane's longest run (docs/security.md); media may run until its deadline, S + 50 min.
 */
export const LANE_TIME_SECONDS: Readonly<Record<Lane, number>> = {
  image: 300,
  audio: 3_000,
  video: 3_000,
  document: 420,
  ebook: 420,
  archive: 540,
  font: 270,
};
