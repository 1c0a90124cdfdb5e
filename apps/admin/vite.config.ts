import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

process.env.PRODUCT_NAME ??= 'Filemill';

/** The administrators' application, below /admin of the site. */
export default defineConfig({
  base: '/admin/',
  plugins: [react()],
  envPrefix: ['PRODUCT_'],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    // The page's policy allows files of its own alone: nothing is inlined, not even small fonts or the preload shim.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  server: { proxy: { '^/(?!admin)': process.env.FILEMILL_URL ?? 'http://localhost:3000' } },
});
