import { lazy, Suspense, useEffect, useRef } from 'react';
import { Announcement, IntroView, useConverter, usePageDrop } from '../../features/convert/index.js';
import {
  ApiShowcase,
  Features,
  FormatBand,
  FormatWall,
  HeroCopy,
  Pricing,
  Questions,
} from '../../features/home/index.js';

const PRELOAD_MS = 1_000;

/** The working view is a file of its own, fetched once the page is at rest: nobody waits for it. */
const loadWorkingView = () => import('../../features/convert/working.js');
const WorkingView = lazy(async () => ({ default: (await loadWorkingView()).WorkingView }));

/** The home page: what the product does, and the converter itself. */
export function Home() {
  const converter = useConverter('home');
  const dragged = usePageDrop((files) => void converter.add(files));
  const wasWorking = useRef(false);
  const working = converter.view === 'working';
  useEffect(() => {
    const timer = setTimeout(() => void loadWorkingView(), PRELOAD_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (wasWorking.current !== working) window.scrollTo(0, 0);
    // Back: the focus returns to the button from which the way began.
    if (wasWorking.current && !working) document.querySelector<HTMLElement>('[data-choose]')?.focus();
    wasWorking.current = working;
  }, [working]);
  return (
    <>
      {working ? (
        <Suspense>
          <WorkingView converter={converter} dragged={dragged} onBack={() => converter.setView('intro')} />
        </Suspense>
      ) : (
        <>
          <section className="hero">
            <div className="page">
              <HeroCopy />
              <IntroView converter={converter} dragged={dragged} />
            </div>
          </section>
          <FormatBand />
        </>
      )}
      <Announcement text={converter.announcement} />
      <Features />
      <FormatWall />
      <Pricing onChoose={() => document.querySelector<HTMLElement>('[data-choose]')?.click()} />
      <ApiShowcase />
      <Questions />
    </>
  );
}
