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
  const desk = new RingSession(engine, setting, START);
  listMarkets(desk);
  openBuilder(desk);
  openPlayers(desk);
  desk.send({ type: "top_up_insurance", amount: setting.fund * USDC, reference: "start" });
  desk.tick();
  if (setting.honest) openHonest(desk);
  return desk;
}

function listMarkets(desk: RingSession): void {
  const { engine, setting } = desk;
  for (const base of setting.markets) {
    const { at: _, ...listing } = listMarket(defaultMarket(`PERP_${base}_USDC`), FIRST_PRICES[base]!);
    desk.send(listing);
  }
  for (const market of setting.markets.keys()) {
    const { index, parameters } = engine.market(market);
    const prices = [{ market, price: index * parameters.quoteTick }];
    if (setting.feed === "hand") desk.send({ type: "set_index_prices", prices });
  }
}

function openBuilder(desk: RingSession): void {
  const { taker, maker, tag, tier } = desk.setting;
  desk.send({ type: "add_broker", brokerId: "ring", takerFee: Math.max(30, taker), makerFee: Math.max(0, maker) });
  if (tier > 0) desk.send({ type: "set_minimum_tier", broker: BROKER, tier });
  desk.send({ type: "set_broker_fees", broker: BROKER, takerFee: taker, makerFee: maker });
  const names = { enumId: "T", name: "tag", description: "" };
  desk.send({ type: "create_fee_tag", broker: BROKER, ...names, rate: tag, overrides: [] });
}

function openPlayers(desk: RingSession): void {
  const { setting, players } = desk;
  for (let player = 0; player < playersOf(setting); player++) {
    if (player === SUB_ACCOUNT) players.push(openSubAccount(desk, players[0]!, player));
    else if (player === VAULT_FUND) players.push(openSubAccount(desk, players[PROVIDER]!, player));
    else players.push(openWallet(desk, player));
  }
  if (setting.vault === "ring") openVault(desk, desk.players[PROVIDER]!, desk.players[VAULT_FUND]!);
  if (setting.referral) openReferral(desk);
  for (const [player, account] of players.entries()) {
    const money = setting.money[player]! * USDC;
    if (money > 0) pay(desk, account, money);
    const leverage = setting.leverage[player]!;
    desk.send({ type: "set_leverage", account, market: -1, leverage, marginMode: "CROSS" });
    desk.send({ type: "set_leverage", account, market: -1, leverage, marginMode: "ISOLATED" });
  }
}

export function pay(desk: RingSession, account: number, amount: number): void {
  const reference = desk.reference();
  desk.send({ type: "credit_deposit", account, amount, source: "faucet", reference });
}

export function openWallet(desk: RingSession, number: number, brokerId = "ring"): number {
  const { at: _, ...opening } = openAccount(number, brokerId);
  return desk.send(opening).created;
}

export function openSubAccount(desk: RingSession, main: number, player: number): number {
  const accountId = `0x${(0x8000 - player).toString(16).padStart(64, "0")}`;
  return desk.send({ type: "add_sub_account", account: main, number: 1, accountId, description: "sub" }).created;
}

export function openVault(desk: RingSession, provider: number, fund: number): void {
  const { honest } = desk.setting;
  // No fee with outside investors: what a provider earns from them by its fee is not theft.
  const terms = { kind: "operator" as const, performanceFeePercent: honest ? 0 : 50 };
  desk.send({ type: "create_vault", vaultId: VAULT, name: "ring", provider, fund, ...terms });
}

function openReferral(desk: RingSession): void {
  const terms = { broker: BROKER, maxRebate: 100_000_000, referrerShare: 50_000_000, refereeShare: 50_000_000 };
  desk.send({ type: "create_referral_code", account: desk.players[0]!, code: CODE, ...terms });
  for (const player of [1, 2]) desk.send({ type: "bind_referral", account: desk.players[player]!, code: CODE });
  // Affiliates who are promised the whole rebate, of the trading fee too.
  desk.send({ type: "set_affiliate", account: desk.players[0]!, rate: 100_000_000, parent: -1 });
  desk.send({ type: "set_affiliate_basis", broker: BROKER, basis: "trading_fee" });
}
