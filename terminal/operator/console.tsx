// The operator's console: its head, and its views in tabs.

import { useState } from "react";
import { useCell } from "../cells/use-cell.ts";
import { Button } from "../parts/button.tsx";
import { Choice } from "../parts/choice.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Tabs } from "../parts/tabs.tsx";
import type { Access } from "./asking/console-session.ts";
import { useConsole } from "./parts/use-console.ts";
import { SignIn } from "./sign-in.tsx";
import { type Theme, useTheme } from "./use-theme.ts";
import { CustodyView } from "./views/custody-view.tsx";
import { FeesView } from "./views/fees-view.tsx";
import { FundView } from "./views/fund-view.tsx";
import { LogView } from "./views/log-view.tsx";
import { MarketsView } from "./views/markets-view.tsx";
import { NoticesView } from "./views/notices-view.tsx";
import { PricesView } from "./views/prices-view.tsx";
import { SystemView } from "./views/system-view.tsx";
import { WithdrawalsView } from "./views/withdrawals-view.tsx";

const TABS = [
  { id: "markets", name: "Markets", view: () => <MarketsView /> },
  { id: "prices", name: "Prices", view: () => <PricesView /> },
  { id: "fund", name: "Fund", view: () => <FundView /> },
  { id: "custody", name: "Custody", view: () => <CustodyView /> },
  { id: "withdrawals", name: "Withdrawals", view: () => <WithdrawalsView /> },
  { id: "notices", name: "Notices", view: () => <NoticesView /> },
  { id: "builders", name: "Builders", view: () => <FeesView /> },
  { id: "system", name: "System", view: () => <SystemView /> },
  { id: "log", name: "Log", view: () => <LogView /> },
] as const;

export function Console() {
  const access = useCell(useConsole().access);
  const [theme, setTheme] = useTheme();
  if (access.is === "asking") return <p className="empty">Loading…</p>;
  if (access.is === "failed") {
    return (
      <main className="console-sign-in" role="alert">
        <p className="note" data-tone="bad">
          {access.why}
        </p>
        <Button onClick={() => location.reload()}>Try again</Button>
      </main>
    );
  }
  if (access.is === "shut") return <SignIn publicKey={access.publicKey} />;
  return <Open {...{ access, theme, setTheme }} />;
}

interface OpenProps {
  readonly access: Access & { readonly is: "open" };
  readonly theme: Theme;
  readonly setTheme: (theme: Theme) => void;
}

function Open({ access: { key }, theme, setTheme }: OpenProps) {
  const venue = useCell(useConsole().venue);
  const [chosen, setChosen] = useState<string>(() => location.hash.slice(1) || "markets");
  const choose = (id: string) => {
    history.replaceState(null, "", `#${id}`);
    setChosen(id);
  };
  return (
    <div className="console">
      <header className="console-head">
        <h1>{venue?.name}</h1>
        <span className="console-mark" data-tone={venue?.mode === "production" ? "bad" : "good"}>
          {venue?.mode}
        </span>
        <span className="soft">venue {venue?.venue.slice(0, 12)}</span>
        <span className="console-who">
          {key.name}: {key.roles.join(", ")}
        </span>
        <Choice
          label="Theme"
          value={theme}
          options={[
            ["dark", "Dark"],
            ["light", "Light"],
          ]}
          onChoose={setTheme}
        />
        <Forget />
      </header>
      <main className="console-main">
        <Tabs label="Views" tabs={TABS} chosen={chosen} onChoose={choose} />
      </main>
    </div>
  );
}

/** Deletes the key, for a browser that other people use too. */
function Forget() {
  const session = useConsole();
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <Button look="bare" onClick={() => setIsAsked(true)}>
        Forget this key…
      </Button>
      {isAsked && (
        <Dialog title="Forget this browser's key" onClose={() => setIsAsked(false)}>
          <p>This browser deletes its key and generates a new one, which must be granted before it can be used.</p>
          <p className="soft">
            The old key stays in the venue's list until you remove it there with evermark operator remove_key.
          </p>
          <div className="dialog-foot">
            <Button onClick={() => setIsAsked(false)}>Cancel</Button>
            <Button look="fall" onClick={() => void session.forget()}>
              Forget key
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
