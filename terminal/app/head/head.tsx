// The head of the page: the venue's brand, the current market, and the trader's account.

import type { ReactNode } from "react";
import { useSelected } from "../../cells/use-cell.ts";
import { Button } from "../../parts/button.tsx";
import { ListIcon } from "../../parts/icons.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { UnreadBadge } from "../../views/account/inbox/unread-badge.tsx";
import { MarketHeader } from "../../views/markets/market-header.tsx";
import { hasRoomForMarkets, type Room } from "../workspace/arrangement.ts";
import { PanelBoundary } from "../workspace/panel-boundary.tsx";
import { Connection } from "./connection.tsx";
import { DepositButton, HeadButtons, HeadMenu } from "./head-acts.tsx";

interface HeadProps {
  readonly room: Room;
  readonly ageSeconds: number;
  /** The trader's account, or the way to sign in. */
  readonly account: ReactNode;
}

export function Head({ room, ageSeconds, account }: HeadProps) {
  const isPhone = room === "phone";
  return (
    <header className="head">
      <Brand isShort={isPhone} />
      {isPhone && <Connection />}
      {hasRoomForMarkets(room) && <MarketsToggle />}
      <div className="head-market">
        <PanelBoundary name={words.shell.areas.markets}>
          <MarketHeader />
        </PanelBoundary>
      </div>
      <div className="head-acts">
        {isPhone ? <HeadMenu ageSeconds={ageSeconds} /> : <HeadButtons />}
        <UnreadBadge />
        {!isPhone && <DepositButton />}
        {account}
      </div>
    </header>
  );
}

function Brand({ isShort }: { readonly isShort: boolean }) {
  const { settings } = useTerminal();
  return (
    <div className="head-brand">
      {settings.logo !== null && <img src={settings.logo} alt="" />}
      <strong>{settings.name}</strong>
      {settings.isSandbox && !isShort && <span className="head-sandbox">{words.shell.sandbox}</span>}
    </div>
  );
}

function MarketsToggle() {
  const terminal = useTerminal();
  const isShown = useSelected(terminal.preferences, ({ showsMarkets }) => showsMarkets);
  return (
    <Button
      look="bare"
      aria-pressed={isShown}
      aria-label={words.shell.showMarkets}
      title={words.shell.showMarkets}
      onClick={() => terminal.prefer({ showsMarkets: !isShown })}
    >
      <ListIcon />
    </Button>
  );
}
