import { Button, buttonClass, cx, Icon, TONE_ICONS, useToasts } from '@filemill/ui';
import { Bell } from 'lucide-react';
import { useTranslation } from 'react-i18next';

const POPOVER_ID = 'notifications';

/** Everything that toasts have said in this tab, so that none is lost. */
export function Notifications() {
  const { t, i18n } = useTranslation();
  const { list, markRead, clear } = useToasts();
  const unread = list.filter(({ read }) => !read).length;
  const time = new Intl.DateTimeFormat(i18n.language, { hour: '2-digit', minute: '2-digit' });
  return (
    <>
      <button
        type="button"
        className={cx(buttonClass({ look: 'ghost', icon: true }), 'bell')}
        aria-label={t('notifications.open', { count: unread })}
        popoverTarget={POPOVER_ID}
      >
        <Icon of={Bell} />
        {unread > 0 && <span className="dot" />}
      </button>
      <section
        id={POPOVER_ID}
        popover="auto"
        className="nlist pop"
        aria-label={t('notifications.title')}
        onToggle={(event) => event.newState === 'closed' && markRead()}
      >
        <div className="nl__h">
          <h2>{t('notifications.title')}</h2>
          {list.length > 0 && (
            <Button look="ghost" size="small" onClick={clear}>
              {t('notifications.clear')}
            </Button>
          )}
        </div>
        {list.length === 0 ? (
          <p className="nl__empty muted small">{t('notifications.empty')}</p>
        ) : (
          <ul>
            {list.map(({ id, tone, title, text, at, read }) => (
              <li key={id} className={read ? undefined : 'new'}>
                <span className={cx('ni', tone)}>
                  <Icon of={TONE_ICONS[tone]} />
                </span>
                <div>
                  <p className="strong">{title}</p>
                  <p className="small muted">{text}</p>
                </div>
                <time className="small faint" dateTime={new Date(at).toISOString()}>
                  {time.format(at)}
                </time>
              </li>
            ))}
          </ul>
        )}
        <p className="nl__f small muted not-phone">
          <span className="kbd">F8</span> {t('notifications.hint')}
        </p>
      </section>
    </>
  );
}
