import type { ArchiveLimits } from './judge.js';
import { Refused } from './refused.js';

/**
 * Passes on what is unpacked, for as long as that stays in proportion to what was read for it. How large the whole is shows
 * only at its end, to which gigabytes may be missing: bzip2 takes half a minute for two.
 *
 * @param readBytes - of the compressed file, so far
 * @throws {Refused} ratio
 */
export async function* withinRatio(
  unpacked: AsyncIterable<Buffer>,
  readBytes: () => number,
  { ratio, streamRatioFromBytes }: Pick<ArchiveLimits, 'ratio' | 'streamRatioFromBytes'>,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const part of unpacked) {
    bytes += part.length;
    if (bytes > streamRatioFromBytes && bytes > ratio * readBytes()) throw new Refused('ratio');
    yield part;
  }
}
