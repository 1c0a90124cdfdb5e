import { Button, Switch } from '@filemill/ui';
import { type Ref, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../config/paths.js';
import { readConsent, storeConsent } from '../../lib/consent.js';
import { LocalLink } from '../../lib/local-link.js';
import { useClearOf } from './use-clear-of.js';

interface Choice {
  readonly analytics: boolean;
  readonly marketing: boolean;
}

interface ConsentPanelProps {
  ref: Ref<HTMLDivElement>;
  choice: Choice;
  onChange: (choice: Choice) => void;
}

/** The three switches; functional storage cannot be switched off. */
function ConsentPanel({ ref, choice, onChange }: ConsentPanelProps) {
  const { t } = useTranslation('consent');
  const words = (name: string, text: string) => (
    <>
      <b>{name}</b>
      <small>{text}</small>
    </>
  );
  return (
    <div ref={ref} className="cookie__panel">
      <Switch label={words(t('kinds.functional'), t('kinds.functionalText'))} checked disabled readOnly />
      <Switch
        label={words(t('kinds.analytics'), t('kinds.analyticsText'))}
        checked={choice.analytics}
        onChange={(event) => onChange({ ...choice, analytics: event.currentTarget.checked })}
      />
      <Switch
        label={words(t('kinds.marketing'), t('kinds.marketingText'))}
        checked={choice.marketing}
        onChange={(event) => onChange({ ...choice, marketing: event.currentTarget.checked })}
      />
    </div>
  );
}

interface CookieBannerProps {
  /** Opened by a link: it shows the current choice, and takes the focus. */
  reopened: boolean;
  onDone: () => void;
}

const ALL = { analytics: true, marketing: true };
const NOTHING = { analytics: false, marketing: false };

/** Asks what may be kept and counted. Not modal: the page can be used without an answer, which means no. */
export function CookieBanner({ reopened, onDone }: CookieBannerProps) {
  const { t } = useTranslation('consent');
  const [isCustom, setCustom] = useState(reopened);
  const [choice, setChoice] = useState(() => ({ ...NOTHING, ...readConsent() }));
  const banner = useRef<HTMLElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useClearOf(banner);
  useEffect(() => {
    if (!reopened) return;
    const before = document.activeElement;
    banner.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, [reopened]);
  const decide = (decision: typeof choice) => {
    storeConsent(decision);
    onDone();
  };
  const customize = () => {
    setCustom(true);
    // The button disappears while it has the focus: the first enabled switch takes it.
    requestAnimationFrame(() => panel.current?.querySelector<HTMLInputElement>('input:enabled')?.focus());
  };
  return (
    <aside
      ref={banner}
      className={isCustom ? 'cookie cookie--custom' : 'cookie'}
      aria-label={t('banner.label')}
      tabIndex={-1}
    >
      <div className="cookie__text">
        <h2>{t('banner.title')}</h2>
        <p>
          {t('banner.text')}{' '}
          <LocalLink className="link" to={paths.privacy}>
            {t('banner.policy')}
          </LocalLink>
        </p>
      </div>
      {isCustom && <ConsentPanel ref={panel} choice={choice} onChange={setChoice} />}
      <div className="cookie__act">
        {isCustom ? (
          <Button className="cookie__wide" onClick={() => decide(choice)}>
            {t('banner.save')}
          </Button>
        ) : (
          <Button className="cookie__wide" look="ghost" aria-expanded={false} onClick={customize}>
            {t('banner.customize')}
          </Button>
        )}
        <Button onClick={() => decide(NOTHING)}>{t('banner.reject')}</Button>
        <Button onClick={() => decide(ALL)}>{t('banner.accept')}</Button>
      </div>
    </aside>
  );
}
