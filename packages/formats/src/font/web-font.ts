import { inspectWrittenZip } from '../bytes/zip-output.js';
import { defineFormat } from '../define/format.js';
import { at } from '../define/signature.js';

/** What a web page needs of a font: WOFF2, WOFF, the rule of CSS that names them, and a page to look at. */
export const webfont = defineFormat({
  id: 'webfont',
  label: 'Web font kit',
  category: 'font',
  extensions: ['webfont'],
  outputExtension: 'zip',
  mimeTypes: ['application/zip'],
  // A zip is recognised as one before: this is for the check of what was written.
  signature: [at(0, 'PK\x03\x04', 10)],
  limits: inspectWrittenZip,
  write: { fonttools: { from: ['font'], container: 'kit' } },
});
