import type { Code } from '@filemill/errors';
import { startCounterAtZero } from '@filemill/platform';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** How an answer counts for availability, as docs/metrics.md defines it. */
const AVAILABILITY_RESULTS = ['good', 'shed', 'file', 'bad'] as const;
type AvailabilityResult = (typeof AVAILABILITY_RESULTS)[number];

/** Guests who are refused under load, so that others are served. */
const SHED: ReadonlySet<Code> = new Set(['OVERLOADED']);
/** Answers about one file that an engine could not convert. */
const OF_THE_FILE: ReadonlySet<Code> = new Set(['ENGINE_FAILED', 'ENGINE_TIMEOUT']);

/**
 * How an answer counts for availability.
 *
 * @param status - HTTP status
 * @param code - of the error, if the answer is one
 */
export function availabilityOf(status: number, code: Code | undefined): AvailabilityResult {
  if (status < 500) return 'good';
  if (code && SHED.has(code)) return 'shed';
  return code && OF_THE_FILE.has(code) ? 'file' : 'bad';
}

/** Figures of the gateway; labels come from closed sets: route patterns, methods, status classes, codes, outcomes. */
export function createHttpMetrics(registry: Registry) {
  const registers = [registry];
  const metrics = {
    requests: new Counter({
      name: 'http_requests_total',
      help: 'Requests answered.',
      labelNames: ['method', 'route', 'status'],
      registers,
    }),
    duration: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'From the request line to the end of the answer.',
      labelNames: ['method', 'route', 'status'],
      // Up to the longest wait that a caller may request (Prefer: wait=600).
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600],
      registers,
    }),
    errors: new Counter({
      name: 'http_errors_total',
      help: 'Errors of the API by their code.',
      labelNames: ['code'],
      registers,
    }),
    availability: new Counter({
      name: 'http_availability_total',
      help: 'Requests by what they say about the service: good, shed (overloaded), file (engines), bad (the rest of 5xx).',
      labelNames: ['result'],
      registers,
    }),
    inFlight: new Gauge({ name: 'http_requests_in_flight', help: 'Requests being served.', registers }),
    uploadedBytes: new Counter({
      name: 'upload_received_bytes_total',
      help: 'Bytes of files received, refused ones included.',
      registers,
    }),
    downloadedBytes: new Counter({
      name: 'download_sent_bytes_total',
      help: 'Bytes of results sent.',
      registers,
    }),
    openUploads: new Gauge({ name: 'open_uploads', help: 'Uploads going on.', registers }),
    runningDownloads: new Gauge({ name: 'running_downloads', help: 'Downloads going on.', registers }),
    openEventStreams: new Gauge({
      name: 'open_event_streams',
      help: 'Open event streams by content: everything of a caller, one conversion, or that of a signed link.',
      labelNames: ['kind'],
      registers,
    }),
    rateLimitRefusals: new Counter({
      name: 'rate_limit_refusals_total',
      help: 'Refused with 429 by a rate limit.',
      labelNames: ['policy'],
      registers,
    }),
    apiKeyRequests: new Counter({
      name: 'api_key_requests_total',
      help: 'Calls with an API key: allowed, over its limit, or refused because the key is not good.',
      labelNames: ['action', 'outcome'],
      registers,
    }),
  };
  startCounterAtZero(metrics.availability, { result: AVAILABILITY_RESULTS });
  return metrics;
}

export type HttpMetrics = ReturnType<typeof createHttpMetrics>;

/** Injection token of the {@link HttpMetrics}. */
export const HTTP_METRICS = Symbol('http metrics');
