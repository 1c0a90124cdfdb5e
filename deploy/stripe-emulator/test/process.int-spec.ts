import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { clientOf } from './support.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'filemill-stripe-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Starts the program, which prints where it listens. */
async function launch() {
  const child = spawn(process.execPath, [MAIN], {
    env: { STATE_FILE: join(folder, 'stripe.json') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  const url = /http:\S+/.exec(line)?.[0] ?? '';
  return { child, stripe: clientOf({ url }) };
}

describe('main', () => {
  it('keeps its data after it was killed, and ends on SIGTERM', async () => {
    const first = await launch();
    const { id } = await first.stripe.customers.create({ email: 'kept@example.com' });
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    const second = await launch();
    expect(await second.stripe.customers.retrieve(id)).toMatchObject({ email: 'kept@example.com' });
    second.child.kill('SIGTERM');
    expect(await once(second.child, 'exit')).toEqual([0, null]);
  });
});
