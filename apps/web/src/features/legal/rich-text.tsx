import { createElement, Fragment, type ReactNode } from 'react';

/** Stands around the name of a value in a text; no keyboard makes it. */
const MARK = '\u0001';

/** What a text shows in place of its names; undefined while it is not known yet. */
export type Values = Readonly<Record<string, ReactNode | undefined>>;

/** Makes the translator leave each name in its place, for {@link RichText} to fill. */
export const markers = (values: Values): Record<string, string> =>
  Object.fromEntries(Object.keys(values).map((name) => [name, MARK + name + MARK]));

/** A text with elements in it: a link, or a skeleton where a value is still being read. */
export function RichText({ text, values, loading }: { text: string; values: Values; loading: string }) {
  const parts = text.split(MARK).map((part, index) => {
    if (index % 2 === 0) return part;
    return (
      values[part] ?? (
        <span className="sk sk--word">
          <span className="vh">{loading}</span>
        </span>
      )
    );
  });
  // As arguments, not as a list: their order never changes, so they need no keys.
  return createElement(Fragment, null, ...parts);
}
