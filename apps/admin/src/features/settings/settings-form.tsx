import type { Settings } from '@filemill/api';
import { Button } from '@filemill/ui';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../lib/query-view.js';
import { TableSkeleton } from '../../lib/table-skeleton.js';
import { settingsQuery } from './api.js';
import { useDraft } from './draft/use-draft.js';
import { MainLimits } from './inputs/main-limits.js';
import { PlanTable } from './inputs/plan-table.js';
import { Preview } from './saving/preview.js';
import { SaveDialog } from './saving/save-dialog.js';
import { VersionHistory } from './versions/version-history.js';

/** The plan table as inputs, what would change, and what it was before. */
function SettingsForm({ settings }: { settings: Settings }) {
  const { t } = useTranslation('settings');
  const editor = useDraft(settings);
  const [isSaving, setSaving] = useState(false);
  const top = useRef<HTMLFormElement>(null);
  const canSave = editor.isChanged && editor.draft.table !== null;
  const load = (plans: Settings['plans']) => {
    editor.load(plans);
    top.current?.scrollIntoView();
  };
  return (
    <>
      <form
        ref={top}
        className="set"
        aria-label={t('title')}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (canSave) setSaving(true);
        }}
      >
        <div className="set__in">
          <MainLimits settings={settings} editor={editor} />
          <PlanTable editor={editor} />
        </div>
        <Preview editor={editor} />
        <div className="setx card">
          <p className="small muted">{t('effect')}</p>
          <div>
            <Button look="ghost" disabled={!editor.isChanged} onClick={editor.reset}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" look="accent" disabled={!canSave}>
              {t('save.button')}
            </Button>
          </div>
        </div>
      </form>
      {isSaving && <SaveDialog settings={settings} editor={editor} onClose={() => setSaving(false)} />}
      <VersionHistory current={settings.version} onLoad={load} />
    </>
  );
}

/** The plan table: shown, changed, and restored to an earlier version. */
export function SettingsView() {
  const { t } = useTranslation('settings');
  const settings = useQuery(settingsQuery);
  return (
    <QueryView query={settings} failed={t('failed')} skeleton={<TableSkeleton rows={8} />}>
      {(data) => <SettingsForm settings={data} />}
    </QueryView>
  );
}
