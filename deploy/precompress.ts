/**
 * `node precompress.ts <folder>`: puts a .br and a .gz beside each text file of a built web application, so that the
 * server compresses nothing. HTML is left out: the server completes it.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSED = /\.(js|css|svg|json|webmanifest)$/;
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const [folder = '.'] = process.argv.slice(2);
const files = (await readdir(folder, { recursive: true })).filter((file) => COMPRESSED.test(file));
await Promise.all(
  files.map(async (file) => {
    const path = join(folder, file);
    const bytes = await readFile(path);
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    await writeFile(`${path}.br`, await brotli(bytes, { params }));
    await writeFile(`${path}.gz`, await gzipped(bytes, { level: 9 }));
  }),
);
