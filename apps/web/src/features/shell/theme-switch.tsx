import { Icon } from '@filemill/ui';
import { THEMES, type Theme, useTheme } from '@filemill/web-client';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';

const ICONS = { system: Monitor, light: Sun, dark: Moon } satisfies Record<Theme, unknown>;

/** System, light or dark: three radio buttons drawn as icons. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  const [theme, choose] = useTheme();
  return (
    <fieldset className="themes">
      <legend className="vh">{t('theme.pick')}</legend>
      {THEMES.map((id) => (
        <label key={id} title={t(`theme.${id}`)}>
          <input
            type="radio"
            name="theme"
            className="vh"
            checked={theme === id}
            onChange={() => choose(id)}
          />
          <Icon of={ICONS[id]} />
          <span className="vh">{t(`theme.${id}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
