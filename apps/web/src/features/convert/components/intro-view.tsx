import { Button, Icon, Pair, Stone, Tile } from '@filemill/ui';
import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatsQuery } from '../../../lib/api/catalogue.js';
import type { Converter } from '../hooks/use-converter.js';
import { samplePairs } from '../model/sample-pairs.js';
import { IntroDrop } from './drop-zone.js';

interface IntroViewProps {
  converter: Converter;
  dragged: number;
}

/** The converter before anything is chosen: the stone between sample tiles, `Choose Files`, the limits. */
export function IntroView({ converter, dragged }: IntroViewProps) {
  const { t } = useTranslation('convert');
  const formats = useQuery(formatsQuery).data;
  const samples = formats ? samplePairs(formats) : [];
  const { items } = converter;
  return (
    <section className="mill hero__mill" aria-label={t('converter')}>
      <IntroDrop dragged={dragged} disabled={converter.isFull} plan={converter.plan} onFiles={converter.add}>
        <div className="grind" aria-hidden="true">
          <span className="grind__in">
            {samples.map(({ from, fromKind }) => (
              <Tile key={from} kind={fromKind} large>
                {from}
              </Tile>
            ))}
          </span>
          <Stone className="grind__stone" />
          <span className="grind__out">
            {samples.map(({ to, toKind }) => (
              <Tile key={to} kind={toKind} large>
                {to}
              </Tile>
            ))}
          </span>
        </div>
      </IntroDrop>
      <div className="hero__pop">
        {items.length > 0 ? (
          <Button look="ghost" onClick={() => converter.setView('working')}>
            <Icon of={ListChecks} />
            {t('returnToList', { count: items.length })}
          </Button>
        ) : (
          <>
            <span className="small muted">{t('oftenUsed')}</span>
            {samples.map(({ from, fromKind, to, toKind }) => (
              <Pair
                key={from}
                from={<Tile kind={fromKind}>{from}</Tile>}
                to={t('picker.to')}
                target={<Tile kind={toKind}>{to}</Tile>}
              />
            ))}
          </>
        )}
      </div>
    </section>
  );
}
