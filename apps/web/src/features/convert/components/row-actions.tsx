import { Button, buttonClass, Icon, IconButton } from '@filemill/ui';
import { Download, RotateCcw, Trash2, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Conversion } from '../api/conversion.js';
import type { Converter } from '../hooks/use-converter.js';
import { useDownload } from '../hooks/use-download.js';
import { type Item, isRunning, isStartable } from '../model/item.js';
import { OptionsPanel } from './options-panel.js';
import { useExpiry } from './row-result.js';

function DownloadLink({ conversion, file }: { conversion: Conversion; file: string }) {
  const { t } = useTranslation('convert');
  const { onClick, busy } = useDownload(conversion);
  const { expired } = useExpiry(conversion);
  if (expired || !conversion.downloadUrl) return null;
  return (
    <a
      className={buttonClass({ size: 'small' })}
      href={conversion.downloadUrl}
      download={conversion.outputFileName ?? ''}
      aria-busy={busy}
      onClick={onClick}
    >
      <Icon of={Download} />
      {t('row.download')}
      <span className="vh">{file}</span>
    </a>
  );
}

interface RowActionsProps {
  item: Item;
  converter: Converter;
  onRemove: () => void;
  onErase: () => void;
}

/** What can be done with a file now. The main action stands first, remove or cancel last. */
export function RowActions({ item, converter, onRemove, onErase }: RowActionsProps) {
  const { t } = useTranslation('convert');
  const { status, conversion, id, file } = item;
  const again = (status === 'error' || status === 'cancelled') && item.target !== undefined;
  if (status === 'completed' && conversion) {
    return (
      <>
        <DownloadLink conversion={conversion} file={file.name} />
        <IconButton size="small" label={t('row.deleteNow', { file: file.name })} onClick={onErase}>
          <Icon of={Trash2} />
        </IconButton>
      </>
    );
  }
  return (
    <>
      {again && (
        <Button size="small" onClick={() => converter.start([id])}>
          <Icon of={RotateCcw} />
          {t('row.retry')}
          <span className="vh">{file.name}</span>
        </Button>
      )}
      {isStartable(item) && !again && (
        <OptionsPanel item={item} onChange={(options) => converter.setOptions(id, options)} />
      )}
      {isRunning(item) ? (
        <IconButton
          size="small"
          label={t('row.cancel', { file: file.name })}
          onClick={() => converter.cancel(id)}
        >
          <Icon of={X} />
        </IconButton>
      ) : (
        <IconButton size="small" label={t('row.remove', { file: file.name })} onClick={onRemove}>
          <Icon of={X} />
        </IconButton>
      )}
    </>
  );
}
