import { OperatorDetails } from '../../features/contact/index.js';
import { LegalDocument } from '../../features/legal/index.js';

/** Who operates the service. */
export function Legal() {
  return <LegalDocument id="legal" extras={{ operator: <OperatorDetails /> }} />;
}
