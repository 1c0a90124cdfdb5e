import { type KeyboardEvent, type RefObject, useState } from 'react';

type Move = 'up' | 'down' | 'left' | 'right' | 'first' | 'last';
const MOVES: Record<string, Move> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'first',
  End: 'last',
};

/** The nearest option above or below on screen; without layout the neighbour in order. */
function verticalNeighbour(options: readonly HTMLElement[], from: number, down: boolean): number {
  const here = options[from]?.getBoundingClientRect();
  if (!here || here.height === 0) return from + (down ? 1 : -1);
  const ranked = options
    .map((option, index) => ({ index, box: option.getBoundingClientRect() }))
    .filter(({ box }) => (down ? box.top >= here.bottom : box.bottom <= here.top))
    .sort(
      (a, b) =>
        Math.abs(a.box.top - here.top) - Math.abs(b.box.top - here.top) ||
        Math.abs(a.box.left - here.left) - Math.abs(b.box.left - here.left),
    );
  return ranked[0]?.index ?? from;
}

/**
 * Arrow keys over a list of options that holds lines and grids, while the focus stays in the search field.
 *
 * @returns the active option's index, and the handler for keys; `ArrowLeft` and `ArrowRight` are left to the field while
 *   it holds text
 */
export function useGridKeys(list: RefObject<HTMLElement | null>, onChoose: (index: number) => void) {
  const [active, setActive] = useState(0);
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const options = [...(list.current?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])];
    if (event.key === 'Enter') {
      event.preventDefault();
      if (options[active]) onChoose(active);
      return;
    }
    const move = MOVES[event.key];
    const sideways = move === 'left' || move === 'right';
    if (!move || (sideways && event.currentTarget.value !== '')) return;
    event.preventDefault();
    const next = {
      up: () => verticalNeighbour(options, active, false),
      down: () => verticalNeighbour(options, active, true),
      left: () => active - 1,
      right: () => active + 1,
      first: () => 0,
      last: () => options.length - 1,
    }[move]();
    const bounded = Math.max(0, Math.min(options.length - 1, next));
    setActive(bounded);
    options[bounded]?.scrollIntoView?.({ block: 'nearest' });
  }
  return { active, setActive, onKeyDown };
}
