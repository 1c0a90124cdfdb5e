import type { TargetView } from '@filemill/api';
import { Icon } from '@filemill/ui';
import { formatSeconds, joinList } from '@filemill/web-client';
import { Info, Timer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Item } from '../model/item.js';
import { targetOf } from '../model/targets.js';

const expectedOf = (item: Item) => {
  const { losses = [], medianMs = null } = targetOf(item) ?? {};
  return { losses, medianMs };
};

/** Id of the lines of an item; undefined if it has none. */
export function expectedId(item: Item): string | undefined {
  const { losses, medianMs } = expectedOf(item);
  const isShown = item.status === 'ready' && (losses.length > 0 || medianMs !== null);
  return isShown ? `expected-${item.id}` : undefined;
}

/** Losses that are named at once, the gravest. */
const NAMED = 3;

/** The losses in one sentence: the gravest ones, until all are asked for. */
function ExpectedLosses({ losses }: { losses: TargetView['losses'] }) {
  const { t, i18n } = useTranslation('expected');
  const [isWhole, setWhole] = useState(losses.length <= NAMED + 1);
  // English is the text of a code that a newer server has.
  const words = losses.map(({ code, message }) => t(`expected:${code}`, { defaultValue: message }));
  const shown = isWhole ? words : words.slice(0, NAMED);
  return (
    <p className="meta loss-line loss-line--note">
      <Icon of={Info} />
      <span>
        {t('lost', { list: joinList(shown, i18n.language) })}
        {!isWhole && (
          <>
            {' '}
            <button type="button" className="link" onClick={() => setWhole(true)}>
              {t('all', { n: words.length })}
            </button>
          </>
        )}
      </span>
    </p>
  );
}

/** What the chosen format cannot hold, and how long its conversion usually takes if that was measured. */
export function RowExpected({ item }: { item: Item }) {
  const { t, i18n } = useTranslation('expected');
  const id = expectedId(item);
  if (id === undefined) return null;
  const { losses, medianMs } = expectedOf(item);
  return (
    <div id={id}>
      {losses.length > 0 && <ExpectedLosses key={item.target} losses={losses} />}
      {medianMs !== null && (
        <p className="meta loss-line loss-line--note">
          <Icon of={Timer} />
          {t('time', { time: formatSeconds(medianMs / 1_000, i18n.language) })}
        </p>
      )}
    </div>
  );
}
