import type { ConversionView } from '@filemill/api';
import { buttonClass, Icon } from '@filemill/ui';
import { Download } from 'lucide-react';
import { type DragEvent, type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Mode, useSave } from '../hooks/use-save.js';
import type { Item } from '../model/item.js';
import { useExpiry } from './row-result.js';

/** Lets the result be dragged out into a folder or another window; Chromium knows this type. */
function carry(event: DragEvent<HTMLAnchorElement>, { outputFileName, downloadUrl }: ConversionView): void {
  const url = new URL(downloadUrl ?? '', location.href).href;
  event.dataTransfer.setData('DownloadURL', `application/octet-stream:${outputFileName}:${url}`);
  event.dataTransfer.effectAllowed = 'copy';
}

/** `Download` of one result; nothing once it is expired. */
export function DownloadLink({ item, mode }: { item: Item; mode: Mode }) {
  const { t } = useTranslation('convert');
  const { saveOne } = useSave(mode);
  const [busy, setBusy] = useState(false);
  const { conversion, name } = item;
  const { expired } = useExpiry(conversion);
  if (expired || !conversion?.downloadUrl) return null;

  async function save(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
    // Opened in a tab of its own: left to the browser.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    await saveOne(item);
    setBusy(false);
  }
  return (
    <a
      className={buttonClass({ size: 'small' })}
      href={conversion.downloadUrl}
      download={conversion.outputFileName ?? ''}
      aria-busy={busy}
      onClick={save}
      onDragStart={(event) => carry(event, conversion)}
    >
      <Icon of={Download} />
      {t('row.download')}
      <span className="vh">{name}</span>
    </a>
  );
}
