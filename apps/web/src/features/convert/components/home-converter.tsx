import { useEffect } from 'react';
import { useConverter } from '../hooks/use-converter.js';
import { isListed } from '../model/item.js';
import { Announcement } from './announcement.js';
import { WorkingView } from './working-view.js';

/** What the page shows of the list while the list itself is out of sight. */
export interface ListFacts {
  readonly count: number;
  readonly isFull: boolean;
}

interface HomeConverterProps {
  isShown: boolean;
  /** Files that were chosen and are not in the list yet. */
  incoming: readonly File[];
  onTaken: () => void;
  onListed: (facts: ListFacts) => void;
  /** Files being dragged over the page. */
  dragged: number;
  onFiles: (files: readonly File[]) => void;
  onBack: () => void;
}

/** The home page's converter once there is something to convert. Out of sight it goes on converting. */
export function HomeConverter(props: HomeConverterProps) {
  const { isShown, incoming, onTaken, onListed, dragged, onFiles, onBack } = props;
  const converter = useConverter('home');
  const { items, isFull, add } = converter;
  const count = items.filter(isListed).length;
  useEffect(() => onListed({ count, isFull }), [onListed, count, isFull]);
  useEffect(() => {
    if (incoming.length === 0) return;
    onTaken();
    void add(incoming);
    // Only what comes in is news; `add` and `onTaken` are others with every drawing.
  }, [incoming]);
  return (
    <>
      {isShown && <WorkingView {...{ converter, dragged, onFiles, onBack }} />}
      <Announcement text={converter.announcement} />
    </>
  );
}
