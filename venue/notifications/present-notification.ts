// The text of a notice, as inbox and stream show it. It is composed from the stored numbers each time it is read. Streams
// 12, interface 4.10.

import type { MarketView } from "@evermark/engine";
import type { Notification } from "@evermark/interface/accounts/notifications.ts";
import { averagePrice, fromMicros, priceOf, quantityOf } from "../wire/decimals.ts";
import type { Notice, NoticeContent, TakenPosition } from "./notices.ts";

type Kind = NoticeContent["kind"];
type Raw = Notification["content_raw"];

/**
 * The class of each kind: about the account's trading, or about its money and the venue; and whether the reader may have
 * to act.
 */
const CLASSES: Readonly<Record<Kind, Pick<Notification, "type" | "level" | "title">>> = {
  ORDER_FILLED: { type: "TRADE", level: "GENERAL", title: "Order filled" },
  ALGO_ORDER_FAILED: { type: "TRADE", level: "IMPORTANT", title: "Algo order failed" },
  MARGIN_WARNING: { type: "TRADE", level: "IMPORTANT", title: "Liquidation is near" },
  LIQUIDATION_STARTED: { type: "TRADE", level: "IMPORTANT", title: "Liquidation has begun" },
  LIQUIDATION_ENDED: { type: "TRADE", level: "GENERAL", title: "Liquidation is over" },
  POSITION_LIQUIDATED: { type: "TRADE", level: "IMPORTANT", title: "Position liquidated" },
  POSITION_DELEVERAGED: { type: "TRADE", level: "IMPORTANT", title: "Position deleveraged" },
  DEPOSIT_COMPLETED: { type: "SYSTEM", level: "GENERAL", title: "Deposit credited" },
  WITHDRAWAL_COMPLETED: { type: "SYSTEM", level: "GENERAL", title: "Withdrawal paid out" },
  WITHDRAWAL_FAILED: { type: "SYSTEM", level: "IMPORTANT", title: "Withdrawal failed" },
  MARKET_DELISTING: { type: "SYSTEM", level: "IMPORTANT", title: "Market is delisted soon" },
  POSITION_DELISTED: { type: "SYSTEM", level: "IMPORTANT", title: "Position closed by delisting" },
  ANNOUNCEMENT: { type: "SYSTEM", level: "GENERAL", title: "Announcement" },
};

/** Announcements with these topics may require action. */
const IMPORTANT_KINDS: ReadonlySet<string> = new Set(["maintenance", "incident", "security", "delisting"]);
/** A longer message is shown in full only in `content`. */
const SUMMARY_LENGTH_MAX = 200;

export const typeOfNotice = (kind: Kind): Notification["type"] => CLASSES[kind].type;

/** The part of the engine that is needed: a market's name and steps, which never change. */
interface NamedMarkets {
  market(market: number): Pick<MarketView, "parameters">;
}

/** @param isRead known only to the inbox */
export function presentNotification(
  markets: NamedMarkets,
  { id, at, content }: Omit<Notice, "account">,
  isRead: boolean,
): Notification {
  const { summary, more, raw, whole = summary } = wordsOf(markets, content, at);
  return {
    id,
    message_type: content.kind,
    ...CLASSES[content.kind],
    ...(content.kind === "ANNOUNCEMENT" && IMPORTANT_KINDS.has(content.about) && { level: "IMPORTANT" }),
    content_summary: summary,
    content: more === "" ? whole : `${whole} ${more}`,
    content_raw: raw,
    mark_read: isRead ? 1 : 0,
    created_time: at,
    announcement_id: content.kind === "ANNOUNCEMENT" ? content.announcementId : null,
  };
}

interface Words {
  /** The essence; without a full stop where nothing follows. */
  readonly summary: string;
  /** Further sentences for readers who want more detail. */
  readonly more: string;
  /** The full text before `more`, where the summary is only its beginning. */
  readonly whole?: string;
  readonly raw: Raw;
}

/**
 * The difference between mark and index is paid by or to the deleveraged account: in micros, above 0 when that account
 * pays. Rules 7.10.
 */
function settledAtIndex(paid: number): string {
  if (paid === 0) return "";
  const amount = `${fromMicros(Math.abs(paid))} USDC`;
  return paid > 0
    ? `You paid ${amount}, by which the mark was better for you than the index. `
    : `You were paid ${amount}, by which the mark was worse for you than the index. `;
}

