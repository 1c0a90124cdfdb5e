import {
  type Alias,
  type Document,
  isAlias,
  isCollection,
  isNode,
  isSeq,
  isMap as isYamlMap,
  isScalar as isYamlScalar,
  type Node,
  parseAllDocuments,
  type Scalar,
  visit,
  type YAMLMap,
} from 'yaml';
import { jsonLine } from './json.js';
import {
  type Conversion,
  type DataOptions,
  floatText,
  isBytes,
  isList,
  isMap,
  Moment,
  numberOf,
  Refused,
  type Value,
} from './model.js';

const TIMESTAMP =
  /^(\d{4}-\d\d-\d\d)(?:(?:[Tt]|[ \t]+)(\d\d:\d\d:\d\d(?:\.\d+)?)(?:[ \t]*(Z|[-+]\d\d:\d\d))?)?$/;
const INTEGER = /^[-+]?\d+$/;

/** Reads YAML 1.2; several documents become a list. Aliases are followed while the values stay below the limit. */
export function readYaml(text: string, conversion: Conversion): Value {
  if (marksIn(text) > MAX_MARKS) throw new Refused('large');
  const documents = parseAllDocuments(text, {
    intAsBigInt: true,
    uniqueKeys: false,
    logLevel: 'silent',
    prettyErrors: false,
  });
  if (!Array.isArray(documents)) return null;
  const values = documents.map((document) => {
    const [error] = document.errors;
    if (error?.code === 'RESOURCE_EXHAUSTION') throw new Refused('deep');
    if (error) throw new Refused('corrupt', `it is not YAML: ${error.code} at ${error.pos[0]}`);
    return new YamlReader(document, conversion).read();
  });
  return values.length === 1 ? (values[0] as Value) : values;
}

/** The parser takes half a kilobyte for each value, and each has at least one of these marks. */
const MARKS = new Set([...'\n,[{'].map((mark) => mark.charCodeAt(0)));
const MAX_MARKS = 1_000_000;

function marksIn(text: string): number {
  let marks = 0;
  for (let at = 0; at < text.length; at++) if (MARKS.has(text.charCodeAt(at))) marks++;
  return marks;
}

class YamlReader {
  private readonly anchors = new Map<string, Node>();

  constructor(
    private readonly document: Document.Parsed,
    private readonly conversion: Conversion,
  ) {}

  read(): Value {
    const { contents, comment, commentBefore } = this.document;
    if (comment || commentBefore) this.conversion.lose('comments_dropped');
    visit(this.document, {
      Node: (_, node) => {
        if (node.comment || node.commentBefore) this.conversion.lose('comments_dropped');
      },
    });
    return contents === null ? null : this.value(contents, 0);
  }

  private value(node: unknown, depth: number): Value {
    this.conversion.count(depth);
    if (!isNode(node)) return null;
    if (isAlias(node)) return this.value(this.target(node), depth + 1);
    if ((isYamlScalar(node) || isCollection(node)) && node.anchor) this.anchors.set(node.anchor, node);
    if (isYamlMap(node)) return this.map(node, depth);
    if (isSeq(node)) return node.items.map((item) => this.value(item, depth + 1));
    return scalarOf(node as Scalar);
  }

  private target(alias: Alias): Node {
    const target = this.anchors.get(alias.source);
    if (!target) throw new Refused('corrupt', 'a YAML alias has no anchor');
    return target;
  }

  private map(node: YAMLMap, depth: number): Value {
    const map = new Map<string, Value>();
    const merged: [string, Value][] = [];
    for (const { key, value } of node.items) {
      const name = this.value(key, depth + 1);
      const content = this.value(value, depth + 1);
      if (name === '<<' && isYamlScalar(key) && key.type === 'PLAIN') merged.push(...entriesOf(content));
      else
        this.conversion.put(map, typeof name === 'string' ? name : jsonLine(name, this.conversion), content);
    }
    // What the map says itself comes before what it takes over.
    for (const [name, content] of merged) if (!map.has(name)) this.conversion.put(map, name, content);
    return map;
  }
}

function entriesOf(merged: Value): [string, Value][] {
  const maps = isList(merged) ? merged : [merged];
  return maps.flatMap((map) => (isMap(map) ? [...map] : []));
}

