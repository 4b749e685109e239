// The form of a deposit, and its progress once it has started.

import { useState } from "react";
import { decimal, decimalOfDigits } from "../../format/figure-text.ts";
import { Button } from "../../parts/button.tsx";
import { words } from "../../texts/words.ts";
import { amountOf } from "./amount.ts";
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
  const [typed, setTyped] = useState("");
  const { movement, start, clear } = deposit;
  if (movement !== undefined) {
    const { reached, failure, amount: credited } = movement;
    const last = reached.at(-1);
    const isConfirming = last?.step === "confirming";
    return (
      <MovementSteps
        steps={stepsOf(DEPOSIT_STEPS, reached, failure !== undefined)}
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
  const { amount, fault } = amountOf(typed, { most });
  return (
    <form
      className="funds-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (amount !== undefined) void start(amount);
      }}
    >
      <p className="soft">{texts.text(facts.confirmations)}</p>
      <AmountField amount={typed} most={most} fault={fault} bound="inWallet" onAmount={setTyped} />
      <dl className="facts">
        <dt>{texts.inWallet}</dt>
        <dd>{most === undefined ? waiting : `${decimalOfDigits(most)} ${words.funds.usdc}`}</dd>
        <dt>{texts.gas}</dt>
        <dd>{balances === undefined ? waiting : `${balances.gas} ${balances.currency}`}</dd>
      </dl>
      {wallet.failure !== undefined && <p className="note">{wallet.failure}</p>}
      <Button look="main" type="submit" disabled={amount === undefined}>
        {texts.start}
      </Button>
    </form>
  );
}
