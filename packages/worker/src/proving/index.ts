/** Apart from the other helpers, because it imports Jest, which only Jest can load. */
export { type PairProof, provePairs, runsOn } from './prove-pairs.js';
