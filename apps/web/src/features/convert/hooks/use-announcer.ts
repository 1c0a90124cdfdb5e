import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Announcer, type News } from '../model/announcer.js';

/** One file is named, several are counted. */
const countOrName = (files: readonly string[]) => ({ count: files.length, file: files[0] ?? '' });

/** The message for screen readers, and a function that adds to the next one. */
export function useAnnouncer() {
  const { t } = useTranslation('convert');
  const [message, setMessage] = useState('');
  const say = useRef<(news: News) => void>(() => undefined);
  useEffect(() => {
    say.current = ({ added, done, failed, other }) =>
      setMessage(
        [
          ...other,
          added > 0 && t('announce.added', { count: added }),
          done.length > 0 && t('announce.done', countOrName(done)),
          failed.length > 0 && t('announce.failed', countOrName(failed)),
        ]
          .filter((sentence) => sentence !== false)
          .join(' '),
      );
  }, [t]);
  const [announcer] = useState(() => new Announcer((news) => say.current(news)));
  return { message, announcer };
}
