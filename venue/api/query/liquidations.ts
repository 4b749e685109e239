// Handler of the query for liquidated positions, whether a liquidator or the insurance fund took them. Interface 4.3, rules 7.

import { moneyText, priceText, quantityText } from "../../wire/decimal-text.ts";
import { marketFilter } from "../named/named-market.ts";
import { type Handlers, pageOf } from "./query-context.ts";

const ROWS_DEFAULT = 50;

export const liquidationHandlers: Handlers<"liquidations"> = {
  async liquidations({ venue, request, cursors }) {
    const { engine } = venue;
    const { limit = ROWS_DEFAULT } = request;
    const market = marketFilter(venue, request.symbol);
    const place = cursors.read(["last_id", "last_row"]);
    // Each transfer has at least one row, and the transfer in which the last page ended is read again.
    const transfers = await venue.history.liquidationsFrom(
      { market, upTo: place?.last_id, limit: limit + 2 },
      venue.sequencer.appliedPosition,
    );
    const isAfterPlace = (id: number, row: number) => place === undefined || id < place.last_id || row > place.last_row;
    const found = transfers.flatMap((transfer) =>
      transfer.positions
        .map((position, row) => ({ transfer, position, row }))
        .filter(({ position, row }) => {
          return (market === undefined || position.market === market) && isAfterPlace(transfer.transferId, row);
        }),
    );
    const { rows, next_cursor } = pageOf(cursors, found, limit, ({ transfer, row }) => ({
      last_id: transfer.transferId,
      last_row: row,
    }));
    return {
      rows: rows.map(({ transfer, position }) => {
        const { parameters } = engine.market(position.market);
        const { wallet, accountId, brokerId } = engine.account(transfer.account);
        return {
          symbol: parameters.symbol,
          side: position.quantity > 0 ? ("LONG" as const) : ("SHORT" as const),
          position_qty: quantityText(parameters, position.quantity),
          notional: moneyText(Math.abs(position.costTransfer)),
          mark_price: priceText(parameters, position.price),
          est_liq_price: priceText(parameters, position.price),
          address: wallet,
          account_id: accountId,
          broker_id: brokerId,
          timestamp: transfer.at,
        };
      }),
      next_cursor,
    };
  },
};
