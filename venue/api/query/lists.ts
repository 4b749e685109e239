// Handlers of the queries for fills, funding payments, deposits and withdrawals of a wallet's accounts, which are lists
// kept by history. Interface 4.3.

import type { QueryAnswer } from "@evermark/interface/queries/public-query.ts";
import type { MovementRow, Place, WrittenRows } from "../../history/index.ts";
import type { Venue } from "../../venue.ts";
import { e10Text, moneyText, priceText, quantityText } from "../../wire/decimal-text.ts";
import { marketFilter } from "../named/named-market.ts";
import { accountsIn, namingOf, Owners } from "./address-scope.ts";
import type { Cursors } from "./page-cursors.ts";
import { type Handlers, pageOf, writtenPage } from "./query-context.ts";
import { invalidMember } from "./refusal.ts";

const ROWS_DEFAULT = 100;
const FILLS_WITHOUT_SPAN_MAX = 1_000;
const TOKEN = "USDC";
const PLACE = ["last_ts", "last_id"] as const;

type Movement = QueryAnswer<"userDepositsWithdrawals">["rows"][number];

export const listHandlers: Handlers<"trades" | "fundingPayments" | "userDepositsWithdrawals"> = {
  async trades({ venue, request, cursors }) {
    const { start_time: startTime, end_time: endTime, limit = ROWS_DEFAULT } = request;
    const isWithin = startTime !== undefined || endTime !== undefined;
    if (!isWithin && limit > FILLS_WITHOUT_SPAN_MAX) {
      const expected = `an integer from 1 to ${FILLS_WITHOUT_SPAN_MAX} without start_time or end_time`;
      throw invalidMember(`limit is invalid: ${limit}, expected ${expected}`);
    }
    const accounts = accountsIn(venue.engine, request);
    const market = marketFilter(venue, request.symbol);
    const place = placeIn(cursors);
    const found = await fillsOf(venue, accounts, { market, startTime, endTime, place, limit });
    return writtenPage(cursors, found, ({ at, id }) => ({ last_ts: at, last_id: id }));
  },

  async fundingPayments({ venue, request, cursors }) {
    const { engine } = venue;
    const { start_time: startTime, end_time: endTime, limit = ROWS_DEFAULT } = request;
    const accounts = accountsIn(engine, request);
    const market = marketFilter(venue, request.symbol);
    const found = await venue.history.walletFundingPayments(
      { accounts, market, startTime, endTime, place: placeIn(cursors), limit: limit + 1 },
      venue.sequencer.appliedPosition,
    );
    const { rows, next_cursor } = pageOf(cursors, found, limit, ({ at, paymentId }) => ({
      last_ts: at,
      last_id: paymentId,
    }));
    const owners = new Owners(engine, accounts);
    return {
      rows: rows.map((payment) => {
        const { parameters } = engine.market(payment.market);
        const direction = payment.fee > 0 ? ("Pay" as const) : ("Receive" as const);
        return {
          symbol: parameters.symbol,
          funding_rate: e10Text(payment.rate),
          funding_fee: moneyText(payment.fee),
          position_qty: payment.quantity === null ? null : quantityText(parameters, payment.quantity),
          mark_price: priceText(parameters, payment.mark),
          funding_rate_timestamp: payment.at,
          payment_type: payment.fee === 0 ? null : direction,
          funding_status: payment.settledAt === 0 ? ("Accrued" as const) : ("Settled" as const),
          margin_mode: payment.marginMode,
          ...owners.of(payment.account),
        };
      }),
      next_cursor,
    };
  },

  async userDepositsWithdrawals({ venue, request, cursors }) {
    const { start_time: startTime, end_time: endTime, limit = ROWS_DEFAULT, token = TOKEN } = request;
    const accounts = accountsIn(venue.engine, request);
    const place = placeIn(cursors);
    if (token !== TOKEN) return { rows: [], next_cursor: null };
    const kinds = kindsOf(request.side?.toLowerCase());
    const found = await venue.history.walletMovements(
      { accounts, kinds, startTime, endTime, place, limit: limit + 1 },
      venue.sequencer.appliedPosition,
    );
    const { rows, next_cursor } = pageOf(cursors, found, limit, ({ at, entryId }) => ({
      last_ts: at,
      last_id: entryId,
    }));
    const owners = new Owners(venue.engine, accounts);
    return { rows: rows.map((row) => ({ ...movementOf(venue, row), ...owners.of(row.account) })), next_cursor };
  },
};

function placeIn(cursors: Cursors): Place | undefined {
  const place = cursors.read(PLACE);
  return place && { at: place.last_ts, id: place.last_id };
}

interface FillsAsked {
  readonly market?: number | undefined;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  readonly place?: Place | undefined;
  readonly limit: number;
}

/** Newest first. */
export function fillsOf(venue: Venue, accounts: readonly number[], asked: FillsAsked): Promise<WrittenRows<Place>> {
  const naming = namingOf(venue.engine, accounts);
  return venue.history.writtenFills({ accounts, ...naming, ...asked }, venue.sequencer.appliedPosition);
}

function kindsOf(side: string | undefined): readonly MovementRow["kind"][] {
  if (side === "deposit") return ["deposit"];
  return side === "withdraw" ? ["withdrawal"] : ["deposit", "withdrawal"];
}

function movementOf({ configuration }: Venue, row: MovementRow): Movement {
  const isDeposit = row.kind === "deposit";
  return {
    id: String(row.entryId),
    token: TOKEN,
    side: isDeposit ? "deposit" : "withdraw",
    amount: moneyText(row.amount),
    fee: moneyText(row.fee ?? 0),
    chain_id: String(row.chainId ?? configuration.chainId),
    tx_id: row.transaction,
    status: statusOf(row),
    created_time: row.at,
  };
}

/** A deposit is listed only once it is credited. */
function statusOf({ kind, state }: MovementRow): Movement["status"] {
  if (kind === "deposit" || state === "COMPLETED") return "SUCCESS";
  return state === "FAILED" ? "FAILED" : "PENDING";
}
