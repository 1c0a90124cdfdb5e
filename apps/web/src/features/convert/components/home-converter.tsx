import { useEffect } from 'react';
import { useConverter } from '../hooks/use-converter.js';
import { isListed } from '../model/item.js';
import { Announcement } from './announcement.js';
import { WorkingView } from './working-view.js';

/** The summary of the list while the list is hidden. */
export interface ListFacts {
  readonly count: number;
  readonly isFull: boolean;
}

interface HomeConverterProps {
  isShown: boolean;
  /** Chosen files that are not in the list yet. */
  incoming: readonly File[];
  onTaken: () => void;
  onListed: (facts: ListFacts) => void;
  /** Files being dragged over the page. */
  dragged: number;
  onFiles: (files: readonly File[]) => void;
  onBack: () => void;
}

/** The home page's converter once there are files. It continues to convert while hidden. */
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
    // Depends only on the incoming files: `add` and `onTaken` change with every render.
  }, [incoming]);
  return (
    <>
      {isShown && <WorkingView {...{ converter, dragged, onFiles, onBack }} />}
      <Announcement text={converter.announcement} />
    </>
  );
}
