import type { Plan } from '@filemill/plans';
import { Button, Icon, Pair, Stone, Tile } from '@filemill/ui';
import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatsQuery } from '../../../lib/api/catalogue.js';
import { samplePairs } from '../model/sample-pairs.js';
import { IntroDrop } from './drop-zone.js';

interface IntroViewProps {
  /** The plan of the current caller. */
  plan: Plan | undefined;
  /** Files that are in the list already. */
  listed: number;
  isFull: boolean;
  /** Files being dragged over the page. */
  dragged: number;
  /** Called when the visitor points at it, focuses it or drags files. */
  onNear: () => void;
  onFiles: (files: readonly File[]) => void;
  onReturn: () => void;
}

/** The converter before anything is chosen: the stone between sample tiles, `Choose Files`, the limits. */
export function IntroView({ plan, listed, isFull, dragged, onNear, onFiles, onReturn }: IntroViewProps) {
  const { t } = useTranslation('intake');
  const formats = useQuery(formatsQuery).data;
  const samples = formats ? samplePairs(formats) : [];
  useEffect(() => {
    if (dragged > 0) onNear();
  }, [dragged, onNear]);
  return (
    <section className="mill hero__mill" aria-label={t('converter')} onPointerEnter={onNear} onFocus={onNear}>
      <IntroDrop dragged={dragged} disabled={isFull} plan={plan} onFiles={onFiles}>
        <div className="grind" aria-hidden="true">
          <span className="grind__in">
            {samples.map(({ from, fromCategory }) => (
              <Tile key={from} category={fromCategory} large>
                {from}
              </Tile>
            ))}
          </span>
          <Stone className="grind__stone" />
          <span className="grind__out">
            {samples.map(({ to, toCategory }) => (
              <Tile key={to} category={toCategory} large>
                {to}
              </Tile>
            ))}
          </span>
        </div>
      </IntroDrop>
      <div className="hero__pop">
        {listed > 0 ? (
          <Button look="ghost" onClick={onReturn}>
            <Icon of={ListChecks} />
            {t('returnToList', { count: listed })}
          </Button>
        ) : (
          <>
            <span className="small muted">{t('oftenUsed')}</span>
            {samples.map(({ from, fromCategory, to, toCategory }) => (
              <Pair
                key={from}
                from={<Tile category={fromCategory}>{from}</Tile>}
                to={t('to')}
                target={<Tile category={toCategory}>{to}</Tile>}
              />
            ))}
          </>
        )}
      </div>
    </section>
  );
}
