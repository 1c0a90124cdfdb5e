import '../../styles/docs.css';
import { Tabs } from '@filemill/ui';
import { useTranslation } from 'react-i18next';
import { paths } from '../../config/paths.js';
import { LocalLink } from '../../lib/local-link.js';
import { useSearchParams } from '../../lib/router.js';
import { useHydrated } from '../../lib/use-hydrated.js';
import { EndpointsTab } from './endpoints-tab.js';
import { ExamplesTab } from './examples-tab.js';
import { OptionsTab } from './options-tab.js';
import { OverviewTab } from './overview-tab.js';
import { ScriptsTab } from './scripts-tab.js';

const LINKS = {
  home: paths.home,
  dashboard: paths.dashboard,
  docs: paths.docs,
  pricing: '/pricing',
  login: '/login',
  register: '/register',
} as const;

/** The links of the documentation, which people reach from elsewhere. */
function DocsNav() {
  const { t } = useTranslation('docs');
  return (
    <nav className="docs-nav" aria-label={t('nav.label')}>
      <ul className="page">
        {(Object.keys(LINKS) as (keyof typeof LINKS)[]).map((id) => (
          <li key={id}>
            <LocalLink to={LINKS[id]} aria-current={id === 'docs' ? 'page' : undefined}>
              {t(`nav.${id}`)}
            </LocalLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const CONTENT = {
  overview: <OverviewTab />,
  endpoints: <EndpointsTab />,
  options: <OptionsTab />,
  examples: <ExamplesTab />,
  scripts: <ScriptsTab />,
} as const;
type TabId = keyof typeof CONTENT;
const TAB_IDS = Object.keys(CONTENT) as TabId[];

/** How to use the API. */
export function DocsPage() {
  const { t } = useTranslation('docs');
  const [params, setParams] = useSearchParams();
  const asked = useHydrated() ? params.get('tab') : null;
  const shown = TAB_IDS.find((id) => id === asked) ?? 'overview';
  return (
    <>
      <DocsNav />
      <div className="page docs">
        <header className="docs-head">
          <h1>{t('title')}</h1>
          <p>{t('lead')}</p>
        </header>
        <Tabs
          label={t('tabs.label')}
          value={shown}
          onChange={(tab) => setParams({ tab }, { replace: true })}
          tabs={TAB_IDS.map((id) => ({ id, label: t(`tabs.${id}`), content: CONTENT[id] }))}
        />
      </div>
    </>
  );
}
