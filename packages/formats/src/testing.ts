import { declarations, Registry } from './catalogue/registry.js';

export { palmDatabase } from './bytes/testing.js';
export { editableRoute } from './catalogue/edited-route.js';
export {
  declarationOf,
  type ProvenOptions,
  type ProvenPairs,
  provenOptions,
  provenPairs,
} from './catalogue/registry.js';
/** For the fuzzer, which runs in its own threads what {@link ReadingThreads} runs. */
export { TASKS } from './threads/tasks.js';

/** Every pair that the declarations make possible, proven or not; for the proofs themselves. */
export const declared = new Registry(...declarations);
