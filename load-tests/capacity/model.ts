import { LANES } from '@filemill/product';
import { ENGINES, type LaneTraffic, LIMITS, PRICES, SERVICES, TRAFFIC } from './inputs.ts';

const DAY_S = 86_400;
const MONTH_DAYS = 30;
const MONTH_HOURS = MONTH_DAYS * 24;
/** An object is stored for an hour at most, an input only until its job has ended. */
const STORED_HOURS = 1;

/** Requests that one file of this size costs on its way into the store: one, or parts with a beginning and an end. */
const putsOf = (megabytes: number): number =>
  megabytes <= LIMITS.s3PartMB ? 1 : Math.ceil(megabytes / LIMITS.s3PartMB) + 2;

/** Sum of a figure over the lanes, weighted by their shares. */
const sumOf = (figureOf: (lane: LaneTraffic) => number): number =>
  Object.values(TRAFFIC.lanes).reduce((sum, lane) => sum + lane.share * figureOf(lane), 0);

const coresAt = (peak: number, cpuMs: number): number =>
  Math.ceil((peak * cpuMs) / 1_000 / LIMITS.serviceUtilisation);

/** MB that one conversion moves through the gateway, up and down. */
const transferredMB = (): number => sumOf(({ inputMB, outputMB }) => inputMB + TRAFFIC.downloads * outputMB);

/** Slots and pods of every lane at the peak: at least two, so that one can be lost. */
function lanesAt(peak: number) {
  return LANES.map((lane) => {
    const { share } = TRAFFIC.lanes[lane];
    const { coreSeconds, slotCores, variation } = ENGINES[lane];
    const arrivals = peak * share;
    const serviceSeconds = coreSeconds / slotCores;
    const slotsOfPod = LIMITS.podCores / slotCores;
    const pods = Math.max(2, Math.ceil((arrivals * serviceSeconds) / LIMITS.laneUtilisation / slotsOfPod));
    return { lane, arrivals, serviceSeconds, variation, pods, slots: pods * slotsOfPod };
  });
}

function storeAt(perDay: number) {
  const puts = sumOf(({ inputMB, outputMB }) => putsOf(inputMB) + putsOf(outputMB));
  // The worker's fetch, the downloads, and one further read in three detections, which need more than the beginning.
  const gets = 1 + TRAFFIC.downloads + 0.3;
  const monthly = perDay * MONTH_DAYS;
  const storedGb = (perDay / 24) * STORED_HOURS * (sumOf(({ outputMB }) => outputMB) / 1_000);
  const egressTb = (monthly * sumOf(({ outputMB }) => outputMB) * TRAFFIC.downloads) / 1e6;
  const perSecond = (perDay / DAY_S) * TRAFFIC.peakFactor;
  return {
    ...{ puts, gets, storedGb, egressTb },
    putsPerSecond: perSecond * puts,
    getsPerSecond: perSecond * gets,
    requestsUsd: monthly * (puts * PRICES.s3Put + gets * PRICES.s3Get),
    storageUsd: storedGb * PRICES.s3GbMonth,
    egressUsd: egressUsd(egressTb),
  };
}

function egressUsd(terabytes: number): number {
  let usd = 0;
  let from = 0;
  for (const { upToTb, price } of PRICES.egressGb) {
    usd += Math.max(0, Math.min(terabytes, upToTb) - from) * 1_000 * price;
    from = upToTb;
  }
  return usd;
}

function postgresAt(perDay: number, peak: number) {
  return {
    cores: coresAt(peak, SERVICES.postgresCpuMs),
    commitsPerSecond: peak * SERVICES.commits,
    walMBPerSecond: (peak * SERVICES.walBytes) / 1e6,
    rowsPerMonth: perDay * MONTH_DAYS,
    ledgerTb: (perDay * LIMITS.ledgerDays * SERVICES.rowBytes) / 1e12,
    // A commit is one write of the log; pages are written twice on their way to a checkpoint (full-page images).
    iops: peak * SERVICES.commits + (2 * peak * SERVICES.rowBytes) / 8_192,
  };
}

function redisAt(peak: number) {
  const cores = (peak * SERVICES.redisCpuMs) / 1_000;
  return {
    commandsPerSecond: peak * SERVICES.redisCommands,
    busy: cores,
    nodes: Math.max(1, Math.ceil(cores / LIMITS.redisUtilisation)),
    // An hour of the peak's arrivals that no worker takes: the worst that S + 50 min allows.
    backlogGb: (peak * 3_000 * SERVICES.redisBytes) / 1e9,
  };
}

/** What a number of conversions a day needs and costs. */
export type Capacity = ReturnType<typeof capacityOf>;

/**
 * What a number of conversions a day needs at the peak, and costs in a month of 30 days whose load the autoscaler follows.
 *
 * @param perDay - conversions
 */
export function capacityOf(perDay: number) {
  const peak = (perDay / DAY_S) * TRAFFIC.peakFactor;
  const lanes = lanesAt(peak);
  const gatewayCpuMs = SERVICES.gatewayCpuMs + SERVICES.gatewayCpuMsPerMB * transferredMB();
  const podsFor = (cpuMs: number): number => Math.max(2, coresAt(peak, cpuMs));
  const [gateways, usages] = [podsFor(gatewayCpuMs), podsFor(SERVICES.usageCpuMs)];
  const gatewayGbitPerSecond = (peak * transferredMB() * 8) / 1_000;
  const postgres = postgresAt(perDay, peak);
  const redis = redisAt(peak);
  const store = storeAt(perDay);
  // On average over the day a lane needs what the mean rate asks for, never less than its two pods.
  const meanCores = lanesAt(perDay / DAY_S).reduce((sum, { pods }) => sum + pods * LIMITS.podCores, 0);
  const usd = {
    workers: meanCores * MONTH_HOURS * PRICES.coreHour,
    services: ((gateways + usages) / TRAFFIC.peakFactor + 6) * MONTH_HOURS * PRICES.coreHour,
    postgres:
      postgres.cores * MONTH_HOURS * PRICES.postgresCoreHour +
      postgres.ledgerTb * 1_000 * PRICES.postgresGbMonth,
    redis: 2 * redis.nodes * MONTH_HOURS * PRICES.redisNodeHour,
    's3 requests': store.requestsUsd,
    's3 storage': store.storageUsd,
    egress: store.egressUsd,
  };
  const total = Object.values(usd).reduce((sum, value) => sum + value, 0);
  return { perDay, peak, lanes, gateways, usages, gatewayGbitPerSecond, postgres, redis, store, usd, total };
}

/** Limit of each single part: the conversions a day that it cannot exceed, lowest first. */
export function breakingPoints(): { part: string; perDay: number }[] {
  const perPeak = DAY_S / TRAFFIC.peakFactor;
  const { puts, gets } = storeAt(1);
  const points = {
    'S3 writes to one prefix (the minute)': LIMITS.s3WritesPerPrefix / puts,
    'S3 reads of one prefix': LIMITS.s3ReadsPerPrefix / gets,
    'Redis, one thread': (LIMITS.redisUtilisation * 1_000) / SERVICES.redisCpuMs,
    'Postgres, 64 cores': (64 * LIMITS.serviceUtilisation * 1_000) / SERVICES.postgresCpuMs,
    'Postgres, 16 TB of ledger': 16e12 / (LIMITS.ledgerDays * SERVICES.rowBytes) / perPeak,
  };
  return Object.entries(points)
    .map(([part, peak]) => ({ part, perDay: peak * perPeak }))
    .sort((a, b) => a.perDay - b.perDay);
}
