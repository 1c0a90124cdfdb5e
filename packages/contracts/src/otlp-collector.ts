import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { loadSync, type MethodDefinition } from '@grpc/proto-loader';
import { z } from 'zod';

const hex = z.custom<Buffer>(Buffer.isBuffer).transform((bytes) => bytes.toString('hex'));
const attributes = z.array(z.object({ key: z.string(), value: z.object({ stringValue: z.string() }) }));
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({ traceId: hex, spanId: hex, parentSpanId: hex, name: z.string(), attributes }),
          ),
        }),
      ),
    }),
  ),
});

/** A span as a collector got it; ids are hexadecimal, `parentSpanId` is empty for a root. */
export interface ReceivedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
}

/** A collector of traces for tests: takes OTLP over HTTP (protobuf) on a loopback port and keeps all spans. */
export class OtlpCollector {
  readonly spans: ReceivedSpan[] = [];
  /** Everything that was sent, as it was sent. */
  readonly bodies: Buffer[] = [];
  private readonly decode = decoder();

  private constructor(private readonly server: Server) {
    server.on('request', (request: IncomingMessage, response) => {
      void this.take(request).then(
        (status) => response.writeHead(status).end(),
        () => response.writeHead(400).end(),
      );
    });
  }

  static async start(): Promise<OtlpCollector> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new OtlpCollector(server);
  }

  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async take(request: IncomingMessage): Promise<number> {
    const body = await buffer(request);
    if (request.url !== '/v1/traces') return 404;
    this.bodies.push(body);
    const { resourceSpans } = exported.parse(this.decode(body));
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
      for (const { name, traceId, spanId, parentSpanId } of scopeSpans.flatMap(({ spans }) => spans))
        this.spans.push({ service, name, traceId, spanId, parentSpanId });
    }
    return 200;
  }
}

function decoder(): (body: Buffer) => unknown {
  const proto = fileURLToPath(new URL('./otlp-trace.proto', import.meta.url));
  const definition = loadSync(proto, { defaults: true, arrays: true, objects: true });
  const service = definition['otlp.TraceService'] as Record<string, MethodDefinition<object, object>>;
  const deserialize = service.Export?.requestDeserialize;
  if (!deserialize) throw new TypeError('the proto has no Export');
  return deserialize;
}
