import { useToasts } from '@filemill/ui';
import { errorText, unreachableError, useSession } from '@filemill/web-client';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ListFacts } from '../../features/convert/components/home-converter.js';
import { IntroView } from '../../features/convert/components/intro-view.js';
import { usePageDrop } from '../../features/convert/hooks/use-page-drop.js';
import { planIdOf } from '../../features/convert/model/caller.js';
import { hasRemembered } from '../../features/convert/model/queue-memory.js';
import { ApiShowcase } from '../../features/home/api-showcase.js';
import { Features } from '../../features/home/features.js';
import { FormatBand } from '../../features/home/format-band.js';
import { FormatWall } from '../../features/home/format-wall.js';
import { HeroCopy } from '../../features/home/hero-copy.js';
import { Pricing } from '../../features/home/pricing.js';
import { Questions } from '../../features/home/questions.js';
import { plansQuery } from '../../lib/api/public-data.js';

const NO_FILES: readonly File[] = [];
const NOTHING_LISTED: ListFacts = { count: 0, isFull: false };

/** The working converter is a separate file, loaded when the visitor approaches it: most visits never need it. */
const loadConverter = () => import('../../features/convert/components/home-converter.js');
const HomeConverter = lazy(async () => ({ default: (await loadConverter()).HomeConverter }));

/** The home page: what the product does, and the converter itself. */
export function Home() {
  const planId = planIdOf(useSession());
  const plan = useQuery(plansQuery).data?.[planId];
  const [incoming, setIncoming] = useState(NO_FILES);
  const [listed, setListed] = useState(NOTHING_LISTED);
  const [isWorking, setWorking] = useState(false);
  const [isBegun, setBegun] = useState(false);
  const wasWorking = useRef(false);
  const toasts = useToasts();
  const { t, i18n } = useTranslation();
  const load = () => Promise.all([loadConverter(), i18n.loadNamespaces('convert')]);
  /** A failure here is ignored: loading is retried, and reported, when the converter is needed. */
  const warmUp = useCallback(() => void load().catch(() => undefined), [i18n]);
  /** The intro stays until the list replaces it. */
  const showList = () =>
    void load().then(
      () => {
        setBegun(true);
        setWorking(true);
      },
      () => {
        setIncoming(NO_FILES);
        toasts.show('danger', t('loadError.title'), errorText(t, unreachableError()));
      },
    );
  const take = (files: readonly File[]) => {
    setIncoming((waiting) => [...waiting, ...files]);
    showList();
  };
  const dragged = usePageDrop(take);
  useEffect(() => {
    // A list from before a reload, or from another page.
    if (hasRemembered()) showList();
  }, []);
  useEffect(() => {
    if (wasWorking.current !== isWorking) window.scrollTo(0, 0);
    // Back: the focus returns to the button that opened the list.
    if (wasWorking.current && !isWorking) document.querySelector<HTMLElement>('[data-choose]')?.focus();
    wasWorking.current = isWorking;
  }, [isWorking]);
  return (
    <>
      {isBegun && (
        <Suspense>
          <HomeConverter
            isShown={isWorking}
            incoming={incoming}
            onTaken={() => setIncoming(NO_FILES)}
            onListed={setListed}
            dragged={dragged}
            onFiles={take}
            onBack={() => setWorking(false)}
          />
        </Suspense>
      )}
      {!isWorking && (
        <>
          <section className="hero">
            <div className="page">
              <HeroCopy />
              <IntroView
                plan={plan}
                listed={listed.count}
                isFull={listed.isFull}
                dragged={dragged}
                onNear={warmUp}
                onFiles={take}
                onReturn={() => setWorking(true)}
              />
            </div>
          </section>
          <FormatBand />
        </>
      )}
      <Features />
      <FormatWall />
      <Pricing onChoose={() => document.querySelector<HTMLElement>('[data-choose]')?.click()} />
      <ApiShowcase />
      <Questions />
    </>
  );
}
