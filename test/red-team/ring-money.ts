// The ring's money: settled, withdrawn, transferred, put into isolated positions and into a vault; and the positions
// that it claims from its own liquidated wallets and from the fund.

import { ALL, type VaultMove } from "./moves.ts";
import { VAULT } from "./opened-world.ts";
import type { RingSession } from "./ring-session.ts";
import { RICH } from "./world-settings.ts";

const RATIO_STEP = 10_000;

export function settle(session: RingSession, player: number): void {
  session.send({ type: "settle_pnl", account: session.players[player]!, nonce: 0 });
}

/** Withdraws to completion, at once, because the chain cooperates with the ring. */
export function withdraw(session: RingSession, player: number, share: number): void {
  if (player === ALL) {
    for (const each of session.players.keys()) {
      settle(session, each);
      withdraw(session, each, share);
    }
    return;
  }
  const account = session.players[player]!;
  const amount = partOf(session.engine.margin(account).withdrawable, share);
  if (amount <= 1) return;
  const nonce = session.send({ type: "issue_nonce", account, kind: "withdraw" }).created;
  const receiver = session.engine.account(account).wallet;
  const terms = { account, amount, fee: 1, nonce, chainId: 196, receiver };
  const { created, rejection } = session.send({ type: "request_withdrawal", ...terms });
  if (rejection !== null) return;
  for (const to of ["PROCESSING", "COMPLETED"] as const)
    session.send({ type: "advance_withdrawal", withdrawalId: created, to, transaction: "" });
}

export function transfer(session: RingSession, from: number, to: number, share: number): void {
  const account = session.players[from]!;
  const amount = partOf(session.engine.margin(account).withdrawable, share);
  if (amount <= 0 || from === to) return;
  const nonce = session.send({ type: "issue_nonce", account, kind: "transfer" }).created;
  const receivers = [{ account: session.players[to]!, amount }];
  session.send({ type: "transfer_funds", account, receivers, nonce });
}

export function moveMargin(
  session: RingSession,
  { by, market, direction, share }: { by: number; market: number; direction: "ADD" | "REDUCE"; share: number },
): void {
  const account = session.players[by]!;
  const row = session.engine.position(account, market, "ISOLATED");
  const { withdrawable } = session.engine.margin(account);
  const initial = Math.ceil((row.notional * row.imr) / 10_000_000_000);
  const most = direction === "ADD" ? withdrawable : Math.max(0, row.margin - initial + Math.min(0, row.unsettledPnl));
  const amount = partOf(most, share);
  if (amount > 0) session.send({ type: "move_position_margin", account, market, direction, amount });
}

export function claim(session: RingSession, by: number, which: number, share: number, extra: number): void {
  const offers = session.engine.liquidations.offers().filter(({ kind }) => kind === "liquidated");
  const offer = offers[which % Math.max(1, offers.length)];
  if (offer === undefined) return;
  const ratio = Math.max(1, Math.floor((share * 10_000) / 1_000)) * RATIO_STEP;
  const terms = { liquidationId: offer.liquidationId, ratio, extraRatio: share === 1_000 ? extra * 100_000 : 0 };
  session.send({ type: "claim_liquidation", account: session.players[by]!, ...terms, limits: [], ratios: [] });
}

export function claimFund(session: RingSession, by: number, which: number, share: number): void {
  const offers = session.engine.liquidations.offers().filter(({ kind }) => kind === "claim");
  const offer = offers[which % Math.max(1, offers.length)];
  const position = offer?.positions[0];
  if (offer === undefined || position === undefined) return;
  const { market } = position;
  const { baseTick } = session.engine.market(market).parameters;
  const lots = partOf(Math.abs(session.engine.position(offer.account, market, "CROSS").quantity), share);
  const terms = { claimId: offer.liquidationId, market, quantity: lots * baseTick, limitPrice: 0 };
  session.send({ type: "claim_insurance_fund", account: session.players[by]!, ...terms });
}

export function vault(session: RingSession, { by, operation, share, seen }: VaultMove): void {
  if (seen !== 0 && session.lastMoves[0] !== seen) return;
  const account = session.players[by]!;
  const view = session.engine.vaults.vault(VAULT);
  if (view === undefined) return;
  const { available } = session.engine.vaults.shares(VAULT, account);
  const most = {
    LP_DEPOSIT: session.engine.margin(account).withdrawable,
    SP_DEPOSIT: session.engine.margin(account).withdrawable,
    LP_WITHDRAW: available,
    SP_WITHDRAW: view.providerStrategyShares,
  }[operation];
  const amount = share === 0 ? Math.min(1, most) : partOf(most, share);
  if (amount > 0) session.send({ type: "request_vault_operation", account, vaultId: VAULT, operation, amount });
}

/** Withdraws everything possible: what a player can't withdraw himself goes through the rich one. */
export function leave(session: RingSession): void {
  for (const player of session.players.keys()) {
    session.send({ type: "cancel_all_orders", account: session.players[player]!, market: -1 });
    settle(session, player);
    if (session.engine.account(session.players[player]!).mainAccount !== session.players[player])
      transfer(session, player, RICH, 1_000);
    else if (player !== RICH) withdraw(session, player, 1_000);
  }
  withdraw(session, RICH, 1_000);
}

function partOf(whole: number, share: number): number {
  return Math.floor((whole * share) / 1_000);
}
