// The total balances of all accounts of each builder. A venue with a few thousand accounts adds them up for every caller. A
// larger one does so at most once a minute and a part at a time, so that no order waits for it. The totals have the time at
// which they were begun; money that moves between accounts meanwhile may be counted twice or not at all.

import type { EngineReader } from "@evermark/engine";

/** Micros. */
interface BalanceTotal {
  readonly holding: number;
  readonly unsettledPnl: number;
}

interface BalanceTotals {
  /** By the builder's number; builders without accounts are missing. */
  readonly brokers: ReadonlyMap<number, BalanceTotal>;
  /** Venue time at which the first account was read. */
  readonly at: number;
}

/** Less than a millisecond's worth of work. */
const ACCOUNTS_AT_ONCE = 2_000;
const KEPT_MS = 60_000;

interface Rounds {
  last: BalanceTotals | undefined;
  running: Promise<BalanceTotals> | undefined;
}

/** By engine, because a process may run several venues. */
const roundsOf = new WeakMap<EngineReader, Rounds>();

interface Source {
  readonly engine: EngineReader;
  readonly clock: { now(): number };
}

/** @param accountsAtOnce after this many accounts, other work gets its turn */
export async function balanceTotals(
  { engine, clock }: Source,
  accountsAtOnce: number = ACCOUNTS_AT_ONCE,
): Promise<BalanceTotals> {
  if (engine.accountCount <= accountsAtOnce) return addUp(engine, clock.now(), accountsAtOnce);
  const rounds = roundsOf.get(engine) ?? { last: undefined, running: undefined };
  roundsOf.set(engine, rounds);
  const { last } = rounds;
  if (last !== undefined && clock.now() - last.at < KEPT_MS) return last;
  rounds.running ??= addUp(engine, clock.now(), accountsAtOnce).then((totals) => {
    rounds.last = totals;
    rounds.running = undefined;
    return totals;
  });
  // Until the first round is done, callers wait for it; later ones get the previous totals meanwhile.
  return last ?? rounds.running;
}

async function addUp(engine: EngineReader, at: number, accountsAtOnce: number): Promise<BalanceTotals> {
  const brokers = new Map<number, { holding: number; unsettledPnl: number }>();
  for (let account = 0; account < engine.accountCount; account++) {
    if (account > 0 && account % accountsAtOnce === 0) await Bun.sleep(0);
    const { broker, holding, unsettledPnl } = engine.balance(account);
    if (broker < 0) continue;
    const total = brokers.get(broker) ?? { holding: 0, unsettledPnl: 0 };
    total.holding += holding;
    total.unsettledPnl += unsettledPnl;
    brokers.set(broker, total);
  }
  return { brokers, at };
}
