import type { DataFormat } from '../define/document-engines.js';
import { defineFormat, type FormatSpec } from '../define/format.js';
import { at, finds, type Signature } from '../define/signature.js';
import { detectTextKind, inspectText, TEXT_KINDS } from '../document/readers/text.js';

interface Data {
  readonly id: string;
  readonly label: string;
  readonly extensions: readonly [string, ...string[]];
  readonly mimeTypes: readonly [string, ...string[]];
  /** The engine's reader and writer. */
  readonly reader?: DataFormat;
  readonly writer?: DataFormat;
  /** Absent: the file name decides. */
  readonly signature?: readonly Signature[];
  /** The structure names a file of any name, but a file of that name may lack it: a single text is JSON, too. */
  readonly isNamed?: true;
  /** Bytes of any value, which no check can tell from damaged ones. */
  readonly isBinary?: true;
}

const FORMATS: readonly Data[] = [
  {
    id: 'json',
    label: 'JSON',
    extensions: ['json'],
    mimeTypes: ['application/json'],
    reader: 'json',
    writer: 'json',
    signature: [finds(100, detectTextKind, 'json')],
    isNamed: true,
  },
  {
    id: 'geojson',
    label: 'GeoJSON',
    extensions: ['geojson'],
    mimeTypes: ['application/geo+json'],
    reader: 'json',
  },
  {
    id: 'jsonl',
    label: 'JSON Lines',
    extensions: ['jsonl', 'ndjson'],
    mimeTypes: ['application/jsonl', 'application/x-ndjson'],
    reader: 'jsonl',
    writer: 'jsonl',
  },
  {
    id: 'yaml',
    label: 'YAML',
    extensions: ['yaml', 'yml'],
    mimeTypes: ['application/yaml'],
    reader: 'yaml',
    writer: 'yaml',
  },
  {
    id: 'toml',
    label: 'TOML',
    extensions: ['toml'],
    mimeTypes: ['application/toml'],
    reader: 'toml',
    writer: 'toml',
  },
  {
    id: 'xml',
    label: 'XML',
    extensions: ['xml'],
    mimeTypes: ['application/xml', 'text/xml'],
    reader: 'xml',
    writer: 'xml',
    signature: [finds(100, detectTextKind, 'xml')],
  },
  {
    id: 'plist',
    label: 'Property list',
    extensions: ['plist'],
    mimeTypes: ['application/x-plist'],
    reader: 'plist',
    writer: 'plist',
    signature: [finds(100, detectTextKind, 'plist'), at(0, 'bplist00')],
    isBinary: true,
  },
  {
    id: 'ini',
    label: 'INI',
    extensions: ['ini', 'cfg'],
    mimeTypes: ['text/x-ini'],
    reader: 'ini',
    writer: 'ini',
  },
  {
    id: 'sqlite',
    label: 'SQLite',
    extensions: ['sqlite', 'sqlite3', 'db'],
    mimeTypes: ['application/vnd.sqlite3'],
    reader: 'sqlite',
    writer: 'sqlite',
    signature: [at(0, 'SQLite format 3\0')],
    isBinary: true,
  },
  {
    id: 'parquet',
    label: 'Parquet',
    extensions: ['parquet'],
    mimeTypes: ['application/vnd.apache.parquet'],
    reader: 'parquet',
    writer: 'parquet',
    signature: [at(0, 'PAR1')],
    isBinary: true,
  },
  {
    id: 'msgpack',
    label: 'MessagePack',
    extensions: ['msgpack', 'mpk'],
    mimeTypes: ['application/vnd.msgpack'],
    reader: 'msgpack',
    writer: 'msgpack',
    isBinary: true,
  },
  {
    id: 'cbor',
    label: 'CBOR',
    extensions: ['cbor'],
    mimeTypes: ['application/cbor'],
    reader: 'cbor',
    writer: 'cbor',
    isBinary: true,
  },
  {
    id: 'bson',
    label: 'BSON',
    extensions: ['bson'],
    mimeTypes: ['application/bson'],
    reader: 'bson',
    writer: 'bson',
    isBinary: true,
  },
];

/** Records and settings: names, lists and values. */
export const dataFormats: readonly FormatSpec[] = FORMATS.map(
  ({ id, label, extensions, mimeTypes, reader, writer, signature, isNamed, isBinary }) =>
    defineFormat({
      id,
      label,
      category: 'document',
      extensions,
      mimeTypes,
      ...(signature && { signature }),
      ...((!signature || isNamed) && { noSignature: true }),
      sharesBytesWith: TEXT_KINDS.filter((kind) => kind !== id),
      ...(!isBinary && { limits: inspectText }),
      ...(reader && { read: { data: { as: 'data', reader } } }),
      ...(writer && { write: { data: { from: ['data', 'tables'], writer } } }),
    }),
);
