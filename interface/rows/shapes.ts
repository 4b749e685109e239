// Words and shapes that several sections of the interface share, in the spelling of the wire. Query values arrive as
// text and are read by these schemas. Interface 2, 4 and 7.

import Type, { type TProperties, type TSchema } from "typebox";

const SIDES = ["BUY", "SELL"] as const;
export const ORDER_TYPES = ["LIMIT", "MARKET", "POST_ONLY", "IOC", "FOK", "ASK", "BID"] as const;
const ORDER_STATUSES = ["NEW", "PARTIAL_FILLED", "FILLED", "CANCELLED", "REJECTED"] as const;
/** The values of a list's `status` filter: a status, or one of the two composites of interface 2.2. */
export const STATUS_FILTERS = [...ORDER_STATUSES, "INCOMPLETE", "COMPLETED"] as const;
const MARGIN_MODES = ["CROSS", "ISOLATED"] as const;
export const ORDER_SORTS = ["CREATED_TIME_DESC", "CREATED_TIME_ASC", "UPDATED_TIME_DESC", "UPDATED_TIME_ASC"] as const;
export const KLINE_TYPES = ["1m", "5m", "15m", "30m", "1h", "4h", "12h", "1d", "1w", "1mon", "1y"] as const;
/** Rules 11.3. */
export const MARKET_STATES = [
  "NEW",
  "PENDING",
  "POST_ONLY",
  "ACTIVE",
  "REDUCE_ONLY",
  "HALTED",
  "DELISTING",
  "DELISTED",
] as const;

export const side = Type.Enum([...SIDES]);
export const orderType = Type.Enum([...ORDER_TYPES]);
export const orderStatus = Type.Enum([...ORDER_STATUSES]);
export const marginMode = Type.Enum([...MARGIN_MODES]);

/** `PERP_<BASE>_<QUOTE>`; only the venue knows whether it is listed. */
export const symbol = Type.String({ minLength: 1, description: "PERP_<BASE>_USDC" });

/** Descriptions of how a value is written, for fields without a description of what it means. */
export const FORMS = { decimal: "a number or a numeric string", time: "milliseconds since 1970" } as const;

/** A decimal in a body: a JSON number, or text. */
export const decimal = Type.Union([Type.Number(), Type.String()], { description: FORMS.decimal });

/** A decimal with a description of what it means. */
export const decimalThatIs = (description: string) => Type.Union([Type.Number(), Type.String()], { description });

export const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** Milliseconds since 1970, venue time. */
export const time = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: FORMS.time,
});

/** Adds the unit to a description, before a remark that follows a semicolon. */
export const inUnit = (description: string, unit: string) =>
  description.replace(/;|$/, (remark) => `, ${unit}${remark}`);

/** Makes a schema nullable and keeps its description. */
export const orNull = <S extends TSchema>(schema: S) => {
  const { description } = schema as { readonly description?: string };
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
};

/** How far a deposit or withdrawal has come on its chain. */
export const chainProgress = {
  confirmations: orNull(
    Type.Integer({
      minimum: 0,
      description:
        "blocks on top of the block that contains it, capped at the required number; null when it is complete, and where that is not known",
    }),
  ),
  confirmations_required: orNull(
    Type.Integer({
      minimum: 0,
      description: "confirmations after which it is final; null when `confirmations` is null",
    }),
  ),
  estimated_time: orNull(
    Type.Integer({
      description:
        "when it is expected to be credited or paid, in milliseconds since 1970; null when it is complete, and while that is unknown",
    }),
  ),
} satisfies TProperties;

/** `{rows: [...]}` of interface 2.1. */
export const rows = <S extends TSchema>(row: S) => Type.Object({ rows: Type.Array(row) });

// Far beyond any list, yet small enough that page times size is exact.
const PAGE_MAX = 1_000_000_000;
export const PAGE_SIZE_DEFAULT = 25;
const PAGE_SIZE_MAX = 500;

/** The paging members of a list's query. Errors 7. */
export const paging = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_MAX, default: 1 })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT })),
} satisfies TProperties;

/** The time span of a list's query: both ends included, each optional. */
export const span = {
  start_t: Type.Optional(time),
  end_t: Type.Optional(time),
} satisfies TProperties;

/** `{rows, meta}` of interface 2.1. */
export const paged = <S extends TSchema>(row: S) =>
  Type.Object({
    rows: Type.Array(row),
    meta: Type.Object({
      total: Type.Integer(),
      records_per_page: Type.Integer(),
      current_page: Type.Integer(),
    }),
  });

/** Why something would be refused, in the form of its refusal; null when it would not be. */
export const refusal = orNull(
  Type.Object(
    {
      code: Type.Integer({ description: "the error code" }),
      message: Type.String({ description: "what is wrong" }),
      detail: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
        description: "the numbers of the failed check by name; empty when there are none",
      }),
    },
    { description: "why it would be refused, as the refusal would state it; null when it would not be refused" },
  ),
);
