/** Imports point one way; globs guard folders that do not exist yet. */
const rule = (name, from, to, comment) => ({ name, comment, severity: 'error', from, to });

/**
 * The rooms of each folder, from its roof to its ground: each uses only those on lines below its own. Rooms on one line
 * do not use each other. docs/architecture.md draws those that are folders.
 */
export const ROOMS = {
  'services/gateway/src': [
    'main.ts',
    'server',
    'app.module.ts',
    'events',
    'convert accounts',
    'history downloads',
    'conversions figures',
    'admin billing formats live openapi rate-limits uploads',
    'plans routes',
    'identity',
    'clients site',
    'http config.ts',
  ],
  'services/accounts/src': [
    'main.ts',
    'app.module.ts make-admin.ts',
    'administration background sign-in migrate.ts',
    'delivery profile database.ts',
    'identity mail resets',
    'api-keys outbox',
    'limits passwords sessions users',
    'migrations config.ts dto.ts metrics.ts owner-announcer.ts sha256.ts',
  ],
  'services/billing/src': [
    'main.ts',
    'app.module.ts',
    'figures grants subscription-management webhooks',
    'background migrate.ts',
    'reconciliation database.ts',
    'checkout stripe-events users',
    'sync',
    'entitlements revenue',
    'outbox prices',
    'stripe',
    'customers migrations subscriptions config.ts dto.ts metrics.ts',
  ],
  'services/usage/src': [
    'main.ts',
    'app.module.ts',
    'background owners',
    'acceptance attempts retention',
    'endings load',
    'lanes',
    'history quotas migrate.ts',
    'plans statistics database.ts metrics.ts',
    'conversions migrations config.ts',
  ],
  'services/admin/src': [
    'main.ts',
    'app.module.ts migrate.ts',
    'settings users database.ts',
    'audit-log conversions statistics',
    'administrators audit-entries system',
    'measurements migrations config.ts dto.ts usernames.ts',
  ],
  'services/worker-image/src': ['main.ts', 'engines', 'server', 'jailed'],
  'services/worker-media/src': ['main.ts', 'engines'],
  'services/worker-document/src': [
    'main.ts',
    'engines',
    'archive',
    'ebook jailed limits.ts office python.ts',
  ],
  'services/worker-document/src/jailed': [
    'archive.main.ts book-fb2.main.ts book-pdf.main.ts comic.main.ts csv-to-fods.main.ts',
    'data.main.ts markup.main.ts mend.main.ts pages.main.ts pictures.main.ts repack.main.ts subtitles.main.ts table-text.main.ts word.main.ts',
    'repack word',
    'archive comic fb2 mend pages pictures subtitles',
    'data',
    'csv',
    'text job-arguments.ts ppm-stream.ts zip-records.ts',
    'book',
  ],
  'packages/formats/src': [
    'index.ts testing.ts',
    'threads',
    'catalogue',
    'ebook',
    'archive audio data font presentation subtitle vector video',
    'document',
    'image',
    'media',
    'define',
    'bytes',
  ],
  'packages/worker/src': [
    'proving',
    'testing',
    'index.ts',
    'start-worker.ts',
    'slot-heartbeat.ts work-folder.ts worker.module.ts',
    'lanes.ts',
    'config.ts',
    'conversion fork',
    'joining',
    'engines',
    'limits',
    'jail',
  ],
  'apps/web/src': ['main.tsx prerender', 'app', 'testing', 'features', 'lib', 'config styles vite-env.d.ts'],
  'apps/admin/src': ['main.tsx', 'app', 'features', 'lib', 'config styles vite-env.d.ts'],
  'apps/admin/src/features/settings': [
    'settings-form.tsx',
    'inputs saving versions',
    'texts.ts',
    'draft',
    'api.ts',
  ],
  packages: [
    'local-stack service web-client worker',
    'api contracts database queue storage',
    'formats plans platform ui',
    'errors',
    'product',
  ],
  'deploy/stripe-emulator': ['main.ts test', 'server', 'objects', 'core'],
  'load-tests': [
    'bench.ts drill.ts fuzz.ts load.ts matrix.ts options.ts real-files.ts',
    'bench capacity drill fuzz k6 load matrix real-files',
    'shared',
  ],
  'load-tests/drill': ['run', 'faults', 'checks', 'load rig'],
};

