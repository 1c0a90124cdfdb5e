import { Corners, cx, Stone, TooltipProvider } from '@filemill/ui';
import { useTranslation } from 'react-i18next';
import { useConverter } from '../hooks/use-converter.js';
import { usePageDrop } from '../hooks/use-page-drop.js';
import { BatchBar } from './batch-bar.js';
import { CombineBar } from './combine-bar.js';
import { clickThrough, FileButton } from './drop-zone.js';
import { FileList } from './file-list.js';
import { LimitsNote } from './limits-note.js';
import { TargetBoard } from './target-board.js';
import { Announcement, DemoNote, PresetNote } from './working-notes.js';

/**
 * The converter of the dashboard: drop zone and common format side by side, the list below.
 *
 * @param isLive - whether the page follows the account's stream (`useLiveAccount`) and events arrive
 */
export function DashboardConverter({ isLive }: { isLive: boolean }) {
  const { t } = useTranslation(['convert', 'intake']);
  const converter = useConverter('dashboard', isLive);
  const dragged = usePageDrop((files) => void converter.add(files));
  const { items, isFull, plan, add } = converter;
  return (
    <section className="mill mill--flat" aria-label={t('intake:converter')}>
      {converter.isDemo && <DemoNote />}
      <PresetNote converter={converter} />
      <TooltipProvider>
        <div className="cv">
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button inside does the same by key */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: a larger target for the mouse, the button is the control */}
          <div className={cx('drop', dragged > 0 && 'is-over')} onClick={clickThrough}>
            <Corners />
            <Stone className="cv__s" />
            <h2>{dragged > 0 ? t('intake:drop.release', { count: dragged }) : t('intake:drop.title')}</h2>
            <p className="small muted">
              <LimitsNote plan={plan} listed={items.length} />
            </p>
            <FileButton disabled={isFull} onFiles={add} />
          </div>
          <TargetBoard converter={converter} />
        </div>
        <CombineBar converter={converter} />
        <FileList converter={converter} />
      </TooltipProvider>
      <BatchBar converter={converter} />
      <Announcement text={converter.announcement} />
    </section>
  );
}
