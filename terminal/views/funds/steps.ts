// How far a deposit or a withdrawal has come, as steps: from what the client library reports on the way.

/** What is reported on the way, by step. */
export interface Reached<Name extends string> {
  readonly step: Name;
  readonly transaction?: string | undefined;
}

export type MovementStepState = "waiting" | "running" | "done" | "skipped" | "failed";

export interface Step<Name extends string> {
  readonly name: Name;
  readonly state: MovementStepState;
  /** Its transaction's hash, if it has one that the step before has not. */
  readonly transaction: string | undefined;
}

/** A deposit that was allowed before asks for no allowance; most withdrawals wait for nothing. */
const MAY_BE_SKIPPED: readonly string[] = ["approving", "waiting"];

export const DEPOSIT_STEPS = ["approving", "depositing", "confirming", "credited"] as const;
export const WITHDRAWAL_STEPS = ["signing", "accepted", "waiting", "sent", "paid"] as const;

/**
 * @param names all steps in their order
 * @param reached everything that was reported so far
 */
export function stepsOf<Name extends string>(
  names: readonly Name[],
  reached: readonly Reached<Name>[],
  hasFailed: boolean,
): readonly Step<Name>[] {
  const current = reached.at(-1)?.step;
  const at = current === undefined ? 0 : names.indexOf(current);
  const hashOf = (name: Name | undefined) => reached.findLast(({ step }) => step === name)?.transaction;
  return names.map((name, place) => {
    const hash = hashOf(name);
    // Steps of one transaction name it once.
    const transaction = hash === hashOf(names[place - 1]) ? undefined : hash;
    // What was over before the first look was done all the same.
    const isDone = reached.some(({ step }) => step === name) || !MAY_BE_SKIPPED.includes(name);
    return { name, transaction, state: stateOf({ place, at, isDone, isLast: at === names.length - 1, hasFailed }) };
  });
}

interface StepPlace {
  readonly place: number;
  readonly at: number;
  readonly isDone: boolean;
  readonly isLast: boolean;
  readonly hasFailed: boolean;
}

function stateOf({ place, at, isDone, isLast, hasFailed }: StepPlace): MovementStepState {
  if (place < at) return isDone ? "done" : "skipped";
  if (place > at) return "waiting";
  if (hasFailed) return "failed";
  return isLast ? "done" : "running";
}
