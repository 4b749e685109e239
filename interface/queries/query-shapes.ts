// Shapes that the kinds of queries share. Decimal values are text here, so that no digit is lost; times, counts and
// leverage are integers. Interface 4.3.

import Type, { type TProperties, type TSchema } from "typebox";
import { inUnit, orNull } from "../rows/shapes.ts";

/** A decimal as text. */
export const decimalText = (description: string) => Type.String({ description });
/** A decimal as text, or null. */
export const decimalOrNull = (description: string) => orNull(Type.String({ description }));

const TIME_MAX = 253_402_300_799_000;

/** Milliseconds since 1970, up to the end of the year 9999. */
const queryTime = (description: string) => Type.Integer({ minimum: 0, maximum: TIME_MAX, description });
export const shownTime = (description: string) =>
  Type.Integer({ description: inUnit(description, "in milliseconds since 1970") });
export const shownTimeOrNull = (description: string) => orNull(shownTime(description));

export const ofMarket = Type.String({ minLength: 1, description: "PERP_<BASE>_USDC, a market of this venue" });
export const marketName = Type.String({ description: "PERP_<BASE>_USDC" });

/** A wallet, and which of its accounts. */
export const scope = {
  address: Type.String({
    minLength: 1,
    pattern: "^0[xX][0-9a-fA-F]{40}$",
    expected: "0x and 40 hex digits",
    description: "the wallet: 0x and 40 hex digits, letters of either case",
  }),
  broker_id: Type.Optional(Type.String({ minLength: 1, description: "only accounts under this builder" })),
  account_id: Type.Optional(
    Type.String({ minLength: 1, description: "only this account, which must belong to the wallet" }),
  ),
} satisfies TProperties;

export const span = {
  start_time: Type.Optional(queryTime("start of the time range, inclusive; milliseconds since 1970")),
  end_time: Type.Optional(queryTime("end of the time range, inclusive; milliseconds since 1970")),
} satisfies TProperties;

export const cursor = Type.Optional(
  Type.String({
    minLength: 1,
    description: "next_cursor of the previous page; every other member must be the same as for that page",
  }),
);

/** A number of rows. A clamped count takes any whole number, of which the nearest allowed one counts. */
export const count = (description: string, { fallback, max }: { fallback: number; max: number }) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: max, default: fallback, description }));
export const clampedCount = (description: string, { fallback, max }: { fallback: number; max: number }) =>
  Type.Optional(
    Type.Integer({
      default: fallback,
      description: `${description}, 1 to ${max}; a smaller number counts as 1, a larger one as ${max}`,
    }),
  );

/** A page: its rows, and the cursor of the next one. */
export const page = <Row extends TSchema>(row: Row) =>
  Type.Object({
    rows: Type.Array(row, { description: "the rows of this page" }),
    next_cursor: orNull(Type.String({ description: "cursor for the next page; null on the last page" })),
  });

export const accountNames = {
  broker_id: Type.String({ description: "builder of the account" }),
  account_id: Type.String({ description: "id of the account" }),
} satisfies TProperties;

export const marginMode = Type.Enum(["CROSS", "ISOLATED"], {
  description: "CROSS shares the account's collateral; ISOLATED has its own margin",
});

const ACCOUNT_TYPES = ["main", "sub", "sp"] as const;
export const accountType = Type.Enum([...ACCOUNT_TYPES], {
  description: "main account or sub-account; an sp account trades for the investors of a strategy vault",
});
