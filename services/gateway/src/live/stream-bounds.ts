import type { Bounds } from '../http/open-counts.js';
import type { Caller } from '../identity/caller.js';

/** What a stream tells of: all that a caller has, one conversion, or that of a signed link. */
export type StreamKind = 'all' | 'one' | 'link';

/** Tabs that one account or guest has open at a time; each needs one stream. So may as many follow one link. */
const MAX_TABS = 10;
/** As many conversions as can go on at once on any plan by default, followed one by one. */
const MAX_FOLLOWED = 100;
/** Guests behind one address; their fingerprints cost nothing to invent. */
const MAX_PER_ADDRESS = 100;

/** Bounds of the streams of all that a caller has. */
export const tabsOf = (caller: Caller): Bounds => boundsOf('all', caller, MAX_TABS);

/** Bounds of the streams of single conversions. */
export const linkStreamBounds = (caller: Caller): Bounds => boundsOf('one', caller, MAX_FOLLOWED);

/** Bounds of the streams that a signed link opens, for all who have the link together. */
export const linkTo = (conversionId: string): Bounds => [[`link:${conversionId}`, MAX_TABS]];

const boundsOf = (kind: string, caller: Caller, limit: number): Bounds =>
  caller.kind === 'user'
    ? [[`${kind}:user:${caller.userId}`, limit]]
    : [
        [`${kind}:guest:${caller.fingerprint}`, limit],
        [`${kind}:address:${caller.address}`, MAX_PER_ADDRESS],
      ];
