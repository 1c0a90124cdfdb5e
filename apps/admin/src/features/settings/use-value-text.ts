import { formatCount } from '@filemill/web-client';
import { useTranslation } from 'react-i18next';

/** Shown for a number that a plan does not have. */
const NONE = '–';

/** How a value of the plan table is written for people. */
export function useValueText(): (field: string, value: string | undefined) => string {
  const { t, i18n } = useTranslation('settings');
  return (field, value) => {
    if (value === undefined) return NONE;
    if (field === 'api') return t(value === 'on' ? 'on' : 'off');
    if (field === 'period') return t(value === 'day' ? 'per.day' : 'per.month');
    const number = Number(value);
    return value.trim() === '' || Number.isNaN(number) ? value : formatCount(number, i18n.language);
  };
}
