import { promises as fs } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

process.env.PRODUCT_NAME ??= 'Filemill';

const COMPRESSED = /\.(js|css|html|svg|json)$/;
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Puts a .br and a .gz beside each text file, so that the server compresses nothing. */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  async writeBundle({ dir = 'dist' }) {
    const files = (await fs.readdir(dir, { recursive: true })).filter((file) => COMPRESSED.test(file));
    await Promise.all(
      files.map(async (file) => {
        const path = join(dir, file);
        const bytes = await fs.readFile(path);
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
        await fs.writeFile(`${path}.br`, await brotli(bytes, { params }));
        await fs.writeFile(`${path}.gz`, await gzipped(bytes, { level: 9 }));
      }),
    );
  },
});

export default defineConfig({
  plugins: [react(), tailwindcss(), precompress()],
  envPrefix: ['PRODUCT_'],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    // The page's policy allows files of its own alone: nothing is inlined, not even small fonts or the preload shim.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  server: { proxy: { '/api': process.env.FILEMILL_URL ?? 'http://localhost:3000' } },
});
