/** One element of a list field with its weight, such as `br;q=0.5`. */
export interface WeightedElement {
  /** Lower case. */
  readonly value: string;
  /** Between 0, which refuses it, and 1. NaN if it is invalid. */
  readonly weight: number;
}

/**
 * The elements of a list field, trimmed. Each character is read a limited number of times,
 * whatever the caller wrote.
 *
 * @see RFC 9110, 5.6.1
 */
export const listOf = (field: string | undefined): string[] =>
  (field ?? '')
    .split(',')
    .map((element) => element.trim())
    .filter((element) => element !== '');

/**
 * The elements of a weighted list field, in order.
 *
 * @see RFC 9110, 12.4.2
 */
export const weightedListOf = (field: string | undefined): WeightedElement[] =>
  listOf(field).map((element) => {
    const [value = '', ...parameters] = element.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return { value, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
  });
