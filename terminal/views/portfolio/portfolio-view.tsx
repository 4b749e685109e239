// Positions, open orders and algo orders, and what to do with them, below what the account is worth.

import "./portfolio.css";
import { useMemo } from "react";
import { useCell, useSelected } from "../../cells/use-cell.ts";
import { type Tab, Tabs } from "../../parts/tabs.tsx";
import type { AccountSession } from "../../session/account/account-session.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { useCommands } from "../../state/use-commands.ts";
import { words } from "../../texts/words.ts";
import { AlgoOrdersTable } from "./algo-orders/algo-orders-table.tsx";
import { AllDialogs } from "./all-dialogs.tsx";
import { OpenOrdersTable } from "./orders/orders-table.tsx";
import { portfolioCommands } from "./portfolio-commands.ts";
import { openPositions } from "./positions/open-positions.ts";
import { PositionsTable } from "./positions/positions-table.tsx";
import { AccountStrip } from "./risk/account-strip.tsx";
import { DangerBar } from "./risk/danger-bar.tsx";
import { LiquidationNotes } from "./risk/liquidation-notes.tsx";
import { TabActions } from "./tab-actions.tsx";

const text = words.portfolio;

interface PortfolioViewProps {
  /** Tabs of other views that stand beside these. */
  readonly more?: readonly Tab[] | undefined;
}

const NO_TABS: readonly Tab[] = [];

export function PortfolioView({ more = NO_TABS }: PortfolioViewProps) {
  const terminal = useTerminal();
  const session = useCell(terminal.account);
  const chosen = useSelected(terminal.preferences, ({ views }) => views[TAB]);
  const choose = (id: string) => terminal.prefer({ views: { ...terminal.preferences.get().views, [TAB]: id } });
  const props = { more, chosen: typeof chosen === "string" ? chosen : "open-positions", onChoose: choose };
  return (
    <div className="portfolio">
      {session === null ? <PortfolioTabs {...props} counts={NOTHING} /> : <OwnPortfolio {...props} session={session} />}
    </div>
  );
}

/** What preferences call the tab that is shown. */
const TAB = "portfolio-tab";
/** The tab of all liquidations, where it stands beside. */
const RECORD = "liquidations";
const NOTHING = { positions: 0, orders: 0, algo: 0 };

interface PortfolioTabsProps {
  readonly more: readonly Tab[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

function OwnPortfolio({ session, ...props }: PortfolioTabsProps & { readonly session: AccountSession }) {
  const positions = useSelected(session.margin, (margin) => openPositions(margin)?.length ?? 0);
  const orders = useSelected(session.orders, (open) => open?.size ?? 0);
  const algo = useSelected(session.algoOrders, (open) => open?.length ?? 0);
  const terminal = useTerminal();
  useCommands(useMemo(() => portfolioCommands(terminal), [terminal]));
  const hasRecord = props.more.some(({ id }) => id === RECORD);
  return (
    <>
      <LiquidationNotes session={session} onRecord={hasRecord ? () => props.onChoose(RECORD) : undefined} />
      <DangerBar session={session} />
      <AccountStrip session={session} />
      <PortfolioTabs {...props} counts={{ positions, orders, algo }} session={session} />
      <AllDialogs session={session} />
    </>
  );
}

interface CountedTabsProps extends PortfolioTabsProps {
  readonly counts: typeof NOTHING;
  readonly session?: AccountSession | undefined;
}

function PortfolioTabs({ more, chosen, onChoose, counts, session }: CountedTabsProps) {
  const tabs: readonly Tab[] = [
    { id: "open-positions", name: text.tabs.positions(counts.positions), view: () => <PositionsTable /> },
    { id: "open-orders", name: text.tabs.orders(counts.orders), view: () => <OpenOrdersTable /> },
    { id: "algo-orders", name: text.tabs.algo(counts.algo), view: () => <AlgoOrdersTable /> },
    ...more,
  ];
  const beside = session && <TabActions session={session} tab={chosen} counts={counts} />;
  return <Tabs label={text.label} tabs={tabs} chosen={chosen} onChoose={onChoose} beside={beside} />;
}
