import type { Settings } from '@filemill/api';
import { ConfirmDialog, Note } from '@filemill/ui';
import { errorText } from '@filemill/web-client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReasonField } from '../../../lib/reason-field.js';
import type { Editor } from '../draft/use-draft.js';
import { ChangeList } from './preview.js';
import { isConflict, useSave } from './use-save.js';

interface SaveDialogProps {
  settings: Settings;
  editor: Editor;
  onClose: () => void;
}

/** Shows the changes again and asks for a reason before saving. */
export function SaveDialog({ settings, editor, onClose }: SaveDialogProps) {
  const { t } = useTranslation('settings');
  const [reason, setReason] = useState('');
  const { table, changes } = editor.draft;
  const save = useSave(() => {
    editor.reset();
    onClose();
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() =>
        table && save.mutate({ version: settings.version, plans: table, reason: reason.trim() })
      }
      title={t('save.title')}
      text={t('save.text')}
      confirm={t('save.button')}
      cancel={t('common:cancel')}
      closeLabel={t('common:close')}
      busy={save.isPending}
      disabled={!table || changes.length === 0 || reason.trim() === ''}
    >
      {save.isError && (
        <Note tone="danger">
          {isConflict(save.error) ? t('save.conflict') : `${t('save.failed')}. ${errorText(t, save.error)}`}
        </Note>
      )}
      <ChangeList changes={changes} />
      <ReasonField value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}
