import { Dialog, Tile, useCssVariable } from '@filemill/ui';
import { errorText, formatBytes } from '@filemill/web-client';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchResult } from '../api/conversion.js';
import type { Item } from '../model/item.js';

/** Start position of the line, percent. */
const MIDDLE = 50;

/** Addresses of both pictures while the dialog is open; the result's is undefined until it is fetched. */
function usePictures({ file, conversionId = '' }: Item) {
  const [before, setBefore] = useState<string>();
  const [after, setAfter] = useState<string>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    const closed = new AbortController();
    const made: string[] = [];
    const show = (blob: Blob, set: (url: string) => void) => {
      const url = URL.createObjectURL(blob);
      made.push(url);
      set(url);
    };
    if (file) show(file, setBefore);
    fetchResult(conversionId, closed.signal).then(
      (blob) => !closed.signal.aborted && show(blob, setAfter),
      (cause: unknown) => !closed.signal.aborted && setError(cause),
    );
    return () => {
      closed.abort();
      for (const url of made) URL.revokeObjectURL(url);
    };
  }, [file, conversionId]);
  return { before, after, error };
}

/** Original and result on top of each other, with a line that pointer and arrow keys move. */
export function PreviewDialog({ item, onClose }: { item: Item; onClose: () => void }) {
  const { t, i18n } = useTranslation(['convert', 'common', 'errors']);
  const { before, after, error } = usePictures(item);
  const [percent, setPercent] = useState(MIDDLE);
  const split = useCssVariable('--split', `${percent}%`);
  const id = useId();
  const { input, conversion } = item;
  return (
    <Dialog
      open
      onClose={onClose}
      mark={null}
      className="preview"
      title={t('preview.title')}
      description={item.name}
      closeLabel={t('preview.close')}
    >
      {error === undefined ? (
        <div className="preview__stage" ref={split} aria-busy={!before || !after}>
          {before && <img src={before} alt={t('preview.before', { file: item.name })} draggable={false} />}
          {after && (
            <img
              className="preview__after"
              src={after}
              alt={t('preview.after', { file: conversion?.outputFileName ?? '' })}
              draggable={false}
            />
          )}
          <span className="preview__line" aria-hidden="true" />
          <label className="vh" htmlFor={id}>
            {t('preview.slider')}
          </label>
          <input
            id={id}
            className="preview__range"
            type="range"
            min={0}
            max={100}
            value={percent}
            aria-valuetext={t('preview.share', { percent: 100 - percent })}
            onChange={({ currentTarget }) => setPercent(currentTarget.valueAsNumber)}
          />
        </div>
      ) : (
        <p className="note note--danger" role="alert">
          {errorText(t, error)}
        </p>
      )}
      <div className="preview__legend">
        <span>
          <Tile category={input?.category ?? 'image'}>{input?.format ?? ''}</Tile>{' '}
          {formatBytes(item.sizeBytes, i18n.language)}
        </span>
        <span>
          {formatBytes(conversion?.convertedSize ?? 0, i18n.language)}{' '}
          <Tile category={input?.category ?? 'image'}>{conversion?.outputFormat ?? ''}</Tile>
        </span>
      </div>
    </Dialog>
  );
}
