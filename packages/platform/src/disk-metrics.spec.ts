import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { observeDisk } from './disk-metrics.js';

describe('observeDisk', () => {
  it('reports free space and size of the disk of a folder', async () => {
    const registry = new Registry();
    observeDisk(registry, 'work', tmpdir());
    const shown = async (name: string) => (await registry.getSingleMetric(name)?.get())?.values[0];
    const [free, size] = [await shown('disk_free_bytes'), await shown('disk_size_bytes')];
    const { bsize, blocks, bfree } = await statfs(tmpdir());
    expect(free?.labels).toEqual({ volume: 'work' });
    expect(size?.value).toBeGreaterThan(free?.value ?? 0);
    expect(Math.abs((size?.value ?? 0) - (free?.value ?? 0) - bsize * (blocks - bfree))).toBeLessThan(1e9);
  });
});
