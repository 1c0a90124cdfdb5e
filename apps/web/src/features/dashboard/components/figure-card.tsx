import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface FigureCardProps {
  label: string;
  /** Undefined where too little was measured. */
  value: string | undefined;
  /** What was counted. */
  basis: ReactNode;
}

/** One measured figure, and on what it was measured. */
export function FigureCard({ label, value, basis }: FigureCardProps) {
  const { t } = useTranslation('dashboard');
  return (
    <div className="card fig">
      <h3>{label}</h3>
      {value === undefined ? (
        <p className="fig__none">{t('analytics.notEnough')}</p>
      ) : (
        <p className="fig__value">{value}</p>
      )}
      <p className="small muted">{basis}</p>
    </div>
  );
}
