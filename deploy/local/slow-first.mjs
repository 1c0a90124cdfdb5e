import Sequencer from '@jest/test-sequencer';

/** Suites of a minute and more: if started last, each would run alone at the end. */
const SLOW = [
  'worker-media/test/conformance.int-spec.ts',
  'storage/test/s3-object-store.int-spec.ts',
  'usage/test/kills.int-spec.ts',
  'worker-document/test/archive-hostile.int-spec.ts',
  'gateway/test/hostile.e2e-spec.ts',
  'web/test/every-route.e2e-spec.ts',
  'web/test/dashboard.e2e-spec.ts',
];
const rank = ({ path }) => {
  const index = SLOW.findIndex((end) => path.endsWith(end));
  return index < 0 ? SLOW.length : index;
};

/** Jest's own order knows only the sizes of files on a fresh clone. */
export default class SlowFirst extends Sequencer {
  async sort(tests) {
    return (await super.sort(tests)).toSorted((a, b) => rank(a) - rank(b));
  }
}