function wordsOf(markets: NamedMarkets, content: NoticeContent, at: number): Words {
  const parametersOf = (market: number) => markets.market(market).parameters;
  const nameOf = (market: number) => shortName(parametersOf(market).symbol);
  switch (content.kind) {
    case "ORDER_FILLED": {
      const { market, side, orderId, quantity, notional } = content;
      const parameters = parametersOf(market);
      const executed_price = averagePrice(parameters, notional, quantity);
      const executed_quantity = quantityOf(parameters, quantity);
      return {
        summary: `${side === "BUY" ? "Bought" : "Sold"} ${executed_quantity} ${nameOf(market)} at ${executed_price}`,
        more: "",
        raw: {
          symbol: parameters.symbol,
          side,
          order_id: orderId,
          executed_price,
          executed_quantity,
          executed_timestamp: at,
        },
      };
    }
    case "ALGO_ORDER_FAILED": {
      const { market, side, algoOrderId, algoType, reason } = content;
      return {
        summary: `Your ${algoType} order to ${side === "BUY" ? "buy" : "sell"} ${nameOf(market)} was triggered and refused.`,
        more: `The reason: ${reason}. Nothing of it was executed, and it is not tried again.`,
        raw: { symbol: parametersOf(market).symbol, side, algo_order_id: algoOrderId, algo_type: algoType, reason },
      };
    }
    case "MARGIN_WARNING":
    case "LIQUIDATION_STARTED": {
      const { market } = content;
      const collateral = fromMicros(content.collateral);
      const maintenance_margin = fromMicros(content.maintenance);
      const what = positionName(market, nameOf);
      const numbers = `Collateral is ${collateral} USDC, maintenance margin ${maintenance_margin} USDC.`;
      const raw = { ...positionRaw(market, parametersOf), collateral, maintenance_margin };
      return content.kind === "MARGIN_WARNING"
        ? { summary: `Liquidation of your ${what} is near.`, more: `${numbers} Add margin or close a part.`, raw }
        : {
            summary: `Your ${what} fell below maintenance margin.`,
            more: `${numbers} Its orders are cancelled, and liquidators may take it over until there is enough margin again.`,
            raw,
          };
    }
    case "LIQUIDATION_ENDED":
      return {
        // This does not say that there is enough margin again: everything may have been taken over.
        summary: `Liquidators can no longer take over your ${positionName(content.market, nameOf)}.`,
        more: "",
        raw: positionRaw(content.market, parametersOf),
      };
    case "POSITION_LIQUIDATED":
    case "POSITION_DELEVERAGED": {
      const rows = content.positions.map((position) => takenRaw(position, parametersOf));
      const list = rows.map(({ symbol, quantity, price }) => `${quantity} ${shortName(symbol)} at ${price}`).join(", ");
      const fees = content.positions.reduce((sum, { fee }) => sum + fee, 0);
      const raw = { liquidation_id: content.liquidationId, positions: rows };
      return content.kind === "POSITION_LIQUIDATED"
        ? { summary: `Taken over: ${list}.`, more: `The liquidation cost ${fromMicros(fees)} USDC in fees.`, raw }
        : {
            summary: `Closed at the mark price: ${list}.`,
            more: `The insurance fund could not hold the other side any longer. ${settledAtIndex(fees)}No fee was charged.`,
            raw,
          };
    }
    case "DEPOSIT_COMPLETED": {
      const amount = fromMicros(content.amount);
      return { summary: `${amount} USDC were credited to your balance`, more: "", raw: { amount } };
    }
    case "WITHDRAWAL_COMPLETED":
    case "WITHDRAWAL_FAILED": {
      const amount = fromMicros(content.amount);
      const fee = fromMicros(content.fee);
      const raw = { withdraw_id: content.withdrawalId, amount, fee, tx_id: content.transaction };
      return content.kind === "WITHDRAWAL_COMPLETED"
        ? { summary: `Your withdrawal of ${amount} USDC was paid out.`, more: `The fee was ${fee} USDC.`, raw }
        : { summary: `Your withdrawal of ${amount} USDC failed.`, more: "The amount is back in your balance.", raw };
    }
    case "MARKET_DELISTING": {
      const { market, delistAt } = content;
      const when = minuteOf(delistAt);
      return {
        summary: `${nameOf(market)} is delisted at ${when}.`,
        more: "Until then positions can only be closed; then orders are cancelled and what is open is closed at one price.",
        raw: { symbol: parametersOf(market).symbol, delist_time: delistAt },
      };
    }
    case "POSITION_DELISTED": {
      const parameters = parametersOf(content.market);
      const quantity = quantityOf(parameters, content.quantity);
      const price = priceOf(parameters, content.price);
      const realized_pnl = fromMicros(content.realizedPnl);
      return {
        summary: `Your position of ${quantity} ${nameOf(content.market)} was closed at ${price}.`,
        more: `The market is delisted; the result was ${realized_pnl} USDC, and no fee was charged.`,
        raw: { symbol: parameters.symbol, quantity, price, realized_pnl },
      };
    }
    case "ANNOUNCEMENT": {
      const { message, url, about, withdrawnAt } = content;
      return {
        summary: shortened(message),
        whole: message,
        more: [
          ...(url === "" ? [] : [`More: ${url}`]),
          ...(withdrawnAt === 0 ? [] : [`Withdrawn at ${minuteOf(withdrawnAt)}.`]),
        ].join(" "),
        raw: {
          ...(url !== "" && { url }),
          ...(about !== "" && { announcement_type: about }),
          ...(withdrawnAt !== 0 && { withdrawn_time: withdrawnAt }),
        },
      };
    }
  }
}

/** `2026-05-20 11:00 UTC` */
function minuteOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** Shortens by whole characters. */
function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= SUMMARY_LENGTH_MAX ? text : `${characters.slice(0, SUMMARY_LENGTH_MAX - 1).join("")}…`;
}

/** `ETH-PERP` of `PERP_ETH_USDC`. */
function shortName(symbol: string): string {
  const [kind, base] = symbol.split("_");
  return `${base}-${kind}`;
}

function positionName(market: number, nameOf: (market: number) => string): string {
  return market < 0 ? "cross positions" : `isolated ${nameOf(market)} position`;
}

function positionRaw(market: number, parametersOf: (market: number) => MarketView["parameters"]): Raw {
  return market < 0 ? { margin_mode: "CROSS" } : { margin_mode: "ISOLATED", symbol: parametersOf(market).symbol };
}

function takenRaw(
  { market, quantity, price, fee }: TakenPosition,
  parametersOf: (market: number) => MarketView["parameters"],
) {
  const parameters = parametersOf(market);
  return {
    symbol: parameters.symbol,
    quantity: quantityOf(parameters, quantity),
    price: priceOf(parameters, price),
    fee: fromMicros(fee),
  };
}
