// Price moves: by hand and by the sources' reports; small, large, to where an account is near liquidation; and quotes
// that move the mark away from its index.

import type { Draft } from "../drawn-command.ts";
import type { Situation } from "../situation.ts";
import type { Scene, Scenes } from "./scene.ts";
import { deal } from "./trade-scenes.ts";

const MINUTE_MS = 60_000;
const PAINTED_USDC = 300_000;
/** Reported prices are multiples of this many 10⁻⁸, so that means and clips of them are exact. */
const GRAIN = 40;

const some = ({ dice, markets }: Situation) =>
  dice.chance(700) ? [dice.below(markets)] : Array.from({ length: markets }, (_, market) => market);

/** Sets prices by hand, some thousandths away. */
const move: Scene = (situation) => {
  const { dice } = situation;
  const by = dice.weighted({ calm: 3, wild: 4, far: 1 });
  const most = { calm: 9, wild: 40, far: 350 }[by];
  const thousandths = dice.between(-most, most);
  return situation.pin(...some(situation).map((market) => ({ market, price: situation.moved(market, thousandths) })));
};

/** Releases a price that was set by hand. */
const free: Scene = (situation) => situation.pin({ market: situation.someMarket(), price: 0 });

/** Moves the price to where an account's collateral is this percentage of its present maintenance margin. */
function squeezed(situation: Situation, percent: number): Draft[] {
  const [market, mode] = [
    situation.someMarket(),
    situation.dice.chance(350) ? ("ISOLATED" as const) : ("CROSS" as const),
  ];
  const account = situation.holder(market, mode);
  const price = account === undefined ? undefined : situation.squeezing(account, market, percent, mode);
  return price === undefined ? [] : situation.pin({ market, price });
}

const squeeze: Scene = (situation) => {
  const { dice } = situation;
  const to = dice.weighted({ deep: 4, near: 2, any: 2 });
  return squeezed(
    situation,
    { deep: dice.between(45, 99), near: dice.between(92, 106), any: dice.between(-60, 130) }[to],
  );
};

/** Moves the price against one of the open orders. */
const turn: Scene = (situation) => {
  const order = situation.among(situation.open.filter(({ reduceOnly }) => !reduceOnly));
  if (order === undefined) return [];
  const by = situation.dice.pick([1, 3, 7, 15, 40]);
  return situation.pin({ market: order.market, price: situation.moved(order.market, order.side === "BUY" ? -by : by) });
};

/** The richest account cancels its quotes and quotes enough on both sides, some thousandths from a price. */
function paintedQuotes(situation: Situation, market: number, near: number, thousandths: number): Draft[] {
  const { quoteTick } = situation.market(market).parameters;
  const bid = situation.onTick(market, (near * (1_000 + thousandths)) / 1_000);
  const [account, quantity] = [situation.richest(), situation.worth(market, PAINTED_USDC)];
  return [
    situation.cancelAll(account, market),
    situation.order(account, market, "BUY", { quantity, price: bid }),
    situation.order(account, market, "SELL", { quantity, price: bid + quoteTick }),
  ];
}

/** An account opens a position; then quotes stay away from the mark for whole minutes. */
const paint: Scene = (situation) => {
  const { dice } = situation;
  const [market, by] = [situation.someMarket(), dice.pick([-8, -5, -3, 3, 5, 8])];
  const taker = situation.someone();
  const quantity = situation.carried(taker, market, 85);
  const first = (Math.floor(situation.now / MINUTE_MS) + 1) * MINUTE_MS;
  const minutes = Array.from(
    { length: dice.between(1, 5) },
    (_, n): Draft => ({ type: "tick", at: first + n * MINUTE_MS }),
  );
  const opened = deal(situation, {
    taker,
    maker: situation.richest(),
    market,
    side: by < 0 ? "BUY" : "SELL",
    quantity,
  });
  return [...opened, ...paintedQuotes(situation, market, situation.mark(market), by), ...minutes];
};

/** The index moves to the edge of an account's maintenance margin, and quotes move the mark beyond. */
const graze: Scene = (situation) => {
  const [moved] = squeezed(situation, situation.dice.between(92, 116));
  if (moved?.type !== "set_index_prices") return [];
  const { market, price } = moved.prices[0]!;
  const { mark, index } = situation.market(market);
  return [
    moved,
    ...paintedQuotes(situation, market, price, mark < index ? -8 : 8),
    { type: "tick", at: situation.second() },
  ];
};

interface PriceReport {
  /** The sources that report. */
  readonly by: readonly number[];
  readonly thousandths: number;
  /** How far each source is from the one before, in thousandths. */
  readonly apart: number;
}

const ALL = [0, 1, 2, 3];

function said(
  situation: Situation,
  market: number,
  { by, thousandths, apart }: PriceReport,
): Draft<"oracle_prices">["prices"] {
  const { index, parameters } = situation.market(market);
  const sources = [...new Set(by.map((source) => source % parameters.sources.length))];
  return sources.map((source) => {
    const exact = (index * parameters.quoteTick * (1_000 + thousandths) * (1_000 + apart * source)) / 1e6;
    const volume = situation.dice.pick([0, 100_000_000, 500_000_000]) * (source + 1);
    return { market, source, price: Math.max(GRAIN, Math.round(exact / GRAIN) * GRAIN), volume };
  });
}

function level({ dice }: Situation): number {
  const kind = dice.weighted({ calm: 6, wild: 2, jump: 2 });
  return {
    calm: dice.between(-12, 12),
    wild: dice.between(-120, 120),
    jump: dice.pick([-600, -250, 190, 210, 300, 900]),
  }[kind];
}

/** Reports from some sources of a market, each a little apart from the others. */
const report: Scene = (situation) => {
  const { dice } = situation;
  const by = ALL.filter(() => dice.chance(500));
  const prices = said(situation, situation.someMarket(), {
    by,
    thousandths: level(situation),
    apart: dice.pick([0, 0, 3, 20, 60]),
  });
  return [{ type: "oracle_prices", prices }];
};

/** Seconds in which the given sources of every market report the same, followed by seconds of silence. */
function seconds(situation: Situation, speaking: number, by: readonly number[], silent: number): Draft[] {
  const thousandths = level(situation);
  const everyone = situation.everyMarket.flatMap(({ market }) =>
    said(situation, market, { by, thousandths, apart: 1 }),
  );
  return Array.from({ length: speaking + silent }, (_, n): Draft[] => {
    const reports: Draft[] = n < speaking && everyone.length > 0 ? [{ type: "oracle_prices", prices: everyone }] : [];
    return [...reports, { type: "tick", at: situation.second(n + 1) }];
  }).flat();
}

const speak: Scene = (situation) => {
  const { dice } = situation;
  return seconds(
    situation,
    dice.pick([1, 1, 2, 9, 10, 11, 21, 32]),
    ALL.slice(0, dice.pick([0, 0, 1, 2, 4, 4, 4, 4])),
    0,
  );
};

/** All sources report once, and are believed, and then fall silent. */
const hush: Scene = (situation) => seconds(situation, 1, ALL, situation.dice.pick([6, 6, 11, 15]));

const nonsense: Scene = (situation) => {
  const { dice } = situation;
  const [market, price] = [situation.someMarket(), dice.pick([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 9e15])];
  const source = dice.below(situation.market(market).parameters.sources.length);
  return [{ type: "oracle_prices", prices: [{ market, source, price, volume: 0 }] }];
};

export const PRICES = { move, free, squeeze, turn, paint, graze, report, speak, hush, nonsense } satisfies Scenes;
