/** Details of an error that are safe to show to the caller: limits, field names, targets. JSON values only. */
export type ErrorParams = Readonly<Record<string, unknown>>;
