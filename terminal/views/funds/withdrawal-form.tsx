// The form of a withdrawal, and its progress once it has started.

import { useState } from "react";
import { useSelected } from "../../cells/use-cell.ts";
import { decimal, digitsOf } from "../../format/figure-text.ts";
import { Button } from "../../parts/button.tsx";
import type { AccountSession } from "../../session/account/account-session.ts";
import { words } from "../../texts/words.ts";
import { amountOf, lessFee } from "./amount.ts";
import { AmountField } from "./amount-field.tsx";
import { MovementSteps } from "./movement-steps.tsx";
import { stepsOf, WITHDRAWAL_STEPS } from "./steps.ts";
import type { ChainKnowledge } from "./use-chain.ts";
import type { WithdrawalInHand } from "./use-withdrawal.ts";

const texts = words.funds.withdraw;

interface WithdrawalFormProps {
  readonly chain: ChainKnowledge;
  readonly session: AccountSession;
  readonly withdrawal: WithdrawalInHand;
}

export function WithdrawalForm({ chain, session, withdrawal }: WithdrawalFormProps) {
  const [typed, setTyped] = useState("");
  const withdrawable = useSelected(session.holding, (holding) => holding?.withdrawable);
  const { facts, withdrawalMin } = chain;
  const { movement, start, clear } = withdrawal;
  if (movement !== undefined) {
    const { reached, failure, amount: received } = movement;
    return (
      <MovementSteps
        steps={stepsOf(WITHDRAWAL_STEPS, reached, failure !== undefined)}
        names={texts.steps}
        explorerUrl={facts.explorerUrl}
        failure={failure}
        done={received === undefined ? undefined : texts.done(decimal(received))}
        again={texts.again}
        onAgain={clear}
      />
    );
  }
  const most = withdrawable === undefined ? undefined : digitsOf(withdrawable);
  const least = digitsOf(withdrawalMin);
  const fee = digitsOf(facts.withdrawFee);
  const { amount, fault } = amountOf(typed, { most, least });
  return (
    <form
      className="funds-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (amount !== undefined) void start(amount);
      }}
    >
      <p className="soft">{texts.text}</p>
      <AmountField amount={typed} most={most} least={least} fault={fault} bound="available" onAmount={setTyped} />
      <dl className="facts">
        <dt>{texts.available}</dt>
        <dd>{withdrawable === undefined ? "…" : `${decimal(withdrawable)} ${words.funds.usdc}`}</dd>
        <dt>{texts.fee}</dt>
        <dd>{`${fee} ${words.funds.usdc}`}</dd>
        <dt>{texts.gets}</dt>
        <dd>{`${lessFee(typed, fee) ?? "0"} ${words.funds.usdc}`}</dd>
      </dl>
      <p className="funds-small">{texts.availableHint}</p>
      <Button look="main" type="submit" disabled={amount === undefined}>
        {texts.start}
      </Button>
    </form>
  );
}
