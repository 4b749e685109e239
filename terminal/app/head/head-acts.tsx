// The actions in the head: side by side where there is room, otherwise behind one button.

import { useCell } from "../../cells/use-cell.ts";
import { Button } from "../../parts/button.tsx";
import { MessagesIcon, MoreIcon, SandboxIcon, SearchIcon, SettingsIcon } from "../../parts/icons.tsx";
import { Popover } from "../../parts/popover.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { StatusFacts } from "./status-bar.tsx";

/** Each action opens the view whose name is set in `open`. */
const ACTS = [
  ["palette", words.shell.palette, SearchIcon],
  ["sandbox", words.shell.sandboxDrawer, SandboxIcon],
  ["messages", words.shell.messages, MessagesIcon],
  ["preferences", words.shell.preferences, SettingsIcon],
] as const;

function useActs() {
  const { settings } = useTerminal();
  return ACTS.filter(([name]) => name !== "sandbox" || settings.isSandbox);
}

export function HeadButtons() {
  const { open } = useTerminal();
  return useActs().map(([name, label, Icon]) => (
    <Button
      key={name}
      look="bare"
      className="head-button"
      aria-label={label}
      title={label}
      onClick={() => open.set(name)}
    >
      <Icon />
    </Button>
  ));
}

export function DepositButton() {
  const { open, account } = useTerminal();
  if (useCell(account) === null) return null;
  return <Button onClick={() => open.set("deposit")}>{words.funds.tabs.deposit}</Button>;
}

export function HeadMenu({ ageSeconds }: { readonly ageSeconds: number }) {
  const { open } = useTerminal();
  const acts = useActs();
  return (
    <Popover look="bare" label={words.shell.menu} title={words.shell.menu} face={<MoreIcon />}>
      {(close) => (
        <div className="head-menu">
          {acts.map(([name, label, Icon]) => (
            <Button
              key={name}
              look="bare"
              onClick={() => {
                close();
                open.set(name);
              }}
            >
              <Icon />
              {label}
            </Button>
          ))}
          <DepositButton />
          <div className="head-status">
            <StatusFacts ageSeconds={ageSeconds} />
          </div>
        </div>
      )}
    </Popover>
  );
}
