import { swcOptions } from './deploy/swc.mjs';

/** Unit tests beside the code; `*.int-spec.ts` with real servers; `*.e2e-spec.ts` against the running stack. */
const transform = { '^.+\\.tsx?$': ['@swc/jest', { ...swcOptions, sourceMaps: 'inline' }] };
const node = {
  testEnvironment: 'node',
  // Workspace packages are tested from their source; see "exports" in each package.json.
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': ['$1.ts', '$1.tsx', '$1.js'] },
  transform,
  modulePathIgnorePatterns: ['/dist/', '/.data/'],
};
const cacheDirectory = process.env.FILEMILL_JEST_CACHE ?? '.data/jest';
const projects = {
  unit: {
    ...node,
    displayName: 'unit',
    cacheDirectory,
    testMatch: ['<rootDir>/{packages,services}/**/*.spec.ts', '<rootDir>/deploy/**/*.spec.mjs'],
    // These need a browser's objects: project `web`.
    testPathIgnorePatterns: ['/node_modules/', '/packages/(ui|web-client)/'],
  },
  web: {
    ...node,
    displayName: 'web',
    cacheDirectory,
    testEnvironment: 'jest-environment-jsdom',
    setupFiles: ['<rootDir>/apps/web/src/testing/jsdom.ts'],
    testEnvironmentOptions: { customExportConditions: ['source', 'browser'] },
    // Texts are imported as JSON; a module loader wants to see that said in the output too.
    transform: {
      '^.+\\.tsx?$': [
        '@swc/jest',
        {
          ...swcOptions,
          jsc: { ...swcOptions.jsc, experimental: { keepImportAttributes: true } },
          sourceMaps: 'inline',
        },
      ],
    },
    testMatch: ['<rootDir>/{apps,packages/ui,packages/web-client}/**/*.spec.{ts,tsx}'],
  },
  int: {
    ...node,
    displayName: 'int',
    cacheDirectory,
    testMatch: ['<rootDir>/{packages,services}/**/*.int-spec.ts', '<rootDir>/deploy/**/*.int-spec.mjs'],
  },
  e2e: {
    ...node,
    displayName: 'e2e',
    cacheDirectory,
    testMatch: ['<rootDir>/{services,apps,packages}/**/*.e2e-spec.ts'],
  },
};
export default { projects: Object.values(projects), testTimeout: 60_000 };
