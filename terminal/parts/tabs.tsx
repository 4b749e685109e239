// Views of which one is shown. Arrow keys move between the tabs.

import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";

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
  /** What stands at the end of the row of tabs. */
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
