import { describe, expect, it } from '@jest/globals';
import { unlessDamaged } from './damage.js';

describe('unlessDamaged', () => {
  it('passes on a result, and damage as undefined', async () => {
    await expect(unlessDamaged(Promise.resolve(1))).resolves.toBe(1);
    await expect(unlessDamaged(Promise.reject(new Error('incorrect header check')))).resolves.toBeUndefined();
  });

  it('throws mistakes of the program and errors of the disk', async () => {
    const ofDisk = Object.assign(new Error('EIO: i/o error'), { code: 'EIO', syscall: 'read' });
    for (const error of [new TypeError('x is undefined'), new ReferenceError('x'), ofDisk])
      await expect(unlessDamaged(Promise.reject(error))).rejects.toBe(error);
  });
});
