import type { AdminUser } from '@filemill/api';
import { Badge, Button, type Column } from '@filemill/ui';
import { formatCount, useSession } from '@filemill/web-client';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/format.js';
import type { PendingAction } from './action-dialog.js';
import { actionsFor } from './api.js';

/** Characters of an id that distinguish users: its random end. */
const ID_END = 8;

/** The columns of the table of users. @param onAct - called when an action is chosen */
export function useColumns(onAct: (pending: PendingAction) => void): readonly Column<AdminUser>[] {
  const { t, i18n } = useTranslation('users');
  const ownId = useSession()?.user?.id;
  return [
    {
      id: 'id',
      head: t('column.id'),
      cell: ({ id }) => (
        <span className="mono faint nowrap" title={id}>
          {id.slice(-ID_END)}
        </span>
      ),
    },
    {
      id: 'username',
      head: t('column.username'),
      lead: true,
      cell: ({ username, suspended }) => (
        <span className="who">
          <span className="strong">{username}</span>
          {suspended && <Badge tone="danger">{t('suspended')}</Badge>}
        </span>
      ),
    },
    {
      id: 'email',
      head: t('column.email'),
      cell: ({ email }) => (
        <span className="em muted" title={email}>
          {email}
        </span>
      ),
    },
    {
      id: 'plan',
      head: t('column.plan'),
      cell: ({ plan }) => <Badge tone={plan === 'pro' ? 'pro' : 'neutral'}>{t(`plan.${plan}`)}</Badge>,
    },
    {
      id: 'createdAt',
      head: t('column.createdAt'),
      cell: ({ createdAt }) => <span className="nowrap">{formatDate(createdAt, i18n.language)}</span>,
    },
    {
      id: 'conversions',
      head: t('column.conversions'),
      numeric: true,
      cell: ({ totalConversions }) => formatCount(totalConversions, i18n.language),
    },
    {
      id: 'actions',
      head: t('column.actions'),
      numeric: true,
      actions: true,
      cell: (user) => (
        <span className="acts__in">
          {actionsFor(user, ownId).map((action) => (
            <Button
              key={action}
              size="small"
              look={action === 'suspend' ? 'danger' : 'plain'}
              aria-label={t(`action.${action}.label`, { username: user.username })}
              onClick={() => onAct({ user, action })}
            >
              {t(`action.${action}.short`)}
            </Button>
          ))}
        </span>
      ),
    },
  ];
}
