import type { ArchiveLimits } from './planner.js';
import { Refused } from './refused.js';

/**
 * Passes on unpacked data as long as its size stays in proportion to the compressed bytes that were read. The total
 * size is known only at the end, which may be gigabytes away: bzip2 takes half a minute for two.
 *
 * @param readBytes - of the compressed file so far
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
