import type { UserView } from '@filemill/api';
import { Badge } from '@filemill/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** At most two letters of a name: `MK` of `mara.keller`. */
const initialsOf = (name: string): string =>
  name
    .split(/[\s._-]+/)
    .filter((part) => part !== '')
    .slice(0, 2)
    .map((part) => [...part][0])
    .join('')
    .toLocaleUpperCase();

interface PersonProps {
  user: UserView;
  /** About the subscription. */
  note: ReactNode;
  /** What can be done about the account. */
  children: ReactNode;
}

/** Who has signed in, and on which plan. */
export function Person({ user, note, children }: PersonProps) {
  const { t } = useTranslation('dashboard');
  return (
    <header className="who">
      <span className="who__mark" aria-hidden="true">
        {initialsOf(user.username)}
      </span>
      <div className="who__name">
        <h1>
          <span>{user.username}</span>
          <Badge tone={user.plan === 'pro' ? 'pro' : 'neutral'}>{t(`plan.${user.plan}`)}</Badge>
        </h1>
        <p className="muted">{user.email}</p>
      </div>
      <div className="who__acts">
        {note && <p className="small muted">{note}</p>}
        {children}
      </div>
    </header>
  );
}
