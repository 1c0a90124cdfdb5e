import { codeInMetadata, publicCode } from '@filemill/errors';
import { startCounterAtZero } from '@filemill/platform';
import { ServerInterceptingCall, type ServerInterceptor, status as Status } from '@grpc/grpc-js';
import { Counter, Histogram, type Registry } from 'prom-client';
import { TOKEN_FAULTS } from './service-token.js';

/** Not measured: the standard health service is called every few seconds and serves no request. */
const HEALTH = '/grpc.health.';

/** Counts and times every call that a gRPC server answers, refused ones included; `rpc` is its name in the proto. */
export function measureCalls(registry: Registry): ServerInterceptor {
  const registers = [registry];
  const requests = new Counter({
    name: 'grpc_requests_total',
    help: 'Calls answered',
    labelNames: ['rpc', 'code'],
    registers,
  });
  const duration = new Histogram({
    name: 'grpc_request_duration_seconds',
    help: 'From the arrival of a call to its answer',
    labelNames: ['rpc'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  return ({ path }, call) => {
    if (path.startsWith(HEALTH)) return new ServerInterceptingCall(call);
    const rpc = path.slice(path.lastIndexOf('/') + 1);
    const startedAt = performance.now();
    return new ServerInterceptingCall(call, {
      sendStatus: (status, next) => {
        const code = codeInMetadata(status.metadata);
        requests.inc({ rpc, code: code ? publicCode(code) : nameOf(status.code) });
        duration.observe({ rpc }, (performance.now() - startedAt) / 1_000);
        next(status);
      },
    });
  };
}

/** `ok`, an error code, or for a refusal by gRPC itself a name such as `grpc_unimplemented`. */
const nameOf = (status: Status | null | undefined): string =>
  (status ?? Status.OK) === Status.OK ? 'ok' : `grpc_${(Status[status ?? 0] ?? 'unknown').toLowerCase()}`;

/** Counts the calls that were refused because the calling process did not identify itself as one of ours. */
export function countUnknownCallers(registry: Registry): Counter<'reason'> {
  const unknownCallers = new Counter({
    name: 'service_calls_refused_total',
    help: 'Calls refused because the calling process could not prove to be one of ours',
    labelNames: ['reason'],
    registers: [registry],
  });
  startCounterAtZero(unknownCallers, { reason: TOKEN_FAULTS });
  return unknownCallers;
}
