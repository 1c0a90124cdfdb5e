import type { UsageView } from '@filemill/api';
import { usedByKind } from '../model/usage.js';

/** Of which kinds the period's conversions were. Decorative: the meters below say the same in words. */
export function ShareBar({ usage }: { usage: UsageView }) {
  const left = Math.max(0, usage.limit - usage.conversions);
  return (
    <div className="stack" aria-hidden="true">
      {usedByKind(usage).map(
        ({ kind, used }) =>
          used > 0 && <span key={kind} className={`k-${kind}`} style={{ flexGrow: used }} />,
      )}
      {left > 0 && <i style={{ flexGrow: left }} />}
    </div>
  );
}
