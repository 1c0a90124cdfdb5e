import { OperatorDetails } from '../../features/contact/operator-details.js';
import { LegalDocument } from '../../features/legal/legal-document.js';

/** Privacy policy, in short. */
export function Privacy() {
  return <LegalDocument id="privacy" />;
}

/** Privacy policy, in full. */
export function PrivacyPolicy() {
  return <LegalDocument id="privacyPolicy" />;
}

/** Refund policy. */
export function Refund() {
  return <LegalDocument id="refund" />;
}

/** Terms of service. */
export function Terms() {
  return <LegalDocument id="terms" />;
}

/** Who operates the service. */
export function Legal() {
  return <LegalDocument id="legal" extras={{ operator: <OperatorDetails /> }} />;
}
