import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';

export interface Tab {
  readonly id: string;
  readonly label: ReactNode;
  readonly count?: ReactNode;
  readonly content: ReactNode;
}

interface TabsProps {
  /** Label for screen readers. */
  label: string;
  tabs: readonly Tab[];
  /** Id of the tab that is shown; the address should hold it. */
  value: string;
  onChange: (id: string) => void;
}

/** Panels behind tabs. A panel is drawn when it is first shown, and keeps its state from then on. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set([value]));
  if (!seen.has(value)) setSeen(new Set([...seen, value]));
  const list = useRef<HTMLDivElement>(null);
  // Not by scrollIntoView, which would move the page too.
  useEffect(() => {
    const shown = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (list.current && shown) list.current.scrollLeft = shown.offsetLeft - list.current.offsetLeft;
  }, [value]);
  return (
    <Radix.Root value={value} onValueChange={onChange}>
      <Radix.List ref={list} className="tabs" aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.id} value={tab.id}>
            {tab.label}
            {tab.count !== undefined && <span className="count">{tab.count}</span>}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ id, content }) => (
        <Radix.Content key={id} value={id} forceMount hidden={id !== value} className="tabs__panel">
          {seen.has(id) && content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
