import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PageFile } from './page-file.js';

/** Path of the admin application; its files are below it, and its router handles the rest. */
export const ADMIN_PATH = '/admin';

/** The one page of the admin application. */
export class AdminPage {
  private readonly page: PageFile | undefined;

  /** @param root - the built application; undefined if there is none */
  constructor(root: string) {
    const file = join(root, 'index.html');
    if (existsSync(file)) this.page = new PageFile(readFileSync(file, 'utf8'), 'text/html; charset=utf-8');
  }

  /** The page at a path of the application; undefined for all other paths. */
  at(pathname: string): PageFile | undefined {
    return pathname === ADMIN_PATH || pathname.startsWith(`${ADMIN_PATH}/`) ? this.page : undefined;
  }
}
