import { AppError } from '@filemill/errors';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { continueTrace, inSpan, startTrace, traceparent, withSpan } from './tracing.js';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = `00-${TRACE_ID}-00f067aa0ba902b7-01`;
const UNSAMPLED = `00-${TRACE_ID}-00f067aa0ba902b7-00`;

describe('spans', () => {
  const exporter = new InMemorySpanExporter();
  beforeAll(() => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    trace.setGlobalTracerProvider(
      new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
    );
  });
  afterEach(() => exporter.reset());
  const ended = () =>
    exporter.getFinishedSpans().map(({ name, parentSpanContext, attributes }) => ({
      name,
      parent: parentSpanContext?.spanId,
      attributes,
    }));

  it('are created only inside a trace', async () => {
    expect(await inSpan('alone', {}, async () => traceparent())).toBeUndefined();
    expect(ended()).toEqual([]);
  });

  it('are children of the span that was passed in, and are passed on', async () => {
    const carried = await continueTrace(PARENT, () => inSpan('work', {}, async () => traceparent()));
    expect(carried).toMatch(new RegExp(`^00-${TRACE_ID}-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$`));
    expect(ended()).toEqual([{ name: 'work', parent: '00f067aa0ba902b7', attributes: {} }]);
  });

  it('follow the decision not to sample', async () => {
    await continueTrace(UNSAMPLED, () => inSpan('work', {}, async () => undefined));
    expect(ended()).toEqual([]);
  });

  it('hold the code of a failure, but not its message', async () => {
    const error = new AppError('FILE_CORRUPT', { message: 'secret-name.png is broken' });
    const failing = continueTrace(PARENT, () => inSpan('work', {}, () => Promise.reject(error)));
    await expect(failing).rejects.toBe(error);
    expect(ended()).toMatchObject([{ attributes: { 'error.type': 'FILE_CORRUPT' } }]);
    expect(exporter.getFinishedSpans()[0]?.events).toEqual([]);
    expect(exporter.getFinishedSpans()[0]?.status.message).toBeUndefined();
  });

  it('begin a new trace for a request, even inside another trace', async () => {
    await continueTrace(PARENT, async () => {
      const span = startTrace('GET /api/plans', {});
      await withSpan(span, () => inSpan('call', {}, async () => undefined));
      span.end();
    });
    const [call, root] = ended();
    expect(root).toMatchObject({ name: 'GET /api/plans', parent: undefined });
    expect(call).toMatchObject({ name: 'call', parent: expect.any(String) });
  });
});
