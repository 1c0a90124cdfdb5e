import { Badge, Skeleton } from '@filemill/ui';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { siteConfigQuery } from '../../lib/api/public-data.js';

/** An e-mail address that opens a mail. */
export function MailLink({ address }: { address: string }) {
  return (
    <a className="link" href={`mailto:${address}`}>
      {address}
    </a>
  );
}

const FIELDS = ['name', 'address', 'register', 'vat', 'email', 'disputeBody'] as const;

/** The operator of the service, as configured; missing values are marked. */
export function OperatorDetails() {
  const { t } = useTranslation('contact');
  const { data: config, isError } = useQuery(siteConfigQuery);
  const operator = config?.operator;
  const shown: Record<(typeof FIELDS)[number], ReactNode> | undefined = operator && {
    name: operator.name,
    // Commas separate the lines of an address.
    address: operator.address && <address>{operator.address.replaceAll(/,\s*/g, '\n')}</address>,
    register: operator.register,
    vat: operator.vat,
    email: operator.email && <MailLink address={operator.email} />,
    disputeBody: <DisputeBody name={operator.disputeBody} url={operator.disputeUrl} />,
  };
  if (isError) return <p role="alert">{t('error')}</p>;
  return (
    <dl className="facts-list">
      {FIELDS.map((field) => (
        <div key={field}>
          <dt>{t(`operator.${field}`)}</dt>
          <dd>{shown ? (shown[field] ?? <NotConfigured />) : <Skeleton />}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The place of a value that the operator has not given. */
function NotConfigured() {
  const { t } = useTranslation('contact');
  return (
    <Badge tone="warning" icon={TriangleAlert}>
      {t('operator.missing')}
    </Badge>
  );
}

/** The body that settles disputes of consumers out of court, with its site. */
export function DisputeBody({ name, url }: { name: string | null; url: string | null }) {
  if (!name && !url) return <NotConfigured />;
  if (!url) return name;
  return (
    <a className="link" href={url} rel="noreferrer">
      {name ?? url}
    </a>
  );
}
