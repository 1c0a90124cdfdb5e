import { type Conversion, Moment, numberOf, Refused, type Value } from './model.js';

const BLANK = /[ \t\r\n\f\v\u2028\u2029]+/y;
/** Characters of a string without quotes. */
const WORD = /[\w$+/:.-]+/y;
/** Up to the end of a quoted string or its next escape. */
const PLAIN: Readonly<Record<string, RegExp>> = { '"': /[^"\\]*/y, "'": /[^'\\]*/y };
const ESCAPED = /\\(?:[0-7]{1,3}|[Uu][0-9a-fA-F]{1,4}|[\s\S])/y;
const LETTERS: Readonly<Record<string, string>> = {
  ...{ a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
};
/** Bytes, or a value of GNUstep: `<*I5>`, `<*R0.5>`, `<*BY>`, `<*D2026-01-31 12:00:00 +0000>`. */
const ANGLED = /<(?:\*([IRBD])([^<>\n]{0,64})|([0-9a-fA-F\s]*))>/y;

/**
 * Reads a property list as NeXTSTEP, OpenStep and GNUstep write it: `{ name = value; }`, `(a, b)`, `<0fbd77>`, words and
 * quoted strings; a list of names without braces is a file of translations, `.strings`.
 *
 * @param text - without a byte order mark
 * @throws {Refused} corrupt
 * @see the manual page plist(5) of GNUstep
 */
export function readOpenStepPlist(text: string, conversion: Conversion): Value {
  if (text.trim() === '') throw new Refused('corrupt', 'the property list is empty');
  return new Reader(text, conversion).read();
}

class Reader {
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly conversion: Conversion,
  ) {}

  read(): Value {
    this.skip();
    const hasBraces = this.text[this.at] === '{' || this.text[this.at] === '(' || this.text[this.at] === '<';
    const value = hasBraces ? this.value(0) : this.names(0);
    this.skip();
    if (this.at < this.text.length) throw this.broken();
    return value;
  }

  /** Passes blanks and comments. */
  private skip(): void {
    for (;;) {
      this.match(BLANK);
      const opening = this.text.slice(this.at, this.at + 2);
      if (opening !== '//' && opening !== '/*') return;
      const end = this.text.indexOf(opening === '//' ? '\n' : '*/', this.at + 2);
      if (end < 0 && opening === '/*') throw this.broken();
      this.at = end < 0 ? this.text.length : end + (opening === '//' ? 1 : 2);
      this.conversion.lose('comments_dropped');
    }
  }

  private value(depth: number): Value {
    const first = this.text[this.at];
    if (first === '{') {
      this.at++;
      const names = this.names(depth);
      this.expect('}');
      return names;
    }
    this.conversion.count(depth);
    if (first === '(') return this.list(depth);
    return first === '<' ? this.angled() : this.string();
  }

  /** `name = value;` until something else comes; `name;` is a name that is its own value. */
  private names(depth: number): Value {
    this.conversion.count(depth);
    const map = new Map<string, Value>();
    for (this.skip(); this.at < this.text.length && this.text[this.at] !== '}'; this.skip()) {
      const name = this.string();
      this.skip();
      let value: Value = name;
      if (this.text[this.at] === '=') {
        this.at++;
        this.skip();
        value = this.value(depth + 1);
      } else this.conversion.count(depth + 1);
      this.conversion.put(map, name, value);
      this.skip();
      // The last one may lack it.
      if (this.text[this.at] !== '}') this.expect(';');
    }
    return map;
  }

  private list(depth: number): Value {
    this.at++;
    const list: Value[] = [];
    for (this.skip(); this.text[this.at] !== ')'; this.skip()) {
      list.push(this.value(depth + 1));
      this.skip();
      if (this.text[this.at] !== ')') this.expect(',');
    }
    this.at++;
    return list;
  }

  private angled(): Value {
    ANGLED.lastIndex = this.at;
    const [found, kind, text = '', bytes = ''] = ANGLED.exec(this.text) ?? [];
    if (found === undefined) throw this.broken();
    this.at += found.length;
    if (kind === 'I' && /^[-+]?\d+$/.test(text)) return numberOf(text);
    if (kind === 'R' && text.trim() !== '' && !Number.isNaN(Number(text))) return Number(text);
    if (kind === 'B' && (text === 'Y' || text === 'N')) return text === 'Y';
    if (kind === 'D') return momentOf(text) ?? text;
    if (kind !== undefined) throw this.broken();
    return Buffer.from(bytes.replace(/\s+/g, ''), 'hex');
  }

  private string(): string {
    const quote = this.text[this.at] ?? '';
    const plain = Object.hasOwn(PLAIN, quote) ? PLAIN[quote] : undefined;
    if (!plain) {
      const word = this.match(WORD);
      if (word === '') throw this.broken();
      return word;
    }
    this.at++;
    const parts: string[] = [];
    for (;;) {
      parts.push(this.match(plain));
      if (this.text[this.at] === quote) break;
      const escaped = this.match(ESCAPED);
      if (escaped === '') throw this.broken();
      parts.push(unescaped(escaped.slice(1)));
    }
    this.at++;
    return parts.join('');
  }

  private expect(mark: string): void {
    if (this.text[this.at] !== mark) throw this.broken();
    this.at++;
  }

  /** What a sticky pattern finds here; empty if nothing. */
  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  private broken(): Refused {
    const line = this.text.slice(0, this.at).split('\n').length;
    return new Refused('corrupt', `it is no property list: line ${line} is not understood`);
  }
}

/** A character by its number in Unicode, in octal or after U, or by its letter; any other stands for itself. */
function unescaped(marked: string): string {
  if (/^[0-7]/.test(marked)) return String.fromCharCode(Number.parseInt(marked, 8));
  if (/^u./i.test(marked)) return String.fromCharCode(Number.parseInt(marked.slice(1), 16));
  return LETTERS[marked] ?? marked;
}

/** `2026-01-31 12:00:00 +0100` */
function momentOf(text: string): Moment | undefined {
  const [, day, time, zone] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) ([-+]\d{4})$/.exec(text.trim()) ?? [];
  if (zone === undefined) return undefined;
  return Moment.ofDate(new Date(`${day}T${time}${zone.slice(0, 3)}:${zone.slice(3)}`));
}
