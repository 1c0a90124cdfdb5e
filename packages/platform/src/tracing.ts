import { AppError } from '@filemill/errors';
import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { z } from 'zod';
import type { Logger } from './logger.js';

/** Variables of tracing, under OpenTelemetry's own names. */
export const tracingConfig = {
  /** Base address of a collector that takes OTLP over HTTP, such as `http://127.0.0.1:4318`; off without it. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Share of requests that are traced. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.05),
};

/** The values of {@link tracingConfig}. */
type TracingConfig = z.infer<z.ZodObject<typeof tracingConfig>>;

/** Only the API: without a provider every call is a no-op of a few nanoseconds. */
const tracer = trace.getTracer('filemill');

/**
 * Starts sending spans if a collector is configured; the SDK is loaded only then.
 *
 * @returns a function that sends the remaining spans and stops
 */
export async function startTracing(
  service: string,
  config: TracingConfig,
  logger: Logger,
): Promise<() => Promise<void>> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return async () => undefined;
  const { exportSpans } = await import('./span-export.js');
  return exportSpans(service, endpoint, config.OTEL_TRACES_SAMPLER_ARG, logger);
}

/** The current span, for a header, for gRPC metadata or for a job: W3C `traceparent`; undefined without one. */
export function traceparent(): string | undefined {
  if (!trace.getActiveSpan()) return undefined;
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/** Runs `work` as part of the caller's trace, if there is one. */
export function continueTrace<T>(parent: string | undefined, work: () => T): T {
  if (parent === undefined) return work();
  return context.with(propagation.extract(ROOT_CONTEXT, { traceparent: parent }), work);
}

/**
 * Begins a new trace, even inside another one.
 *
 * @param attributes - ids and closed sets alone: never a name of a file, a key, a token or an address
 */
export const startTrace = (name: string, attributes: Attributes): Span =>
  tracer.startSpan(name, { kind: SpanKind.SERVER, attributes, root: true });

/** Runs `work` with a span as the current one, for hooks that have to end it elsewhere. */
export const withSpan = <T>(span: Span, work: () => T): T =>
  context.with(trace.setSpan(ROOT_CONTEXT, span), work);

/** Kinds of spans, by what happens at their edges. */
type SpanRole = 'internal' | 'client' | 'server' | 'producer' | 'consumer';

/**
 * Runs `work` as a span of the current trace; without a trace it only runs it. A failure marks the span with its code
 * only: messages may hold private data.
 *
 * @param attributes - ids and closed sets alone: never a name of a file, a key, a token or an address
 */
export async function inSpan<T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
  role: SpanRole = 'internal',
): Promise<T> {
  if (!trace.getActiveSpan()) return work();
  const kind = SpanKind[role.toUpperCase() as Uppercase<SpanRole>];
  return tracer.startActiveSpan(name, { kind, attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      failSpan(
        span,
        error instanceof AppError ? error.code : error instanceof Error ? error.name : 'unknown',
      );
      throw error;
    } finally {
      span.end();
    }
  });
}

/** @param code - of the error */
export const failSpan = (span: Span, code: string): void => {
  span.setAttribute('error.type', code).setStatus({ code: SpanStatusCode.ERROR });
};
