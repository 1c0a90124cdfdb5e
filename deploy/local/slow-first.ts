import sequencer from '@jest/test-sequencer';

/** Suites of a minute and more: if started last, each would run alone at the end. */
const SLOW = [
  'worker-media/test/conformance.int-spec.ts',
  'storage/test/s3-object-store.int-spec.ts',
  'usage/test/kills.int-spec.ts',
  'worker-document/test/archive-hostile.int-spec.ts',
  'worker-media/test/film-options.int-spec.ts',
  'worker-media/test/sound-options.int-spec.ts',
  'gateway/test/hostile.e2e-spec.ts',
  'web/test/every-route.e2e-spec.ts',
  'web/test/dashboard.e2e-spec.ts',
];

/** The package is CommonJS: Node imports the class itself, and its types say otherwise. */
const Sequencer = sequencer as unknown as typeof sequencer.default;
type Tests = Parameters<InstanceType<typeof Sequencer>['sort']>[0];

const rank = ({ path }: Tests[number]): number => {
  const index = SLOW.findIndex((end) => path.endsWith(end));
  return index < 0 ? SLOW.length : index;
};

/** Jest's own order knows only the sizes of files on a fresh clone. */
export default class SlowFirst extends Sequencer {
  override async sort(tests: Tests): Promise<Tests> {
    return (await super.sort(tests)).toSorted((a, b) => rank(a) - rank(b));
  }
}
