import { useEffect, useState } from 'react';
import type { Queue } from '../model/queue.js';

/** `?demo=1` shows the converter at work without converting: its code is loaded only then. */
export function useDemo(queue: Queue): boolean {
  const [isDemo, setDemo] = useState(false);
  useEffect(() => {
    if (new URLSearchParams(location.search).get('demo') !== '1') return;
    void import('../api/demo.js').then(({ demoApi }) => {
      queue.use(demoApi());
      setDemo(true);
    });
  }, [queue]);
  return isDemo;
}