function scalarOf({ value, source = '', type, tag }: Scalar): Value {
  if (value instanceof Uint8Array) return value;
  if (tag === 'tag:yaml.org,2002:binary') return Buffer.from(String(value), 'base64');
  if (typeof value === 'string' && (type === 'PLAIN' || tag === 'tag:yaml.org,2002:timestamp')) {
    const [, date = '', time, offset] = TIMESTAMP.exec(source || value) ?? [];
    if (date === '') return value;
    if (time === undefined) return new Moment('date', date);
    return new Moment(offset ? 'instant' : 'local', `${date}T${time}${offset ?? ''}`);
  }
  if (typeof value === 'number' && INTEGER.test(source)) return numberOf(source);
  return value === undefined ? null : (value as Value);
}

/** Words and forms that YAML 1.1 or 1.2 takes for something other than text. */
const NOT_TEXT = /^(?:y|n|yes|no|on|off|true|false|null|~|<<|=|[-+.]?\d.*|[-+]?\.(?:inf|nan|\d).*)$/i;
/** Letters of any script, digits, and signs that mean nothing in the middle of a word. */
const PLAIN = /^[\p{L}_][\p{L}\p{M}\p{N}_./()@+-]*(?: [\p{L}\p{M}\p{N}_./()@+-]+)*$/u;
const MAX_PLAIN = 200;
/** What YAML has no literal form for, beyond what JSON escapes. */
const UNPRINTABLE = /[\x7f-\x84\x86-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** Writes YAML that versions 1.1 and 1.2 read alike. */
export function writeYaml(value: Value, { yamlStyle = 'block' }: DataOptions = {}): string {
  if (yamlStyle === 'flow') return `${flowText(value)}\n`;
  const lines: string[] = [];
  const write = (each: Value, indent: string, before: string): void => {
    if (isMap(each) && each.size > 0) {
      let start = before;
      for (const [name, item] of each) {
        writeItem(item, indent, `${start}${yamlText(name)}:`);
        start = indent;
      }
    } else if (isList(each) && each.length > 0) {
      let start = before;
      for (const item of each) {
        if (isScalar(item) || isEmpty(item)) lines.push(`${start}- ${yamlScalar(item)}`);
        else write(item, `${indent}  `, `${start}- `);
        start = indent;
      }
    } else lines.push(before + yamlScalar(each));
  };
  const writeItem = (item: Value, indent: string, start: string): void => {
    if (isScalar(item) || isEmpty(item)) lines.push(`${start} ${yamlScalar(item)}`);
    else {
      lines.push(start);
      write(item, `${indent}  `, `${indent}  `);
    }
  };
  write(value, '', '');
  return `${lines.join('\n')}\n`;
}

/** A value between brackets, in one line. */
function flowText(value: Value): string {
  if (isMap(value) && value.size > 0)
    return `{${[...value].map(([name, item]) => `${yamlText(name)}: ${flowText(item)}`).join(', ')}}`;
  return isList(value) && value.length > 0 ? `[${value.map(flowText).join(', ')}]` : yamlScalar(value);
}

const isScalar = (value: Value): boolean => !isMap(value) && !isList(value);
const isEmpty = (value: Value): boolean =>
  isMap(value) ? value.size === 0 : isList(value) && value.length === 0;

function yamlScalar(value: Value): string {
  if (isMap(value)) return '{}';
  if (isList(value)) return '[]';
  if (isBytes(value)) return `!!binary "${Buffer.from(value).toString('base64')}"`;
  if (value instanceof Moment) return value.kind === 'time' ? `"${value.text}"` : value.text;
  if (typeof value === 'number') return yamlFloat(value);
  return typeof value === 'string' ? yamlText(value) : String(value);
}

function yamlFloat(value: number): string {
  if (Number.isNaN(value)) return '.nan';
  if (!Number.isFinite(value)) return value > 0 ? '.inf' : '-.inf';
  // YAML 1.1 wants a point before an exponent.
  const text = floatText(value);
  return text.includes('.') ? text : text.replace('e', '.0e');
}

function yamlText(text: string): string {
  if (text.length <= MAX_PLAIN && PLAIN.test(text) && !NOT_TEXT.test(text)) return text;
  return JSON.stringify(text.toWellFormed()).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
