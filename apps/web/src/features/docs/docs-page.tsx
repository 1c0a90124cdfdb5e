import { Tabs } from '@filemill/ui';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from '../../lib/router.js';
import { useHydrated } from '../../lib/use-hydrated.js';
import { DocsNav } from './docs-nav.js';
import { EndpointsTab } from './endpoints-tab.js';
import { ExamplesTab } from './examples-tab.js';
import { OverviewTab } from './overview-tab.js';
import { ScriptsTab } from './scripts-tab.js';

const CONTENT = {
  overview: <OverviewTab />,
  endpoints: <EndpointsTab />,
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
