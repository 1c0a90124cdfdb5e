import Papa from 'papaparse';

/** In order of preference if several are equally good. */
const DELIMITERS = [',', ';', '\t', '|'];
const PREVIEW_ROWS = 100;
const PREVIEW_CHARACTERS = 200_000;

/** How a CSV file is written. */
interface Dialect {
  readonly delimiter: string;
  /** Offset of the table: after Excel's `sep=` line, if there is one. */
  readonly start: number;
}

/** The delimiter that splits the first rows into the most equal, then the most, cells; a comma if none does. */
export function detectDialect(text: string): Dialect {
  const declared = /^sep=(.)\r?\n/i.exec(text);
  if (declared?.[1]) return { delimiter: declared[1], start: declared[0].length };
  const preview = text.slice(0, PREVIEW_CHARACTERS);
  let best = { delimiter: ',', score: 0 };
  for (const delimiter of DELIMITERS) {
    const score = scoreOf(preview, delimiter);
    if (score > best.score) best = { delimiter, score };
  }
  return { delimiter: best.delimiter, start: 0 };
}

/** Share of rows with the most frequent number of cells, plus a little for that number; 0 if nothing is split. */
function scoreOf(preview: string, delimiter: string): number {
  const { data } = Papa.parse<string[]>(preview, { delimiter, preview: PREVIEW_ROWS, skipEmptyLines: true });
  const counts = new Map<number, number>();
  for (const row of data) counts.set(row.length, (counts.get(row.length) ?? 0) + 1);
  const [cells = 1, rows = 0] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [];
  return cells < 2 ? 0 : rows / data.length + Math.min(cells, 100) / 1_000;
}
