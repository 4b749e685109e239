// Access keys: every accepted message is kept, and each must be later than the last. Interface 4.1.

import { type BindKey, millis, type RemoveKey, type RestrictKey } from "@evermark/engine";
import type { Outcome } from "../../state/command-outcomes.ts";
import { naiveRules } from "../../state/naive-rules.ts";
import type { NaiveState } from "../../state/naive-state.ts";

const DAY_MS = 86_400_000;

/** The message that defines what a key of an account may do. */
export function bindingOf(state: NaiveState, account: number, key: string): BindKey | undefined {
  return state.bindings.findLast((each) => each.account === account && each.key === key);
}

/** The addresses from which a key may be used, as set last since it last ended. */
export function addressesOf(state: NaiveState, account: number, key: string): string {
  return state.restrictions.findLast((each) => each.account === account && each.key === key)?.addresses ?? "";
}

export const keyRules = naiveRules({
  bind_key: bindKey,
  remove_key: removeKey,
  restrict_key: restrictKey,
});

export function bindKey(state: NaiveState, command: BindKey): Outcome {
  const { signer } = command;
  if (
    signer !== undefined &&
    signer !== null &&
    signer !== state.funds.delegates.find((each) => each.account === command.account)?.signer
  ) {
    return { rejection: "signer_mismatch" };
  }
  if (command.signedAt <= state.now - DAY_MS) return { rejection: "timestamp_expired" };
  const before = bindingOf(state, command.account, command.key);
  if (before !== undefined) {
    const says = ({ scope, expiration, signedAt }: BindKey) => JSON.stringify([scope, expiration, signedAt]);
    if (says(command) === says(before)) return {};
    if (command.signedAt <= before.signedAt) return { rejection: "timestamp_expired" };
    if (before.expiration <= state.now) endRestrictions(state, command.account, command.key);
  }
  state.bindings.push(command);
  return {};
}

export function removeKey(state: NaiveState, { account, key }: RemoveKey): Outcome {
  if (goodBindingOf(state, account, key) === undefined) return { rejection: "not_found" };
  end(state, account, key);
  return {};
}

/** Ends all keys of these accounts. */
export function endKeysOf(state: NaiveState, accounts: readonly number[]): void {
  for (const { account, key } of [...state.bindings]) if (accounts.includes(account)) end(state, account, key);
}

function end(state: NaiveState, account: number, key: string): void {
  const before = goodBindingOf(state, account, key);
  if (before === undefined) return;
  state.bindings.push({ ...before, expiration: millis(state.now) });
  endRestrictions(state, account, key);
}

function endRestrictions(state: NaiveState, account: number, key: string): void {
  state.restrictions = state.restrictions.filter((each) => each.account !== account || each.key !== key);
}

export function restrictKey(state: NaiveState, command: RestrictKey): Outcome {
  const { account, key, addresses } = command;
  if (goodBindingOf(state, account, key) === undefined) return { rejection: "not_found" };
  if (addresses.length > 2_048) return { rejection: "invalid_parameter" };
  state.restrictions.push({ account, key, addresses });
  return {};
}

function goodBindingOf(state: NaiveState, account: number, key: string): BindKey | undefined {
  const binding = bindingOf(state, account, key);
  return binding !== undefined && binding.expiration > state.now ? binding : undefined;
}
