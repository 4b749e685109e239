// Answers about positions and leverage. Interface 4.5, rules 5.7, errors 8.5.

import { MARGIN_MODES, micros } from "@evermark/engine";
import type { DataOf, PreviewOf } from "@evermark/interface/rows/endpoint.ts";
import { positions } from "@evermark/interface/trading/positions.ts";
import { readPositive } from "../../http/input/read-number.ts";
import { type Binding, bind, type Context } from "../../http/routes/binding.ts";
import { AccountDay } from "../../statistics/day-result.ts";
import type { Venue } from "../../venue.ts";
import { fromMicros, MONEY_DECIMALS } from "../../wire/decimals.ts";
import { allMarkets, marketFilter, marketOf } from "../named/named-market.ts";
import { presentMargin, presentPosition } from "./present-margin.ts";
import { presentPastPosition } from "./present-past-position.ts";
import { presentChange } from "./present-preview.ts";

const EVERY_MARKET = -1;

const getPositions = bind(positions.getPositions, ({ venue, caller }) => {
  const day = new AccountDay(venue, caller.account);
  return {
    ...presentMargin(venue.engine.margin(caller.account)),
    total_unrealized_pnl: fromMicros(micros(day.positions.reduce((sum, { unrealizedPnl }) => sum + unrealizedPnl, 0))),
    total_pnl_24_h: fromMicros(day.total().pnl),
    rows: day.positions.map((position) => presentPosition(venue.engine, position, day.of(position))),
  };
});

const getPosition = bind(positions.getPosition, ({ venue, caller, params, query }) => {
  const market = marketOf(venue, params.symbol);
  const day = new AccountDay(venue, caller.account);
  const position = venue.engine.position(caller.account, market, query.margin_mode ?? "CROSS");
  return presentPosition(venue.engine, position, day.of(position));
});

const getPositionsLite = bind(positions.getPositionsLite, ({ venue, caller }) => {
  const day = new AccountDay(venue, caller.account);
  const rows = day.positions.map((position) => {
    const { accrued_funding_fee: _, seq: __, ...row } = presentPosition(venue.engine, position, day.of(position));
    return row;
  });
  return { rows };
});

const getPositionHistory = bind(positions.getPositionHistory, async ({ venue, caller, query }) => {
  const market = marketFilter(venue, query.symbol);
  const asked = { account: caller.account, market, limit: query.limit };
  const found = await venue.history.positionHistory(asked, venue.sequencer.appliedPosition);
  return { rows: found.map((row) => presentPastPosition(venue.engine, row)) };
});

const setMarginMode = bind(positions.setMarginMode, async (context) => {
  const { venue, caller, body } = context;
  const market = marketOf(venue, body.symbol);
  const marginMode = body.default_margin_mode;
  await context.submit({ type: "set_margin_mode", account: caller.account, market, marginMode });
  return undefined;
});

const getMarginModes = bind(positions.getMarginModes, ({ venue, caller }) => ({
  rows: allMarkets(venue).map((market) => ({
    symbol: venue.engine.market(market).parameters.symbol,
    default_margin_mode: venue.engine.marginMode(caller.account, market),
  })),
}));

const movePositionMargin = bind(positions.movePositionMargin, async (context) => {
  const { venue, caller, body } = context;
  const market = marketOf(venue, body.symbol);
  const amount = micros(readPositive("amount", body.amount, MONEY_DECIMALS));
  const move = { type: "move_position_margin", account: caller.account, market, direction: body.type, amount } as const;
  if (body.preview === true) {
    return context.preview(() => presentChange(venue.engine, venue.engine.previews.positionMargin(move)));
  }
  await context.submit(move);
  return undefined;
});

const getLeverage = bind(positions.getLeverage, ({ venue, caller, query }) => {
  const marginMode = query.margin_mode ?? "CROSS";
  return leverageOf(venue, caller.account, { market: marketOf(venue, query.symbol), marginMode });
});

const getLeverages = bind(positions.getLeverages, ({ venue, caller }) => ({
  rows: allMarkets(venue).flatMap((market) =>
    MARGIN_MODES.map((marginMode) => leverageOf(venue, caller.account, { market, marginMode })),
  ),
}));

const setLeverages = bind(positions.setLeverages, (context) => changeLeverage(context));

const setLeverage = bind(positions.setLeverage, (context) => changeLeverage(context));

async function changeLeverage(
  context: Context<typeof positions.setLeverages>,
): Promise<DataOf<typeof positions.setLeverages> | PreviewOf<typeof positions.setLeverages>> {
  const { venue, body } = context;
  const { account } = context.caller;
  const { leverage, margin_mode: marginMode = "CROSS" } = body;
  const market = body.symbol === undefined ? EVERY_MARKET : marketOf(venue, body.symbol);
  const change = { type: "set_leverage", account, market, leverage, marginMode } as const;
  if (body.preview === true) {
    return context.preview(() => presentChange(venue.engine, venue.engine.previews.leverage(change)));
  }
  await context.submit(change);
  if (market !== EVERY_MARKET) return leverageOf(venue, account, { market, marginMode });
  return {
    symbol: "",
    margin_mode: marginMode,
    leverage,
    rows: allMarkets(venue).map((each) => leverageOf(venue, account, { market: each, marginMode })),
  };
}

type Leverage = DataOf<typeof positions.getLeverage>;

function leverageOf(
  { engine }: Venue,
  account: number,
  of: { market: number; marginMode: Leverage["margin_mode"] },
): Leverage {
  return {
    symbol: engine.market(of.market).parameters.symbol,
    margin_mode: of.marginMode,
    leverage: engine.leverage(account, of.market, of.marginMode),
  };
}

export const positionBindings: readonly Binding[] = [
  getPositions,
  getPosition,
  getPositionsLite,
  getPositionHistory,
  setMarginMode,
  getMarginModes,
  movePositionMargin,
  getLeverage,
  getLeverages,
  setLeverages,
  setLeverage,
];
