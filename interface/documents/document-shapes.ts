// The objects that several answers share, with the names under which the reference describes each once.

import { holding } from "../accounts/account.ts";
import { announcement } from "../markets/announcements.ts";
import { bookLevel, candle, feeTag, marketSnapshot, marketTrade, symbolRule } from "../markets/market-data.ts";
import { createdOrder, order, trade } from "../trading/orders.ts";
import { leverage, position, standing } from "../trading/positions.ts";
import { plainSchema, type Schema } from "./json-schema.ts";

const SHAPES: Readonly<Record<string, unknown>> = {
  MarketRule: symbolRule,
  MarketSnapshot: marketSnapshot,
  MarketTrade: marketTrade,
  Announcement: announcement,
  FeeTag: feeTag,
  BookLevel: bookLevel,
  Candle: candle,
  Order: order,
  Fill: trade,
  CreatedOrder: createdOrder,
  Holding: holding,
  Position: position,
  Standing: standing,
  Leverage: leverage,
};

export const shapes: ReadonlyMap<string, Schema> = new Map(
  Object.entries(SHAPES).map(([name, schema]) => [name, plainSchema(schema)]),
);

// Schemas are copied when they become members of another, so they are recognized by their content.
const names = new Map([...shapes].map(([name, schema]) => [JSON.stringify(schema), name]));

export function shapeName(schema: Schema): string | undefined {
  return names.get(JSON.stringify(schema));
}
