import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PageFile } from './page-file.js';

/** Where the admin application lives; its files lie below, its router has the rest. */
export const ADMIN_PATH = '/admin';

/** The one page of the admin application. */
export class AdminPage {
  private readonly page: PageFile | undefined;

  /** @param root - the build of the application; without one it does not exist */
  constructor(root: string) {
    const file = join(root, 'index.html');
    if (existsSync(file)) this.page = new PageFile(readFileSync(file, 'utf8'), 'text/html; charset=utf-8');
  }

  /** The page at a path of the application; undefined for all other paths. */
  at(pathname: string): PageFile | undefined {
    return pathname === ADMIN_PATH || pathname.startsWith(`${ADMIN_PATH}/`) ? this.page : undefined;
  }
}
