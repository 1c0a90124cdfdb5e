import { useTranslation } from 'react-i18next';

const HINTS = [
  { id: 'move', keys: ['↑', '↓'] },
  { id: 'choose', keys: ['↵'] },
  { id: 'categories', keys: ['Tab'] },
  { id: 'close', keys: ['Esc'] },
] as const;

/** The keys of the picker, for devices with a keyboard. */
export function PickerHints() {
  const { t } = useTranslation('convert');
  return (
    <div className="picker__foot not-phone" aria-hidden="true">
      {HINTS.map(({ id, keys }) => (
        <span key={id}>
          {keys.map((key) => (
            <span key={key} className="kbd">
              {key}
            </span>
          ))}
          {t(`picker.hint.${id}`)}
        </span>
      ))}
    </div>
  );
}
