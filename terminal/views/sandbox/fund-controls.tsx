// The insurance fund's money, and whether withdrawals go out.

import { useState } from "react";
import { positiveOf } from "../../format/typed.ts";
import { Button } from "../../parts/button.tsx";
import { DecimalField } from "../../parts/field.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { ActSection } from "./control-section.tsx";
import type { Acts } from "./use-controls.ts";

const { insurance, withdrawals } = words.sandbox;

export function FundActs({ acts: { run, isBusy } }: { readonly acts: Acts }) {
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
      <ActSection title={insurance.title} effect={insurance.effect}>
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
      </ActSection>
      <ActSection title={withdrawals.title} effect={withdrawals.effect}>
        <div className="sandbox-buttons">
          <Button disabled={isBusy} onClick={() => set("paused")}>
            {withdrawals.pause}
          </Button>
          <Button disabled={isBusy} onClick={() => set("running")}>
            {withdrawals.run}
          </Button>
        </div>
      </ActSection>
    </>
  );
}
