// The columns of open orders.

import { difference } from "../../../format/exact.ts";
import { baseOf } from "../../../format/market-name.ts";
import { dayAndTime, timeOfDay } from "../../../format/time.ts";
import type { Column } from "../../../parts/table/table-column.ts";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { PublicSession } from "../../../session/market/public-session.ts";
import type { OpenOrder } from "../../../session/orders/open-order.ts";
import { words } from "../../../texts/words.ts";
import { Size } from "../../figures/market-figure.tsx";
import { farPrice } from "../../ticket/far-price.ts";
import { CancelButton } from "../cells/cancel-button.tsx";
import { EditCell } from "../cells/edit-cell.tsx";
import { MarketButton } from "../cells/market-button.tsx";
import { amending, cancelling, keyOfOrder } from "./order-acts.ts";

const { orders: text, sides, modes } = words.portfolio;

export function orderColumns(session: AccountSession, venue: PublicSession): readonly Column<OpenOrder>[] {
  return [
    {
      id: "market",
      name: text.market,
      onCard: "head",
      sortBy: ({ symbol }) => symbol,
      cell: ({ symbol }) => <MarketButton symbol={symbol} />,
    },
    { id: "side", name: text.side, onCard: "head", sortBy: ({ side }) => side, cell: sideCell },
    {
      id: "price",
      name: text.price,
      isFigure: true,
      sortBy: ({ price }) => price,
      cell: (order) => (
        <EditCell
          session={session}
          actKey={keyOfOrder(order)}
          name={text.price}
          value={order.price}
          price={order.symbol}
          act={(price) => amending(session, order, { price })}
          far={(price) => farPrice(venue, order.symbol, [price])}
        />
      ),
    },
    {
      id: "quantity",
      name: text.quantity,
      isFigure: true,
      sortBy: ({ quantity }) => quantity,
      cell: (order) => (
        <span className="portfolio-with-unit">
          <EditCell
            session={session}
            actKey={keyOfOrder(order)}
            name={text.quantity}
            value={order.quantity}
            size={order.symbol}
            act={(quantity) => amending(session, order, { quantity })}
          />
          <span className="faint">{baseOf(order.symbol)}</span>
        </span>
      ),
    },
    { id: "filled", name: text.filled, isFigure: true, cell: filledCell },
    { id: "terms", name: text.terms, cell: termsCell },
    {
      id: "time",
      name: text.time,
      sortBy: ({ createdTime }) => createdTime,
      cell: ({ createdTime }) => (
        <time dateTime={new Date(createdTime).toISOString()} title={dayAndTime(createdTime)}>
          {timeOfDay(createdTime)}
        </time>
      ),
    },
    {
      id: "actions",
      name: words.portfolio.actions,
      onCard: "foot",
      cell: (order) => (
        <CancelButton session={session} actKey={keyOfOrder(order)} act={() => cancelling(session, order)} />
      ),
    },
  ];
}

function sideCell({ side, type }: OpenOrder) {
  return (
    <span>
      <span className={side === "BUY" ? "rise" : "fall"}>{sides[side]}</span>{" "}
      <span className="faint">{text.types[type] ?? type}</span>
    </span>
  );
}

function filledCell({ symbol, executedQuantity, quantity }: OpenOrder) {
  return (
    <span className="portfolio-filled">
      <span className={executedQuantity === 0 ? "faint" : undefined}>
        <Size symbol={symbol} value={executedQuantity} />
      </span>
      <span className="portfolio-bar" aria-hidden>
        <span style={{ width: `${(executedQuantity / quantity) * 100}%` }} />
      </span>
    </span>
  );
}

function termsCell({ reduceOnly, marginMode, visibleQuantity, quantity, executedQuantity }: OpenOrder) {
  const isHidden = visibleQuantity < difference(quantity, executedQuantity);
  const mode = marginMode === "ISOLATED" ? modes.ISOLATED : modes.CROSS;
  const terms = [mode, ...(reduceOnly ? [text.reduceOnly] : []), ...(isHidden ? [text.hidden] : [])];
  return <span className="faint">{terms.join(", ")}</span>;
}
