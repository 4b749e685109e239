// The progress of a deposit or withdrawal, step by step, each with its transaction.

import type { ReactNode } from "react";
import { Button } from "../../parts/button.tsx";
import { words } from "../../texts/words.ts";
import type { Step } from "./steps.ts";
import { Transaction } from "./transaction.tsx";

const texts = words.funds.steps;

interface MovementStepsProps<Name extends string> {
  readonly steps: readonly Step<Name>[];
  readonly names: Readonly<Record<Name, string>>;
  /** Details of the running step. */
  readonly detail?: ReactNode;
  readonly explorerUrl: string | null;
  readonly failure: string | undefined;
  /** The result, when it is over. */
  readonly done: string | undefined;
  readonly again: string;
  readonly onAgain: () => void;
}

export function MovementSteps<Name extends string>(props: MovementStepsProps<Name>) {
  const { steps, names, detail, explorerUrl, failure, done, again, onAgain } = props;
  const isOver = failure !== undefined || done !== undefined;
  return (
    <div className="funds-form">
      <ol className="funds-steps" aria-label={texts.label}>
        {steps.map(({ name, state, transaction }) => (
          <li key={name} data-state={state} aria-current={state === "running" ? "step" : undefined}>
            <span>{names[name]}</span>
            <span className="funds-small">
              {state === "running" && detail !== undefined ? detail : texts.states[state]}
            </span>
            {transaction !== undefined && <Transaction hash={transaction} explorerUrl={explorerUrl} />}
          </li>
        ))}
      </ol>
      <p role="status" className="funds-small">
        {isOver ? done : texts.closing}
      </p>
      {failure !== undefined && (
        <p className="note" data-tone="bad" role="alert">
          {failure}
        </p>
      )}
      {isOver && (
        <Button look="main" onClick={onAgain}>
          {failure === undefined ? again : words.signIn.back}
        </Button>
      )}
    </div>
  );
}
