// The ring's money: settled, withdrawn, transferred, put into isolated positions and into a vault; and the positions
// that it claims from its own liquidated wallets and from the fund.

import { ALL, type VaultMove } from "./moves.ts";
import { VAULT } from "./opened-world.ts";
import type { RingSession } from "./ring-session.ts";
import { RICH } from "./world-settings.ts";

const RATIO_STEP = 10_000;

export function settle(desk: RingSession, player: number): void {
  desk.send({ type: "settle_pnl", account: desk.players[player]!, nonce: 0 });
}

/** Withdraws to completion, at once, because the chain cooperates with the ring. */
export function withdraw(desk: RingSession, player: number, share: number): void {
  if (player === ALL) {
    for (const each of desk.players.keys()) {
      settle(desk, each);
      withdraw(desk, each, share);
    }
    return;
  }
  const account = desk.players[player]!;
  const amount = partOf(desk.engine.margin(account).withdrawable, share);
  if (amount <= 1) return;
  const nonce = desk.send({ type: "issue_nonce", account, kind: "withdraw" }).created;
  const receiver = desk.engine.account(account).wallet;
  const terms = { account, amount, fee: 1, nonce, chainId: 196, receiver };
  const { created, rejection } = desk.send({ type: "request_withdrawal", ...terms });
  if (rejection !== null) return;
  for (const to of ["PROCESSING", "COMPLETED"] as const)
    desk.send({ type: "advance_withdrawal", withdrawalId: created, to, transaction: "" });
}

export function transfer(desk: RingSession, from: number, to: number, share: number): void {
  const account = desk.players[from]!;
  const amount = partOf(desk.engine.margin(account).withdrawable, share);
  if (amount <= 0 || from === to) return;
  const nonce = desk.send({ type: "issue_nonce", account, kind: "transfer" }).created;
  const receivers = [{ account: desk.players[to]!, amount }];
  desk.send({ type: "transfer_funds", account, receivers, nonce });
}

export function moveMargin(
  desk: RingSession,
  { by, market, direction, share }: { by: number; market: number; direction: "ADD" | "REDUCE"; share: number },
): void {
  const account = desk.players[by]!;
  const row = desk.engine.position(account, market, "ISOLATED");
  const { withdrawable } = desk.engine.margin(account);
  const initial = Math.ceil((row.notional * row.imr) / 10_000_000_000);
  const most = direction === "ADD" ? withdrawable : Math.max(0, row.margin - initial + Math.min(0, row.unsettledPnl));
  const amount = partOf(most, share);
  if (amount > 0) desk.send({ type: "move_position_margin", account, market, direction, amount });
}

export function claim(desk: RingSession, by: number, which: number, share: number, extra: number): void {
  const offers = desk.engine.liquidations.offers().filter(({ kind }) => kind === "liquidated");
  const offer = offers[which % Math.max(1, offers.length)];
  if (offer === undefined) return;
  const ratio = Math.max(1, Math.floor((share * 10_000) / 1_000)) * RATIO_STEP;
  const terms = { liquidationId: offer.liquidationId, ratio, extraRatio: share === 1_000 ? extra * 100_000 : 0 };
  desk.send({ type: "claim_liquidation", account: desk.players[by]!, ...terms, limits: [], ratios: [] });
}

export function claimFund(desk: RingSession, by: number, which: number, share: number): void {
  const offers = desk.engine.liquidations.offers().filter(({ kind }) => kind === "claim");
  const offer = offers[which % Math.max(1, offers.length)];
  const position = offer?.positions[0];
  if (offer === undefined || position === undefined) return;
  const { market } = position;
  const { baseTick } = desk.engine.market(market).parameters;
  const lots = partOf(Math.abs(desk.engine.position(offer.account, market, "CROSS").quantity), share);
  const terms = { claimId: offer.liquidationId, market, quantity: lots * baseTick, limitPrice: 0 };
  desk.send({ type: "claim_insurance_fund", account: desk.players[by]!, ...terms });
}

export function vault(desk: RingSession, { by, operation, share, seen }: VaultMove): void {
  if (seen !== 0 && desk.lastMoves[0] !== seen) return;
  const account = desk.players[by]!;
  const view = desk.engine.vaults.vault(VAULT);
  if (view === undefined) return;
  const { available } = desk.engine.vaults.shares(VAULT, account);
  const most = {
    LP_DEPOSIT: desk.engine.margin(account).withdrawable,
    SP_DEPOSIT: desk.engine.margin(account).withdrawable,
    LP_WITHDRAW: available,
    SP_WITHDRAW: view.providerStrategyShares,
  }[operation];
  const amount = share === 0 ? Math.min(1, most) : partOf(most, share);
  if (amount > 0) desk.send({ type: "request_vault_operation", account, vaultId: VAULT, operation, amount });
}

/** Withdraws everything possible: what a player can't withdraw himself goes through the rich one. */
export function leave(desk: RingSession): void {
  for (const player of desk.players.keys()) {
    desk.send({ type: "cancel_all_orders", account: desk.players[player]!, market: -1 });
    settle(desk, player);
    if (desk.engine.account(desk.players[player]!).mainAccount !== desk.players[player])
      transfer(desk, player, RICH, 1_000);
    else if (player !== RICH) withdraw(desk, player, 1_000);
  }
  withdraw(desk, RICH, 1_000);
}

function partOf(whole: number, share: number): number {
  return Math.floor((whole * share) / 1_000);
}
