import type { PandocRead, PandocSetting } from '../define/document-engines.js';
import { defineFormat, type FormatSpec } from '../define/format.js';
import { inspectText, TEXT_KINDS } from './readers/text.js';

interface Markup {
  readonly id: string;
  readonly label: string;
  readonly extensions: readonly [string, ...string[]];
  readonly mimeType: string;
  /** pandoc's reader, with its extensions. */
  readonly reader?: string;
  readonly through?: PandocRead['through'];
  readonly mend?: PandocRead['mend'];
  /** pandoc's writer, and its other arguments. */
  readonly writer?: readonly [name: string, ...args: string[]];
  readonly settings?: readonly PandocSetting[];
  /** Whether tables of data are written in it, too. */
  readonly holdsTables?: true;
}

/**
 * Markdown as GitHub reads it, with formulas, notes and definitions. Its parser needs linear time, where pandoc's own one
 * takes minutes for a few kilobytes of nested marks.
 */
const MARKDOWN = 'gfm+yaml_metadata_block+tex_math_dollars+footnotes+definition_lists';

/**
 * Markups that pandoc reads or writes. None has a magic number: the file name decides. Only what a second program reads is
 * written: there is none for Muse, Haddock, Jira and XWiki.
 */
const MARKUPS: readonly Markup[] = [
  {
    id: 'md',
    label: 'Markdown',
    extensions: ['md', 'markdown', 'mkd'],
    mimeType: 'text/markdown',
    reader: MARKDOWN,
    writer: ['gfm+yaml_metadata_block', '--standalone'],
    settings: ['toc', 'tocDepth', 'headingShift', 'wrap', 'headingStyle', 'referenceLinks', 'lineEnd'],
    holdsTables: true,
  },
  {
    id: 'rst',
    label: 'reStructuredText',
    extensions: ['rst', 'rest'],
    mimeType: 'text/x-rst',
    reader: 'rst',
    writer: ['rst', '--standalone'],
    settings: ['toc', 'tocDepth', 'wrap', 'referenceLinks', 'lineEnd'],
  },
  {
    id: 'org',
    label: 'Org',
    extensions: ['org'],
    mimeType: 'text/org',
    reader: 'org',
    writer: ['org', '--standalone'],
    settings: ['headingShift', 'wrap', 'lineEnd'],
  },
  {
    id: 'mediawiki',
    label: 'MediaWiki',
    extensions: ['mediawiki', 'wiki'],
    mimeType: 'text/x-mediawiki',
    reader: 'mediawiki',
    writer: ['mediawiki'],
    settings: ['headingShift', 'lineEnd'],
  },
  {
    id: 'dokuwiki',
    label: 'DokuWiki',
    extensions: ['dokuwiki'],
    mimeType: 'text/x-dokuwiki',
    reader: 'dokuwiki',
    writer: ['dokuwiki'],
    settings: ['headingShift', 'lineEnd'],
  },
  {
    id: 'textile',
    label: 'Textile',
    extensions: ['textile'],
    mimeType: 'text/x-textile',
    reader: 'textile',
    writer: ['textile'],
    settings: ['headingShift', 'lineEnd'],
  },
  {
    id: 'docbook',
    label: 'DocBook',
    extensions: ['dbk', 'docbook'],
    mimeType: 'application/docbook+xml',
    reader: 'docbook',
    mend: 'entities',
    writer: ['docbook5', '--standalone'],
  },
  {
    id: 'jats',
    label: 'JATS',
    extensions: ['jats'],
    mimeType: 'application/jats+xml',
    reader: 'jats',
    mend: 'entities',
    writer: ['jats', '--standalone'],
  },
  {
    id: 'ipynb',
    label: 'Jupyter notebook',
    extensions: ['ipynb'],
    mimeType: 'application/x-ipynb+json',
    reader: 'ipynb',
    writer: ['ipynb'],
  },
  {
    id: 'opml',
    label: 'OPML',
    extensions: ['opml'],
    mimeType: 'text/x-opml',
    reader: 'opml',
    mend: 'entities',
  },
  {
    id: 'tex',
    label: 'LaTeX',
    extensions: ['tex', 'latex'],
    mimeType: 'application/x-tex',
    reader: 'latex',
    writer: ['latex', '--standalone'],
    settings: ['toc', 'tocDepth', 'numberSections', 'topLevel', 'wrap', 'asciiCodes', 'lineEnd'],
  },
  {
    id: 'man',
    label: 'Manual page',
    extensions: ['man'],
    mimeType: 'text/troff',
    reader: 'man',
    writer: ['man', '--standalone'],
  },
  {
    id: 'jira',
    label: 'Jira wiki',
    extensions: ['jira'],
    mimeType: 'text/x-jira',
    reader: 'jira',
  },
  {
    id: 'muse',
    label: 'Emacs Muse',
    extensions: ['muse'],
    mimeType: 'text/x-muse',
    reader: 'muse',
  },
  {
    id: 'haddock',
    label: 'Haddock',
    extensions: ['haddock'],
    mimeType: 'text/x-haddock',
    reader: 'haddock',
  },
  { id: 'creole', label: 'Creole', extensions: ['creole'], mimeType: 'text/x-creole', reader: 'creole' },
  {
    id: 'tikiwiki',
    label: 'TikiWiki',
    extensions: ['tikiwiki'],
    mimeType: 'text/x-tikiwiki',
    reader: 'tikiwiki',
  },
  { id: 'twiki', label: 'TWiki', extensions: ['twiki'], mimeType: 'text/x-twiki', reader: 'twiki' },
  { id: 'vimwiki', label: 'Vimwiki', extensions: ['vimwiki'], mimeType: 'text/x-vimwiki', reader: 'vimwiki' },
  { id: 't2t', label: 'txt2tags', extensions: ['t2t'], mimeType: 'text/x-txt2tags', reader: 't2t' },
  {
    id: 'adoc',
    label: 'AsciiDoc',
    extensions: ['adoc', 'asciidoc'],
    mimeType: 'text/asciidoc',
    reader: 'docbook',
    through: 'asciidoctor',
    writer: ['asciidoctor', '--standalone'],
    settings: ['wrap', 'lineEnd'],
  },
  {
    id: 'texi',
    label: 'Texinfo',
    extensions: ['texi', 'texinfo'],
    mimeType: 'application/x-texinfo',
    writer: ['texinfo', '--standalone'],
  },
  {
    id: 'tei',
    label: 'TEI',
    extensions: ['tei'],
    mimeType: 'application/tei+xml',
    writer: ['tei', '--standalone'],
  },
  {
    id: 'icml',
    label: 'InCopy',
    extensions: ['icml'],
    mimeType: 'application/x-icml',
    writer: ['icml', '--standalone'],
  },
  {
    id: 'zimwiki',
    label: 'Zim',
    extensions: ['zim'],
    mimeType: 'text/x-zim-wiki',
    writer: ['zimwiki'],
    settings: ['headingShift', 'lineEnd'],
  },
];

/** Text with marks for headings, emphasis and links. */
export const markups: readonly FormatSpec[] = MARKUPS.map(
  ({ id, label, extensions, mimeType, reader, through, mend, writer, settings, holdsTables }) =>
    defineFormat({
      id,
      label,
      category: 'document',
      extensions,
      mimeTypes: [mimeType],
      noSignature: true,
      sharesBytesWith: TEXT_KINDS,
      limits: inspectText,
      ...(reader && {
        read: {
          pandoc: {
            as: 'markup',
            source: 'markup',
            reader,
            ...(through && { through }),
            ...(mend && { mend }),
          },
        },
      }),
      ...(writer && {
        write: {
          pandoc: {
            from: ['book', 'markup', 'prose'],
            arguments: [`--to=${writer[0]}`, '--wrap=none', ...writer.slice(1)],
            pictures: 'words',
            ...(settings && { settings }),
          },
          ...(holdsTables && { data: { from: ['data'], writer: 'markdown' } }),
        },
      }),
    }),
);
