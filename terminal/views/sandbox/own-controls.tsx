// Controls on the trader's own account: play money, a liquidation, funding.

import { useCell } from "../../cells/use-cell.ts";
import { Button } from "../../parts/button.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { ControlSection } from "./control-section.tsx";
import { FundingControl } from "./funding-control.tsx";
import { LiquidationControl } from "./liquidation-control.tsx";
import type { Controls } from "./use-controls.ts";

const texts = words.sandbox.you;

export function OwnControls({ controls }: { readonly controls: Controls }) {
  const state = useTerminal();
  const session = useCell(state.account);
  const identity = useCell(state.identity);
  if (session === null || identity === null)
    return (
      <ControlSection title={texts.title} effect={texts.signedOut}>
        {null}
      </ControlSection>
    );
  const claim = () =>
    controls.run(async () => {
      await session.client.sandbox.claimFaucet({ user_address: identity.wallet, broker_id: identity.brokerId });
      session.refresh();
      return texts.faucetDone;
    });
  return (
    <ControlSection title={texts.title} effect={texts.faucetEffect}>
      <div className="sandbox-buttons">
        <Button disabled={controls.isBusy} onClick={claim}>
          {texts.faucet}
        </Button>
      </div>
      <LiquidationControl controls={controls} session={session} />
      <FundingControl controls={controls} session={session} />
    </ControlSection>
  );
}
