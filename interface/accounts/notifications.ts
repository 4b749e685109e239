// An account's notifications: in the inbox and as frames of the stream. Interface 4.10, streams 12.

import Type, { type Static } from "typebox";
import { endpoint, perUser } from "../rows/endpoint.ts";
import { id, inUnit, marginMode, paged, paging, side, time } from "../rows/shapes.ts";
import { INBOX_MAX } from "./inbox.ts";

const usdc = (description: string) => Type.Optional(Type.Number({ description: inUnit(description, "in USDC") }));
const optional = (description: string) => Type.Optional(Type.String({ description }));

const types = ["TRADE", "SYSTEM"] as const;

/** The details of a message; each message type has some of these members. */
const raw = Type.Object(
  {
    symbol: optional("the market concerned"),
    side: Type.Optional(side),
    order_id: Type.Optional(id),
    executed_price: Type.Optional(Type.Number({ description: "average price of the order" })),
    executed_quantity: Type.Optional(Type.Number({ description: "quantity of the order, in base currency" })),
    executed_timestamp: Type.Optional(time),
    algo_order_id: Type.Optional(id),
    algo_type: optional("STOP, TP_SL and so on"),
    reason: optional("why the venue refused"),
    margin_mode: Type.Optional(marginMode),
    collateral: usdc("collateral of the positions"),
    maintenance_margin: usdc("maintenance margin of the positions"),
    liquidation_id: Type.Optional(id),
    positions: Type.Optional(
      Type.Array(
        Type.Object({
          symbol: Type.String({ description: "PERP_<BASE>_USDC" }),
          quantity: Type.Number({ description: "size that was taken away, with the sign of the position" }),
          price: Type.Number({ description: "mark price at which it was taken away" }),
          fee: Type.Number({ description: "fee for it, in USDC" }),
        }),
        { description: "the positions, or parts of positions, that were taken away" },
      ),
    ),
    amount: usdc("amount deposited or withdrawn"),
    fee: usdc("fee of the withdrawal"),
    withdraw_id: Type.Optional(id),
    tx_id: optional("hash of the transaction; empty when there is none"),
    delist_time: Type.Optional(time),
    quantity: Type.Optional(Type.Number({ description: "size of the closed position, signed" })),
    price: Type.Optional(Type.Number({ description: "price at which it was closed" })),
    realized_pnl: usdc("profit or loss of the position"),
    url: optional("address of a page with more information"),
    announcement_type: optional("subject of the announcement, in the operator's word, such as maintenance"),
    withdrawn_time: Type.Optional(
      Type.Integer({ description: "when the announcement was withdrawn; absent while it is active" }),
    ),
  },
  { description: "the numbers in the text; the message type decides which are present" },
);

const MESSAGE_TYPES = [
  "ORDER_FILLED",
  "ALGO_ORDER_FAILED",
  "MARGIN_WARNING",
  "LIQUIDATION_STARTED",
  "LIQUIDATION_ENDED",
  "POSITION_LIQUIDATED",
  "POSITION_DELEVERAGED",
  "DEPOSIT_COMPLETED",
  "WITHDRAWAL_COMPLETED",
  "WITHDRAWAL_FAILED",
  "MARKET_DELISTING",
  "POSITION_DELISTED",
  "ANNOUNCEMENT",
] as const;

/** A notification, the same in the inbox and on the stream. */
export const notification = Type.Object({
  id: Type.Integer({ description: "increases with time within an account; the same in the stream and in the inbox" }),
  message_type: Type.Enum([...MESSAGE_TYPES]),
  type: Type.Enum([...types], { description: "TRADE: positions and orders; SYSTEM: money and the venue" }),
  level: Type.Enum(["GENERAL", "IMPORTANT"], { description: "IMPORTANT: may require action" }),
  title: Type.String({ description: "a few words, plain text" }),
  content_summary: Type.String({ description: "one sentence, plain text" }),
  content: Type.String({ description: "the whole text, plain" }),
  content_raw: raw,
  mark_read: Type.Integer({ minimum: 0, maximum: 1, description: "1 if it is marked as read, otherwise 0" }),
  created_time: time,
  announcement_id: Type.Union([Type.Integer(), Type.Null()], {
    description: "number of the announcement; null for other notifications",
  }),
});
export type Notification = Static<typeof notification>;

const flag = Type.Optional(
  Type.Integer({ minimum: 0, maximum: 1, description: "1: read, 0: unread; required, in the query or in the body" }),
);
const ids = Type.Optional(
  Type.Array(id, {
    minItems: 1,
    maxItems: 2 * INBOX_MAX,
    description: "ids of the account's notifications; required, in the query or in the body",
  }),
);
const settings = {
  auth: "signed",
  scopes: ["read", "trading"],
  limit: perUser(10),
  errors: ["core_unavailable"],
  source: "interface 4.10",
} as const;

export const notifications = {
  getNotifications: endpoint({
    ...settings,
    method: "GET",
    path: "/v1/notification/inbox/notifications",
    summary: `Notifications of the account, newest first; the newest ${INBOX_MAX} of each type, and of announcements, are kept`,
    query: Type.Object({ type: Type.Optional(Type.Enum([...types], { description: "only this type" })), ...paging }),
    data: paged(
      Type.Object({
        ...notification.properties,
        application_id: Type.String({ description: "the account's id" }),
        email: Type.Null({ description: "always null: nothing is sent by mail" }),
        operator: Type.Integer({ description: "always 0: the venue itself" }),
      }),
    ),
  }),
  getUnread: endpoint({
    ...settings,
    method: "GET",
    path: "/v1/notification/inbox/unread",
    summary: "How many notifications are unread",
    data: Type.Object({
      count: Type.Integer({ description: "number of unread notifications" }),
      last_id: Type.Integer({ description: "id of the newest notification, read or unread; 0 when there is none" }),
    }),
  }),
  markRead: endpoint({
    ...settings,
    method: "POST",
    path: "/v1/notification/inbox/mark_read",
    summary:
      "Mark notifications as read or unread, with parameters in the query or in a JSON body; ids that the account does not have are ignored",
    query: Type.Object({ flag, ids }),
    body: Type.Object({ flag, ids }),
    bodyBytes: 16_384,
  }),
  markAllRead: endpoint({
    ...settings,
    method: "POST",
    path: "/v1/notification/inbox/mark_read_all",
    summary:
      "Mark all notifications of the account as read or unread, with the parameter in the query or in a JSON body",
    query: Type.Object({ flag }),
    body: Type.Object({ flag }),
  }),
};
