// What fixed seeds of the workload must have reached: comparing histories in which nothing happens would prove nothing.
// Every command has to be carried out at least once, and refused in every declared way, except those listed here.

import { DECLARATIONS } from "@evermark/engine";
import type { Counters } from "./counters.ts";
import { DRAWN } from "./workload.ts";

/** Events and states. */
const REACHED = [
  ...["trades", "order new", "order fill", "order amended", "order cancelled", "order rejected"],
  ...["USER", "CANCEL_ALL", "CANCEL_ALL_AFTER", "IOC_REMAINDER", "MARKET_REMAINDER", "FOK_UNFILLED"].map(cancel),
  ...["POST_ONLY_CROSS", "PRICE_RANGE", "SELF_TRADE", "REDUCE_ONLY_CLOSED", "MARGIN", "LIQUIDATION"].map(cancel),
  ...["MAINTENANCE", "MARKET_STATE"].map(cancel),
  ...["new", "activated", "triggered", "fill", "rejected", "amended", "cancelled"].map((cause) => `algo ${cause}`),
  ...["USER", "CANCEL_ALL", "ONE_CANCELS_OTHER", "ENTRY_UNFILLED", "REDUCE_ONLY_CLOSED"].map(algoCancel),
  ...["liquidation triggered", "liquidation recovered", "liquidation offered", "liquidation warned"],
  ...["liquidated", "liquidated, assigned", "takeover", "claim", "adl"].map((kind) => `transferred ${kind}`),
  ...["a purse", "a purse that owes", "the fund offers", "a mark is away from its index"],
  ...["funding applied", "funding paid"],
  ...["STALE_INDEX", "INDEX_JUMP", "INDEX_ZERO", "OPERATOR", "VENUE_HALT"].map(
    (reason) => `market HALTED by ${reason}`,
  ),
  ...["market ACTIVE by FRESH_AGAIN", "market delisted", "an index is in doubt", "a settlement price is expected"],
  ...["ACTIVE", "REDUCE_ONLY", "HALTED", "DELISTING", "DELISTED"].map((state) => `a market is ${state}`),
  ...["the venue is halted", "the clock is in doubt", "the fund owes"],
  ...["announced", "running", "grace"].map((phase) => `maintenance is ${phase}`),
  ...["PENDING", "PROCESSING", "COMPLETED", "FAILED"].map((state) => `withdrawal ${state}`),
  ...["transferred", "settled", "distributed", "deposit_parked"].map((type) => `funds ${type}`),
  ...["pre_launch", "live", "closing", "closed"].map((state) => `a vault is ${state}`),
  ...["vault operation", "vault period_started", "a gate holds back", "a period waits", "a fund is short"],
];

function cancel(reason: string): string {
  return `cancel ${reason}`;
}
function algoCancel(reason: string): string {
  return `algo cancel ${reason}`;
}

/** Declared refusals that these histories do not reach, and why. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "create_fee_tag: too_many_fee_tags": "needs ten at once, but names are drawn from only five",
  "unarchive_fee_tag: too_many_fee_tags": "the same",
  "unarchive_fee_tag: fee_tag_retention_over": "a month after it was archived",
  "claim_liquidation: insufficient_margin": "a claimer is almost never that poor",
  "amend_algo_order: insufficient_margin": "a change of a waiting order is almost never that large",
  "amend_algo_order: notional_too_small": "or that small",
  "amend_algo_order: price_range": "or that far away",
  "bind_key: duplicate": "a later message of another account about a key that is bound",
  "start_session: invalid_parameter": "a time that is not a whole number",
  "announce: refused": "as many as may be active are hundreds",
};

/** The names of what was not reached. */
export function unreached(seen: Counters): string[] {
  const commands = DRAWN.flatMap((type) => [
    `${type} accepted`,
    ...DECLARATIONS[type].refusals.map((name) => `${type}: ${name}`).filter((refusal) => !(refusal in ELSEWHERE)),
  ]);
  return [...REACHED, ...commands].filter((name) => seen.of(name) === 0);
}
