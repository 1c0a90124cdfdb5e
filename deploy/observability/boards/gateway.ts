import { board, EMPTY, row, variable } from '../grafana.ts';
import { p95By, rateBy, sumBy, topTen, withLegend } from '../queries.ts';

const edge = row(
  'Public HTTP',
  {
    title: 'Requests by status',
    unit: 'reqps',
    description: 'Answered requests per second, by status class.',
    stack: true,
    queries: [rateBy('status', 'http_requests_total{route=~"$route"}')],
  },
  {
    title: 'Busiest routes',
    unit: 'reqps',
    description: 'The ten route patterns with most requests.',
    queries: [topTen(rateBy('method, route', 'http_requests_total{route=~"$route"}'))],
  },
  {
    title: 'Time to answer, 95th percentile',
    unit: 's',
    description: 'The ten slowest. Waiting calls, uploads and streams are naturally long.',
    queries: [topTen(p95By('route', 'http_request_duration_seconds', '{route=~"$route"}'))],
  },
  {
    title: 'Availability by result',
    unit: 'reqps',
    description: '“bad” counts against the service level of 99.9 %.',
    stack: true,
    queries: [rateBy('result', 'http_availability_total')],
  },
  {
    title: 'Errors by code',
    unit: 'reqps',
    description: 'Errors of the API by their public code.',
    empty: EMPTY.yet,
    stack: true,
    queries: [rateBy('code', 'http_errors_total')],
  },
  {
    title: 'Refused by rate limits',
    unit: 'reqps',
    description: '429 by the policy that was exceeded.',
    queries: [rateBy('policy', 'rate_limit_refusals_total')],
  },
  {
    title: 'Calls with API keys',
    unit: 'reqps',
    description: 'By action and outcome; “refused”: the key is not valid.',
    stack: true,
    empty: EMPTY.yet,
    queries: [rateBy('action, outcome', 'api_key_requests_total')],
  },
  {
    title: 'Open connections',
    unit: 'short',
    description: 'Open requests, uploads, downloads and event streams.',
    queries: [
      ['sum(http_requests_in_flight)', 'requests'],
      ['sum(open_uploads)', 'uploads'],
      ['sum(running_downloads)', 'downloads'],
      withLegend('streams {{kind}}', sumBy('kind', 'open_event_streams')),
    ],
  },
  {
    title: 'Bytes',
    unit: 'Bps',
    description: 'Files received, refused ones included, and results sent.',
    queries: [
      ['sum(rate(upload_received_bytes_total[$__rate_interval]))', 'received'],
      ['sum(rate(download_sent_bytes_total[$__rate_interval]))', 'sent'],
    ],
  },
);

const services = row(
  'Services',
  {
    title: 'Calls',
    unit: 'reqps',
    description: 'Answered gRPC calls per second.',
    queries: [rateBy('service', 'grpc_requests_total{service=~"$service"}')],
  },
  {
    title: 'Failed calls',
    unit: 'reqps',
    description: 'Because of our own errors: internal, unavailable, or a status without a code.',
    empty: EMPTY.none,
    queries: [
      rateBy(
        'service, rpc, code',
        'grpc_requests_total{service=~"$service", code=~"internal|unavailable|grpc_.+"}',
      ),
    ],
  },
  {
    title: 'Time of calls, 95th percentile',
    unit: 's',
    description: 'The ten slowest.',
    queries: [topTen(p95By('service, rpc', 'grpc_request_duration_seconds', '{service=~"$service"}'))],
  },
  {
    title: 'Database connections',
    unit: 'short',
    description: 'In the pools by state, and the size of the pools.',
    queries: [
      sumBy('service, state', 'postgres_pool_connections{service=~"$service"}'),
      withLegend('{{service}} size', sumBy('service', 'postgres_pool_size{service=~"$service"}')),
    ],
  },
  {
    title: 'Queries waiting for a connection',
    unit: 'short',
    description: 'Beyond 100 in one instance, or 2 s, callers get 503.',
    thresholds: [[20, 'red']],
    queries: [sumBy('service', 'postgres_pool_waiters{service=~"$service"}')],
  },
  {
    title: 'Postgres connections in use',
    unit: 'percentunit',
    description: 'Share of the server’s limit.',
    max: 1,
    thresholds: [[0.8, 'red']],
    queries: [['max(postgres_connections) / max(postgres_connections_limit)', 'in use']],
  },
);

const accounts = row(
  'Sign-in',
  {
    title: 'Sign-ins',
    unit: 'reqps',
    description: 'By outcome; “failed”: an error of ours.',
    stack: true,
    empty: EMPTY.yet,
    queries: [rateBy('outcome', 'sign_ins_total')],
  },
  {
    title: 'Refused after too many attempts',
    unit: 'reqps',
    description: 'By the limit that was reached. A flood means that somebody guesses passwords.',
    queries: [rateBy('limit', 'attempts_refused_total')],
  },
  {
    title: 'Password hashing',
    unit: 's',
    description: 'Time of one argon2id computation, 95th percentile.',
    queries: [
      [
        'histogram_quantile(0.95, sum by (le) (rate(password_hash_seconds_bucket[$__rate_interval])))',
        'time',
      ],
    ],
  },
  {
    title: 'Waiting password checks',
    unit: 'short',
    description: 'Checks that wait for a slot, and checks refused per minute because 64 were waiting.',
    queries: [
      ['sum(password_hash_waiting)', 'waiting'],
      ['60 * sum(rate(password_hash_refused_total[$__rate_interval]))', 'refused per minute'],
    ],
  },
);

/** The gateway and the services: rate, errors, duration. */
export const dashboard = board({
  uid: 'filemill-gateway',
  title: 'Gateway and services',
  description: 'Rate, errors and duration of public requests, and of the calls between services.',
  variables: [variable('route', 'http_requests_total'), variable('service', 'grpc_requests_total')],
  rows: [edge, services, accounts],
});
