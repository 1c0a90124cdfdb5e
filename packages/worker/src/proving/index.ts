/** Apart from the other helpers, because it imports Jest, which only Jest can load. */
export { bytesOf, differs, differsIn, grows, near } from './looks.js';
export { type Feature, heldIn, madeOnce, proveLosses, type SeededFile } from './prove-losses.js';
export {
  type OptionLook,
  type OptionProof,
  proveOptions,
  type Tried,
} from './prove-options.js';
export { isRepacking, type PairProof, provePairs, runsOn } from './prove-pairs.js';
