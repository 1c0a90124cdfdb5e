import { paths } from '../../config/paths.js';
import { withoutLanguage } from '../../lib/local-path.js';
import { useLocation } from '../../lib/router.js';
import { HOME_LINKS, SITE_LINKS } from './sections.js';

/** The header's links on this page. */
export function useNavLinks(): { isHome: boolean; links: typeof HOME_LINKS | typeof SITE_LINKS } {
  const isHome = withoutLanguage(useLocation().pathname) === paths.home;
  return { isHome, links: isHome ? HOME_LINKS : SITE_LINKS };
}
