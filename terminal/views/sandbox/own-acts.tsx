// What can happen to whoever trades here: money from nowhere, a liquidation, funding.

import { Button } from "../../parts/button.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { useCell } from "../../state/use-cell.ts";
import { words } from "../../texts/words.ts";
import { ActSection } from "./act-section.tsx";
import { FundingAct } from "./funding-act.tsx";
import { LiquidationAct } from "./liquidation-act.tsx";
import type { Acts } from "./use-acts.ts";

const texts = words.sandbox.you;

export function OwnActs({ acts }: { readonly acts: Acts }) {
  const state = useTerminal();
  const session = useCell(state.account);
  const identity = useCell(state.identity);
  if (session === null || identity === null)
    return (
      <ActSection title={texts.title} effect={texts.signedOut}>
        {null}
      </ActSection>
    );
  const claim = () =>
    acts.run(async () => {
      await session.client.sandbox.claimFaucet({ user_address: identity.wallet, broker_id: identity.brokerId });
      session.refresh();
      return texts.faucetDone;
    });
  return (
    <ActSection title={texts.title} effect={texts.faucetEffect}>
      <div className="sandbox-buttons">
        <Button disabled={acts.isBusy} onClick={claim}>
          {texts.faucet}
        </Button>
      </div>
      <LiquidationAct acts={acts} session={session} />
      <FundingAct acts={acts} session={session} />
    </ActSection>
  );
}
