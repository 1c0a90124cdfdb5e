import { LegalDocument } from '../../features/legal/index.js';

/** Privacy policy, in full. */
export function PrivacyPolicy() {
  return <LegalDocument id="privacyPolicy" />;
}
