import type { Stack } from '@filemill/local-stack';
import type { KeyHolder } from '../shared/people.ts';
import type { InputName } from './inputs.ts';
import type { Scenario } from './scenarios.ts';

/** What a scenario works with. */
export interface LoadRun {
  readonly stack: Stack;
  readonly scenario: Scenario;
  /** Paths of the files that it sends. */
  readonly inputs: Readonly<Partial<Record<InputName, string>>>;
  readonly accounts: readonly KeyHolder[];
}
