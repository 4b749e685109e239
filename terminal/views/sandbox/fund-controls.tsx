// Controls for the insurance fund's balance, and for pausing withdrawals.

import { useState } from "react";
import { positiveOf } from "../../format/typed.ts";
import { Button } from "../../parts/button.tsx";
import { DecimalField } from "../../parts/field.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { ControlSection } from "./control-section.tsx";
import type { Controls } from "./use-controls.ts";

const { insurance, withdrawals } = words.sandbox;

export function FundControls({ controls: { run, isBusy } }: { readonly controls: Controls }) {
  const { sandbox } = useTerminal().venue.client;
  const [amount, setAmount] = useState("10000");
  const wanted = positiveOf(amount);
  const set = (state: "paused" | "running") =>
    run(async () => {
      await sandbox.setWithdrawals({ state });
      return withdrawals[state];
    });
  return (
    <>
      <ControlSection title={insurance.title} effect={insurance.effect}>
        <form
          className="sandbox-line"
          onSubmit={(event) => {
            event.preventDefault();
            if (wanted === undefined) return;
            run(async () => insurance.done((await sandbox.topUpInsurance({ amount: wanted })).balance));
          }}
        >
          <DecimalField label={insurance.amount} unit="USDC" value={amount} onText={setAmount} />
          <Button type="submit" disabled={isBusy || wanted === undefined}>
            {insurance.pay}
          </Button>
        </form>
      </ControlSection>
      <ControlSection title={withdrawals.title} effect={withdrawals.effect}>
        <div className="sandbox-buttons">
          <Button disabled={isBusy} onClick={() => set("paused")}>
            {withdrawals.pause}
          </Button>
          <Button disabled={isBusy} onClick={() => set("running")}>
            {withdrawals.run}
          </Button>
        </div>
      </ControlSection>
    </>
  );
}
