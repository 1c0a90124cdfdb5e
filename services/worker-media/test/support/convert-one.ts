import { copyFile, rm } from 'node:fs/promises';
import { AppError, publicCode } from '@filemill/errors';
import { createConverter } from '@filemill/worker/testing';

/**
 * Converts one file with the built engines in its own process, for tests that start it with other formats than those of
 * the catalogue: `node convert-one.ts <from> <to> <options as JSON> <input> <output>`. On failure it exits with 1 and
 * prints the error code on the last line.
 */
const [from = '', to = '', options = '{}', input = '', output = ''] = process.argv.slice(2);
const converter = await createConverter(new URL('../../dist/engines/', import.meta.url));
try {
  const { outputs } = await converter.convert({ input, from, to, options: JSON.parse(options) });
  const made = outputs[0];
  if (!made || outputs.length > 1) throw new Error(`${outputs.length} outputs where one is wanted`);
  await rm(output, { force: true });
  await copyFile(made.path, output);
} catch (error) {
  console.error(error);
  console.error(publicCode(AppError.from(error).code));
  process.exitCode = 1;
} finally {
  await converter.close();
}
