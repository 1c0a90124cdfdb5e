import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { loadConfig } from './config.js';

/** Where programs for tests are built, once: a folder that survives the tests. */
const toolsConfig = { FILEMILL_TOOLS: z.string().default('.data/tools') };

/** Without optimization and debug data: the build takes two thirds of the time. */
const BUILD_FLAGS = ['-modcacherw', '-trimpath', '-gcflags=all=-N -l', '-ldflags=-s -w'];

const BUILD_TIMEOUT_MS = 600_000;

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

  /** Why the program is not available here; undefined if it is. */
  missing(): string | undefined {
    if (this.isBuilt() || findGo()) return undefined;
    return `${this.name} is built with Go, which is not installed`;
  }

  /** Builds the program if it does not exist yet. @returns its path */
  async build(): Promise<string> {
    await buildGoTools([this]);
    return this.program;
  }

  /** @param folder - what Go downloads and compiles, which the next program may need too */
  async buildIn(folder: string, go: string): Promise<void> {
    if (this.isBuilt()) return;
    console.warn(`building ${this.command}, which may take a minute`);
    await promisify(execFile)(go, ['install', ...BUILD_FLAGS, this.command], {
      env: {
        ...process.env,
        GOPATH: join(folder, 'path'),
        GOCACHE: join(folder, 'cache'),
        GOBIN: join(folder, 'bin'),
        GOTOOLCHAIN: 'local',
        CGO_ENABLED: '0',
      },
      timeout: BUILD_TIMEOUT_MS,
    });
    const source = join(folder, 'path', 'pkg', 'mod', this.command);
    for (const asset of this.assets) await copyFile(join(source, asset), this.assetPath(asset));
    await rename(join(folder, 'bin', this.name), this.program); // last: its presence means that everything is there
  }

  isBuilt(): boolean {
    return [this.program, ...this.assets.map((asset) => this.assetPath(asset))].every((path) =>
      existsSync(path),
    );
  }

  /** Path of an asset once the program is built. */
  assetPath(asset: string): string {
    return `${this.program}-${basename(asset)}`;
  }

  private get program(): string {
    return join(toolsFolder(), `${this.name}-${this.version}`);
  }
}

/** A small S3 server over a folder. */
export const S3_SERVER = new GoTool('github.com/versity/versitygw/cmd/versitygw@v1.8.0');

/** Stripe's OpenAPI document, an asset of its mock. */
export const STRIPE_SPEC = 'embedded/openapi/spec3.json';
/** Stripe's own mock of its API. */
export const STRIPE_MOCK = new GoTool('github.com/stripe/stripe-mock@v0.203.0', [STRIPE_SPEC]);

/**
 * Builds the missing programs if Go is installed, one after the other, since they share compiled packages.
 */
export async function buildGoTools(tools: readonly GoTool[]): Promise<void> {
  const go = findGo();
  if (!go || tools.every((tool) => tool.isBuilt())) return;
  await mkdir(toolsFolder(), { recursive: true });
  const folder = await mkdtemp(join(toolsFolder(), 'build-'));
  try {
    for (const tool of tools) await tool.buildIn(folder, go);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const toolsFolder = (): string => resolve(loadConfig(toolsConfig).FILEMILL_TOOLS);

function findGo(): string | undefined {
  const places = [...(process.env.PATH ?? '').split(':'), '/usr/local/go/bin', '/usr/lib/go/bin'];
  return places.map((place) => join(place, 'go')).find((path) => existsSync(path));
}
