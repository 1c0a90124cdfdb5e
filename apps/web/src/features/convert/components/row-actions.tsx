import type { PlanId } from '@filemill/product';
import { Button, buttonClass, Icon, IconButton } from '@filemill/ui';
import { ArrowDown, ArrowUp, FolderOpen, Images, RotateCcw, Trash2, Ungroup, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../config/paths.js';
import { LocalLink } from '../../../lib/local-link.js';
import type { Actions } from '../hooks/use-actions.js';
import type { Mode } from '../hooks/use-save.js';
import { type Item, isRunning, isStartable } from '../model/item.js';
import { canPreview, hasFiles } from '../model/preview.js';
import { schemasOf } from '../model/targets.js';
import { DownloadLink } from './download-link.js';
import { OptionsPanel } from './options-panel.js';

/** Link to a plan that accepts a file which the current plan refuses. */
function RemedyLink({ plan }: { plan: PlanId }) {
  const { t } = useTranslation('convert');
  return (
    <LocalLink
      className={buttonClass({ size: 'small' })}
      to={plan === 'pro' ? paths.subscribe : paths.register}
    >
      {plan === 'pro' ? t('refused.upgrade') : t('refused.signUp')}
    </LocalLink>
  );
}

/** Loaded with the first preview. */
const PreviewDialog = lazy(async () => ({
  default: (await import('./preview-dialog.js')).PreviewDialog,
}));

/** Loaded with the first list. */
const FilesDialog = lazy(async () => ({
  default: (await import('./files-dialog.js')).FilesDialog,
}));

interface RowActionsProps {
  item: Item;
  mode: Mode;
  /** Whether the current caller uploaded it, and so may delete it. */
  isOwn: boolean;
  actions: Actions;
  /** Whether it is one of those that become one file. */
  isPart: boolean;
  onRemove: () => void;
  onErase: () => void;
}

/** Moves a file among those that become one. */
function PlaceButtons({ item: { id, name }, actions }: { item: Item; actions: Actions }) {
  const { t } = useTranslation('convert');
  return (
    <>
      <IconButton size="small" label={t('combine.up', { file: name })} onClick={() => actions.move(id, -1)}>
        <Icon of={ArrowUp} />
      </IconButton>
      <IconButton size="small" label={t('combine.down', { file: name })} onClick={() => actions.move(id, 1)}>
        <Icon of={ArrowDown} />
      </IconButton>
    </>
  );
}

function PreviewButton({ item }: { item: Item }) {
  const { t } = useTranslation('convert');
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton size="small" label={t('preview.open', { file: item.name })} onClick={() => setOpen(true)}>
        <Icon of={Images} />
      </IconButton>
      {open && (
        <Suspense>
          <PreviewDialog item={item} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Shows what is in a zip. */
function FilesButton({ item }: { item: Item }) {
  const { t } = useTranslation('convert');
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton size="small" label={t('files.open', { file: item.name })} onClick={() => setOpen(true)}>
        <Icon of={FolderOpen} />
      </IconButton>
      {open && (
        <Suspense>
          <FilesDialog item={item} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Current actions on a file. The main action is first, remove or cancel last. */
export function RowActions({ item, mode, isOwn, actions, isPart, onRemove, onErase }: RowActionsProps) {
  const { t } = useTranslation('convert');
  const { status, id, name } = item;
  const again = (status === 'error' || status === 'cancelled') && isStartable(item) && item.target;
  if (status === 'completed') {
    return (
      <>
        <DownloadLink item={item} mode={mode} />
        <span className="row__tools">
          {canPreview(item) && <PreviewButton item={item} />}
          {hasFiles(item) && <FilesButton item={item} />}
          {isOwn ? (
            <IconButton size="small" label={t('row.deleteNow', { file: name })} onClick={onErase}>
              <Icon of={Trash2} />
            </IconButton>
          ) : (
            <IconButton size="small" label={t('row.remove', { file: name })} onClick={onRemove}>
              <Icon of={X} />
            </IconButton>
          )}
        </span>
      </>
    );
  }
  return (
    <>
      {again && (
        <Button size="small" onClick={() => actions.start([id])}>
          <Icon of={RotateCcw} />
          {t('row.retry')}
          <span className="vh">{name}</span>
        </Button>
      )}
      {item.refusal?.plan && <RemedyLink plan={item.refusal.plan} />}
      {isPart && <PlaceButtons item={item} actions={actions} />}
      {again && item.parts && (
        <IconButton size="small" label={t('combine.separate')} onClick={() => actions.separate(item)}>
          <Icon of={Ungroup} />
        </IconButton>
      )}
      {isStartable(item) && !again && !isPart && (
        <OptionsPanel
          label={t('options.open', { file: name })}
          subject={name}
          schemas={schemasOf(item)}
          values={item.options}
          expect={(options) => actions.expect([item], options)}
          onApply={(options) => actions.setOptions([id], options)}
          alike={() => actions.alike(item)}
          onApplyToAll={(files, options) => {
            const ids = files.map((file) => file.id);
            actions.setOptions(ids, options);
          }}
        />
      )}
      {isRunning(item) ? (
        <IconButton size="small" label={t('row.cancel', { file: name })} onClick={() => actions.cancel(id)}>
          <Icon of={X} />
        </IconButton>
      ) : (
        <IconButton size="small" label={t('row.remove', { file: name })} onClick={onRemove}>
          <Icon of={X} />
        </IconButton>
      )}
    </>
  );
}
