import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const FORMATS = fileURLToPath(new URL('../../../../packages/formats/', import.meta.url));

/** Redirects every import of the package to the copy, which resolves its own name by its `exports`; also in threads. */
const HOOK = `
import { registerHooks } from 'node:module';
const parentURL = new URL('package.json', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    /^@filemill\\/formats(\\/|$)/.test(specifier) ? next(specifier, { ...context, parentURL }) : next(specifier, context),
});
`;

/** A copy of the built `packages/formats` to which a test adds declarations, for processes that use it instead. */
export class ScratchFormats {
  private constructor(private readonly folder: string) {}

  static async create(): Promise<ScratchFormats> {
    const folder = await mkdtemp(join(tmpdir(), 'filemill-formats-'));
    await cp(join(FORMATS, 'dist'), join(folder, 'dist'), { recursive: true });
    for (const file of ['package.json', 'matrix.json']) await cp(join(FORMATS, file), join(folder, file));
    await symlink(join(FORMATS, 'node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'hook.mjs'), HOOK);
    return new ScratchFormats(folder);
  }

  /** Writes one source file where the build would put it. @param path - below `src`, such as `audio/flac.ts` */
  async write(path: string, source: string): Promise<void> {
    const file = join(this.folder, 'dist', path.replace(/\.ts$/, '.js'));
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, stripTypeScriptTypes(source));
  }

  /** Environment of a process that uses the copy. */
  get env(): { readonly NODE_OPTIONS: string } {
    return { NODE_OPTIONS: `--import=${pathToFileURL(join(this.folder, 'hook.mjs')).href}` };
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true });
  }
}

/** A source file of the package. @param path - below the package, such as `src/audio/flac.ts` */
export const formatSource = (path: string): Promise<string> => readFile(join(FORMATS, path), 'utf8');
