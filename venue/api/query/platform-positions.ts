// Handler of the query for every open position of the venue. All accounts are read at most once in five seconds, in
// pieces between which orders are answered; filters and pages are applied to the result. Interface 4.3.

import type { PositionView } from "@evermark/engine";
import type { QueryRequest } from "@evermark/interface/queries/public-query.ts";
import { queryKinds } from "@evermark/interface/queries/public-query.ts";
import { JsonText } from "../../http/envelope/envelope.ts";
import type { Venue } from "../../venue.ts";
import { moneyText } from "../../wire/decimal-text.ts";
import { MONEY_DECIMALS, parseDecimal } from "../../wire/decimals.ts";
import { marketFilter } from "../named/named-market.ts";
import { positionBasics } from "./account-text.ts";
import { PeriodicAnswer } from "./periodic-answer.ts";
import { type Handler, pageOf } from "./query-context.ts";
import { invalidMember } from "./refusal.ts";
import { WorkSlices } from "./work-slices.ts";

const ROWS_DEFAULT = 500;
/** Packs account, market and margin mode into one number per position; market numbers are dense and far below this. */
const MARKETS_MAX = 65_536;

interface Held {
  readonly id: number;
  readonly account: number;
  readonly view: PositionView;
}

const positions = new PeriodicAnswer(queryKinds.platformPositions.ageMaxMs, allPositions);

/** By account, newest account first. */
async function allPositions({ engine }: Venue): Promise<readonly Held[]> {
  const turns = new WorkSlices();
  const found: Held[] = [];
  for (let account = engine.accountCount - 1; account >= 0; account--) {
    if (engine.userId(account) === SYSTEM) continue;
    for (const view of engine.positions(account).reverse()) found.push({ id: idOf(account, view), account, view });
    await turns.yield();
  }
  return found;
}

/** The venue's own accounts have this user id. */
const SYSTEM = 0;

function idOf(account: number, { market, marginMode }: PositionView): number {
  return (account * MARKETS_MAX + market) * 2 + (marginMode === "ISOLATED" ? 1 : 0);
}

export const platformPositions: Handler<"platformPositions"> = async ({ venue, request, cursors }) => {
  const { limit = ROWS_DEFAULT } = request;
  const keeps = filterOf(venue, request);
  const place = cursors.read(["last_id"]);
  const turns = new WorkSlices();
  const sums = { long: 0n, short: 0n, count: 0 };
  const found: Held[] = [];
  for (const held of await positions.of(venue)) {
    await turns.yield();
    if (!keeps(held)) continue;
    sums.count += 1;
    sums[held.view.quantity > 0 ? "long" : "short"] += BigInt(held.view.notional);
    if (found.length <= limit && (place === undefined || held.id < place.last_id)) found.push(held);
  }
  const { rows, next_cursor } = pageOf(cursors, found, limit, ({ id }) => ({ last_id: id }));
  const texts: string[] = [];
  for (const held of rows) {
    texts.push(JSON.stringify(rowOf(venue, held)));
    await turns.yield();
  }
  const totals = {
    total_long_notional: moneyText(sums.long),
    total_short_notional: moneyText(sums.short),
    total_positions: sums.count,
    next_cursor,
  };
  return new JsonText(`${JSON.stringify(totals).slice(0, -1)},"rows":[${texts.join(",")}]}`);
};

function rowOf({ engine }: Venue, { account, view }: Held) {
  const { wallet, accountId, brokerId } = engine.account(account);
  return {
    address: wallet,
    account_id: accountId,
    broker_id: brokerId,
    ...positionBasics(engine, view),
    opened_at: view.openedAt,
  };
}

type Filters = Pick<QueryRequest<"platformPositions">, "symbol" | "broker_id" | "min_notional">;

function filterOf(venue: Venue, { symbol, broker_id, min_notional }: Filters): (held: Held) => boolean {
  const market = marketFilter(venue, symbol);
  const least = leastNotional(min_notional);
  return ({ account, view }) =>
    view.notional >= least &&
    (market === undefined || view.market === market) &&
    (broker_id === undefined || venue.engine.account(account).brokerId === broker_id);
}

/** @throws {QueryRefusal} INVALID_PARAM for anything but an amount of USDC */
export function leastNotional(given: number | string | undefined): number {
  if (given === undefined) return 0;
  const read = parseDecimal(given, MONEY_DECIMALS);
  if ("value" in read && read.value >= 0) return read.value;
  throw invalidMember(
    `min_notional is invalid: ${JSON.stringify(given)}, expected a decimal from 0 with at most 6 decimals`,
  );
}
