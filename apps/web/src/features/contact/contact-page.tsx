import '../../styles/prose.css';
import { Card, Icon, Skeleton } from '@filemill/ui';
import { useQuery } from '@tanstack/react-query';
import { Clock, LifeBuoy, type LucideIcon, ReceiptText, Scale, ShieldCheck, Timer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../config/paths.js';
import { siteConfigQuery } from '../../lib/api/public-data.js';
import { LocalLink } from '../../lib/local-link.js';
import { DisputeBody, MailLink, OperatorDetails } from './operator-details.js';

function Tile({ icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  const heading = (
    <>
      <Icon of={icon} />
      {title}
    </>
  );
  return (
    <Card className="contact-card" title={heading}>
      {children}
    </Card>
  );
}

/** How to reach the people behind the service. */
export function ContactPage() {
  const { t } = useTranslation('contact');
  const { data: config } = useQuery(siteConfigQuery);
  const mail = (address: string | null | undefined) => (
    <p className="contact-mail">{address ? <MailLink address={address} /> : <Skeleton />}</p>
  );
  const support = config?.supportEmail;
  return (
    <div className="page contact">
      <header className="prose-head">
        <h1>{t('title')}</h1>
        <p className="prose-lead">{t('lead')}</p>
      </header>
      <div className="contact-grid">
        <Tile icon={LifeBuoy} title={t('support.title')}>
          {mail(support)}
          <p>{t('support.text')}</p>
        </Tile>
        <Tile icon={ReceiptText} title={t('billing.title')}>
          {mail(support)}
          <p>{t('billing.text')}</p>
        </Tile>
        <Tile icon={ShieldCheck} title={t('privacy.title')}>
          {mail(config?.operator.email ?? support)}
          <p>{t('privacy.text')}</p>
        </Tile>
        <Tile icon={Clock} title={t('hours.title')}>
          <p className="contact-big">
            {t('hours.days')}
            <b>{t('hours.time')}</b>
          </p>
          <p>{t('hours.text')}</p>
        </Tile>
        <Tile icon={Timer} title={t('response.title')}>
          <dl className="facts-list">
            <div>
              <dt>{t('response.support')}</dt>
              <dd>{t('response.supportTime')}</dd>
            </div>
            <div>
              <dt>{t('response.privacy')}</dt>
              <dd>{t('response.privacyTime')}</dd>
            </div>
          </dl>
        </Tile>
        <Tile icon={Scale} title={t('disputes.title')}>
          <p>{t('disputes.text')}</p>
          <p className="contact-mail">
            {config ? (
              <DisputeBody name={config.operator.disputeBody} url={config.operator.disputeUrl} />
            ) : (
              <Skeleton />
            )}
          </p>
          <p>
            <LocalLink className="link" to={paths.refund}>
              {t('disputes.policies')}
            </LocalLink>
          </p>
        </Tile>
      </div>
      <section className="contact-legal">
        <h2>{t('legal.title')}</h2>
        <OperatorDetails />
        <p>
          <LocalLink className="link" to={paths.legal}>
            {t('legal.more')}
          </LocalLink>
        </p>
      </section>
    </div>
  );
}
