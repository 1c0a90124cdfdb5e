import type { ComponentProps } from 'react';
import { AnyLink } from './router.js';
import { useLocalPath } from './use-language.js';

/** A link within the site that keeps the language. `to` is a path without a language: `paths.docs`. */
export function LocalLink({ to, ...rest }: Omit<ComponentProps<typeof AnyLink>, 'to'> & { to: string }) {
  const local = useLocalPath();
  return <AnyLink to={local(to)} {...rest} />;
}
