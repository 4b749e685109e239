// The head of the page: whose venue it is, the market that is looked at, and who trades.

import type { ReactNode } from "react";
import { Button } from "../parts/button.tsx";
import { BellIcon, ListIcon, SandboxIcon, SearchIcon, SettingsIcon } from "../parts/icons.tsx";
import { useTerminal } from "../state/terminal-state.ts";
import { useSelected } from "../state/use-cell.ts";
import { words } from "../texts/words.ts";
import { MarketHeader } from "../views/markets/market-header.tsx";
import type { Room } from "./arrangement.ts";

interface HeadProps {
  readonly room: Room;
  /** Who trades, or how to begin. */
  readonly account: ReactNode;
}

export function Head({ room, account }: HeadProps) {
  return (
    <header className="head">
      <Brand />
      {room === "wide" && <MarketsToggle />}
      <div className="head-market">
        <MarketHeader />
      </div>
      <div className="head-acts">
        <HeadActs />
        {account}
      </div>
    </header>
  );
}

function Brand() {
  const { settings } = useTerminal();
  return (
    <div className="head-brand">
      {settings.logo !== null && <img src={settings.logo} alt="" />}
      <strong>{settings.name}</strong>
      {settings.isSandbox && <span className="head-sandbox">{words.shell.sandbox}</span>}
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

function HeadActs() {
  const { open, settings } = useTerminal();
  return (
    <>
      <HeadButton label={words.shell.palette} onClick={() => open.set("palette")}>
        <SearchIcon />
      </HeadButton>
      {settings.isSandbox && (
        <HeadButton label={words.shell.sandboxDrawer} onClick={() => open.set("sandbox")}>
          <SandboxIcon />
        </HeadButton>
      )}
      <HeadButton label={words.shell.messages} onClick={() => open.set("messages")}>
        <BellIcon />
      </HeadButton>
      <HeadButton label={words.shell.preferences} onClick={() => open.set("preferences")}>
        <SettingsIcon />
      </HeadButton>
    </>
  );
}

interface HeadButtonProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function HeadButton({ label, onClick, children }: HeadButtonProps) {
  return (
    <Button look="bare" className="head-button" aria-label={label} title={label} onClick={onClick}>
      {children}
    </Button>
  );
}
