import { buttonClass, cx, Icon } from '@filemill/ui';
import { Menu } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../config/paths.js';
import { LocalLink } from '../../lib/local-link.js';
import { AccountLinks } from './account-links.js';
import { useNavLinks } from './use-nav-links.js';

const POPOVER_ID = 'menu';

/** The header's links where they have no room beside the logo. */
export function SmallMenu() {
  const { t } = useTranslation();
  const { links } = useNavLinks();
  const menu = useRef<HTMLElement>(null);
  return (
    <>
      <button
        type="button"
        className={cx(buttonClass({ look: 'ghost', icon: true }), 'small-menu')}
        aria-label={t('nav.menu')}
        popoverTarget={POPOVER_ID}
      >
        <Icon of={Menu} />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: it only closes after one of its links was followed, by key too */}
      <nav
        ref={menu}
        id={POPOVER_ID}
        popover="auto"
        className="menu pop"
        aria-label={t('nav.menu')}
        onClick={() => menu.current?.hidePopover()}
      >
        {links.map((id) => (
          <LocalLink key={id} to={paths[id]} className="menu__item">
            {t(`nav.${id}`)}
          </LocalLink>
        ))}
        <AccountLinks place="menu" />
      </nav>
    </>
  );
}
