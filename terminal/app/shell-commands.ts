// The page's own commands: its look, its layout, and navigation to its parts.

import { useMemo } from "react";
import { useCell } from "../cells/use-cell.ts";
import type { Command } from "../state/offered-commands.ts";
import type { Preferences } from "../state/preferences.ts";
import { type TerminalState, useTerminal } from "../state/terminal-state.ts";
import { useCommands } from "../state/use-commands.ts";
import { words } from "../texts/words.ts";
import { searchMarkets, toPortfolioTab, toTicket } from "./go-to.ts";
import { ARRANGEMENTS } from "./workspace/arrangement.ts";

const { command: names, group } = words.shell;

export function useShellCommands(): void {
  const terminal = useTerminal();
  const isSignedIn = useCell(terminal.account) !== null;
  useCommands(useMemo(() => [...goingTo(terminal), ...ofLook(terminal)], [terminal]));
  useCommands(useMemo(() => ofAccount(terminal, isSignedIn), [terminal, isSignedIn]));
}

function goingTo(terminal: TerminalState): Command[] {
  const { open, settings } = terminal;
  return [
    { id: "palette", name: names.palette, group: group.go, key: "mod+k", run: () => open.set("palette") },
    { id: "search", name: names.search, group: group.go, key: "/", run: () => searchMarkets(terminal) },
    { id: "buy", name: names.buy, group: group.trade, key: "b", run: () => toTicket("ticket-buy") },
    { id: "sell", name: names.sell, group: group.trade, key: "s", run: () => toTicket("ticket-sell") },
    { id: "quantity", name: names.quantity, group: group.trade, key: "q", run: () => toTicket("ticket-quantity") },
    { id: "price", name: names.price, group: group.trade, key: "p", run: () => toTicket("ticket-price") },
    ...names.portfolioTabs.map((name, at) => ({
      id: `portfolio-${at + 1}`,
      name,
      group: group.go,
      key: String(at + 1),
      run: () => toPortfolioTab(at),
    })),
    { id: "messages", name: names.messages, group: group.go, key: "m", run: () => open.set("messages") },
    { id: "help", name: names.help, group: group.go, key: "?", run: () => open.set("help") },
    ...(settings.isSandbox
      ? [{ id: "sandbox", name: names.sandbox, group: group.go, run: () => open.set("sandbox") }]
      : []),
  ];
}

/** The theme to switch to: the opposite of the one shown now. */
function otherTheme(): Preferences["theme"] {
  return document.documentElement.dataset.theme === "light" ? "dark" : "light";
}

function ofLook(terminal: TerminalState): Command[] {
  const { preferences, open } = terminal;
  return [
    {
      id: "theme",
      name: names.theme,
      group: group.look,
      key: "t",
      run: () => terminal.prefer({ theme: otherTheme() }),
    },
    {
      id: "colours",
      name: names.colours,
      group: group.look,
      run: () => terminal.prefer({ palette: preferences.get().palette === "green-red" ? "blue-orange" : "green-red" }),
    },
    ...ARRANGEMENTS.map((arrangement) => ({
      id: `arrangement-${arrangement}`,
      name: names.arrangement(words.shell.arrangements[arrangement]),
      group: group.look,
      run: () => terminal.prefer({ arrangement }),
    })),
    {
      id: "show-markets",
      name: names.showMarkets,
      group: group.look,
      run: () => terminal.prefer({ showsMarkets: !preferences.get().showsMarkets }),
    },
    { id: "reset-layout", name: names.resetLayout, group: group.look, run: () => terminal.resetLayout() },
    { id: "preferences", name: names.preferences, group: group.look, run: () => open.set("preferences") },
  ];
}

function ofAccount(terminal: TerminalState, isSignedIn: boolean): Command[] {
  const { open } = terminal;
  if (!isSignedIn) return [{ id: "sign-in", name: names.signIn, group: group.account, run: () => open.set("sign-in") }];
  return [
    { id: "cancel-all", name: names.cancelAll, group: group.trade, key: "c", run: () => open.set("cancel-all") },
    { id: "account", name: names.account, group: group.account, key: "a", run: () => open.set("account") },
    { id: "deposit", name: names.deposit, group: group.account, run: () => open.set("deposit") },
    { id: "withdraw", name: names.withdraw, group: group.account, run: () => open.set("withdraw") },
    { id: "sign-out", name: names.signOut, group: group.account, run: () => void terminal.signOut() },
  ];
}
