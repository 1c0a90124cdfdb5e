import { linkSync, renameSync } from 'node:fs';
import { copyFile, lstat, mkdir, readdir, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The two folders that a server's jail shows, filled and emptied around each job. What a job leaves behind was
 * written by the jailed program: it is moved or removed, never followed. When it is touched, no process of the job is
 * left. Links and moves are synchronous, as in a workspace.
 */
export class JobFolder {
  /** Files of the current job in `in`, which no jailed program can write. */
  private readonly shown = new Set<string>();
  /** Folders that the server created at its start. */
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

  /** Remembers what the server has created; called when it is ready. */
  async keep(): Promise<void> {
    this.kept = new Set(await readdir(this.paths.out));
  }

  /** Shows a file to the jail, read-only. @returns its path inside */
  async put(path: string, name: string): Promise<string> {
    const target = join(this.paths.in, name);
    this.shown.add(target);
    try {
      linkSync(path, target);
    } catch {
      await copyFile(path, target); // another file system
    }
    return `/job/in/${name}`;
  }

  /** Moves outputs to `folder`. @returns their new paths, in the order of their names */
  async take(names: readonly string[], folder: string): Promise<string[]> {
    return names.map((name) => {
      const output = join(folder, name);
      renameSync(join(this.paths.out, name), output);
      return output;
    });
  }

  /** Removes all files of the last job. @returns false if the job changed files of the server, which must then end */
  async empty(): Promise<boolean> {
    await Promise.all([...this.shown].map(remove));
    this.shown.clear();
    let whole = true;
    const missing = new Set(this.kept);
    for (const name of await readdir(this.paths.out)) {
      const path = join(this.paths.out, name);
      if (this.kept.has(name) && (await lstat(path)).isDirectory()) {
        missing.delete(name);
        await removeAll(path);
      } else {
        whole &&= !this.kept.has(name);
        await remove(path);
      }
    }
    return whole && missing.size === 0;
  }

  async remove(): Promise<void> {
    await rm(this.root, { recursive: true, force: true });
  }
}

/** Removes a file, or a folder with all of it; most are files, which take one call. */
const remove = (path: string): Promise<void> =>
  unlink(path).catch(() => rm(path, { recursive: true, force: true }));

/** Empties a folder; its own path must not be a link. */
async function removeAll(folder: string): Promise<void> {
  const names = await readdir(folder);
  await Promise.all(names.map((name) => remove(join(folder, name))));
}
