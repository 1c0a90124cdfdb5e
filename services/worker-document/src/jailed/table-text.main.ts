import { readFileSync, writeFileSync } from 'node:fs';
import type { TableTextOptions } from '@filemill/formats';
import Papa from 'papaparse';
import { encodeText, tableText } from './csv/table-text.js';

/**
 * Runs inside the jail: writes a table of LibreOffice's (commas, quotes where needed, UTF-8) in another form. Arguments: its
 * path, that of the result, and the settings as JSON.
 */
const [input = '', output = '', settings = '{}'] = process.argv.slice(2);
const options = JSON.parse(settings) as TableTextOptions;
const { data } = Papa.parse<string[]>(readFileSync(input, 'utf8').replace(/\n$/, ''), { delimiter: ',' });
writeFileSync(output, encodeText(tableText(data, { lineEnd: 'lf', ...options }), options.encoding), {
  flag: 'wx',
});
