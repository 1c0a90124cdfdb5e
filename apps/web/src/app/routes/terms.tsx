import { LegalDocument } from '../../features/legal/index.js';

/** Terms of service. */
export function Terms() {
  return <LegalDocument id="terms" />;
}
