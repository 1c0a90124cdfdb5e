import { createElement, Fragment } from 'react';

/** A text of the service's description; what stands between backticks is code. */
export function WithCode({ text }: { text: string }) {
  const parts = text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part : createElement('code', { className: 'mono' }, part)));
  // As arguments, not as a list: their order never changes, so they need no keys.
  return createElement(Fragment, null, ...parts);
}
