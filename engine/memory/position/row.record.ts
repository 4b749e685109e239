// The record of a position row. Its hot fields are those that every order reads.

import { NONE } from "../../base/storage/int-map.ts";
import { number, perSide, type RecordDeclaration, whole } from "../../base/storage/record.ts";

/** For the fields that a margin bound is computed from: margin-bounds.ts. */
const notes = "marginBound";
/** For the fields that are cleared when a row holds and owes nothing. */
const isCleared = true;

export const ROW: RecordDeclaration = {
  name: "row",
  unit: "RowNumber",
  title: "Position rows",
  about:
    "An account's position in one market in one margin mode, and what its open orders there would add. Rows are never removed.",
  className: "RowTable",
  file: "position/row-table",
  kept: "Table",
  bytes: 192,
  hot: [
    number("quantity", "Lots", "Signed: above 0 for a long.", { notes }),
    number("cost", "Micros", "`cost_position`, signed.", { notes }),
    perSide("pending", "Lots", "Remaining size of open orders that are not reduce-only.", { notes }),
    whole("account", "AccountNumber", "The account of the position."),
    whole("market", "MarketNumber", "The market of the position."),
    whole("isolated", "Flag", "The position is in isolated margin mode."),
    whole("orders", "number", "Number of its open orders."),
    whole("firstOrder", "OrderSlot", "The oldest of its open orders.", { initial: NONE }),
    whole("lastOrder", "OrderSlot", "The newest of its open orders.", { initial: NONE }),
    whole("leverage", "Leverage", "0: the market's default.", { notes }),
    whole(
      "next",
      "RowNumber",
      "The account's next row, by market number, then cross before isolated. Rules go by symbol: `marketsBySymbol`.",
    ),
  ],
  cold: [
    whole(
      "isolatedByDefault",
      "Flag",
      "On a cross row: the account's orders in the market are isolated unless they say otherwise. Rules 5.8.",
    ),
    whole("reduceOnlyOrders", "number", "Number of its open orders that are reduce-only."),
    whole(
      "closingAlgos",
      "number",
      "Number of algo orders that can fire and only close this row; they end with it. Rules 3.3.",
    ),
    number("entryMicros", "Micros", "The entry value in whole micros; see entry-value.ts.", { isCleared }),
    number("entryFine", "FineMicros", "The part of the entry value that is finer than a micro.", { isCleared }),
    number("margin", "Micros", "Isolated margin."),
    number("reserveBuy", "Micros", "Amount reserved by open isolated buy orders."),
    number("reserveSell", "Micros", "Amount reserved by open isolated sell orders."),
    number("settlePrice", "Ticks", "The mark price at the last settlement; 0 before the first.", { isCleared }),
    number("accruedFunding", "Micros", "Funding paid since the last settlement.", { isCleared }),
    number("openedAt", "Millis", "When the position was opened.", { isCleared }),
    number("updatedAt", "Millis", "When it last changed."),
    number("version", "number", "Number of changes of the row."),
  ],
};
