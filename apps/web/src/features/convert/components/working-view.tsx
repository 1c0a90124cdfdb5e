import { Button, Icon, TooltipProvider } from '@filemill/ui';
import { ArrowLeft, Info, ShieldCheck, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Converter } from '../hooks/use-converter.js';
import { BatchBar } from './batch-bar.js';
import { SlimDrop } from './drop-zone.js';
import { FileRow } from './file-row.js';
import { SharedTarget } from './shared-target.js';

const ASSURANCES = [
  { id: 'deleted', icon: Trash2 },
  { id: 'unread', icon: ShieldCheck },
  { id: 'counted', icon: Info },
] as const;

interface WorkingViewProps {
  converter: Converter;
  dragged: number;
  full: boolean;
  onBack: () => void;
}

/** The converter with files in it: drop zone, list, formats, convert, download. */
export function WorkingView({ converter, dragged, full, onBack }: WorkingViewProps) {
  const { t } = useTranslation('convert');
  const title = useRef<HTMLHeadingElement>(null);
  const { items } = converter;
  // The button that led here is gone; whoever uses keys goes on from the title.
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  return (
    <section className="work">
      <div className="page">
        <h1 ref={title} tabIndex={-1}>
          {t('title')}
        </h1>
        <section className="mill" aria-label={t('converter')}>
          <header className="mill__top">
            <Button look="ghost" size="small" className="back" onClick={onBack}>
              <Icon of={ArrowLeft} />
              {t('back')}
            </Button>
            <h2>{t('batch.files', { count: items.length })}</h2>
          </header>
          <div className="pad">
            <SlimDrop dragged={dragged} disabled={full} onFiles={converter.add} listed={items.length} />
          </div>
          <SharedTarget converter={converter} />
          <TooltipProvider>
            <ul className="rows">
              {items.map((item) => (
                <FileRow key={item.id} item={item} converter={converter} />
              ))}
            </ul>
          </TooltipProvider>
          <BatchBar converter={converter} />
        </section>
        <p className="assure">
          {ASSURANCES.map(({ id, icon }) => (
            <span key={id}>
              <Icon of={icon} />
              {t(`assure.${id}`)}
            </span>
          ))}
        </p>
      </div>
    </section>
  );
}
