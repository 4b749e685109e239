// What becomes of the fund of a strategy vault: it trades, ends what it holds, is given money that no share is given for.

import type { Draft } from "../draft.ts";
import type { Floor } from "../floor.ts";
import type { Scene, Scenes } from "./scene.ts";
import { deal } from "./trades.ts";

/** The fund of a vault; undefined where there is none, or where it can only shrink. */
function someFund(floor: Floor, trades: boolean): number | undefined {
  const { vaults } = floor.engine;
  const vault = vaults.vault(floor.among(vaults.vaultIds) ?? "");
  if (vault === undefined || (trades && vault.state === "closing")) return undefined;
  return floor.look.opening(vault.fund);
}

const fundTrades: Scene = (floor) => {
  const fund = someFund(floor, true);
  if (fund === undefined) return [];
  const { dice } = floor;
  const market = floor.someMarket();
  const side = dice.pick(["BUY", "SELL"] as const);
  return deal(floor, {
    taker: fund,
    maker: floor.richest(),
    market,
    side,
    quantity: floor.carried(fund, market, dice.between(1, 90)),
  });
};

const flatten: Scene = (floor) => {
  const fund = someFund(floor, false);
  const held = fund === undefined ? undefined : floor.everyMarket.find(({ market }) => floor.held(fund, market) !== 0);
  if (fund === undefined || held === undefined) return [];
  const { market } = held;
  const maker = floor.richest();
  const side = floor.held(fund, market) > 0 ? "SELL" : "BUY";
  return [
    floor.cancelAll(maker),
    ...deal(floor, { taker: fund, maker, market, side, quantity: floor.part(fund, market, "CROSS", 100) }),
  ];
};

const gift: Scene = (floor) => {
  const fund = someFund(floor, false);
  if (fund === undefined) return [];
  const account = floor.someone();
  const receivers = [{ account: fund, amount: floor.dice.pick([1, 7_000_003, 4_000_000_000, 3_000_000_000_000]) }];
  return floor.withNonce(
    account,
    "transfer",
    (nonce): Draft => ({ type: "transfer_funds", account, receivers, nonce }),
  );
};

export const VAULTS = { fundTrades, flatten, gift } satisfies Scenes;
