// An account's notifications: in the inbox and as frames of the stream. Interface 4.10, streams 12.

import Type, { type Static } from "typebox";
import { endpoint, perUser } from "../rows/endpoint.ts";
import { id, marginMode, paged, paging, side, time } from "../rows/shapes.ts";
import { INBOX_MAX } from "./inbox.ts";

const usdc = (description: string) => Type.Optional(Type.Number({ description: `${description}, in USDC` }));
const optional = (description: string) => Type.Optional(Type.String({ description }));

const types = ["TRADE", "SYSTEM"] as const;

/** The details of a message; each message type has some of these members. */
const raw = Type.Object(
  {
    symbol: optional("the market that it is about"),
    side: Type.Optional(side),
    order_id: Type.Optional(id),
    executed_price: Type.Optional(Type.Number({ description: "average price of the order" })),
    executed_quantity: Type.Optional(Type.Number({ description: "quantity of the order, in base currency" })),
    executed_timestamp: Type.Optional(time),
    algo_order_id: Type.Optional(id),
    algo_type: optional("STOP, TP_SL and so on"),
    reason: optional("why the venue refused"),
    margin_mode: Type.Optional(marginMode),
    collateral: usdc("what covers the positions"),
    maintenance_margin: usdc("what has to cover them"),
    liquidation_id: Type.Optional(id),
    positions: Type.Optional(
      Type.Array(
        Type.Object({
          symbol: Type.String({ description: "PERP_<BASE>_USDC" }),
          quantity: Type.Number({ description: "what was taken away, signed as the position" }),
          price: Type.Number({ description: "the mark price it was done at" }),
          fee: Type.Number({ description: "what that cost, in USDC" }),
        }),
        { description: "what was taken away" },
      ),
    ),
    amount: usdc("what was paid in or out"),
    fee: usdc("what the withdrawal cost"),
    withdraw_id: Type.Optional(id),
    tx_id: optional("hash of the transaction; empty when there is none"),
    delist_time: Type.Optional(time),
    quantity: Type.Optional(Type.Number({ description: "the position that was closed, signed" })),
    price: Type.Optional(Type.Number({ description: "what it was closed at" })),
    realized_pnl: usdc("its result"),
    url: optional("where more is said"),
    announcement_type: optional("what it is about, in a word of the operator's, such as maintenance"),
    withdrawn_time: Type.Optional(Type.Integer({ description: "when it was withdrawn; absent while it is active" })),
  },
  { description: "the numbers behind the text; which ones, the message type says" },
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
  id: Type.Integer({ description: "of one account rises with time; the same in the stream and in the inbox" }),
  message_type: Type.Enum([...MESSAGE_TYPES]),
  type: Type.Enum([...types], { description: "TRADE: positions and orders; SYSTEM: money and the venue" }),
  level: Type.Enum(["GENERAL", "IMPORTANT"], { description: "IMPORTANT: something may have to be done" }),
  title: Type.String({ description: "a few words, plain text" }),
  content_summary: Type.String({ description: "one sentence, plain text" }),
  content: Type.String({ description: "all of it, plain text" }),
  content_raw: raw,
  mark_read: Type.Integer({ minimum: 0, maximum: 1, description: "1 once it was marked as read" }),
  created_time: time,
  announcement_id: Type.Union([Type.Integer(), Type.Null()], {
    description: "of an announcement; null for what is none",
  }),
});
export type Notification = Static<typeof notification>;

const flag = Type.Optional(Type.Integer({ minimum: 0, maximum: 1, description: "1: read, 0: unread; needed" }));
const ids = Type.Optional(
  Type.Array(id, { minItems: 1, maxItems: 2 * INBOX_MAX, description: "of the account's notifications; needed" }),
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
    summary: `What the account was notified of, newest first; the newest ${INBOX_MAX} of each type, and of announcements, are kept`,
    query: Type.Object({ type: Type.Optional(Type.Enum([...types], { description: "one type alone" })), ...paging }),
    data: paged(
      Type.Object({
        ...notification.properties,
        application_id: Type.String({ description: "the account's id" }),
        email: Type.Null({ description: "nothing is sent by mail" }),
        operator: Type.Integer({ description: "0: the venue itself" }),
      }),
    ),
  }),
  getUnread: endpoint({
    ...settings,
    method: "GET",
    path: "/v1/notification/inbox/unread",
    summary: "How many notifications are unread",
    data: Type.Object({
      count: Type.Integer({ description: "unread ones" }),
      last_id: Type.Integer({ description: "the newest notification, read or not; 0 when there is none" }),
    }),
  }),
  markRead: endpoint({
    ...settings,
    method: "POST",
    path: "/v1/notification/inbox/mark_read",
    summary:
      "Mark notifications as read or unread, with parameters in the query or in a JSON body; ids that the account does not have are passed over",
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
