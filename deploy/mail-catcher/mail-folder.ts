import { mkdirSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import PostalMime, { type Email } from 'postal-mime';

/** The number of mails that are kept. */
const KEPT = 200;

/** A mail in the folder. */
export interface CaughtMail extends Email {
  /** Of its file. */
  readonly name: string;
}

/** The caught mails, one file each, named so that the newest sorts last. */
export class MailFolder {
  readonly #path: string;
  /** Makes the names of mails of the same millisecond different. */
  #added = 0;

  constructor(path: string) {
    this.#path = path;
    mkdirSync(path, { recursive: true, mode: 0o700 });
  }

  /** Keeps a message as it arrived, and removes the oldest if there are more than 200. */
  async add(message: Uint8Array): Promise<void> {
    const number = String(++this.#added).padStart(6, '0');
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${number}.eml`;
    // A reader that waits for a file in this folder must find the complete file.
    await writeFile(`${this.#path}/${name}.part`, message, { mode: 0o600 });
    await rename(`${this.#path}/${name}.part`, `${this.#path}/${name}`);
    const surplus = (await this.names()).slice(KEPT);
    await Promise.all(surplus.map((old) => rm(`${this.#path}/${old}`, { force: true })));
  }

  /** File names, newest first. */
  async names(): Promise<string[]> {
    return (await readdir(this.#path))
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .reverse();
  }

  /** A kept message as it arrived; undefined for an unknown name. */
  async source(name: string): Promise<Buffer | undefined> {
    return (await this.names()).includes(name) ? readFile(`${this.#path}/${name}`) : undefined;
  }

  /** A kept message, parsed; undefined for an unknown name. */
  async read(name: string): Promise<CaughtMail | undefined> {
    const source = await this.source(name);
    return source && { name, ...(await PostalMime.parse(source)) };
  }
}
