import { decode as decodeMessagePack, encode as encodeMessagePack } from '@msgpack/msgpack';
import {
  Binary,
  BSONError,
  BSONValue,
  Decimal128,
  Double,
  deserialize,
  Int32,
  Long,
  ObjectId,
  serialize,
  Timestamp,
} from 'bson';
import { decode as decodeCbor, encode as encodeCbor, type TagDecoder, Token, Type } from 'cborg';
import { bigIntEncoder } from 'cborg/taglib';
import { fromJavaScript } from './javascript.js';
import { type Conversion, isInt64, isList, isMap, Moment, Refused, scalarText, type Value } from './model.js';

/** Calls a library's reader, whose errors mean that the file is broken. */
function reading<T>(format: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refused || !(error instanceof Error) || /call stack/.test(error.message))
      throw error;
    if (/__proto__/.test(error.message)) throw new Refused('key');
    throw new Refused('corrupt', `${format}: ${error.message.slice(0, 200)}`);
  }
}

/** Reads MessagePack; its time stamps are instants. */
export function readMessagePack(bytes: Buffer, conversion: Conversion): Value {
  // No list can have more values than the file has bytes.
  const limits = { maxArrayLength: bytes.length, maxMapLength: bytes.length };
  return fromJavaScript(
    reading('MessagePack', () =>
      decodeMessagePack(bytes, { ...limits, useBigInt64: true, mapKeyConverter: String }),
    ),
    conversion,
  );
}

/** Writes MessagePack; its integers have at most 64 bits. */
export const writeMessagePack = (value: Value, conversion: Conversion): Uint8Array =>
  encodeMessagePack(toObject(value, conversion, numberOrLong), { useBigInt64: true, maxDepth: 1_000 });

const numberOrLong = (value: bigint): unknown => (isSafe(value) ? Number(value) : value);
const isSafe = (value: bigint): boolean => BigInt.asIntN(53, value) === value;

/** Objects of JavaScript, as the libraries take them. */
function toObject(
  value: Value,
  conversion: Conversion,
  integer: (value: bigint) => unknown,
  float = (each: number): unknown => each,
): unknown {
  const one = (each: Value): unknown => {
    if (isMap(each)) {
      const object: Record<string, unknown> = Object.create(null);
      for (const [name, item] of each) object[name] = one(item);
      return object;
    }
    if (isList(each)) return each.map(one);
    if (typeof each === 'number') return float(each);
    if (typeof each === 'bigint' && isInt64(each)) return integer(each);
    const date = each instanceof Moment ? dateOf(each) : undefined;
    if (date) return date;
    if (each instanceof Moment || typeof each === 'bigint') {
      conversion.lose('value_types_dropped');
      return scalarText(each);
    }
    return each;
  };
  return one(value);
}

/** An instant that milliseconds hold exactly. */
function dateOf({ kind, text }: Moment): Date | undefined {
  const date = new Date(text);
  const isExact = kind === 'instant' && /^[^.]*(?:\.\d{1,3})?(?:Z|[-+]\d\d:\d\d)$/.test(text);
  return isExact && !Number.isNaN(date.getTime()) ? date : undefined;
}

/** Tags of RFC 8949: dates as text or seconds, long integers, and the mark of the format itself. */
const TAGS: Readonly<Record<number, TagDecoder>> = {
  0: (content) => new Moment('instant', String(content())),
  1: (content) => Moment.ofDate(new Date(Number(content()) * 1_000)),
  2: (content) => longInteger(content()),
  3: (content) => -1n - longInteger(content()),
  55799: (content) => content(),
};

const MAX_INTEGER_BYTES = 1_024;

function longInteger(bytes: unknown): bigint {
  if (!(bytes instanceof Uint8Array) || bytes.length > MAX_INTEGER_BYTES)
    throw new Refused('corrupt', 'a number is too long');
  return BigInt(`0x0${Buffer.from(bytes).toString('hex')}`);
}

/** Reads CBOR, RFC 8949. */
export function readCbor(bytes: Buffer, conversion: Conversion): Value {
  return fromJavaScript(
    reading('CBOR', () => decodeCbor(bytes, { useMaps: true, tags: TAGS })),
    conversion,
  );
}

/** Writes CBOR: dates have the tag 0 or are text, integers of any length are integers. */
export function writeCbor(value: Value): Uint8Array {
  return encodeCbor(value, {
    // Names stay in their order.
    mapSorter: () => 0,
    typeEncoders: {
      bigint: bigIntEncoder,
      number: (number: number) => [new Token(Type.float, number)],
      Object: (item: unknown) => {
        if (!(item instanceof Moment)) return null;
        const text = new Token(Type.string, item.text);
        return item.kind === 'instant' ? [new Token(Type.tag, 0), text] : [text];
      },
    },
  });
}

/** Reads BSON 1.1; identifiers and other types of MongoDB become their text. */
export function readBson(bytes: Buffer, conversion: Conversion): Value {
  return fromJavaScript(
    reading('BSON', () => deserialize(bytes, { promoteValues: false, bsonRegExp: true })),
    conversion,
    0,
    (value) => bsonValue(value, conversion),
  );
}

function bsonValue(value: object, conversion: Conversion): Value | undefined {
  if (value instanceof Int32) return BigInt(value.value);
  if (value instanceof Double) return value.value;
  if (value instanceof Timestamp) return value.toString();
  if (value instanceof Long) return value.toBigInt();
  if (value instanceof Binary) return Buffer.from(value.buffer.subarray(0, value.position));
  if (!(value instanceof BSONValue)) return undefined;
  conversion.lose('value_types_dropped');
  if (value instanceof ObjectId) return value.toHexString();
  return value instanceof Decimal128 ? value.toString() : JSON.stringify(value);
}

/** Writes BSON, whose top level is a map. */
export function writeBson(value: Value, conversion: Conversion): Uint8Array {
  if (!isMap(value)) conversion.lose('nesting_changed');
  const document = isMap(value) ? value : new Map([[isList(value) ? 'items' : 'value', value]]);
  const object = toObject(
    document,
    conversion,
    (integer) => Long.fromBigInt(integer),
    (float) => new Double(float),
  );
  try {
    return serialize(object as Record<string, unknown>, { ignoreUndefined: false });
  } catch (error) {
    // Longer than the 17 MB that a document may have by default, or a zero in a name.
    if (error instanceof BSONError || error instanceof RangeError) throw new Refused('large', error.message);
    throw error;
  }
}
