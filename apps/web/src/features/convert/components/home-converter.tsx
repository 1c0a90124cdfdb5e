import { Button, Icon, TooltipProvider } from '@filemill/ui';
import { ArrowLeft, Info, ShieldCheck, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Converter, useConverter } from '../hooks/use-converter.js';
import { isListed } from '../model/item.js';
import { BatchBar } from './batch-bar.js';
import { CombineBar } from './combine-bar.js';
import { SlimDrop } from './drop-zone.js';
import { FileList } from './file-list.js';
import { QuotaNote } from './quota-note.js';
import { SharedTarget } from './shared-target.js';
import { Announcement, DemoNote } from './working-notes.js';

const ASSURANCES = [
  { id: 'deleted', icon: Trash2 },
  { id: 'unread', icon: ShieldCheck },
  { id: 'counted', icon: Info },
] as const;

interface WorkingViewProps {
  converter: Converter;
  dragged: number;
  onFiles: (files: readonly File[]) => void;
  onBack: () => void;
}

/** The converter with files in it: drop zone, list, formats, convert, download. */
function WorkingView({ converter, dragged, onFiles, onBack }: WorkingViewProps) {
  const { t } = useTranslation(['convert', 'intake']);
  const title = useRef<HTMLHeadingElement>(null);
  const { items, isFull, plan } = converter;
  // The button that opened this view has disappeared; keyboard users continue from the title.
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  return (
    <section className="work">
      <div className="page">
        <h1 ref={title} tabIndex={-1}>
          {t('title')}
        </h1>
        <section className="mill" aria-label={t('intake:converter')}>
          <header className="mill__top">
            <Button look="ghost" size="small" className="back" onClick={onBack}>
              <Icon of={ArrowLeft} />
              {t('back')}
            </Button>
            <h2>{t('batch.files', { count: items.length })}</h2>
            <QuotaNote converter={converter} />
          </header>
          {converter.isDemo && <DemoNote />}
          <div className="pad">
            <SlimDrop
              dragged={dragged}
              disabled={isFull}
              plan={plan}
              onFiles={onFiles}
              listed={items.filter(isListed).length}
            />
          </div>
          <TooltipProvider>
            {!converter.combining && <SharedTarget converter={converter} />}
            <CombineBar converter={converter} />
            <FileList converter={converter} />
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

/** The summary of the list while the list is hidden. */
export interface ListFacts {
  readonly count: number;
  readonly isFull: boolean;
}

interface HomeConverterProps {
  isShown: boolean;
  /** Chosen files that are not in the list yet. */
  incoming: readonly File[];
  onTaken: () => void;
  onListed: (facts: ListFacts) => void;
  /** Files being dragged over the page. */
  dragged: number;
  onFiles: (files: readonly File[]) => void;
  onBack: () => void;
}

/** The home page's converter once there are files. It continues to convert while hidden. */
export function HomeConverter(props: HomeConverterProps) {
  const { isShown, incoming, onTaken, onListed, dragged, onFiles, onBack } = props;
  const converter = useConverter('home');
  const { items, isFull, add } = converter;
  const count = items.filter(isListed).length;
  useEffect(() => onListed({ count, isFull }), [onListed, count, isFull]);
  useEffect(() => {
    if (incoming.length === 0) return;
    onTaken();
    void add(incoming);
    // Depends only on the incoming files: `add` and `onTaken` change with every render.
  }, [incoming]);
  return (
    <>
      {isShown && <WorkingView {...{ converter, dragged, onFiles, onBack }} />}
      <Announcement text={converter.announcement} />
    </>
  );
}
