import { readFileSync, writeFileSync } from 'node:fs';
import { decodeText } from './decode.js';
import { decodeHtml } from './text/decode-html.js';
import { textToHtml } from './text/text-to-html.js';

/**
 * Runs inside the jail: writes the text or page of /job/in as UTF-8 HTML to /job/out/markup.html, since pandoc reads neither
 * plain text nor another encoding. Argument: `txt` or `html`.
 */
const format = process.argv[2] ?? '';
const bytes = readFileSync(`/job/in/in.${format}`);
writeFileSync('/job/out/markup.html', format === 'txt' ? textToHtml(decodeText(bytes)) : decodeHtml(bytes));
