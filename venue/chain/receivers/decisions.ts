// Decides what is done about a chain's deposits: submit to the engine, sweep, credit, drop. Pure: the same facts give the
// same acts, so a restart at any moment continues where the last process ended. Rules 9.2.

import type { Unstamped } from "@evermark/core";
import type { EngineReader } from "@evermark/engine";
import { balanceName, type ReceiverBalance, type ReceiverDeposit } from "./receiver-deposits.ts";

/** What the engine already knows. */
export interface Known extends Pick<EngineReader["funds"], "isCredited" | "pendingDeposit"> {
  isParked(reference: string): boolean;
}

export interface Decision {
  /** In the order in which they have to be sent. */
  readonly commands: readonly Unstamped[];
  readonly sweeps: readonly ReceiverBalance[];
  /** Deposits about which nothing more has to be done. */
  readonly finished: ReadonlySet<ReceiverDeposit>;
}

interface Facts {
  readonly deposits: readonly ReceiverDeposit[];
  /** Height up to which the chain is final. */
  readonly safe: number;
  readonly known: Known;
  /** Why a balance can't be swept for now, by its name. */
  readonly troubles: ReadonlyMap<string, string>;
  /**
   * Why a deposit that has reached the treasury may not be credited now.
   * @param later sum of the token's deposits swept after it and not finished, in micros
   */
  objection(symbol: string, later: bigint): string | "waits" | null;
  /** The id of an account. */
  accountId(account: number): string;
}

export function decide(chainId: number, { deposits, safe, known, troubles, objection, accountId }: Facts): Decision {
  const commands: Unstamped[] = [];
  const sweeps = new Map<string, ReceiverBalance>();
  const finished = new Set<ReceiverDeposit>();
  const isFinished = ({ reference }: ReceiverDeposit) => known.isCredited(reference) || known.isParked(reference);
  const later = sweptBySymbol(deposits.filter((deposit) => !isFinished(deposit)));
  for (const deposit of deposits) {
    const { key, reference, account, amount, token, transaction } = deposit;
    if (isFinished(deposit)) {
      finished.add(deposit);
      continue;
    }
    const pending = known.pendingDeposit(key);
    const isFinal = deposit.block <= safe;
    const isSwept = deposit.sweptIn !== null;
    const isSweepFinal = deposit.sweptIn !== null && deposit.sweptIn <= safe;
    const trouble = isSwept ? undefined : troubles.get(balanceName(deposit));
    if (isSweepFinal && deposit.isShort) {
      if (pending !== undefined) commands.push({ type: "drop_deposit", key, reason: SHORT });
      commands.push({ type: "park_deposit", amount, reference, accountId: accountId(account), reason: SHORT });
      continue;
    }
    const onChain = { key, chainId, transaction };
    if (isSwept && !deposit.isShort) later.set(token.symbol, (later.get(token.symbol) ?? 0n) - BigInt(amount));
    const objected = isSweepFinal ? objection(token.symbol, later.get(token.symbol) ?? 0n) : null;
    if (trouble !== undefined) {
      if (pending !== undefined) commands.push({ type: "drop_deposit", key, reason: trouble });
    } else {
      const state = isSwept ? "PROCESSED" : "PENDING";
      const isShown = pending !== undefined && isSame(pending, deposit) && pending.state === state;
      // A deposit that ends at once is not shown as pending before.
      const isNeeded = !isSweepFinal || objected !== null || (pending !== undefined && !isSame(pending, deposit));
      if (!isShown && isNeeded) {
        commands.push({ type: "observe_deposit", ...onChain, account, amount, source: "receiver", reference, state });
      }
    }
    if (objected !== null) {
      if (objected === "waits") continue;
      // The client sees it failed with this reason, and completed later, once it is credited.
      commands.push({ type: "drop_deposit", key, reason: objected });
      commands.push({ type: "park_deposit", amount, reference, accountId: accountId(account), reason: objected });
    } else if (isSweepFinal)
      commands.push({ type: "credit_deposit", account, amount, source: "receiver", onChain, reference });
    else if (isFinal && !isSwept) sweeps.set(balanceName(deposit), { account, token });
  }
  return { commands, sweeps: [...sweeps.values()], finished };
}

/** Sum of these deposits that is in the treasury, by symbol, in micros. */
function sweptBySymbol(deposits: readonly ReceiverDeposit[]): Map<string, bigint> {
  const swept = new Map<string, bigint>();
  for (const { token, amount, sweptIn, isShort } of deposits) {
    if (sweptIn !== null && !isShort) swept.set(token.symbol, (swept.get(token.symbol) ?? 0n) + BigInt(amount));
  }
  return swept;
}

const SHORT = "less reached the treasury than was sent";

type Pending = NonNullable<ReturnType<Known["pendingDeposit"]>>;

function isSame(pending: Pending, { account, amount, reference }: ReceiverDeposit): boolean {
  return pending.account === account && pending.amount === amount && pending.reference === reference;
}
