// Tabs: several views, one of them shown. Arrow keys move between the tabs.

import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { scrolledTo } from "./scrolled-to.ts";

export interface Tab {
  readonly id: string;
  readonly name: ReactNode;
  readonly view: () => ReactNode;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
  /** Content at the end of the row of tabs. */
  readonly beside?: ReactNode;
}

export function Tabs({ label, tabs, chosen, onChoose, beside }: TabsProps) {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  const at = Math.max(
    0,
    tabs.findIndex((tab) => tab.id === chosen),
  );
  const shown = tabs[at];
  useLayoutEffect(() => {
    const list = row.current;
    const tab = list?.children[at] as HTMLElement | undefined;
    if (list === null || tab === undefined) return;
    // Scrolls only the row of tabs: `scrollIntoView` would also scroll whatever contains the panel.
    const show = () => {
      const from = tab.offsetLeft - list.offsetLeft;
      list.scrollLeft = scrolledTo({ from, to: from + tab.offsetWidth }, list.scrollLeft, list.clientWidth);
    };
    const observer = new ResizeObserver(show);
    observer.observe(list);
    return () => observer.disconnect();
  }, [at]);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -at, End: tabs.length - 1 - at }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (at + step + tabs.length) % tabs.length;
    onChoose(tabs[next]!.id);
    row.current?.querySelectorAll("button")[next]?.focus();
  };
  return (
    <>
      <div className="tabs-row">
        <div className="tabs" role="tablist" aria-label={label} ref={row} onKeyDown={move}>
          {tabs.map((tab) => (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${id}-${tab.id}`}
              aria-selected={tab === shown}
              aria-controls={`${id}-view`}
              tabIndex={tab === shown ? 0 : -1}
              onClick={() => onChoose(tab.id)}
            >
              {tab.name}
            </button>
          ))}
        </div>
        {beside}
      </div>
      <div className="tab-view" role="tabpanel" id={`${id}-view`} aria-labelledby={`${id}-${shown?.id}`}>
        {shown?.view()}
      </div>
    </>
  );
}
