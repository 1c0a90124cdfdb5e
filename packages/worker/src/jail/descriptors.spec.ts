import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { afterAll, describe, expect, it } from '@jest/globals';
import { replaceInherited } from './descriptors.js';

const devNull = openSync('/dev/null', 'r');
afterAll(() => closeSync(devNull));

describe('replaceInherited', () => {
  it('replaces inherited descriptors with /dev/null, and keeps those meant for the child', () => {
    const filter = openSync('/etc/hostname', 'r');
    const stdio = replaceInherited(['ignore', 'pipe', 'pipe', filter], [3, 5, 9], devNull);
    const { stdout } = spawnSync(
      '/usr/bin/readlink',
      [3, 4, 5, 9].map((n) => `/proc/self/fd/${n}`),
      { stdio },
    );
    closeSync(filter);
    expect(stdout.toString().trim().split('\n')).toEqual(['/etc/hostname', '/dev/null', '/dev/null']);
  });
});
