import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createJail } from '../src/jail/jail.js';
import type { Limits } from '../src/jail/sandbox.js';

const MB = 1024 ** 2;
const LIMITS: Limits = {
  wallMs: 120_000,
  cpuSeconds: 60,
  memoryBytes: 128 * MB,
  tmpBytes: 32 * MB,
  fileBytes: 64 * MB,
  processes: 32,
};

/** Fills its /tmp until the kernel refuses, reports how much fitted, waits for input, then allocates without end. */
const BOMB = `
  open(F, '>', '/tmp/fill'); while (my $n = syswrite(F, 'x' x 65536)) { $bytes += $n } die "no end" unless $!{ENOSPC};
  open(O, '>', '/job/out/full.part'); print O $bytes; close(O); rename('/job/out/full.part', '/job/out/full');
  select(undef, undef, undef, 0.01) until -e '/job/in/go';
  fork; fork; while (1) { push @taken, 'y' x 1048576 }`;

/** Fills its /tmp and half of its memory, within its limits, and computes a checksum of what it reads there. */
const ORDINARY = `
  use Digest::SHA; open(O, '>', '/job/out/began'); close(O);
  $block = 'z' x 1048576; $held = $block x 48;
  open(F, '>', '/tmp/fill'); for (1..31) { syswrite(F, $block) == 1048576 or die $! } close(F);
  select(undef, undef, undef, 0.01) until -e '/job/in/go';
  $sum = Digest::SHA->new(256); $sum->addfile('/tmp/fill'); $sum->add($held); print $sum->hexdigest`;

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'neighbours-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const jail = createJail();

/** A jailed program that waits for input in the middle. */
async function start(name: string, code: string) {
  const folder = { in: join(root, name, 'in'), out: join(root, name, 'out') };
  await mkdir(folder.in, { recursive: true });
  await mkdir(folder.out);
  const running = jail.run({
    program: '/usr/bin/perl',
    args: ['-MErrno', '-e', code],
    folder,
    limits: LIMITS,
    signal: new AbortController().signal,
  });
  const ended = running.then(
    (result) => result,
    (error: unknown) => error,
  );
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  return {
    ended,
    go: () => writeFile(join(folder.in, 'go'), ''),
    /** @returns what the program wrote into that file */
    said: async (file: string) => {
      while (!existsSync(join(folder.out, file))) {
        if (hasEnded) throw new Error(`${name} ended early: ${JSON.stringify(await ended)}`);
        await sleep(10);
      }
      return readFile(join(folder.out, file), 'utf8');
    },
  };
}

describe('jobs side by side', () => {
  it('complete while two others fill their memory and their /tmp', async () => {
    const bombs = await Promise.all([start('bomb-1', BOMB), start('bomb-2', BOMB)]);
    for (const bomb of bombs) {
      const filled = Number(await bomb.said('full'));
      expect(filled).toBeGreaterThan(LIMITS.tmpBytes - MB);
      expect(filled).toBeLessThanOrEqual(LIMITS.tmpBytes);
    }
    const ordinary = await start('ordinary', ORDINARY);
    await ordinary.said('began');
    await Promise.all(bombs.map((bomb) => bomb.go()));
    for (const bomb of bombs) {
      expect(await bomb.ended).toMatchObject({
        code: 'FILE_TOO_LARGE',
        params: { message: expect.stringContaining('memory') },
      });
    }
    await ordinary.go();
    const sum = createHash('sha256')
      .update('z'.repeat((31 + 48) * MB))
      .digest('hex');
    expect(await ordinary.ended).toMatchObject({ exitCode: 0, stdout: sum });
  }, 180_000);
});
