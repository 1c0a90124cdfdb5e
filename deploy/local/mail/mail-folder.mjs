import { mkdirSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import PostalMime from 'postal-mime';

/** Mails that are kept. */
const KEPT = 200;

/** The caught mails, a file each, named so that the newest sorts last. */
export class MailFolder {
  /** Tells mails of the same millisecond apart. */
  #added = 0;

  constructor(path) {
    this.path = path;
    mkdirSync(path, { recursive: true, mode: 0o700 });
  }

  /** Keeps a message as it came, and drops the oldest beyond 200. */
  async add(message) {
    const number = String(++this.#added).padStart(6, '0');
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${number}.eml`;
    // A reader that waits for a file in this folder must find all of it.
    await writeFile(`${this.path}/${name}.part`, message, { mode: 0o600 });
    await rename(`${this.path}/${name}.part`, `${this.path}/${name}`);
    const surplus = (await this.names()).slice(KEPT);
    await Promise.all(surplus.map((old) => rm(`${this.path}/${old}`, { force: true })));
  }

  /** File names, newest first. */
  async names() {
    return (await readdir(this.path))
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .reverse();
  }

  /** A kept message as it came; undefined for a name that is not there. */
  async source(name) {
    return (await this.names()).includes(name) ? readFile(`${this.path}/${name}`) : undefined;
  }

  /** A kept message, parsed. */
  async read(name) {
    const source = await this.source(name);
    return source && { name, ...(await PostalMime.parse(source)) };
  }
}
