import { paths } from '../../config/paths.js';
import { withoutLanguage } from '../../lib/local-path.js';
import { useLocation } from '../../lib/router.js';

/** Where the header leads: on the home page to its sections, elsewhere to pages. Names are keys of `paths` and `nav`. */
const HOME_LINKS = ['features', 'pricing', 'api'] as const;
const SITE_LINKS = ['docs', 'subscribe', 'contact'] as const;

/** The header's links on this page. */
export function useNavLinks(): { isHome: boolean; links: typeof HOME_LINKS | typeof SITE_LINKS } {
  const isHome = withoutLanguage(useLocation().pathname) === paths.home;
  return { isHome, links: isHome ? HOME_LINKS : SITE_LINKS };
}
