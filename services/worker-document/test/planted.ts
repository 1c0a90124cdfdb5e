import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@filemill/errors';
import { type Converter, createConverter } from '@filemill/worker/testing';

/**
 * The engines, with the targets of hostile files: a secret in a file and in the environment, and a listener. The output
 * and `connections` show whether a file reached them.
 */
export class Planted {
  /** Number of connections to the listener. */
  connections = 0;

  private constructor(
    /** Holds `secret.txt`. */
    readonly folder: string,
    readonly converter: Converter,
    private readonly listener: Server,
    private readonly read: (path: string, format: string) => string,
  ) {
    listener.on('connection', (socket) => {
      this.connections++;
      socket.destroy();
    });
  }

  /** @param read - extracts the whole content of an output, by a program that did not write it */
  static async start(secret: string, read: (path: string, format: string) => string): Promise<Planted> {
    const folder = mkdtempSync(join(tmpdir(), 'planted-'));
    writeFileSync(join(folder, 'secret.txt'), secret);
    process.env.PLANTED = secret;
    const listener = createServer();
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const converter = await createConverter(new URL('../src/engines/', import.meta.url), { slots: 1 });
    return new Planted(folder, converter, listener, read);
  }

  /** Address of the listener on this machine. */
  get port(): number {
    return (this.listener.address() as { port: number }).port;
  }

  /** @returns the path of a file with this content */
  write(name: string, content: Buffer | string): string {
    const path = join(this.folder, name);
    writeFileSync(path, content);
    return path;
  }

  /** The result of a conversion: the content of the output, or the error code. */
  async outcome(name: string, content: Buffer | string, from: string, to: string): Promise<string> {
    try {
      const { outputs } = await this.converter.convert({ input: this.write(name, content), from, to });
      return this.read(outputs[0]?.path ?? '', to);
    } catch (error) {
      return AppError.from(error).code;
    }
  }

  async stop(): Promise<void> {
    await this.converter.close();
    await new Promise((resolve) => this.listener.close(resolve));
    rmSync(this.folder, { recursive: true });
  }
}
