import { LANES } from '@filemill/product';
import { ENGINES, LIMITS, SERVICES, TRAFFIC } from './inputs.ts';
import { breakingPoints, type Capacity, capacityOf } from './model.ts';
import { simulateLane, simulateRise } from './simulate.ts';

const SMALLEST = 1e6;
/** Conversions a day. */
const SCALES = [SMALLEST, 10e6, 100e6];
/** The rows of the table of costs. */
const COSTS = ['workers', 'services', 'postgres', 'redis', 's3 requests', 's3 storage', 'egress'] as const;

type Cell = string | number;

const round = (value: number, digits = 0): string =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
/** Rounds to two significant digits. */
const about = (value: number): string =>
  value < 0.01 ? '0' : round(Number(value.toPrecision(2)), value < 1 ? 2 : value < 10 ? 1 : 0);
const millions = (value: number): string => `${about(value / 1e6)} million`;

function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [head, head.map((_cell, place) => (place === 0 ? '---' : '---:')), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const each = (cellOf: (capacity: Capacity) => string): string[] =>
  SCALES.map((perDay) => cellOf(capacityOf(perDay)));

function laneOf(lanes: Capacity['lanes'], name: string): Capacity['lanes'][number] {
  const found = lanes.find(({ lane }) => lane === name);
  if (!found) throw new Error(`There is no lane ${name}`);
  return found;
}

function lanesTable(): string {
  const scales = SCALES.map((perDay) => capacityOf(perDay).lanes);
  const rows = LANES.map((lane) => {
    const { coreSeconds, slotCores } = ENGINES[lane];
    const cells = scales.map((lanes) => {
      const found = laneOf(lanes, lane);
      return `${round(found.pods)} (${about(simulateLane(found).p95WaitSeconds)} s)`;
    });
    return [lane, `${round(100 * TRAFFIC.lanes[lane].share)} %`, about(coreSeconds), slotCores, ...cells];
  });
  return table(
    ['lane', 'share', 'core s', 'cores a slot', ...SCALES.map((s) => `${millions(s)} a day`)],
    rows,
  );
}

function fleetTable(): string {
  return table(
    ['', ...SCALES.map((perDay) => `${millions(perDay)} a day`)],
    [
      [
        'conversions a second, mean / peak',
        ...each(({ perDay, peak }) => `${about(perDay / 86_400)} / ${about(peak)}`),
      ],
      [
        'worker pods at the peak',
        ...each(({ lanes }) => round(lanes.reduce((sum, { pods }) => sum + pods, 0))),
      ],
      ['gateway pods of one core / usage pods', ...each(({ gateways, usages }) => `${gateways} / ${usages}`)],
      ['through the gateways, Gbit/s', ...each(({ gatewayGbitPerSecond }) => about(gatewayGbitPerSecond))],
      ['Redis commands a second', ...each(({ redis }) => about(redis.commandsPerSecond))],
      ['Redis: cores busy / nodes', ...each(({ redis }) => `${about(redis.busy)} / ${redis.nodes}`)],
      ['Redis: 50 min of peak unconverted, GB', ...each(({ redis }) => about(redis.backlogGb))],
      ['Postgres: cores', ...each(({ postgres }) => round(postgres.cores))],
      ['Postgres: commits a second', ...each(({ postgres }) => about(postgres.commitsPerSecond))],
      [
        'Postgres: log, MB/s / writes a second',
        ...each(({ postgres }) => `${about(postgres.walMBPerSecond)} / ${about(postgres.iops)}`),
      ],
      ['Postgres: rows a month', ...each(({ postgres }) => millions(postgres.rowsPerMonth))],
      ['Postgres: a year of ledger, TB', ...each(({ postgres }) => about(postgres.ledgerTb))],
      [
        'S3: PUT / GET a second',
        ...each(({ store }) => `${about(store.putsPerSecond)} / ${about(store.getsPerSecond)}`),
      ],
      ['S3: held at a time, GB', ...each(({ store }) => about(store.storedGb))],
      ['to the internet, TB a month', ...each(({ store }) => about(store.egressTb))],
    ],
  );
}

function costTable(eurPerUsd: number): string {
  const capacities = SCALES.map(capacityOf);
  return table(
    ['USD a month', ...SCALES.map((perDay) => `${millions(perDay)} a day`)],
    [
      ...COSTS.map((name) => [name, ...capacities.map(({ usd }) => about(usd[name]))]),
      ['**all**', ...capacities.map(({ total }) => `**${about(total)}** (EUR ${about(total * eurPerUsd)})`)],
      [
        'USD for a thousand conversions',
        ...capacities.map(({ total, perDay }) => round((total / 30 / perDay) * 1_000, 3)),
      ],
    ],
  );
}

const breaksTable = (): string =>
  table(
    ['what ends first', 'conversions a day'],
    breakingPoints().map(({ part, perDay }) => [part, millions(perDay)]),
  );

/** The hardest rise for an autoscaler: that of the smallest scale. */
function riseText(): string {
  const { lanes, peak } = capacityOf(SMALLEST);
  const image = laneOf(lanes, 'image');
  const lane = { ...image, mean: image.arrivals / TRAFFIC.peakFactor, peak: image.arrivals };
  const { p95WaitSeconds, mostWaitSeconds } = simulateRise(lane, {
    utilisation: LIMITS.laneUtilisation,
    slotsOfPod: image.slots / image.pods,
    mostSlots: 2 * image.slots,
  });
  return (
    `Pictures at ${millions(SMALLEST)} a day (${about(peak)}/s of all at the peak): the load rises ${TRAFFIC.peakFactor}-fold within a ` +
    `minute, KEDA looks every 15 s, a pod needs 45 s, and there are never more than twice the pods of the table. In the rise and the ten minutes after it 95 % wait less than ` +
    `${about(p95WaitSeconds)} s, nobody more than ${about(mostWaitSeconds)} s.`
  );
}

function eachText(): string {
  const {
    gatewayCpuMs,
    gatewayCpuMsPerMB,
    usageCpuMs,
    postgresCpuMs,
    redisCpuMs,
    redisCommands,
    commits,
    walBytes,
    rowBytes,
  } = SERVICES;
  return (
    `Each conversion, measured: ${gatewayCpuMs} ms of the gateway's processor and ${gatewayCpuMsPerMB} for every MB, ${usageCpuMs} of usage's, ${postgresCpuMs} of ` +
    `Postgres and ${redisCpuMs} of Redis; ${redisCommands} Redis commands, ${commits} commits, ${round(walBytes)} bytes of ` +
    `log and a row of ${rowBytes} bytes with its indexes.`
  );
}

/** The text of `docs/capacity.md` between its markers. */
export function capacityText(eurPerUsd: number): string {
  return [
    '### Pods of each lane at the peak, and what 95 % wait at most (simulated)',
    lanesTable(),
    riseText(),
    '### What stands around them, at the peak',
    fleetTable(),
    eachText(),
    '### What it costs',
    costTable(eurPerUsd),
    '### What ends first',
    breaksTable(),
  ].join('\n\n');
}
