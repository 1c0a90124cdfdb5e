import { board, EMPTY, panel, row, variable } from '../grafana.ts';

const edge = row(
  'The edge',
  panel({
    title: 'Requests by status',
    unit: 'reqps',
    description: 'Requests answered a second by class of status.',
    stack: true,
    queries: [
      ['sum by (status) (rate(http_requests_total{route=~"$route"}[$__rate_interval]))', '{{status}}'],
    ],
  }),
  panel({
    title: 'Busiest routes',
    unit: 'reqps',
    description: 'The ten patterns of paths with most requests.',
    queries: [
      [
        'topk(10, sum by (method, route) (rate(http_requests_total{route=~"$route"}[$__rate_interval])))',
        '{{method}} {{route}}',
      ],
    ],
  }),
  panel({
    title: 'Time to answer, 95th percentile',
    unit: 's',
    description:
      'The ten slowest. Conversions that are waited for, uploads and streams take as long as they take.',
    queries: [
      [
        'topk(10, histogram_quantile(0.95, sum by (route, le) (rate(http_request_duration_seconds_bucket{route=~"$route"}[$__rate_interval]))))',
        '{{route}}',
      ],
    ],
  }),
  panel({
    title: 'Availability by result',
    unit: 'reqps',
    description: '“bad” counts against the level of 99.9 %.',
    stack: true,
    queries: [['sum by (result) (rate(http_availability_total[$__rate_interval]))', '{{result}}']],
  }),
  panel({
    title: 'Errors by code',
    unit: 'reqps',
    description: 'Errors of the API by their public code.',
    empty: EMPTY.yet,
    stack: true,
    queries: [['sum by (code) (rate(http_errors_total[$__rate_interval]))', '{{code}}']],
  }),
  panel({
    title: 'Refused by rate limits',
    unit: 'reqps',
    description: '429 by the policy that was exceeded.',
    queries: [['sum by (policy) (rate(rate_limit_refusals_total[$__rate_interval]))', '{{policy}}']],
  }),
  panel({
    title: 'Calls with API keys',
    unit: 'reqps',
    description: 'By what was asked and how it ended; “refused”: the key is not good.',
    stack: true,
    empty: EMPTY.yet,
    queries: [
      ['sum by (action, outcome) (rate(api_key_requests_total[$__rate_interval]))', '{{action}} {{outcome}}'],
    ],
  }),
  panel({
    title: 'Under way',
    unit: 'short',
    description: 'Requests, uploads, downloads and event streams that are open.',
    queries: [
      ['sum(http_requests_in_flight)', 'requests'],
      ['sum(open_uploads)', 'uploads'],
      ['sum(running_downloads)', 'downloads'],
      ['sum by (kind) (open_event_streams)', 'streams {{kind}}'],
    ],
  }),
  panel({
    title: 'Bytes',
    unit: 'Bps',
    description: 'Files received, refused ones included, and results sent.',
    queries: [
      ['sum(rate(upload_received_bytes_total[$__rate_interval]))', 'received'],
      ['sum(rate(download_sent_bytes_total[$__rate_interval]))', 'sent'],
    ],
  }),
);

const services = row(
  'Services behind it',
  panel({
    title: 'Calls',
    unit: 'reqps',
    description: 'gRPC calls answered a second.',
    queries: [
      ['sum by (service) (rate(grpc_requests_total{service=~"$service"}[$__rate_interval]))', '{{service}}'],
    ],
  }),
  panel({
    title: 'Calls that failed',
    unit: 'reqps',
    description: 'For reasons of ours: internal, unavailable, or a status without a code.',
    empty: EMPTY.none,
    queries: [
      [
        'sum by (service, rpc, code) (rate(grpc_requests_total{service=~"$service", code=~"internal|unavailable|grpc_.+"}[$__rate_interval]))',
        '{{service}} {{rpc}} {{code}}',
      ],
    ],
  }),
  panel({
    title: 'Time of calls, 95th percentile',
    unit: 's',
    description: 'The ten slowest.',
    queries: [
      [
        'topk(10, histogram_quantile(0.95, sum by (service, rpc, le) (rate(grpc_request_duration_seconds_bucket{service=~"$service"}[$__rate_interval]))))',
        '{{service}} {{rpc}}',
      ],
    ],
  }),
  panel({
    title: 'Database connections',
    unit: 'short',
    description: 'Of the pools, by state, against what each may open.',
    queries: [
      ['sum by (service, state) (postgres_pool_connections{service=~"$service"})', '{{service}} {{state}}'],
      ['sum by (service) (postgres_pool_size{service=~"$service"})', '{{service}} size'],
    ],
  }),
  panel({
    title: 'Queries that wait for a connection',
    unit: 'short',
    description: 'Beyond 100 in one instance, or 2 s, callers get 503.',
    thresholds: [[20, 'red']],
    queries: [['sum by (service) (postgres_pool_waiters{service=~"$service"})', '{{service}}']],
  }),
  panel({
    title: 'Postgres connections in use',
    unit: 'percentunit',
    description: 'Of all that the server allows.',
    max: 1,
    thresholds: [[0.8, 'red']],
    queries: [['max(postgres_connections) / max(postgres_connections_limit)', 'in use']],
  }),
);

const accounts = row(
  'Sign-in',
  panel({
    title: 'Attempts to sign in',
    unit: 'reqps',
    description: 'By outcome; “failed” is a failure of ours.',
    stack: true,
    empty: EMPTY.yet,
    queries: [['sum by (outcome) (rate(sign_ins_total[$__rate_interval]))', '{{outcome}}']],
  }),
  panel({
    title: 'Refused because of too many before',
    unit: 'reqps',
    description: 'By the limit that was reached. A flood here is somebody who guesses passwords.',
    queries: [['sum by (limit) (rate(attempts_refused_total[$__rate_interval]))', '{{limit}}']],
  }),
  panel({
    title: 'Password hashing',
    unit: 's',
    description: 'Time of one argon2id computation, 95th percentile.',
    queries: [
      [
        'histogram_quantile(0.95, sum by (le) (rate(password_hash_seconds_bucket[$__rate_interval])))',
        'time',
      ],
    ],
  }),
  panel({
    title: 'Passwords that wait',
    unit: 'short',
    description: 'Computations that wait for a slot, and those refused a minute because 64 waited.',
    queries: [
      ['sum(password_hash_waiting)', 'waiting'],
      ['60 * sum(rate(password_hash_refused_total[$__rate_interval]))', 'refused a minute'],
    ],
  }),
);

/** The public edge and the services behind it: rate, errors, duration. */
export const dashboard = board({
  uid: 'filemill-gateway',
  title: 'Gateway and services',
  description: 'Rate, errors and duration of what callers ask, and of what the gateway asks of the services.',
  variables: [variable('route', 'http_requests_total'), variable('service', 'grpc_requests_total')],
  rows: [edge, services, accounts],
});
