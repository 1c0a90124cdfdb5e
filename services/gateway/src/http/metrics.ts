import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Figures of the gateway; labels come from closed sets: route patterns, methods, status classes, outcomes. */
export function createHttpMetrics(registry: Registry) {
  const registers = [registry];
  return {
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
      // Up to the longest wait that a caller may ask for (Prefer: wait=600).
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600],
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
  };
}

export type HttpMetrics = ReturnType<typeof createHttpMetrics>;

/** Injection token of the {@link HttpMetrics}. */
export const METRICS = Symbol('metrics');
