import { readFileSync } from 'node:fs';
import { SERVICE_PORTS } from '@filemill/contracts';
import { ROOT } from '@filemill/local-stack';
import { describe, expect, it } from '@jest/globals';

const read = (path: string): string => readFileSync(`${ROOT}/${path}`, 'utf8');

/** All ports that a text names by a pattern with the service and its port. */
const portsIn = (text: string, pattern: RegExp): Record<string, number> =>
  Object.fromEntries(
    [...text.matchAll(pattern)].map(([, service = '', port]) => [service.toLowerCase(), Number(port)]),
  );

describe('the ports of the services', () => {
  it('are those of the code in compose.yaml', () => {
    expect(portsIn(read('deploy/compose.yaml'), /([A-Z]+)_ADDRESS: [a-z]+:(\d+)/g)).toEqual(SERVICE_PORTS);
  });

  it('are those of the code in the Dockerfile', () => {
    const stages = /COPY --from=build \/out\/(accounts|billing|usage|admin) \/app\nEXPOSE (\d+)/g;
    expect(portsIn(read('deploy/Dockerfile'), stages)).toEqual(SERVICE_PORTS);
  });

  it('are those of the code in the chart', () => {
    const services = /^ {2}(accounts|billing|usage|admin):\n(?: {4}.*\n)*? {4}ports: \{ grpc: (\d+) \}/gm;
    expect(portsIn(read('helm/filemill/values.yaml'), services)).toEqual(SERVICE_PORTS);
  });
});
