import { readFileSync, statSync, writeFileSync } from 'node:fs';
import type { DataFormat } from '@filemill/formats';
import { arranged } from './data/arrange.js';
import { checkSize, READERS, WRITERS } from './data/formats.js';
import { Conversion, type DataOptions, Refused } from './data/model.js';
import { jobArguments } from './job-arguments.js';

/**
 * Runs inside the jail: reads data of one format and writes them in another. Arguments: path and format of the input, path
 * and format of the output, and what the user wants of it as JSON.
 *
 * Standard output: `files <count>`, the first at the path of the output and each further one with its number before the
 * dot; `loss <code> [count]`; or `refused <reason> <detail>`.
 */
const [input = '', from = '', output = '', to = '', settings = '{}'] = jobArguments();

const isDelimited = (format: string): boolean => format === 'csv' || format === 'tsv';

async function convert(): Promise<void> {
  const conversion = new Conversion();
  checkSize(from as DataFormat, statSync(input).size);
  const read = READERS[from as DataFormat];
  const write = WRITERS[to as DataFormat];
  if (!read || !write) throw new Error(`no way from ${from} to ${to}`);
  const { sheet, ...given } = JSON.parse(settings) as DataOptions;
  const options = { ...given, asWritten: isDelimited(from) && isDelimited(to) };
  const ofSheet = sheet === undefined ? options : { ...options, sheet };
  const value = await read({ bytes: () => readFileSync(input), path: input }, conversion, ofSheet);
  // The reader of a workbook has taken the only sheet already.
  const contents = await write(
    arranged(value, options),
    conversion,
    output,
    from === 'sheets' ? options : ofSheet,
  );
  for (const [index, content] of contents.entries())
    writeFileSync(index === 0 ? output : output.replace(/(\.\w+)$/, `-${index + 1}$1`), content);
  console.log([`files ${Math.max(1, contents.length)}`, ...conversion.losses].join('\n'));
}

/** What stacks and strings of JavaScript cannot hold. */
function asRefusal(error: unknown): Refused | undefined {
  if (error instanceof Refused) return error;
  if (!(error instanceof RangeError)) return undefined;
  return new Refused(/call stack/.test(error.message) ? 'deep' : 'large');
}

try {
  await convert();
} catch (error) {
  const refusal = asRefusal(error);
  if (!refusal) throw error;
  console.log(`refused ${refusal.reason} ${refusal.message.replaceAll('\n', ' ').slice(0, 200)}`);
}
