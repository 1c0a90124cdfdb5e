import { HistoryPage } from '../../features/history/components/history-page.js';
import { RequireLogin } from '../guards.js';

/** All conversions of the last twelve months. */
export function ConversionHistory() {
  return (
    <RequireLogin>
      <HistoryPage />
    </RequireLogin>
  );
}
