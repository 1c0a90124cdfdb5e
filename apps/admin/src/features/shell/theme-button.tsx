import { Icon, IconButton } from '@filemill/ui';
import { THEMES, type Theme, useTheme } from '@filemill/web-client';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';

const ICONS = { system: Monitor, light: Sun, dark: Moon } satisfies Record<Theme, unknown>;

/** One button for the theme: system, light, dark, and around again. */
export function ThemeButton() {
  const { t } = useTranslation();
  const [theme, choose] = useTheme();
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  return (
    <IconButton label={t(`header.theme.${theme}`)} onClick={() => choose(next)}>
      <Icon of={ICONS[theme]} />
    </IconButton>
  );
}
