// What can happen to whoever trades here: money from nowhere, a liquidation, funding.

import { useCell } from "../../cells/use-cell.ts";
import { Button } from "../../parts/button.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { ActSection } from "./control-section.tsx";
import { FundingAct } from "./funding-control.tsx";
import { LiquidationAct } from "./liquidation-control.tsx";
import type { Acts } from "./use-controls.ts";

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
