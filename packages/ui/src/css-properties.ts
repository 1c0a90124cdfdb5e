declare module 'react' {
  interface CSSProperties {
    /** Custom properties that a component hands to its style sheet. */
    [property: `--${string}`]: string | number | undefined;
  }
}

export type { CSSProperties } from 'react';
