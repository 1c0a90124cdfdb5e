/** Imports point one way; globs guard folders that do not exist yet. */
const rule = (name, from, to, comment) => ({ name, comment, severity: 'error', from, to });

export default {
  forbidden: [
    rule('no-cycles', {}, { circular: true }, 'Cycles hide who owns what.'),
    rule(
      'services-meet-through-contracts',
      { path: '^services/([^/]+)/' },
      { path: '^services/', pathNot: '^services/$1/' },
      'Services meet only through contracts and queue.',
    ),
    rule(
      'packages-know-no-service',
      { path: '^packages/' },
      { path: '^(services|apps)/' },
      'Services use packages.',
    ),
    rule(
      'packages-export-from-index',
      { path: '^(packages|services|apps)/([^/]+)/' },
      {
        path: '^packages/[^/]+/src/',
        pathNot: ['^packages/$2/', '^packages/[^/]+/src/(index|testing|testing/index|bytes/index)\\.tsx?$'],
      },
      'Nobody imports another package’s inner files.',
    ),
    rule(
      'apps-use-http',
      { path: '^apps/' },
      { path: '^(services|packages/(database|worker|storage|queue|contracts))' },
      'Apps meet services only through HTTP.',
    ),
    rule(
      'formats-know-no-engine',
      { path: '^packages/(formats|plans)/src/' },
      {
        path: ['^packages/(?!formats|plans|errors)', 'node_modules/(sharp|fluent-ffmpeg|typeorm)'],
      },
      'Formats and plans are data: the gateway stays small.',
    ),
    rule(
      'typeorm-in-its-place',
      { path: '^services/', pathNot: '(repository|entity|migrate|module|migrations/[^/]+|spec)\\.ts$' },
      { path: 'node_modules/typeorm', dependencyTypesNot: ['type-only'] },
      'Only repositories, entities, migrations and modules know the database.',
    ),
    rule(
      'fluent-ffmpeg-in-one-file',
      { path: '', pathNot: 'ffmpeg\\.engine\\.ts$' },
      { path: 'node_modules/fluent-ffmpeg' },
      'It is archived upstream.',
    ),
    rule(
      'features-do-not-meet',
      { path: '^apps/[^/]+/src/features/([^/]+)/' },
      { path: '^apps/[^/]+/src/features/', pathNot: '/features/$1/' },
      'A page composes features.',
    ),
    rule(
      'no-orphan-test-import',
      { pathNot: '(spec|conformance|testing)\\.tsx?$|/test/|/testing/|^deploy/' },
      { path: '(spec|conformance)\\.tsx?$' },
      'Tests are not used by code.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(/dist/|/gen/)' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ['source', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
};
