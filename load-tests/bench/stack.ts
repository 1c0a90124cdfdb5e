import type { Stack } from '@filemill/local-stack';

/** What the parts of the benchmark need of a running stack. */
export type RunningStack = Pick<Stack, 'url' | 'ports' | 'data' | 'children'>;
