// The only way to change a balance. Every change has a counter-entry, made by the caller: in custody, in CLEARING, in
// another account or in an isolated row. Rules 1.5. Only CLEARING's own balance, which mirrors the rows, is kept by
// money/balance/clearing.ts.

import { broken } from "../../base/fault.ts";
import type { AccountNumber, MarketNumber, Micros } from "../../base/units.ts";
import type { LedgerKind, Listener } from "../../language/events/events.ts";
import type { State } from "../../memory/state.ts";
import { assertMayLeave } from "../../permissions/leaving-audit.ts";

export interface Movement {
  readonly account: AccountNumber;
  readonly amount: Micros;
  readonly kind: LedgerKind;
  readonly reference: string;
  readonly market: MarketNumber;
}

/** Kinds that may leave a balance negative: losses and what covers them. All other kinds take no more than the balance has. */
const LOSSES: readonly LedgerKind[] = ["settlement", "shortfall", "takeover"];

/** Kinds that move money out of reach of an account's cross liquidation. */
const LEAVING: readonly LedgerKind[] = ["withdrawal", "transfer_out", "vault"];

export function moveHolding(state: State, m: Movement, out: Listener): void {
  if (state.isAudited && m.amount < 0 && LEAVING.includes(m.kind)) assertMayLeave(state, m.account);
  const holding = state.accounts.holding(m.account) + m.amount;
  if (!Number.isSafeInteger(holding)) broken("a holding is whole micros below 2^53", { account: m.account, holding });
  if (!(m.amount >= 0 || holding >= 0 || LOSSES.includes(m.kind)))
    broken("no more is taken out of a balance than is in it", { account: m.account, change: m.amount, holding });
  state.accounts.setHolding(m.account, holding);
  state.digest.add(m.account);
  state.digest.add(holding);
  state.touched.add(m.account);
  out.ledger({
    account: m.account,
    kind: m.kind,
    amount: m.amount,
    holdingAfter: holding,
    reference: m.reference,
    market: m.market,
    at: state.now,
  });
}
