// Positions, open orders and algo orders with their actions, below the account's figures.

import "./portfolio.css";
import { useMemo } from "react";
import { useCell, useSelected } from "../../cells/use-cell.ts";
import type { Tab } from "../../parts/tabs.tsx";
import type { AccountSession } from "../../session/account/account-session.ts";
import { useOnlyMarket } from "../../state/only-market.ts";
import { PORTFOLIO_TAB } from "../../state/preferences.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { useCommands } from "../../state/use-commands.ts";
import { AllDialogs } from "./all-dialogs.tsx";
import { portfolioCommands } from "./portfolio-commands.ts";
import { PortfolioTabs } from "./portfolio-tabs.tsx";
import { openPositions } from "./positions/open-positions.ts";
import { AccountStrip } from "./risk/account-strip.tsx";
import { DangerBar } from "./risk/danger-bar.tsx";
import { LiquidationNotes } from "./risk/liquidation-notes.tsx";
import { TabActions } from "./tab-actions.tsx";

interface PortfolioViewProps {
  /** Tabs of other views, shown next to these. */
  readonly more?: readonly Tab[] | undefined;
}

const NO_TABS: readonly Tab[] = [];

export function PortfolioView({ more = NO_TABS }: PortfolioViewProps) {
  const terminal = useTerminal();
  const session = useCell(terminal.account);
  const chosen = useSelected(terminal.preferences, ({ views }) => views[PORTFOLIO_TAB]);
  const choose = (id: string) => terminal.preferView(PORTFOLIO_TAB, id);
  const props = { more, chosen: typeof chosen === "string" ? chosen : "open-positions", onChoose: choose };
  return (
    <div className="portfolio">
      {session === null ? <PortfolioTabs {...props} counts={NOTHING} /> : <OwnPortfolio {...props} session={session} />}
    </div>
  );
}

/** The tab of all liquidations, if there is one. */
const RECORD = "liquidations";
const NOTHING = { positions: 0, orders: 0, algo: 0 };

interface PortfolioProps {
  readonly more: readonly Tab[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

function OwnPortfolio({ session, ...props }: PortfolioProps & { readonly session: AccountSession }) {
  const positions = useSelected(session.margin, (margin) => openPositions(margin)?.length ?? 0);
  const orders = useSelected(session.orders, (open) => open?.size ?? 0);
  const algo = useSelected(session.algoOrders, (open) => open?.length ?? 0);
  const terminal = useTerminal();
  const { only, choose } = useOnlyMarket();
  const isOnly = only !== undefined;
  useCommands(useMemo(() => portfolioCommands(terminal, () => choose(!isOnly)), [terminal, isOnly, choose]));
  const counts = { positions, orders, algo };
  const hasRecord = props.more.some(({ id }) => id === RECORD);
  return (
    <>
      <LiquidationNotes session={session} onRecord={hasRecord ? () => props.onChoose(RECORD) : undefined} />
      <DangerBar session={session} />
      <AccountStrip session={session} />
      <PortfolioTabs
        {...props}
        counts={counts}
        beside={<TabActions session={session} tab={props.chosen} counts={counts} />}
      />
      <AllDialogs session={session} />
    </>
  );
}
