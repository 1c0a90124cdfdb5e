import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** At most one message in this time, so that users can follow a screen reader. */
export const ANNOUNCE_EVERY_MS = 5_000;

/** Events since the last message. */
export interface News {
  added: number;
  done: string[];
  failed: string[];
  /** Complete sentences. */
  other: string[];
}

const nothing = (): News => ({ added: 0, done: [], failed: [], other: [] });

/** Collects events, and announces them in one message at most every five seconds. The first is announced at once. */
export class Announcer {
  private news = nothing();
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param say - makes one message of the events */
  constructor(private readonly say: (news: News) => void) {}

  note(change: (news: News) => void): void {
    change(this.news);
    if (this.timer === undefined) this.flush();
  }

  private flush = (): void => {
    this.timer = undefined;
    const { added, done, failed, other } = this.news;
    if (added + done.length + failed.length + other.length === 0) return;
    this.say(this.news);
    this.news = nothing();
    this.timer = setTimeout(this.flush, ANNOUNCE_EVERY_MS);
  };
}

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
