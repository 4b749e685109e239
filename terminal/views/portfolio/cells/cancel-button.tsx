// A button that cancels one order, once however often it is pressed.

import { Button } from "../../../parts/button.tsx";
import type { AccountSession } from "../../../session/account/account-session.ts";
import { words } from "../../../texts/words.ts";
import type { Act } from "../acts/acts.ts";
import { useAct } from "../acts/use-acts.ts";

interface CancelButtonProps {
  readonly session: AccountSession;
  readonly actKey: string;
  readonly act: () => Act;
}

export function CancelButton({ session, actKey, act }: CancelButtonProps) {
  const { state, isBusy, run, ask } = useAct(session, actKey);
  if (state.is === "lost" && state.found === "unreachable") {
    return (
      <Button className="portfolio-small" title={words.portfolio.acts.unreachable} onClick={ask}>
        {words.portfolio.acts.ask}
      </Button>
    );
  }
  return (
    <Button
      className="portfolio-small"
      aria-label={act().text}
      aria-busy={isBusy}
      onClick={() => !isBusy && void run(act())}
    >
      {isBusy ? words.portfolio.acts.pending : words.portfolio.orders.cancel}
    </Button>
  );
}
