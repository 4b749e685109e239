// The progress of signing in.

import { Button } from "../../parts/button.tsx";
import { words } from "../../texts/words.ts";
import type { Attempt } from "./use-sign-in.ts";

const texts = words.signIn;

interface SignInProgressProps {
  readonly attempt: Attempt;
  readonly onAgain: () => void;
  readonly onBack: () => void;
}

export function SignInProgress({ attempt, onAgain, onBack }: SignInProgressProps) {
  return (
    <>
      <ol className="sign-in-steps" aria-label={texts.steps.label}>
        {attempt.steps.map(([name, state]) => (
          <li key={name} data-state={state} aria-current={state === "running" ? "step" : undefined}>
            <span>{texts.steps[name]}</span>
            <span className="sign-in-state">{texts.steps.states[state]}</span>
          </li>
        ))}
      </ol>
      <p role="status">{attempt.asksWallet && attempt.failure === undefined ? texts.steps.atWallet : ""}</p>
      {attempt.failure !== undefined && (
        <>
          <p className="note" data-tone="bad" role="alert">
            {attempt.failure}
          </p>
          <div className="dialog-foot">
            <Button onClick={onBack}>{texts.back}</Button>
            <Button look="main" onClick={onAgain}>
              {texts.again}
            </Button>
          </div>
        </>
      )}
    </>
  );
}
