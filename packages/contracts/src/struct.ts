import type { IWrapper } from 'protobufjs';

/** A decoded `google.protobuf.Value`; `kind` names the field that is set. */
interface Value {
  readonly kind: 'nullValue' | 'numberValue' | 'stringValue' | 'boolValue' | 'structValue' | 'listValue';
  readonly numberValue: number;
  readonly stringValue: string;
  readonly boolValue: boolean;
  readonly structValue: Struct;
  readonly listValue: { readonly values: readonly Value[] };
}

/** A decoded `google.protobuf.Struct`. */
interface Struct {
  readonly fields: Readonly<Record<string, Value>>;
}

/**
 * Makes protobufjs read and write a `google.protobuf.Struct` as the object that it stands for. Values pass as JSON has
 * them: numbers as doubles, dates as ISO 8601; a field that is undefined is left out.
 */
export const structWrapper: IWrapper = {
  fromObject(object) {
    const fields = Object.entries(object as object).filter(([, value]) => value !== undefined);
    return this.fromObject({
      fields: Object.fromEntries(fields.map(([name, value]) => [name, toValue(value)])),
    });
  },
  toObject: (message) => fromStruct(message as unknown as Struct),
};

/** Nested objects come back to the wrapper by themselves. @throws {TypeError} for what JSON cannot hold */
function toValue(value: unknown): object {
  if (value === null) return { nullValue: 0 };
  if (value instanceof Date) return { stringValue: value.toISOString() };
  if (Array.isArray(value)) return { listValue: { values: value.map(toValue) } };
  switch (typeof value) {
    case 'number':
      return { numberValue: value };
    case 'string':
      return { stringValue: value };
    case 'boolean':
      return { boolValue: value };
    case 'object':
      return { structValue: value };
    default:
      throw new TypeError(`a ${typeof value} is no JSON value`);
  }
}

const fromStruct = ({ fields }: Struct): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fromValue(value)]));

function fromValue(value: Value): unknown {
  switch (value.kind) {
    case 'structValue':
      return fromStruct(value.structValue);
    case 'listValue':
      return value.listValue.values.map(fromValue);
    case 'nullValue':
      return null;
    default:
      return value[value.kind];
  }
}
