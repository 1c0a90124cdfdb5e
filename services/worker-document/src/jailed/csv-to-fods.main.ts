import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import Papa from 'papaparse';
import { detectDialect } from './csv/dialect.js';
import {
  characterWidthOf,
  FODS_END,
  fodsRow,
  fodsStart,
  MAX_COLUMNS,
  MAX_ROWS,
  TABLE_END,
  tableStart,
} from './csv/fods.js';
import { jobArguments } from './job-arguments.js';
import { decodeText } from './text/decode.js';

/**
 * Runs inside the jail: reads a table and writes it as flat OpenDocument to /job/out/out.fods. Arguments: the path of the
 * table; its delimiter, or nothing if it is to be found.
 * Standard output: `refused <reason>` if no spreadsheet can hold the table.
 */
const [input = '', declared = ''] = jobArguments();
const CHUNK_CHARACTERS = 1_000_000;

class Refused extends Error {}

/** Papa parses in its generator style: one row at a time, so that no second copy of the table is held. */
function forEachRow(text: string, delimiter: string, work: (row: readonly string[]) => void): void {
  let rows = 0;
  Papa.parse<string[]>(text, {
    delimiter,
    step: ({ data }) => {
      if (++rows > MAX_ROWS) throw new Refused('rows');
      if (data.length > MAX_COLUMNS) throw new Refused('columns');
      work(data);
    },
  });
}

function convert(): void {
  const whole = decodeText(readFileSync(input));
  const { delimiter, start } = declared ? { delimiter: declared, start: 0 } : detectDialect(whole);
  const text = whole.slice(start).replace(/(?:\r\n?|\n)$/, '');
  const columns: number[] = [];
  forEachRow(text, delimiter, (row) => {
    for (const [index, field] of row.entries())
      columns[index] = Math.max(columns[index] ?? 0, characterWidthOf(field));
  });
  const file = openSync('/job/out/out.fods', 'w');
  let waiting = fodsStart([columns]) + tableStart('Sheet1', columns);
  forEachRow(text, delimiter, (row) => {
    waiting += fodsRow(row);
    if (waiting.length < CHUNK_CHARACTERS) return;
    writeFileSync(file, waiting);
    waiting = '';
  });
  writeFileSync(file, waiting + TABLE_END + FODS_END);
  closeSync(file);
}

try {
  convert();
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.log(`refused ${error.message}`);
}
