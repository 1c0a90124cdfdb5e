import type { FormEvent } from 'react';

/**
 * What is typed into a form. Read from the form itself: what somebody, or a password manager, typed before the page woke
 * up is there as well.
 */
export function fieldsOf<K extends string>(
  event: FormEvent<HTMLFormElement>,
  ...names: K[]
): Record<K, string> {
  event.preventDefault();
  const data = new FormData(event.currentTarget);
  return Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')])) as Record<K, string>;
}
