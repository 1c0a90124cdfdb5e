import type { RemarkView } from '@filemill/api';
import type { LossCode } from '@filemill/formats';
import { cx, Icon } from '@filemill/ui';
import type { TFunction } from 'i18next';
import { Info, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** A loss in the page's language; in English if the code is unknown or a parameter is missing. */
export function lossText(t: TFunction, { code, params, message }: RemarkView, language: string): string {
  const key = `losses:${code}`;
  const context = typeof params.unit === 'string' ? params.unit : undefined;
  const pattern = t(key, { ...params, context, defaultValue: '', skipInterpolation: true });
  const names = [...pattern.matchAll(/{{(\w+)}}/g)].map(([, name = '']) => name);
  if (pattern === '' || names.some((name) => params[name] === undefined)) return message;
  const shown: RemarkView['params'] = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      name === 'count' ? value : value.toLocaleString(language),
    ]),
  );
  return t(key, { ...shown, context });
}

const DAMAGE: LossCode = 'input_damaged';

/** The losses and notes of a conversion, one line each. Their texts are loaded with the first of them. */
export function RowLosses({
  losses,
  notes,
}: {
  losses: readonly RemarkView[];
  notes: readonly RemarkView[];
}) {
  const { t, i18n } = useTranslation('losses');
  const lines = [
    ...losses.filter(({ code }) => code !== DAMAGE).map((loss) => ({ ...loss, icon: TriangleAlert })),
    ...notes.map((note) => ({ ...note, icon: Info })),
  ];
  return lines.map(({ icon, ...line }) => (
    <p key={line.code} className={cx('meta loss-line', icon === Info && 'loss-line--note')}>
      <Icon of={icon} />
      {lossText(t, line, i18n.language)}
    </p>
  ));
}

/** Says that only a part of a damaged file could be read: above the result, never hidden. */
export function RowDamage({ losses }: { losses: readonly RemarkView[] }) {
  const { t, i18n } = useTranslation('losses');
  const damage = losses.find(({ code }) => code === DAMAGE);
  if (!damage) return null;
  return (
    <p className="row__damage state state--warn">
      <Icon of={TriangleAlert} />
      {lossText(t, damage, i18n.language)}
    </p>
  );
}
