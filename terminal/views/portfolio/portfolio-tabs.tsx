// The tabs of the portfolio: current positions and orders, the most used histories, and one more tab for all other histories.

import type { ReactNode } from "react";
import { Switch } from "../../parts/field.tsx";
import { type Tab, Tabs } from "../../parts/tabs.tsx";
import { useOnlyMarket } from "../../state/only-market.ts";
import { words } from "../../texts/words.ts";
import { AlgoOrdersTable } from "./algo-orders/algo-orders-table.tsx";
import { OpenOrdersTable } from "./orders/orders-table.tsx";
import { PositionsTable } from "./positions/positions-table.tsx";

const text = words.portfolio;
/** Histories with a tab of their own. */
const DIRECT: ReadonlySet<string> = new Set(["plans", "orders", "fills"]);
const HISTORIES = "histories";

export interface Counts {
  readonly positions: number;
  readonly orders: number;
  readonly algo: number;
}

interface PortfolioTabsProps {
  /** Tabs from outside: plans and histories. */
  readonly more: readonly Tab[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
  readonly counts: Counts;
  readonly beside?: ReactNode;
}

export function PortfolioTabs({ more, chosen, onChoose, counts, beside }: PortfolioTabsProps) {
  const { only, choose } = useOnlyMarket();
  const others = more.filter(({ id }) => !DIRECT.has(id));
  const isOther = others.some(({ id }) => id === chosen);
  const tabs: readonly Tab[] = [
    { id: "open-positions", name: text.tabs.positions(counts.positions), view: () => <PositionsTable /> },
    { id: "open-orders", name: text.tabs.orders(counts.orders), view: () => <OpenOrdersTable /> },
    { id: "algo-orders", name: text.tabs.algo(counts.algo), view: () => <AlgoOrdersTable /> },
    ...more.filter(({ id }) => DIRECT.has(id)),
    ...(others.length === 0 ? [] : [{ id: HISTORIES, name: text.tabs.histories, view: () => histories }]),
  ];
  const histories = (
    <div className="portfolio-histories">
      <Tabs label={text.tabs.histories} tabs={others} chosen={chosen} onChoose={onChoose} />
    </div>
  );
  return (
    <Tabs
      label={text.label}
      tabs={tabs}
      chosen={isOther ? HISTORIES : chosen}
      onChoose={(id) => onChoose(id === HISTORIES ? (others[0]?.id ?? id) : id)}
      beside={
        <span className="portfolio-beside">
          {beside}
          <Switch
            label={text.onlyMarket}
            checked={only !== undefined}
            onChange={({ target }) => choose(target.checked)}
          />
        </span>
      }
    />
  );
}
