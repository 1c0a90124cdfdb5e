import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { loadConfig } from './config.js';

/** Where programs for tests are built, once: a folder that survives the tests. */
const toolsConfig = { FILEMILL_TOOLS: z.string().default('.data/tools') };

/** Nothing is optimized, nor kept for a debugger: it is built in two thirds of the time. */
const BUILD_FLAGS = ['-modcacherw', '-trimpath', '-gcflags=all=-N -l', '-ldflags=-s -w'];

/** A program for tests that is built with Go from its source. */
export class GoTool {
  private readonly name: string;
  private readonly version: string;

  /**
   * @param command - its package with the version, such as `github.com/stripe/stripe-mock@v0.203.0`
   * @param assets - files of the module's source that are kept beside the program
   */
  constructor(
    private readonly command: string,
    private readonly assets: readonly string[] = [],
  ) {
    const [path = '', version = ''] = command.split('@');
    this.name = basename(path);
    this.version = version;
  }

  /** Why the program cannot be had here, or undefined where it can. */
  missing(): string | undefined {
    if (this.isBuilt() || findGo()) return undefined;
    return `${this.name} is built with Go, which is not installed`;
  }

  /** Builds the program where that was never done, about a minute. @returns its path */
  async build(): Promise<string> {
    const go = findGo();
    if (this.isBuilt() || !go) return this.program;
    await mkdir(toolsFolder(), { recursive: true });
    const folder = await mkdtemp(join(toolsFolder(), 'build-'));
    try {
      console.warn(`building ${this.command}, which takes a minute`);
      // Behind whatever else is tested meanwhile: a compiler on every core keeps others waiting for seconds.
      execFileSync('/usr/bin/nice', ['-n', '19', go, 'install', ...BUILD_FLAGS, this.command], {
        env: {
          ...process.env,
          GOPATH: join(folder, 'path'),
          GOCACHE: join(folder, 'cache'),
          GOBIN: join(folder, 'bin'),
          GOTOOLCHAIN: 'local',
          CGO_ENABLED: '0',
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const source = join(folder, 'path', 'pkg', 'mod', this.command);
      for (const asset of this.assets) await copyFile(join(source, asset), this.assetPath(asset));
      await rename(join(folder, 'bin', this.name), this.program); // last: it tells that all is there
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    return this.program;
  }

  /** Where an asset lies once the program is built. */
  assetPath(asset: string): string {
    return `${this.program}-${basename(asset)}`;
  }

  private get program(): string {
    return join(toolsFolder(), `${this.name}-${this.version}`);
  }

  private isBuilt(): boolean {
    return [this.program, ...this.assets.map((asset) => this.assetPath(asset))].every((path) =>
      existsSync(path),
    );
  }
}

const toolsFolder = (): string => resolve(loadConfig(toolsConfig).FILEMILL_TOOLS);

function findGo(): string | undefined {
  const places = [...(process.env.PATH ?? '').split(':'), '/usr/local/go/bin', '/usr/lib/go/bin'];
  return places.map((place) => join(place, 'go')).find((path) => existsSync(path));
}
