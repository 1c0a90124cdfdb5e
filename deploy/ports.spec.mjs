import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { SERVICE_PORTS } from '../packages/contracts/src/services.ts';

const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** All ports that a text names by a pattern with the service and its port. */
const portsIn = (text, pattern) =>
  Object.fromEntries(
    [...text.matchAll(pattern)].map(([, service, port]) => [service.toLowerCase(), Number(port)]),
  );

describe('the ports of the services', () => {
  it('are those of the code in compose.yaml', () => {
    expect(portsIn(read('compose.yaml'), /([A-Z]+)_ADDRESS: [a-z]+:(\d+)/g)).toEqual(SERVICE_PORTS);
  });

  it('are those of the code in the Dockerfile', () => {
    const stages = /COPY --from=build \/out\/(accounts|billing|usage|admin) \/app\nEXPOSE (\d+)/g;
    expect(portsIn(read('Dockerfile'), stages)).toEqual(SERVICE_PORTS);
  });

  it('are those of the code in the chart', () => {
    const services = /^ {2}(accounts|billing|usage|admin):\n(?: {4}.*\n)*? {4}ports: \{ grpc: (\d+) \}/gm;
    expect(portsIn(read('../helm/filemill/values.yaml'), services)).toEqual(SERVICE_PORTS);
  });
});
