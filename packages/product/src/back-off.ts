/** The pauses between tries. */
interface BackOff {
  readonly firstMs: number;
  readonly longestMs: number;
}

/**
 * The pause before the next try. It doubles with every failure up to the longest one, less a random part of up to half,
 * so that callers that failed together do not retry together.
 *
 * @param failures - so far, from 1
 */
export function backOffMs(failures: number, { firstMs, longestMs }: BackOff): number {
  const fullMs = Math.min(firstMs * 2 ** (failures - 1), longestMs);
  return fullMs * (0.5 + Math.random() / 2);
}
