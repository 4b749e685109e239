// Which view each panel holds.

import type { ReactNode } from "react";
import { BookView } from "../../views/book/book-view.tsx";
import { ChartView } from "../../views/chart/chart-view.tsx";
import { MarketList } from "../../views/markets/market-list.tsx";
import { PortfolioView } from "../../views/portfolio/portfolio-view.tsx";
import { HistoryView, historyTabs } from "../../views/signed-in/histories-view.tsx";
import { PlanFormView, PlansTab, PlansView } from "../../views/signed-in/plans-view.tsx";
import { TicketView } from "../../views/ticket/ticket-view.tsx";
import type { Area } from "./arrangement.ts";
import { Panel } from "./panel.tsx";

/** This page's plans, and the histories, are tabs next to the portfolio's own. */
const BESIDE = [
  { id: "plans", name: <PlansTab />, view: () => <PlansView /> },
  ...historyTabs.map(({ id, name }) => ({ id, name, view: () => <HistoryView id={id} /> })),
];

const VIEWS: Readonly<Record<Area, () => ReactNode>> = {
  markets: () => <MarketList />,
  chart: () => <ChartView />,
  book: () => <BookView />,
  ticket: () => <TicketView planForm={PlanFormView} />,
  portfolio: () => <PortfolioView more={BESIDE} />,
};

interface AreaPanelProps {
  readonly area: Area;
  readonly over?: ReactNode;
}

export function AreaPanel({ area, over }: AreaPanelProps) {
  return (
    <Panel area={area} over={over}>
      {VIEWS[area]()}
    </Panel>
  );
}
