import { describe, expect, it } from '@jest/globals';
import type { Limits } from '../jail/sandbox.js';
import { jobMemory } from '../limits/job-memory.js';
import type { EngineContext } from './engine.js';
import { enforceJobMemory } from './engines.js';

const requests: Limits[] = [];
const remember = ({ limits }: { readonly limits: Limits }): never => {
  requests.push(limits);
  return undefined as never;
};
const context = { run: remember, spawn: remember, standby: remember } as unknown as EngineContext;
const folder = { in: '/in', out: '/out' };
const limits = { wallMs: 1, cpuSeconds: 1, fileBytes: 1, processes: 1, ...jobMemory('poppler') };
const request = { program: '/usr/bin/true', args: [], folder, signal: new AbortController().signal };

describe('enforceJobMemory', () => {
  it('accepts a jail that needs no more memory than its engine declares', async () => {
    const held = enforceJobMemory('poppler', context);
    await held.run({ ...request, limits });
    held.spawn({ ...request, limits });
    held.standby({ ...request, limits });
    expect(requests).toEqual([limits, limits, limits]);
  });

  it.each(['memoryBytes', 'tmpBytes'] as const)('refuses a jail that needs more %s', async (part) => {
    const held = enforceJobMemory('poppler', context);
    const more = { ...request, limits: { ...limits, [part]: limits[part] + 1 } };
    await expect(held.run(more)).rejects.toThrow('poppler asks for more memory');
    expect(() => held.spawn(more)).toThrow('poppler asks for more memory');
    expect(() => held.standby(more)).toThrow('poppler asks for more memory');
  });
});
