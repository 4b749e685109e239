// Events of a strategy vault's fund: it trades, closes its positions, and receives money for which no shares are
// issued.

import type { Draft } from "../drawn-command.ts";
import type { Situation } from "../situation.ts";
import type { Scene, Scenes } from "./scene.ts";
import { deal } from "./trade-scenes.ts";

/** The fund of a vault; undefined when there is none, or none that may trade as required. */
function someFund(situation: Situation, trades: boolean): number | undefined {
  const { vaults } = situation.engine;
  const vault = vaults.vault(situation.among(vaults.vaultIds) ?? "");
  if (vault === undefined || (trades && vault.state === "closing")) return undefined;
  return situation.look.opening(vault.fund);
}

const fundTrades: Scene = (situation) => {
  const fund = someFund(situation, true);
  if (fund === undefined) return [];
  const { dice } = situation;
  const market = situation.someMarket();
  const side = dice.pick(["BUY", "SELL"] as const);
  return deal(situation, {
    taker: fund,
    maker: situation.richest(),
    market,
    side,
    quantity: situation.carried(fund, market, dice.between(1, 90)),
  });
};

const flatten: Scene = (situation) => {
  const fund = someFund(situation, false);
  const held =
    fund === undefined ? undefined : situation.everyMarket.find(({ market }) => situation.held(fund, market) !== 0);
  if (fund === undefined || held === undefined) return [];
  const { market } = held;
  const maker = situation.richest();
  const side = situation.held(fund, market) > 0 ? "SELL" : "BUY";
  return [
    situation.cancelAll(maker),
    ...deal(situation, { taker: fund, maker, market, side, quantity: situation.part(fund, market, "CROSS", 100) }),
  ];
};

const gift: Scene = (situation) => {
  const fund = someFund(situation, false);
  if (fund === undefined) return [];
  const account = situation.someone();
  const receivers = [{ account: fund, amount: situation.dice.pick([1, 7_000_003, 4_000_000_000, 3_000_000_000_000]) }];
  return situation.withNonce(
    account,
    "transfer",
    (nonce): Draft => ({ type: "transfer_funds", account, receivers, nonce }),
  );
};

export const VAULTS = { fundTrades, flatten, gift } satisfies Scenes;