const TEST = '\\.spec\\.tsx?$|^packages/[^/]+/test/|^apps/[^/]+/test/';
const pathOf = (folder, names) => `^${folder}/(${names.join('|').replaceAll('.', '\\.')})(/|$)`;

/** A room on the list uses none above it nor beside it, and there is no room that is not on the list. */
const ranks = Object.entries(ROOMS).flatMap(([folder, lines]) => {
  const owner = folder.replace(/^(services|packages)\//, '').replace('/src', '');
  const rooms = lines.map((line) => line.split(' '));
  const every = pathOf(folder, rooms.flat());
  const upwards = rooms.flatMap((line, rank) =>
    line.map((name) => {
      const others = [...rooms.slice(0, rank).flat(), ...line.filter((other) => other !== name)];
      return rule(
        `${owner}-goes-down-from-${name}`,
        { path: pathOf(folder, [name]), pathNot: TEST },
        { path: others.length > 0 ? pathOf(folder, others) : '^$' },
        'A room uses those below it.',
      );
    }),
  );
  const unlisted = rule(
    `${owner}-has-no-other-room`,
    { path: `^${folder}/`, pathNot: [every, TEST] },
    {},
    'Give it a place among the rooms.',
  );
  return [...upwards, unlisted];
});

export default {
  forbidden: [
    ...ranks,
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
      { path: '^(services|apps|deploy|load-tests)/' },
      'Services use packages.',
    ),
    rule(
      'tools-do-not-meet',
      { path: '^(deploy|load-tests)/' },
      { path: '^(deploy|load-tests)/', pathNot: '^$1/' },
      'What both need is in packages/local-stack.',
    ),
    rule(
      'tools-are-on-top',
      { path: '^(apps|services)/', pathNot: '/test/|vite\\.config' },
      { path: '^(deploy|load-tests)/' },
      'Nothing that runs in production needs them.',
    ),
    rule(
      'tools-use-no-inner-files',
      // Two tests compare what services declare with docs/metrics.md and with the ports of containers.
      { path: '^(deploy|load-tests)/', pathNot: '^deploy/checks/(metrics|ports)\\.spec\\.ts$' },
      { path: '^(services|apps)/[^/]+/(src|dist)/' },
      'They meet services by their ports. They may use what services/*/test exports: fixtures and helpers.',
    ),
    rule(
      'local-stack-is-for-tools',
      { path: '^(packages|apps|services)/', pathNot: ['^packages/local-stack/', '/test/'] },
      { path: '^packages/local-stack/' },
      'It is no part of what runs in production.',
    ),
    rule(
      'packages-export-from-index',
      { path: '^(packages|services|apps|deploy|load-tests)/([^/]+)/?' },
      {
        path: '^packages/[^/]+/src/',
        pathNot: [
          '^packages/$2/',
          '^packages/[^/]+/src/(index|testing|testing/index|proving/index|bytes/index|define/picture-geometry|rate-limiter)\\.tsx?$',
        ],
      },
      'Nobody imports another package’s inner files.',
    ),
    rule(
      'testing-is-for-tests',
      {
        path: '^(packages|services|apps)/[^/]+/src/',
        pathNot: ['spec\\.tsx?$', '/testing(/|\\.ts)', '/proving/'],
      },
      { path: '^packages/[^/]+/src/testing(/|\\.ts)' },
      'What a package exports from /testing is no part of what runs in production.',
    ),
    rule(
      'apps-use-http',
      { path: '^apps/' },
      { path: '^(services|packages/(database|worker|storage|queue|contracts))' },
      'Apps meet services only through HTTP.',
    ),
    rule(
      'apps-take-types-of-the-api',
      // The operators' settings page checks a draft of the plans by their schema.
      {
        path: '^(apps|packages/web-client)/',
        pathNot: ['/test/', '\\.spec\\.tsx?$', '^apps/admin/src/features/settings/'],
      },
      { path: '^packages/(api|formats|plans)/', dependencyTypesNot: ['type-only'] },
      'Its schemas stay out of what browsers load.',
    ),
    rule(
      'formats-know-no-engine',
      { path: '^packages/(formats|plans|product)/src/' },
      {
        path: ['^packages/(?!formats|plans|product|errors)', 'node_modules/(sharp|fluent-ffmpeg|typeorm)'],
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
      { path: '', pathNot: 'worker-media/src/engines/command\\.ts$' },
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
      // Without it no import of a package by its name is resolved, and rules on packages find nothing.
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
};
