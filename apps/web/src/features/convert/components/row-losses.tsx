import { Icon } from '@filemill/ui';
import type { TFunction } from 'i18next';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Loss } from '../api/conversion.js';

/** A loss in the page's language; in English where the code is unknown, or what its text names is not told. */
export function lossText(t: TFunction, { code, params, message }: Loss, language: string): string {
  const key = `losses:${code}`;
  const pattern = t(key, { ...params, defaultValue: '', skipInterpolation: true });
  const names = [...pattern.matchAll(/{{(\w+)}}/g)].map(([, name = '']) => name);
  if (pattern === '' || names.some((name) => params[name] === undefined)) return message;
  const shown: Loss['params'] = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      name === 'count' ? value : value.toLocaleString(language),
    ]),
  );
  return t(key, { ...shown });
}

/** What a conversion could not keep, a line each. Its texts are fetched with the first loss. */
export function RowLosses({ losses }: { losses: readonly Loss[] }) {
  const { t, i18n } = useTranslation('losses');
  return losses.map((loss) => (
    <p key={loss.code} className="meta loss-line">
      <Icon of={TriangleAlert} />
      {lossText(t, loss, i18n.language)}
    </p>
  ));
}
