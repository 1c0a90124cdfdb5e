import type { Options } from '@swc/core';

/** How TypeScript becomes JavaScript, in the build and in the tests. `tsc` checks the types separately. */
export const swcOptions: Options = {
  module: { type: 'es6' },
  jsc: {
    target: 'es2024',
    parser: { syntax: 'typescript', tsx: true, decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
    keepClassNames: true,
  },
  sourceMaps: true,
};
