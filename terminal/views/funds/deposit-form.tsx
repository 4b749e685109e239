// What to deposit, and how far it has come.

import { useState } from "react";
import { decimal } from "../../format/decimal.ts";
import { Button } from "../../parts/button.tsx";
import { words } from "../../texts/words.ts";
import { amountFault, microsOf, textOfMicros } from "./amount.ts";
import { AmountField } from "./amount-field.tsx";
import { MovementSteps } from "./movement-steps.tsx";
import { DEPOSIT_STEPS, stepsOf } from "./steps.ts";
import type { ChainKnowledge, useWalletBalances } from "./use-chain.ts";
import type { DepositInHand } from "./use-deposit.ts";

const texts = words.funds.deposit;

interface DepositFormProps {
  readonly chain: ChainKnowledge;
  readonly wallet: ReturnType<typeof useWalletBalances>;
  readonly deposit: DepositInHand;
}

export function DepositForm({ chain: { facts }, wallet, deposit }: DepositFormProps) {
  const [amount, setAmount] = useState("");
  const { movement, start, clear } = deposit;
  if (movement !== undefined) {
    const { told, failure, amount: credited } = movement;
    const last = told.at(-1);
    const isConfirming = last?.step === "confirming";
    return (
      <MovementSteps
        steps={stepsOf(DEPOSIT_STEPS, told, failure !== undefined)}
        names={texts.steps}
        detail={isConfirming ? words.funds.steps.confirmations(last.confirmations, last.required) : undefined}
        explorerUrl={facts.explorerUrl}
        failure={failure}
        done={credited === undefined ? undefined : texts.done(decimal(credited))}
        again={texts.again}
        onAgain={clear}
      />
    );
  }
  const { balances } = wallet;
  const most = balances?.usdc;
  const waiting = wallet.failure === undefined ? "…" : "–";
  const fault = amountFault(amount, { most });
  return (
    <form
      className="funds-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (fault === undefined && amount !== "") void start(amount);
      }}
    >
      <p className="soft">{texts.text(facts.confirmations)}</p>
      <AmountField amount={amount} most={most} fault={fault} bound="inWallet" onAmount={setAmount} />
      <dl className="facts">
        <dt>{texts.inWallet}</dt>
        <dd>{most === undefined ? waiting : `${shown(most)} ${words.funds.usdc}`}</dd>
        <dt>{texts.gas}</dt>
        <dd>{balances === undefined ? waiting : `${balances.gas} ${balances.currency}`}</dd>
      </dl>
      {wallet.failure !== undefined && <p className="note">{wallet.failure}</p>}
      <Button look="main" type="submit" disabled={amount === "" || fault !== undefined}>
        {texts.start}
      </Button>
    </form>
  );
}

/** In groups of three digits, every digit of it. */
function shown(usdc: string): string {
  const micros = microsOf(usdc);
  return micros === undefined ? usdc : textOfMicros(micros).replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ",");
}
