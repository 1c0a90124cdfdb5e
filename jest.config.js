import { swcOptions } from './deploy/swc.ts';

/**
 * Unit tests beside the code; `*.int-spec.ts` with real servers; `*.e2e-spec.ts` against the running stack, and
 * `*.alone-spec.ts` against one that nobody else uses meanwhile, because they change it for all.
 */
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
    testMatch: ['<rootDir>/{packages,services,deploy,load-tests}/**/*.spec.ts'],
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
    testMatch: ['<rootDir>/{packages,services,deploy,load-tests}/**/*.int-spec.ts'],
  },
  e2e: {
    ...node,
    displayName: 'e2e',
    cacheDirectory,
    testMatch: ['<rootDir>/{services,apps,packages,deploy}/**/*.e2e-spec.ts'],
  },
  alone: {
    ...node,
    displayName: 'alone',
    cacheDirectory,
    testMatch: ['<rootDir>/{services,apps,packages,deploy}/**/*.alone-spec.ts'],
  },
};
export default {
  projects: Object.values(projects),
  // Ends what hangs, and says nothing of speed: beside other tests a minute is not much for a browser.
  testTimeout: 180_000,
  testSequencer: '<rootDir>/deploy/local/slow-first.ts',
};
