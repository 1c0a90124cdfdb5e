import { board, EMPTY, panel, row, variable } from '../grafana.ts';
import { p95By, rateBy, sumBy, topTen, withLegend } from '../queries.ts';
import { errorsByCode } from '../shared-panels.ts';

const edge = row(
  'Public HTTP',
  panel(
    'Requests by status',
    'reqps',
    'Answered requests per second, by status class.',
    [rateBy('status', 'http_requests_total{route=~"$route"}')],
    { stack: true },
  ),
  panel('Busiest routes', 'reqps', 'The ten route patterns with most requests.', [
    topTen(rateBy('method, route', 'http_requests_total{route=~"$route"}')),
  ]),
  panel(
    'Time to answer, 95th percentile',
    's',
    'The ten slowest. Waiting calls, uploads and streams are naturally long.',
    [topTen(p95By('route', 'http_request_duration_seconds', '{route=~"$route"}'))],
  ),
  panel(
    'Availability by result',
    'reqps',
    '“bad” counts against the service level of 99.9 %.',
    [rateBy('result', 'http_availability_total')],
    { stack: true },
  ),
  errorsByCode(),
  panel('Refused by rate limits', 'reqps', '429 by the policy that was exceeded.', [
    rateBy('policy', 'rate_limit_refusals_total'),
  ]),
  panel(
    'Calls with API keys',
    'reqps',
    'By action and outcome; “refused”: the key is not valid.',
    [rateBy('action, outcome', 'api_key_requests_total')],
    { stack: true, empty: EMPTY.yet },
  ),
  panel('Open connections', 'short', 'Open requests, uploads, downloads and event streams.', [
    ['sum(http_requests_in_flight)', 'requests'],
    ['sum(open_uploads)', 'uploads'],
    ['sum(running_downloads)', 'downloads'],
    withLegend('streams {{kind}}', sumBy('kind', 'open_event_streams')),
  ]),
  panel('Bytes', 'Bps', 'Files received, refused ones included, and results sent.', [
    ['sum(rate(upload_received_bytes_total[$__rate_interval]))', 'received'],
    ['sum(rate(download_sent_bytes_total[$__rate_interval]))', 'sent'],
  ]),
);

const services = row(
  'Services',
  panel('Calls', 'reqps', 'Answered gRPC calls per second.', [
    rateBy('service', 'grpc_requests_total{service=~"$service"}'),
  ]),
  panel(
    'Failed calls',
    'reqps',
    'Because of our own errors: internal, unavailable, or a status without a code.',
    [
      rateBy(
        'service, rpc, code',
        'grpc_requests_total{service=~"$service", code=~"internal|unavailable|grpc_.+"}',
      ),
    ],
    { empty: EMPTY.none },
  ),
  panel('Time of calls, 95th percentile', 's', 'The ten slowest.', [
    topTen(p95By('service, rpc', 'grpc_request_duration_seconds', '{service=~"$service"}')),
  ]),
  panel('Database connections', 'short', 'In the pools by state, and the size of the pools.', [
    sumBy('service, state', 'postgres_pool_connections{service=~"$service"}'),
    withLegend('{{service}} size', sumBy('service', 'postgres_pool_size{service=~"$service"}')),
  ]),
  panel(
    'Queries waiting for a connection',
    'short',
    'Beyond 100 in one instance, or 2 s, callers get 503.',
    [sumBy('service', 'postgres_pool_waiters{service=~"$service"}')],
    { thresholds: [[20, 'red']] },
  ),
  panel(
    'Postgres connections in use',
    'percentunit',
    'Share of the server’s limit.',
    [['max(postgres_connections) / max(postgres_connections_limit)', 'in use']],
    { max: 1, thresholds: [[0.8, 'red']] },
  ),
);

const accounts = row(
  'Sign-in',
  panel(
    'Sign-ins',
    'reqps',
    'By outcome; “failed”: an error of ours.',
    [rateBy('outcome', 'sign_ins_total')],
    { stack: true, empty: EMPTY.yet },
  ),
  panel(
    'Refused after too many attempts',
    'reqps',
    'By the limit that was reached. A flood means that somebody guesses passwords.',
    [rateBy('limit', 'attempts_refused_total')],
  ),
  panel('Password hashing', 's', 'Time of one argon2id computation, 95th percentile.', [
    ['histogram_quantile(0.95, sum by (le) (rate(password_hash_seconds_bucket[$__rate_interval])))', 'time'],
  ]),
  panel(
    'Waiting password checks',
    'short',
    'Checks that wait for a slot, and checks refused per minute because 64 were waiting.',
    [
      ['sum(password_hash_waiting)', 'waiting'],
      ['60 * sum(rate(password_hash_refused_total[$__rate_interval]))', 'refused per minute'],
    ],
  ),
);

/** The gateway and the services: rate, errors, duration. */
export const dashboard = board({
  uid: 'filemill-gateway',
  title: 'Gateway and services',
  description: 'Rate, errors and duration of public requests, and of the calls between services.',
  variables: [variable('route', 'http_requests_total'), variable('service', 'grpc_requests_total')],
  rows: [edge, services, accounts],
});
