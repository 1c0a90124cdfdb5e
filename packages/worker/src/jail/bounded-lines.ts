import type { Readable } from 'node:stream';

/**
 * Passes on the lines of a stranger's stream. A line beyond the cap ends the reading: what writes it wants to fill the
 * memory of its reader, which no limit of the jail counts.
 *
 * @param cap - characters of one line
 * @param onExcess - called once, at most
 */
export function readBoundedLines(
  stream: Readable,
  cap: number,
  onLine: (line: string) => void,
  onExcess: () => void,
): void {
  let rest = '';
  const read = (chunk: string): void => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
    if (rest.length <= cap) return;
    rest = '';
    stream.off('data', read);
    stream.resume(); // what is still to come is dropped, so that the writer can end
    onExcess();
  };
  stream.setEncoding('utf8').on('data', read);
}
