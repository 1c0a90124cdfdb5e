import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

process.env.PRODUCT_NAME ??= 'Filemill';
/** Target of the development server's proxy for everything that is not a page. */
const BACKEND = process.env.FILEMILL_URL ?? 'http://localhost:3000';

/** Two builds: what the browser loads, and (`--ssr`) the program that writes the public pages. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss()],
  envPrefix: ['PRODUCT_'],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  // All in one program: what a workspace package depends on is not found from this folder.
  ssr: { noExternal: true, resolve: { conditions: ['source', 'module', 'node', 'development|production'] } },
  build: isSsrBuild
    ? { outDir: 'dist/prerender', target: 'node24' }
    : {
        // The page's policy allows files of its own alone: nothing is inlined, not even small fonts or the preload shim.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        manifest: 'manifest.json',
        target: 'es2022',
      },
  server: { proxy: { '/api': BACKEND, '/site-config.json': BACKEND } },
}));
