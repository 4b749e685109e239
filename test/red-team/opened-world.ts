// Opens a world: markets, the ring's builder with its fee tag, its players, their money and leverage, the fund's
// initial balance, and, where the kit has them, other people and a strategy vault.

import type { Engine } from "@evermark/engine";
import { listMarket, openAccount, START } from "@evermark/engine/testing/setup.ts";
import { defaultMarket } from "@evermark/engine/testing/vectors.ts";
import { openHonest } from "./honest.ts";
import { RingSession } from "./ring-session.ts";
import { FIRST_PRICES, PROVIDER, playersOf, type Setting, SUB_ACCOUNT, VAULT_FUND } from "./world-settings.ts";

export const VAULT = `0x${"5a".repeat(32)}`;
export const TAG = "enum:ring:T";
const USDC = 1_000_000;
const BROKER = 0;
const CODE = "RING";

export function openWorld(engine: Engine, setting: Setting): RingSession {
  const session = new RingSession(engine, setting, START);
  listMarkets(session);
  openBuilder(session);
  openPlayers(session);
  session.send({ type: "top_up_insurance", amount: setting.fund * USDC, reference: "start" });
  session.tick();
  if (setting.honest) openHonest(session);
  return session;
}

function listMarkets(session: RingSession): void {
  const { engine, setting } = session;
  for (const base of setting.markets) {
    const { at: _, ...listing } = listMarket(defaultMarket(`PERP_${base}_USDC`), FIRST_PRICES[base]!);
    session.send(listing);
  }
  for (const market of setting.markets.keys()) {
    const { index, parameters } = engine.market(market);
    const prices = [{ market, price: index * parameters.quoteTick }];
    if (setting.feed === "hand") session.send({ type: "set_index_prices", prices });
  }
}

function openBuilder(session: RingSession): void {
  const { taker, maker, tag, tier } = session.setting;
  session.send({ type: "add_broker", brokerId: "ring", takerFee: Math.max(30, taker), makerFee: Math.max(0, maker) });
  if (tier > 0) session.send({ type: "set_minimum_tier", broker: BROKER, tier });
  session.send({ type: "set_broker_fees", broker: BROKER, takerFee: taker, makerFee: maker });
  const names = { enumId: "T", name: "tag", description: "" };
  session.send({ type: "create_fee_tag", broker: BROKER, ...names, rate: tag, overrides: [] });
}

function openPlayers(session: RingSession): void {
  const { setting, players } = session;
  for (let player = 0; player < playersOf(setting); player++) {
    if (player === SUB_ACCOUNT) players.push(openSubAccount(session, players[0]!, player));
    else if (player === VAULT_FUND) players.push(openSubAccount(session, players[PROVIDER]!, player));
    else players.push(openWallet(session, player));
  }
  if (setting.vault === "ring") openVault(session, session.players[PROVIDER]!, session.players[VAULT_FUND]!);
  if (setting.referral) openReferral(session);
  for (const [player, account] of players.entries()) {
    const money = setting.money[player]! * USDC;
    if (money > 0) pay(session, account, money);
    const leverage = setting.leverage[player]!;
    session.send({ type: "set_leverage", account, market: -1, leverage, marginMode: "CROSS" });
    session.send({ type: "set_leverage", account, market: -1, leverage, marginMode: "ISOLATED" });
  }
}

export function pay(session: RingSession, account: number, amount: number): void {
  const reference = session.reference();
  session.send({ type: "credit_deposit", account, amount, source: "faucet", reference });
}

export function openWallet(session: RingSession, number: number, brokerId = "ring"): number {
  const { at: _, ...opening } = openAccount(number, brokerId);
  return session.send(opening).created;
}

export function openSubAccount(session: RingSession, main: number, player: number): number {
  const accountId = `0x${(0x8000 - player).toString(16).padStart(64, "0")}`;
  return session.send({ type: "add_sub_account", account: main, number: 1, accountId, description: "sub" }).created;
}

export function openVault(session: RingSession, provider: number, fund: number): void {
  const { honest } = session.setting;
  // No fee with outside investors: what a provider earns from them by its fee is not theft.
  const terms = { kind: "operator" as const, performanceFeePercent: honest ? 0 : 50 };
  session.send({ type: "create_vault", vaultId: VAULT, name: "ring", provider, fund, ...terms });
}

function openReferral(session: RingSession): void {
  const terms = { broker: BROKER, maxRebate: 100_000_000, referrerShare: 50_000_000, refereeShare: 50_000_000 };
  session.send({ type: "create_referral_code", account: session.players[0]!, code: CODE, ...terms });
  for (const player of [1, 2]) session.send({ type: "bind_referral", account: session.players[player]!, code: CODE });
  // Affiliates who are promised the whole rebate, of the trading fee too.
  session.send({ type: "set_affiliate", account: session.players[0]!, rate: 100_000_000, parent: -1 });
  session.send({ type: "set_affiliate_basis", broker: BROKER, basis: "trading_fee" });
}
