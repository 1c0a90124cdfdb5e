import type { Lane } from '@filemill/product';

/** Conversions of one lane. */
export interface LaneTraffic {
  /** Of all conversions. */
  readonly share: number;
  readonly inputMB: number;
  readonly outputMB: number;
}

/**
 * Assumed traffic, not measured yet. `share` of all conversions; `inputMB`, `outputMB`: mean sizes. Once in production,
 * replace them by the values of `conversions_total` and `conversion_bytes_total`.
 */
export const TRAFFIC = {
  /** Load of the busiest hour divided by the mean of the day. */
  peakFactor: 3,
  /** Downloads of a result. */
  downloads: 1.2,
  /** Number of status calls, and number of requests of the user's page. */
  polls: 3,
  lanes: {
    image: { share: 0.62, inputMB: 2.5, outputMB: 1 },
    document: { share: 0.18, inputMB: 1.5, outputMB: 1 },
    audio: { share: 0.07, inputMB: 20, outputMB: 4 },
    video: { share: 0.05, inputMB: 60, outputMB: 25 },
    archive: { share: 0.04, inputMB: 40, outputMB: 38 },
    ebook: { share: 0.03, inputMB: 1, outputMB: 1.5 },
    font: { share: 0.01, inputMB: 0.5, outputMB: 0.2 },
  } satisfies Record<Lane, LaneTraffic>,
};

/**
 * Processor seconds of one conversion in its lane, including the worker; `slotCores`: cores of one slot;
 * `variation`: standard deviation by mean. Measured on one of 2 × AMD EPYC (virtual), 2026-11-21, saturated by many guests
 * (`npm run bench`, load-tests/README.md), documents of more pages with LibreOffice alone, two at once.
 */
export const ENGINES = {
  // 70 % photos of 12 megapixels (2.53/s on two cores), 30 % small ones (27.7/s, `npm run load -- guest-surge`).
  image: { coreSeconds: 0.7 * 0.79 + 0.3 * 0.072, slotCores: 1, variation: 1 },
  // One-page DOCX 24.2/s; documents, presentations and tables of some pages 6.3, 3.3 and 5.5/s.
  document: { coreSeconds: (0.083 + 0.32 + 0.61 + 0.36) / 4, slotCores: 1, variation: 1 },
  // Three minutes of WAV to MP3, 1.19/s.
  audio: { coreSeconds: 1.68, slotCores: 1, variation: 1 },
  // A minute of 1080p: 40 % copied (0.14 s), the rest encoded to WebM (ten seconds take 4.8 s of both cores).
  video: { coreSeconds: 0.4 * 0.14 + 0.6 * 6 * 9.6, slotCores: 4, variation: 1.5 },
  // 62 MB of files, 0.68/s.
  archive: { coreSeconds: 2.94, slotCores: 1, variation: 1.5 },
  // EPUB to MOBI, 1.15 s.
  ebook: { coreSeconds: 1.15, slotCores: 1, variation: 1 },
  // TTF to WOFF2, 0.96/s.
  font: { coreSeconds: 2.08, slotCores: 1, variation: 0.5 },
};

/**
 * What one conversion costs around its engine, from the upload to the download: `npm run load -- guest-image`, 2026-11-21,
 * where nothing is batched, so under load it is less. Memory of the queue and the size of a row: `npm run load -- accept`.
 */
export const SERVICES = {
  gatewayCpuMs: 7.7,
  /** For every MB that passes, up or down: `npm run load -- large-upload`, 17.9 s for 6 GB. */
  gatewayCpuMsPerMB: 3,
  usageCpuMs: 8.2,
  postgresCpuMs: 6,
  redisCpuMs: 1.5,
  /** Including commands within scripts. */
  redisCommands: 73,
  /** Of a conversion that waits in its queue. */
  redisBytes: 1_100,
  commits: 7.4,
  walBytes: 4_700,
  /** Of a row with its indexes. */
  rowBytes: 750,
};

/** Planned utilisation. A service's core is planned up to 60 % at the peak; a lane with many slots can be fuller. */
export const LIMITS = {
  serviceUtilisation: 0.6,
  laneUtilisation: 0.75,
  podCores: 4,
  /** Redis runs commands on one thread. */
  redisUtilisation: 0.6,
  /** S3, a second and prefix (user guide, "Optimizing Amazon S3 performance"); a minute's keys share one prefix. */
  s3WritesPerPrefix: 3_500,
  s3ReadsPerPrefix: 5_500,
  /** Parts in which larger files are uploaded (`packages/storage`). */
  s3PartMB: 5,
  /** Rows of the ledger are kept for a year. */
  ledgerDays: 365,
};

/**
 * List prices in USD of AWS, us-east-1, on demand, mid-2026, rounded; no discount is assumed. Replace them by your
 * own prices.
 */
export const PRICES = {
  eurPerUsd: 0.9,
  /** c7a, a vCPU for an hour. */
  coreHour: 0.0513,
  /** Memory-optimised Redis node of 13 GB, an hour; doubled for its replica. */
  redisNodeHour: 0.22,
  /** RDS for PostgreSQL, a vCPU for an hour in two zones. */
  postgresCoreHour: 0.18,
  /** gp3 in two zones. */
  postgresGbMonth: 0.23,
  s3Put: 0.005 / 1_000,
  s3Get: 0.0004 / 1_000,
  s3GbMonth: 0.023,
  /** To the internet; the price falls with the volume. */
  egressGb: [
    { upToTb: 10, price: 0.09 },
    { upToTb: 50, price: 0.085 },
    { upToTb: 150, price: 0.07 },
    { upToTb: Number.POSITIVE_INFINITY, price: 0.05 },
  ],
};
