import { inspectWrittenZip } from '../bytes/zip-output.js';
import { defineFormat } from '../define/format.js';
import { at } from '../define/signature.js';
import { from } from './readers/kinds.js';

/**
 * The files of an archive, each of which can be downloaded alone: a zip whose content the service lists. Archives in an
 * archive stay closed.
 */
export const files = defineFormat({
  id: 'files',
  label: 'Files',
  category: 'archive',
  extensions: ['files'],
  outputExtension: 'zip',
  mimeTypes: ['application/zip'],
  // A zip is recognised as one before: this is for the check of what was written.
  signature: [at(0, 'PK\x03\x04', 9)],
  limits: inspectWrittenZip,
  write: {
    archive: {
      from,
      container: 'zip',
      lacks: ['owner names', 'fractions of seconds'],
      times: [315_532_800, 2 ** 31 - 1],
    },
  },
});
