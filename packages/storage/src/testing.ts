import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, S3_SERVER } from '@filemill/platform/testing';

/** The server's own keys, which it accepts on loopback only. */
const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'filemill-test', AWS_SECRET_ACCESS_KEY: 'filemill-test-secret' };
const BUCKET = 'filemill';
const START_TIMEOUT_MS = 10_000;

/** A real S3 server of one test file's own, with one empty bucket. */
export class TestS3 {
  private constructor(
    private readonly server: ChildProcess,
    private readonly folder: string,
    /** For `createStore`. */
    readonly storeUrl: string,
    /** For the environment of the process that opens the store. */
    readonly credentials: Readonly<Record<string, string>>,
  ) {}

  /** Why no S3 server is available here; undefined if one is. */
  static missing(): string | undefined {
    return S3_SERVER.missing();
  }

  /** Builds the server if needed (about a minute), and starts it on a random loopback port. */
  static async start(): Promise<TestS3> {
    const program = await S3_SERVER.build();
    const folder = await mkdtemp(join(tmpdir(), 'filemill-s3-'));
    const [data, metadata] = [join(folder, 'data'), join(folder, 'metadata')];
    await mkdir(join(data, BUCKET), { recursive: true });
    await mkdir(join(metadata, BUCKET), { recursive: true });
    const port = await freePort();
    const server = spawn(
      'setpriv', // ends the server with a test process that is killed
      [
        ...['--pdeathsig', 'KILL', program, '--port', `127.0.0.1:${port}`, '--quiet', '--health', '/health'],
        ...['--access', CREDENTIALS.AWS_ACCESS_KEY_ID, '--secret', CREDENTIALS.AWS_SECRET_ACCESS_KEY],
        // Metadata in files: not every file system of a test machine has extended attributes.
        ...['posix', '--sidecar', metadata, data],
      ],
      { stdio: 'ignore' },
    );
    await untilReady(`http://127.0.0.1:${port}/health`);
    const endpoint = encodeURIComponent(`http://127.0.0.1:${port}`);
    return new TestS3(server, folder, `s3://${BUCKET}?region=us-east-1&endpoint=${endpoint}`, CREDENTIALS);
  }

  /** Ends the server and removes what it kept. */
  async stop(): Promise<void> {
    const exited = once(this.server, 'exit');
    this.server.kill('SIGKILL');
    await exited;
    await rm(this.folder, { recursive: true, force: true });
  }
}

async function untilReady(url: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      if ((await fetch(url)).ok) return;
    } catch (error) {
      if (Date.now() > deadline) throw new Error('The S3 server did not start.', { cause: error });
    }
    await sleep(50);
  }
}
