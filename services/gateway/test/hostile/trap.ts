import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { aGuest, filesBelow, state, until, url } from '../stack.js';
import type { Targets } from './case.js';

const DATA = dirname(process.env.FILEMILL_STATE ?? '');
const LOGS = join(DATA, 'logs');
/** Internal details: paths, stack traces, and the names of engine programs. */
const INTERNAL_DETAILS =
  /\/job\/|\/tmp\/|\/usr\/|\/var\/|node_modules|\.js:\d|\n\s+at |Error:|ffmpeg|libav|vips|soffice|libreoffice|poppler|bwrap|127\.0\.0\.1|localhost:\d/i;
const BOUNDARY = 'filemill-neighbour';

/** Planted secrets and a listener: if one of them appears in an output, the file has escaped its jail. */
export class Trap {
  private readonly folder = mkdtempSync(join(tmpdir(), 'filemill-trap-'));
  private readonly mark = randomBytes(12).toString('hex');
  private readonly secrets: string[] = [`file-${this.mark}`, `upload-${this.mark}`];
  private readonly logSizes = new Map<string, number>();
  private calls = 0;

  private constructor(
    private readonly listener: Server,
    private readonly upload: Socket,
    readonly targets: Targets,
  ) {}

  static async set(): Promise<Trap> {
    const listener = createServer();
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const { hostname, port } = new URL(url('/'));
    const upload = connect(Number(port), hostname);
    const address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/called`;
    const trap = new Trap(listener, upload, { file: '', neighbour: '', address });
    listener.on('connection', (socket) => {
      trap.calls += 1;
      socket.destroy();
    });
    const file = join(trap.folder, 'secret.txt');
    writeFileSync(file, `file-${trap.mark}\n`, { mode: 0o644 });
    Object.assign(trap.targets, { file, neighbour: await trap.beginUpload() });
    trap.readEnvironments();
    for (const name of readdirSync(LOGS)) trap.logSizes.set(name, statSync(join(LOGS, name)).size);
    return trap;
  }

  /** Another guest's upload that runs during the whole suite. @returns its path */
  private async beginUpload(): Promise<string> {
    const before = new Set(filesBelow('store'));
    this.upload.on('error', () => undefined);
    this.upload.write(
      `POST /api/guest/convert HTTP/1.1\r\nHost: localhost\r\nX-Guest-Fingerprint: ${aGuest()}\r\n` +
        `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: 900000000\r\n\r\n` +
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n` +
        `upload-${this.mark}\n`.repeat(5_000),
    );
    let found: string | undefined;
    await until('the neighbour is stored', () => {
      found = filesBelow('store').find((path) => !before.has(path));
      return found !== undefined;
    });
    // Faster than the minimum rate, so that it is not ended.
    const more = setInterval(() => this.upload.write(`upload-${this.mark}\n`.repeat(2_000)), 500);
    this.upload.once('close', () => clearInterval(more));
    return join(DATA, 'store', found ?? '');
  }

  /** Every long value in the environment of a service's process is treated as a secret. */
  private readEnvironments(): void {
    for (const pid of Object.values(state().pids)) {
      for (const pair of readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')) {
        const [name = '', ...value] = pair.split('=');
        if (/SECRET|_URL$/.test(name) && !name.startsWith('PUBLIC')) this.secrets.push(value.join('='));
      }
    }
  }

  /** File names of the conversions; no log may contain one. */
  plant(name: string): string {
    return `${name}-${this.mark}`;
  }

  /** The planted secrets that a text or a file contains, in plain text or base64. */
  secretsIn(bytes: Buffer | string): string[] {
    const text = Buffer.from(bytes).toString('latin1');
    const base64 = this.secrets.map((secret) => Buffer.from(secret).toString('base64').slice(0, -4));
    return [...this.secrets, ...base64].filter((secret) => text.includes(secret));
  }

  /** @returns the internal details in an error's body */
  static internalDetailsIn(body: string): string[] {
    return [...(INTERNAL_DETAILS.exec(body) ?? [])];
  }

  get listenerCalls(): number {
    return this.calls;
  }

  /** Log lines since the trap was set that contain a planted secret. */
  leakedLines(): string[] {
    return readdirSync(LOGS).flatMap((name) => {
      const added = readFileSync(join(LOGS, name))
        .subarray(this.logSizes.get(name) ?? 0)
        .toString();
      return added.split('\n').filter((line) => line.includes(this.mark) || this.secretsIn(line).length > 0);
    });
  }

  remove(): void {
    this.upload.destroy();
    this.listener.close();
    rmSync(this.folder, { recursive: true });
  }
}
