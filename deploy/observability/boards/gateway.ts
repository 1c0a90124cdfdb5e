import { board, EMPTY, panel, row, variable } from '../grafana.ts';

const edge = row(
  'Public HTTP',
  panel({
    title: 'Requests by status',
    unit: 'reqps',
    description: 'Answered requests per second, by status class.',
    stack: true,
    queries: [
      ['sum by (status) (rate(http_requests_total{route=~"$route"}[$__rate_interval]))', '{{status}}'],
    ],
  }),
  panel({
    title: 'Busiest routes',
    unit: 'reqps',
    description: 'The ten route patterns with most requests.',
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
    description: 'The ten slowest. Waiting calls, uploads and streams are naturally long.',
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
    description: '“bad” counts against the service level of 99.9 %.',
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
    description: 'By action and outcome; “refused”: the key is not valid.',
    stack: true,
    empty: EMPTY.yet,
    queries: [
      ['sum by (action, outcome) (rate(api_key_requests_total[$__rate_interval]))', '{{action}} {{outcome}}'],
    ],
  }),
  panel({
    title: 'Open connections',
    unit: 'short',
    description: 'Open requests, uploads, downloads and event streams.',
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
  'Services',
  panel({
    title: 'Calls',
    unit: 'reqps',
    description: 'Answered gRPC calls per second.',
    queries: [
      ['sum by (service) (rate(grpc_requests_total{service=~"$service"}[$__rate_interval]))', '{{service}}'],
    ],
  }),
  panel({
    title: 'Failed calls',
    unit: 'reqps',
    description: 'Because of our own errors: internal, unavailable, or a status without a code.',
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
    description: 'In the pools by state, and the size of the pools.',
    queries: [
      ['sum by (service, state) (postgres_pool_connections{service=~"$service"})', '{{service}} {{state}}'],
      ['sum by (service) (postgres_pool_size{service=~"$service"})', '{{service}} size'],
    ],
  }),
  panel({
    title: 'Queries waiting for a connection',
    unit: 'short',
    description: 'Beyond 100 in one instance, or 2 s, callers get 503.',
    thresholds: [[20, 'red']],
    queries: [['sum by (service) (postgres_pool_waiters{service=~"$service"})', '{{service}}']],
  }),
  panel({
    title: 'Postgres connections in use',
    unit: 'percentunit',
    description: 'Share of the server’s limit.',
    max: 1,
    thresholds: [[0.8, 'red']],
    queries: [['max(postgres_connections) / max(postgres_connections_limit)', 'in use']],
  }),
);

const accounts = row(
  'Sign-in',
  panel({
    title: 'Sign-ins',
    unit: 'reqps',
    description: 'By outcome; “failed”: an error of ours.',
    stack: true,
    empty: EMPTY.yet,
    queries: [['sum by (outcome) (rate(sign_ins_total[$__rate_interval]))', '{{outcome}}']],
  }),
  panel({
    title: 'Refused after too many attempts',
    unit: 'reqps',
    description: 'By the limit that was reached. A flood means that somebody guesses passwords.',
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
    title: 'Waiting password checks',
    unit: 'short',
    description: 'Checks that wait for a slot, and checks refused per minute because 64 were waiting.',
    queries: [
      ['sum(password_hash_waiting)', 'waiting'],
      ['60 * sum(rate(password_hash_refused_total[$__rate_interval]))', 'refused per minute'],
    ],
  }),
);

/** The gateway and the services: rate, errors, duration. */
export const dashboard = board({
  uid: 'filemill-gateway',
  title: 'Gateway and services',
  description: 'Rate, errors and duration of public requests, and of the calls between services.',
  variables: [variable('route', 'http_requests_total'), variable('service', 'grpc_requests_total')],
  rows: [edge, services, accounts],
});
