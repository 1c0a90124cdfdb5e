import { copyFile, link, lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** What the office server names its files; the name of the input decides the import filter. */
const INPUT = 'in';
const OUTPUT = 'out';

/**
 * The two folders that a server's jail shows, filled and emptied around each job. What a job leaves behind is a
 * stranger's work: it is moved or removed, never followed. No process of the job lives any more when it is touched.
 */
export class JobFolder {
  /** Folders that the server made for itself at its start. */
  private kept: ReadonlySet<string> = new Set();

  private constructor(
    readonly root: string,
    readonly paths: { readonly in: string; readonly out: string },
  ) {}

  static async create(root: string): Promise<JobFolder> {
    const paths = { in: join(root, 'in'), out: join(root, 'out') };
    await Promise.all([mkdir(paths.in), mkdir(paths.out)]);
    return new JobFolder(root, paths);
  }

  /** Remembers what the server has made for itself; called when it is ready. */
  async keep(): Promise<void> {
    this.kept = new Set(await readdir(this.paths.out));
  }

  /** Shows a file to the jail, read-only. @returns its path inside */
  async put(path: string, extension: string): Promise<string> {
    const name = `${INPUT}.${extension}`;
    const target = join(this.paths.in, name);
    await link(path, target).catch(() => copyFile(path, target)); // another file system
    return `/job/in/${name}`;
  }

  outputPath(extension: string): string {
    return `/job/out/${OUTPUT}.${extension}`;
  }

  /**
   * Moves the outputs to `folder`. Several sheets become several files, numbered by the server; empty ones are left.
   *
   * @returns their new paths in order; none if nothing was written
   */
  async take(folder: string, extension: string): Promise<string[]> {
    const outputs: string[] = [];
    for (const name of (await readdir(this.paths.out)).sort()) {
      const path = join(this.paths.out, name);
      const isOutput = name.startsWith(OUTPUT) && name.endsWith(`.${extension}`);
      if (!isOutput || (await lstat(path)).size === 0) continue;
      const target = join(folder, name);
      await rename(path, target);
      outputs.push(target);
    }
    return outputs;
  }

  /** Removes all of the last job. @returns false if it has touched what the server needs: the server must end then */
  async empty(): Promise<boolean> {
    await removeAll(this.paths.in);
    let whole = true;
    const missing = new Set(this.kept);
    for (const name of await readdir(this.paths.out)) {
      const path = join(this.paths.out, name);
      if (this.kept.has(name) && (await lstat(path)).isDirectory()) {
        missing.delete(name);
        await removeAll(path);
      } else {
        whole &&= !this.kept.has(name);
        await rm(path, { recursive: true, force: true });
      }
    }
    return whole && missing.size === 0;
  }

  async remove(): Promise<void> {
    await rm(this.root, { recursive: true, force: true });
  }
}

/** Empties a folder whose own path is no link. */
async function removeAll(folder: string): Promise<void> {
  const names = await readdir(folder);
  await Promise.all(names.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}
