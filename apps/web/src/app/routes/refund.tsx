import { LegalDocument } from '../../features/legal/index.js';

/** Refund policy. */
export function Refund() {
  return <LegalDocument id="refund" />;
}
