import { LegalDocument } from '../../features/legal/index.js';

/** Privacy policy, in short. */
export function Privacy() {
  return <LegalDocument id="privacy" />;
}
