import type { Lane } from '@filemill/product';

/**
 * Goal for the time from acceptance to the ending, s: the longest wait at which guests are still accepted
 * (240 s) plus the lane's longest run (docs/security.md); media may run until the deadline, S + 50 min.
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
