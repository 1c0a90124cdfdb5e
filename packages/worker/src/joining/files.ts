import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '@filemill/platform';
import type { Joiner, JoinPart } from './joiner.js';
import { tarEnd, tarHeader, tarPadding } from './tar.js';

/**
 * Puts files into a tar, from which the engine `archive` makes other archives. Nothing of their content is read, so no jail
 * is needed: bytes are copied.
 */
export const createFiles = (clock: Clock): Joiner => ({
  id: 'files',
  async join(request, signal, onProgress) {
    const sizes = await Promise.all(request.parts.map(async ({ path }) => (await stat(path)).size));
    const totalBytes = Math.max(
      1,
      sizes.reduce((sum, size) => sum + size, 0),
    );
    const modifiedAt = Math.floor(clock.nowMs() / 1_000);
    const names = distinctNames(request.parts.map(({ fileName }) => fileName));
    let written = 0;
    async function* bytes(): AsyncGenerator<Buffer> {
      for (const [index, { path }] of request.parts.entries()) {
        const sizeBytes = sizes[index] ?? 0;
        yield tarHeader({ name: names[index] ?? '', sizeBytes, modifiedAt });
        for await (const chunk of createReadStream(path)) {
          written += (chunk as Buffer).length;
          onProgress(written / totalBytes);
          yield chunk as Buffer;
        }
        yield tarPadding(sizeBytes);
      }
      yield tarEnd();
    }
    await pipeline(bytes, createWriteStream(request.outputPath, { flags: 'wx' }), { signal });
    return { expected: {} };
  },
});

/** The names; of those that some systems take for the same, all but the first get a number. */
export function distinctNames(names: readonly JoinPart['fileName'][]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const dot = name.lastIndexOf('.');
    const [base, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    let distinct = name;
    for (let number = 2; taken.has(distinct.toLowerCase()); number++)
      distinct = `${base} (${number})${extension}`;
    taken.add(distinct.toLowerCase());
    return distinct;
  });
}
