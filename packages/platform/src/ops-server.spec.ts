import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { NotReadyError, OpsServer } from './ops-server.js';

describe('OpsServer', () => {
  let ops: OpsServer;
  let url: string;
  beforeEach(async () => {
    ops = new OpsServer('test');
    url = `http://127.0.0.1:${await ops.listen('127.0.0.1', 0)}`;
  });
  afterEach(() => ops.close());

  it('is alive before it is ready', async () => {
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
    ops.setReady(true);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  it('is not ready while a dependency fails, and names it', async () => {
    ops.setReady(true);
    ops.addCheck('store', () => Promise.reject(new Error('away')));
    ops.addCheck('redis', () => undefined);
    const response = await fetch(`${url}/readyz`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ checks: { store: false, redis: true } });
  });

  it('shows the reason of a failed check only for a NotReadyError', async () => {
    ops.addCheck('store', () => Promise.reject(new Error('secret://user:password@store')));
    ops.addCheck('clock', () => Promise.reject(new NotReadyError('two minutes behind')));
    const body = await (await fetch(`${url}/readyz`)).json();
    expect(body).toMatchObject({
      checks: { store: false, clock: false },
      reasons: { clock: 'two minutes behind' },
    });
    expect(JSON.stringify(body)).not.toContain('password');
  });

  it('reports the failing dependency in its metrics', async () => {
    ops.addCheck('store', () => Promise.reject(new Error('away')));
    ops.addCheck('redis', () => undefined);
    const text = await (await fetch(`${url}/metrics`)).text();
    expect(text).toMatch(/dependency_up\{dependency="store",service="test"\} 0/);
    expect(text).toMatch(/dependency_up\{dependency="redis",service="test"\} 1/);
  });

  it('serves metrics with the name of the service', async () => {
    expect(await (await fetch(`${url}/metrics`)).text()).toMatch(
      /process_cpu_seconds_total\{service="test"\}/,
    );
  });
});
