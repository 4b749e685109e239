// The whole page: head, panels, status bar, dialogs and drawers.

import { words } from "../texts/words.ts";
import { FundsView } from "../views/funds/funds-view.tsx";
import { useRunningPlans } from "../views/plans/running-plans.ts";
import { useResumedActs } from "../views/portfolio/acts/use-acts.ts";
import { useLiquidationNews } from "../views/portfolio/risk/use-liquidation-news.ts";
import { SignInView } from "../views/sign-in/sign-in-view.tsx";
import { AccountView } from "../views/signed-in/account-view.tsx";
import { SandboxView, useSandboxDrawer } from "../views/signed-in/sandbox-view.tsx";
import { Dialogs } from "./dialogs/dialogs.tsx";
import { Head } from "./head/head.tsx";
import { StatusBar } from "./head/status-bar.tsx";
import { Bars } from "./notices/bars.tsx";
import { Notices } from "./notices/notices.tsx";
import { useMeanwhile } from "./notices/use-meanwhile.ts";
import { useShortcuts } from "./palette/shortcut.ts";
import { useShellCommands } from "./shell-commands.ts";
import { useAge } from "./use-age.ts";
import { useAhead } from "./use-ahead.ts";
import { useLook } from "./use-look.ts";
import { OverPageBoundary, PanelBoundary } from "./workspace/panel-boundary.tsx";
import { Phone } from "./workspace/phone.tsx";
import { useRoom } from "./workspace/use-room.ts";
import { Workspace } from "./workspace/workspace.tsx";

export function App() {
  useLook();
  useShortcuts();
  useShellCommands();
  useMeanwhile();
  useLiquidationNews();
  useResumedActs();
  useRunningPlans();
  useAhead();
  const ageSeconds = useAge();
  const { room, leavesRoom } = useRoom(useSandboxDrawer());
  const signIn = (
    <PanelBoundary name={words.account.title}>
      <SignInView />
    </PanelBoundary>
  );
  return (
    <>
      <div className="app" data-room={room} data-beside={leavesRoom}>
        <Head room={room} ageSeconds={ageSeconds} account={signIn} />
        <Bars />
        {room === "phone" ? <Phone /> : <Workspace room={room} />}
        {room !== "phone" && <StatusBar ageSeconds={ageSeconds} />}
      </div>
      {room === "phone" && <Notices most={1} />}
      <OverPageBoundary name={words.shell.window}>
        <Dialogs />
      </OverPageBoundary>
      <OverPageBoundary name={words.sandbox.title}>
        <SandboxView />
      </OverPageBoundary>
      <OverPageBoundary name={words.funds.title}>
        <FundsView />
      </OverPageBoundary>
      <OverPageBoundary name={words.account.title}>
        <AccountView />
      </OverPageBoundary>
    </>
  );
}
