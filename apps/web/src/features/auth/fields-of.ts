import type { FormEvent } from 'react';

/**
 * The values of a form. Read from the form itself, so that text typed before hydration, also by a password manager, is
 * included.
 */
export function fieldsOf<K extends string>(
  event: FormEvent<HTMLFormElement>,
  ...names: K[]
): Record<K, string> {
  event.preventDefault();
  const data = new FormData(event.currentTarget);
  return Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')])) as Record<K, string>;
}
