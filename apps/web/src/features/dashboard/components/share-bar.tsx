import type { UsageView } from '@filemill/api';
import { usedByCategory } from '../model/usage.js';

/** Of which categories the period's conversions were. Decorative: the meters below say the same in words. */
export function ShareBar({ usage }: { usage: UsageView }) {
  const left = Math.max(0, usage.limit - usage.conversions);
  return (
    <div className="stack" aria-hidden="true">
      {usedByCategory(usage).map(
        ({ category, used }) =>
          used > 0 && <span key={category} className={`k-${category}`} style={{ flexGrow: used }} />,
      )}
      {left > 0 && <i style={{ flexGrow: left }} />}
    </div>
  );
}
