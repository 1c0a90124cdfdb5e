import type { UntranslatedWords } from '@filemill/web-client/testing';

/** Correct words that equal the English ones: names, abbreviations, and words that both languages share. */
export const SAME_WORDS: UntranslatedWords = {
  all: ['Admin', 'ID', 'Free', 'Pro', 'API', 'REST API', 'MB', 'VPS', 'CPU', 'Audio', 'Video', 'E-mail'],
  it: ['Dashboard', 'File', 'Database', 'Server', 'Font', 'Username', 'E-book', 'no'],
  es: ['Error', 'Plan', 'no'],
  fr: [
    'Conversions',
    '{{shown}} conversion',
    '{{shown}} conversions',
    'Conversions, {{plan}}',
    'Suspension',
    'Notifications',
    'Image',
    'Document',
    'Archive',
    'Pages',
    'Page {{page}}',
    'Date',
    'Format',
    'Type',
    'Services',
    'Service',
    'Version {{version}}',
    'Version',
    'Versions',
    'Sections',
    'Actions',
    'Action',
  ],
  de: ['Dashboard', 'Version {{version}}', 'Version', 'System', 'Status', 'Format', 'Server'],
};
