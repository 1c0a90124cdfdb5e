import type { ResultFiles } from '@filemill/api';
import { Dialog, Icon } from '@filemill/ui';
import { errorText, formatBytes } from '@filemill/web-client';
import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listResultFiles } from '../api/conversion.js';
import type { Item } from '../model/item.js';

/** A longer list is slow to draw; all of its files are in the zip. */
const MAX_SHOWN = 1_000;

/** The files in a result, undefined until they are known, and the error if they cannot be listed. */
function useResultFiles(conversionId: string): { files: ResultFiles['files'] | undefined; error: unknown } {
  const [files, setFiles] = useState<ResultFiles['files']>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    const closed = new AbortController();
    listResultFiles(conversionId, closed.signal).then(
      (answer) => !closed.signal.aborted && setFiles(answer.files),
      (cause: unknown) => !closed.signal.aborted && setError(cause),
    );
    return () => closed.abort();
  }, [conversionId]);
  return { files, error };
}

/** What is in the zip of a result; each file can be downloaded alone. */
export function FilesDialog({ item, onClose }: { item: Item; onClose: () => void }) {
  const { t, i18n } = useTranslation(['convert', 'common', 'errors']);
  const { files, error } = useResultFiles(item.conversionId ?? '');
  const number = (value: number): string => value.toLocaleString(i18n.language);
  return (
    <Dialog
      open
      onClose={onClose}
      mark={null}
      title={t('files.title')}
      description={item.name}
      closeLabel={t('files.close')}
    >
      {error !== undefined && (
        <p className="note note--danger" role="alert">
          {errorText(t, error)}
        </p>
      )}
      <ul className="result-files" aria-busy={!files && error === undefined}>
        {files?.slice(0, MAX_SHOWN).map(({ name, size, downloadUrl }) => (
          <li key={downloadUrl}>
            <a
              href={downloadUrl}
              download={name.split('/').at(-1)}
              aria-label={t('files.download', { file: name })}
            >
              <Icon of={Download} />
              <span>{name}</span>
            </a>
            <span className="meta">{formatBytes(size, i18n.language)}</span>
          </li>
        ))}
      </ul>
      {files && files.length > MAX_SHOWN && (
        <p className="meta">{t('files.first', { shown: number(MAX_SHOWN), total: number(files.length) })}</p>
      )}
    </Dialog>
  );
}
