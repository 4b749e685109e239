// The progress of a deposit or a withdrawal as a list of steps, derived from the client library's progress reports.

/** A progress report, by step. */
export interface StepReport<Name extends string> {
  readonly step: Name;
  readonly transaction?: string | undefined;
}

export type MovementStepState = "waiting" | "running" | "done" | "skipped" | "failed";

export interface Step<Name extends string> {
  readonly name: Name;
  readonly state: MovementStepState;
  /** Hash of its transaction, unless the previous step has the same one. */
  readonly transaction: string | undefined;
}

/** Optional steps: a deposit approved before needs no allowance, and most withdrawals do not wait. */
const MAY_BE_SKIPPED: readonly string[] = ["approving", "waiting"];

export const DEPOSIT_STEPS = ["approving", "depositing", "confirming", "credited"] as const;
export const WITHDRAWAL_STEPS = ["signing", "accepted", "waiting", "sent", "paid"] as const;

/**
 * @param names all steps in order
 * @param reached everything reported so far
 */
export function stepsOf<Name extends string>(
  names: readonly Name[],
  reached: readonly StepReport<Name>[],
  hasFailed: boolean,
): readonly Step<Name>[] {
  const current = reached.at(-1)?.step;
  const at = current === undefined ? 0 : names.indexOf(current);
  const hashOf = (name: Name | undefined) => reached.findLast(({ step }) => step === name)?.transaction;
  return names.map((name, place) => {
    const hash = hashOf(name);
    // Steps with the same transaction show it once.
    const transaction = hash === hashOf(names[place - 1]) ? undefined : hash;
    // A mandatory step that was over before the first look was done all the same.
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
