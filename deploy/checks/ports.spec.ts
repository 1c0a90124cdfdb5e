import { readFileSync } from 'node:fs';
import { SERVICE_PORTS } from '@filemill/contracts';
import { PROCESSES, ROOT, WORKERS } from '@filemill/local-stack';
import { platformConfig } from '@filemill/platform/testing';
import { describe, expect, it } from '@jest/globals';
import { gatewayConfig } from '../../services/gateway/src/config.ts';

const OPS_PORT = platformConfig.OPS_PORT.parse(undefined);
const PUBLIC_PORT = gatewayConfig.PORT.parse(undefined);

const read = (path: string): string => readFileSync(`${ROOT}/${path}`, 'utf8');

/** All ports that a text names by a pattern with the service and its port. */
const portsIn = (text: string, pattern: RegExp): Record<string, number> =>
  Object.fromEntries(
    [...text.matchAll(pattern)].map(([, service = '', port]) => [service.toLowerCase(), Number(port)]),
  );

/** All ports that a text names by a pattern with the port alone. */
const numbersIn = (text: string, pattern: RegExp): number[] =>
  [...text.matchAll(pattern)].map(([, port]) => Number(port));

describe('the ports of the services', () => {
  it('are those of the code in compose.yaml', () => {
    const compose = read('deploy/compose.yaml');
    expect(portsIn(compose, /([A-Z]+)_ADDRESS: [a-z]+:(\d+)/g)).toEqual(SERVICE_PORTS);
    const published = /^ {2}(gateway):\n(?: {4}.*\n)*? {4}ports: \["127\.0\.0\.1:\$\{PORT:-\d+\}:(\d+)"\]/gm;
    expect(portsIn(compose, published)).toEqual({ gateway: PUBLIC_PORT });
  });

  it('are those of the code in the Dockerfile', () => {
    const stages = /COPY --from=build \/out\/(gateway|accounts|billing|usage|admin) \/app\nEXPOSE (\d+)/g;
    expect(portsIn(read('deploy/Dockerfile'), stages)).toEqual({ gateway: PUBLIC_PORT, ...SERVICE_PORTS });
  });

  it('are those of the code in the chart', () => {
    const values = read('helm/filemill/values.yaml');
    const services = /^ {2}(accounts|billing|usage|admin):\n(?: {4}.*\n)*? {4}ports: \{ grpc: (\d+) \}/gm;
    expect(portsIn(values, services)).toEqual(SERVICE_PORTS);
    const gateway = /^ {2}(gateway):\n(?: {4}.*\n)*? {4}ports: \{ http: (\d+) \}/gm;
    expect(portsIn(values, gateway)).toEqual({ gateway: PUBLIC_PORT });
  });
});

describe('the ops port', () => {
  it('is that of the code in the Dockerfile', () => {
    const dockerfile = read('deploy/Dockerfile');
    expect(numbersIn(dockerfile, /OPS_PORT=(\d+)/g)).toEqual([OPS_PORT]);
    // All workers share the instruction of their base.
    const stages = PROCESSES.length - WORKERS.length + 1;
    expect(numbersIn(dockerfile, /^EXPOSE (?:\d+ )?(\d+)$/gm)).toEqual(Array(stages).fill(OPS_PORT));
  });

  it('is scraped of every process in compose', () => {
    const targets = portsIn(read('deploy/compose/prometheus.yml'), /^ +- ([a-z-]+):(\d+)$/gm);
    expect(targets).toEqual(Object.fromEntries(PROCESSES.map((name) => [name, OPS_PORT])));
  });

  it('is that of the code in the chart', () => {
    const ports = {
      deployment: /name: ops, containerPort: (\d+)/g,
      monitoring: /name: ops, port: (\d+)/g,
      networkpolicy: /port: (\d+)/g,
    };
    for (const [template, pattern] of Object.entries(ports))
      expect(numbersIn(read(`helm/filemill/templates/${template}.yaml`), pattern)).toEqual([OPS_PORT]);
  });
});
