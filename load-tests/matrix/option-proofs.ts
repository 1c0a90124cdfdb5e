import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { DATA } from '@filemill/local-stack';
import type { OptionProof } from '@filemill/worker/proving';
import { hashOfOption, optionFamilies } from '@filemill/worker/testing';

/** Where the suites write what they tried. */
export const OPTION_PROOFS = `${DATA}/options`;

/** A setting of one engine, and its last proof for each of the pairs that were tried. */
interface FamilyState {
  readonly engine: string;
  readonly option: string;
  /** Of today's files and declarations. */
  readonly proofs: readonly OptionProof[];
}

/** All that the suites have written. */
export function keptProofs(): OptionProof[] {
  const files = existsSync(OPTION_PROOFS) ? readdirSync(OPTION_PROOFS) : [];
  return files
    .flatMap((file) => readFileSync(`${OPTION_PROOFS}/${file}`, 'utf8').split('\n').filter(Boolean))
    .map((line) => JSON.parse(line) as OptionProof);
}

/** Every setting that is offered, with its proofs that still hold. */
export function familyStates(): FamilyState[] {
  const proofs = new Map<string, OptionProof>();
  for (const proof of keptProofs()) {
    const key = `${proof.engine} ${proof.name} ${proof.hash}`;
    // Once it has passed, another try is a repetition.
    if (proofs.get(key)?.failures.length !== 0) proofs.set(key, proof);
  }
  return optionFamilies().map((family) => ({
    engine: family.engine,
    option: family.option,
    proofs: family.routes.flatMap((route) => {
      const name = `${family.option} ${route.input.id}>${route.output.id}`;
      return proofs.get(`${family.engine} ${name} ${hashOfOption(family, route)}`) ?? [];
    }),
  }));
}
