// Rewrites the venue's messages for people: they name fields and markets as on the wire.

const MARKET = /\b(?:PERP|SPOT)_([A-Z0-9]+)_[A-Z]+\b/g;
/** States of markets and types of orders, all in capitals; a single word only when it is a market's state. */
const STATE = /\b(?:NEW|PENDING|ACTIVE|HALTED|DELISTING|DELISTED|[A-Z]+(?:_[A-Z]+)+)\b/g;
const FIELD = /\b[a-z]+(?:_[a-z0-9]+)+\b/g;
/** Names shorter than the field's own words, some shared by orders and algo orders. */
const SHORTER: ReadonlyMap<string, string> = new Map([
  ["order_price", "price"],
  ["order_quantity", "size"],
  ["order_amount", "amount"],
  ["quantity", "size"],
  ["visible_quantity", "shown size"],
  ["client_order_id", "client order id"],
  ["base_tick", "size step"],
  ["quote_tick", "price step"],
  ["base_min", "smallest size"],
  ["base_max", "largest size"],
  ["quote_min", "lowest price"],
  ["quote_max", "highest price"],
]);

/** The message as a sentence: markets by their names, fields in words. */
export function venueWords(message: string): string {
  const said = message
    .trim()
    .replaceAll(MARKET, "$1-PERP")
    .replaceAll(STATE, (state) => state.toLowerCase().replaceAll("_", " "))
    .replaceAll(FIELD, (field) => SHORTER.get(field) ?? field.replaceAll("_", " "));
  if (said === "") return said;
  const ends = /[.!?…]$/.test(said) ? "" : ".";
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}${ends}`;
}
