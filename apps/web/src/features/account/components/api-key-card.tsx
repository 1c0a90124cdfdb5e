import type { UserView } from '@filemill/api';
import { Badge, Button, buttonClass, Card, CopyButton, Icon, useToasts } from '@filemill/ui';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Check, KeyRound, RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../config/paths.js';
import { plansQuery } from '../../../lib/api/public-data.js';
import { LocalLink } from '../../../lib/local-link.js';
import { useRotateKey } from '../use-account-actions.js';

/** How often the API may be called, from the plan table; nothing until it is known. */
function useRateText(): string {
  const { t } = useTranslation('account');
  const api = useQuery(plansQuery).data?.pro.api;
  if (!api) return '';
  return t('key.rates', {
    perSecond: api.conversionsPerSecond,
    burst: api.conversionBurst,
    reads: api.readsPerMinute,
  });
}

/** What Pro would add, for users without it. */
function KeyOffer() {
  const { t } = useTranslation('account');
  return (
    <Card title={t('key.title')} action={<Badge tone="pro">{t('pro')}</Badge>}>
      <p className="muted">{t('key.offer')}</p>
      <p className="help key__help">{useRateText()}</p>
      <LocalLink className={buttonClass()} to={paths.subscribe}>
        {t('key.upgrade')}
        <Icon of={ArrowRight} />
      </LocalLink>
    </Card>
  );
}

/** Creates the first key of a Pro user: no confirmation, since no old key becomes invalid. */
function FirstKey() {
  const { t } = useTranslation('account');
  const { mutate, isPending } = useRotateKey(() => undefined);
  return (
    <Button aria-busy={isPending} onClick={() => !isPending && mutate()}>
      <Icon of={KeyRound} />
      {t('key.create')}
    </Button>
  );
}

/** The API key with its actions; for free users, what it would offer. */
export function ApiKeyCard({ user, onRotate }: { user: UserView; onRotate: () => void }) {
  const { t } = useTranslation('account');
  const { show } = useToasts();
  const rates = useRateText();
  if (user.plan !== 'pro') return <KeyOffer />;
  if (user.apiKey === null) {
    return (
      <Card title={t('key.title')}>
        <FirstKey />
      </Card>
    );
  }
  return (
    <Card
      title={t('key.title')}
      action={
        <Badge tone="success" icon={Check}>
          {t('key.active')}
        </Badge>
      }
    >
      <code className="key mono">{user.apiKey}</code>
      <div className="key__acts">
        <CopyButton
          size="normal"
          text={user.apiKey}
          labels={{ copy: t('key.copy'), copied: t('key.copied') }}
          onCopied={() => show('success', t('key.copied'), t('key.copiedText'))}
          onFailed={() => show('danger', t('key.copyFailed'), t('key.copyFailedText'))}
        />
        <Button look="ghost" onClick={onRotate}>
          <Icon of={RefreshCw} />
          {t('key.rotate')}
        </Button>
      </div>
      <p className="help">{rates}</p>
    </Card>
  );
}
