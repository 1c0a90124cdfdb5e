import type { AlertCase, AlertSuite, Series } from '../promtool.ts';

/** One instance of each of these services runs. */
const services = (...names: string[]): Series =>
  Object.fromEntries(
    names.map((name) => [`process_start_time_seconds{service="${name}",instance="a"}`, '1x60']),
  );
const redis = (values: string): Series => ({
  'dependency_up{service="usage",dependency="redis",instance="a"}': values,
});
const postgres = (values: string): Series => ({
  'dependency_up{service="usage",dependency="postgres",instance="a"}': values,
});

const cases: readonly AlertCase[] = [
  { alert: 'Watchdog', series: {}, fires: '0m' },
  {
    alert: 'SharedFiguresMissing',
    series: { ...redis('1x60'), 'shared_figures_up{service="usage",instance="a"}': '1x10 0x50' },
    quiet: '14m',
    fires: '17m',
  },
  {
    name: 'does not fire while Redis is down',
    alert: 'SharedFiguresMissing',
    series: { ...redis('1x10 0x50'), 'shared_figures_up{service="usage",instance="a"}': '1x10 0x50' },
    quiet: '30m',
  },
  {
    alert: 'ServiceMissing',
    series: {
      ...services('gateway', 'accounts', 'usage', 'admin'),
      'process_start_time_seconds{service="billing",instance="a"}': '1x10 stale',
    },
    quiet: '10m',
    fires: '20m',
  },
  {
    name: 'one instance of two is enough',
    alert: 'ServiceMissing',
    series: {
      ...services('gateway', 'accounts', 'usage', 'admin', 'billing'),
      'process_start_time_seconds{service="billing",instance="b"}': '1x10 stale',
    },
    quiet: '20m',
  },
  {
    alert: 'DependencyDown',
    series: {
      ...redis('1x60'),
      'dependency_up{service="gateway",dependency="store",instance="a"}': '1x10 0x50',
      'dependency_up{service="gateway",dependency="store",instance="b"}': '1x15 0x50',
    },
    quiet: '17m',
    fires: '20m',
  },
  {
    name: 'does not fire for dependents of Redis while Redis is down',
    alert: 'DependencyDown',
    series: {
      ...redis('1x10 0x50'),
      'dependency_up{service="gateway",dependency="usage",instance="a"}': '1x10 0x50',
    },
    quiet: '30m',
  },
  {
    alert: 'ServiceCallsRefused',
    series: {
      'service_calls_refused_total{service="accounts",reason="invalid",instance="a"}': '0x10 5+5x50',
    },
    quiet: '11m',
    fires: '14m',
  },
  {
    name: 'calls were refused once and no more',
    alert: 'ServiceCallsRefused',
    series: { 'service_calls_refused_total{service="accounts",reason="expired",instance="a"}': '0x2 5x50' },
    quiet: '5m',
  },
  {
    alert: 'ClockSkewed',
    series: { 'clock_skew_seconds{service="usage",instance="a"}': '-20x10 -61x50' },
    quiet: '11m',
    fires: '14m',
  },
  {
    name: 'a clock that cannot be compared is not a wrong clock',
    alert: 'ClockSkewed',
    series: { 'clock_skew_seconds{service="usage",instance="a"}': '-20x10 stale' },
    quiet: '30m',
  },
  {
    alert: 'ProcessRestarting',
    series: { 'process_start_time_seconds{service="usage",instance="a"}': '1x20 2x2 3x2 4x2 5x60' },
    quiet: '25m',
    fires: '30m',
  },
  {
    alert: 'EventLoopBlocked',
    series: { 'event_loop_lag_p99_seconds{service="gateway",instance="a"}': '0.1x10 2x50' },
    quiet: '14m',
    fires: '17m',
  },
  {
    alert: 'RpcErrorsHigh',
    series: {
      'grpc_requests_total{service="usage",rpc="Settle",code="ok",instance="a"}': '0+60x60',
      'grpc_requests_total{service="usage",rpc="Settle",code="internal",instance="a"}': '0x20 0+10x40',
    },
    quiet: '29m',
    fires: '35m',
  },
  {
    name: 'refused requests of callers are not errors',
    alert: 'RpcErrorsHigh',
    series: {
      'grpc_requests_total{service="usage",rpc="Accept",code="ok",instance="a"}': '0+60x60',
      'grpc_requests_total{service="usage",rpc="Accept",code="quota_exceeded",instance="a"}': '0+60x60',
    },
    quiet: '40m',
  },
  { alert: 'RedisDown', series: redis('1x10 0x50'), quiet: '11m', fires: '13m' },
  {
    name: 'one process cannot reach Redis, others can',
    alert: 'RedisDown',
    series: { ...redis('1x60'), 'dependency_up{service="gateway",dependency="redis",instance="b"}': '0x60' },
    quiet: '30m',
  },
  {
    alert: 'RedisMemoryHigh',
    series: {
      'redis_memory_used_bytes{service="usage",instance="a"}': '79x10 81x50',
      'redis_memory_limit_bytes{service="usage",instance="a"}': '100x60',
    },
    quiet: '12m',
    fires: '14m',
  },
  { alert: 'PostgresDown', series: postgres('1x10 0x50'), quiet: '11m', fires: '13m' },
  {
    alert: 'PostgresConnectionsHigh',
    series: {
      'postgres_connections{service="usage",instance="a"}': '100x10 170x50',
      'postgres_connections_limit{service="usage",instance="a"}': '200x60',
    },
    quiet: '15m',
    fires: '17m',
  },
  {
    alert: 'PostgresPoolExhausted',
    series: {
      'postgres_pool_waiters{service="usage",instance="a"}': '0x10 15x50',
      'postgres_pool_waiters{service="usage",instance="b"}': '0x10 15x50',
    },
    quiet: '12m',
    fires: '14m',
  },
  {
    alert: 'DiskNearlyFull',
    series: {
      'disk_free_bytes{service="worker-media",volume="work",instance="a"}': '20x10 14x50',
      'disk_size_bytes{service="worker-media",volume="work",instance="a"}': '100x60',
    },
    quiet: '15m',
    fires: '17m',
  },
  {
    alert: 'WorkersWithoutDisk',
    series: {
      'dependency_up{service="worker-media",dependency="disk",instance="a"}': '1x10 0x50',
      'dependency_up{service="worker-media",dependency="disk",instance="b"}': '1x20 0x50',
    },
    quiet: '20m',
    fires: '24m',
  },
];

/** When the alerts of platform.yaml fire, and when they do not. */
export const suite: AlertSuite = {
  evaluationInterval: '1m',
  cases,
};
