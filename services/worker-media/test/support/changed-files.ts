import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type Converted, type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll } from '@jest/globals';
import { makeLong } from '../media-files.js';

/** Length of the files that are changed. */
export const WHOLE_MS = 6_000;

/** What was reported about damage of the input; undefined if nothing was. */
export const damageIn = ({ losses }: Converted) =>
  losses.find(({ code }) => code === 'input_damaged')?.params;
/** The path of the first output. */
export const outputOf = ({ outputs }: Converted): string => outputs[0]?.path ?? '';

/** Writes changed files and converts them. */
export class ChangedFiles {
  private constructor(readonly converter: Converter) {}

  /** Where files are written. */
  get folder(): string {
    return this.converter.folder;
  }

  /**
   * Starts the engine before all tests of a file and ends it after.
   *
   * @returns the converter, once the engine has started
   */
  static forAllTests(engines: Parameters<typeof createConverter>[0]): () => ChangedFiles {
    let files: ChangedFiles;
    beforeAll(async () => {
      files = new ChangedFiles(await createConverter(engines));
    });
    afterAll(() => files.converter.close());
    return () => files;
  }

  /** Writes a file with these bytes. @returns its path */
  async write(name: string, bytes: Buffer): Promise<string> {
    const path = join(this.folder, name);
    await writeFile(path, bytes);
    return path;
  }

  /** Converts a file from the format that its name says. */
  convert(input: string, to: string, more: { strict?: boolean } = {}): Promise<Converted> {
    return this.converter.convert({ input, from: extname(input).slice(1), to, ...more });
  }

  /** The bytes of a whole file of {@link WHOLE_MS}. */
  async longFile(format: string): Promise<Buffer> {
    return readFile(await makeLong(this.folder, format));
  }
}
