// Access keys: every message that was ever taken is kept, and a later one has to be later. Interface 4.1.

import type { BindKey } from "../../commands.ts";
import type { Outcome } from "./orders.ts";
import type { NaiveState } from "./state.ts";

const DAY_MS = 86_400_000;

/** The message that says what a key of an account may do. */
export function bindingOf(state: NaiveState, account: number, key: string): BindKey | undefined {
  return state.bindings.findLast((each) => each.account === account && each.key === key);
}

export function bindKey(state: NaiveState, command: BindKey): Outcome {
  if (command.signedAt <= state.now - DAY_MS) return { rejection: "timestamp_expired" };
  const before = bindingOf(state, command.account, command.key);
  if (before !== undefined) {
    const says = ({ scope, expiration, signedAt }: BindKey) => JSON.stringify([scope, expiration, signedAt]);
    if (says(command) === says(before)) return {};
    if (command.signedAt <= before.signedAt) return { rejection: "timestamp_expired" };
  }
  state.bindings.push(command);
  return {};
}
